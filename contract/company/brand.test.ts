import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  accentIn,
  accentStyle,
  contrast,
  MIN_CONTRAST,
  readOrigin,
  type ThemeName,
  themeColors,
} from './rules.ts'

const themes = ['light', 'dark'] as const

/** Every 51st value of each channel: 216 colors from black to white. */
const colors = Array.from({ length: 216 }, (_, at) =>
  [36, 6, 1].map((place) => ((Math.floor(at / place) % 6) * 51).toString(16).padStart(2, '0')).join(''),
).map((digits) => `#${digits}`)

test('the colors that the rule knows are those of the themes', () => {
  const tokens = readFileSync(new URL('../../web/theme/tokens.css', import.meta.url), 'utf8')
  for (const [name, token] of Object.entries({
    sheet: 'sheet',
    paper: 'paper',
    sunk: 'sunk',
    accentInk: 'accent-ink',
  })) {
    const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)!
    expect([light, dark]).toEqual(themes.map((theme) => themeColors[theme][name as 'sheet']))
  }
})

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test.each(themes)(
  'every color can be read in the %s theme, on every background and under its text',
  (theme: ThemeName) => {
    const { sheet, paper, sunk, accentInk } = themeColors[theme]
    for (const color of colors) {
      const { accent, wash } = accentIn(theme, color)
      for (const other of [sheet, paper, sunk, wash, accentInk])
        expect(contrast(accent, other), `${color} on ${other}`).toBeGreaterThanOrEqual(MIN_CONTRAST)
    }
  },
)

test('a color that can be read stays as it is, and another changes as little as needed', () => {
  expect(accentIn('light', '#7a4a2b').accent).toBe('#7a4a2b')
  expect(accentIn('dark', '#e0a878').accent).toBe('#e0a878')
  const { accent } = accentIn('light', '#ffd700')
  expect(accent).not.toBe('#ffd700')
  expect(contrast(accent, themeColors.light.sunk)).toBeLessThan(5)
  expect(accentStyle('#7a4a2b')).toMatch(
    /^html:root\{--accent:light-dark\(#7a4a2b,#[0-9a-f]{6}\);--accent-wash:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)\}$/,
  )
})

test.each([
  ['https://www.shop.example', 'https://www.shop.example'],
  [' WWW.Shop.Example/pages/visit?a=b ', 'https://www.shop.example'],
  ['https://shop.example:443/', 'https://shop.example'],
  ['https://shop.example:8443', 'https://shop.example:8443'],
  ['http://localhost:4000', 'http://localhost:4000'],
  ['http://shop.example', null],
  ['https://*.myshopify.com', null],
  ["https://shop.example;script-src 'none'", null],
  ['https://shop.example, https://evil.example', null],
  ['shop', null],
  ['https://10.0.0.1', null],
  ['javascript:alert(1)', null],
  ["'none'", null],
  ['*', null],
  ['', null],
])('the site %j may embed as %j', (entered, origin) => {
  expect(readOrigin(entered)).toBe(origin)
})
