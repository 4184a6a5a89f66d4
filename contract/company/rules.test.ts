import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isNearQuota } from '../quotas.ts'
import { companyMessages as text } from './messages.ts'
import {
  accentIn,
  accentStyle,
  contrast,
  INVITATION_DAYS,
  MIN_CONTRAST,
  readOrigin,
  type ThemeName,
  themeColors,
  userCan,
} from './rules.ts'

const admin = { state: 'active', role: 'admin', isOwner: false } as const
const owner = { ...admin, isOwner: true }
const clerk = { ...admin, role: 'view only' } as const
const pendingAdmin = { ...admin, state: 'pending' } as const
const formerAdmin = { ...admin, state: 'deactivated' } as const
const ownerStays = 'The company’s owner can’t be removed, deactivated, or given another role.'
const lastAdmin = 'This is the last active admin. Make another user an admin first.'
const notJoined = 'This user has not accepted the invitation yet.'

describe('a user of the company', () => {
  test.each([
    ['the owner', owner, 5, ownerStays],
    ['the owner, as the last admin', owner, 1, ownerStays],
    ['the last active admin', admin, 1, lastAdmin],
    ['one of two admins', admin, 2, null],
    ['with a weaker role', clerk, 1, null],
    ['a deactivated admin', formerAdmin, 1, null],
  ])(
    '%s can be removed, deactivated or given another role, or is refused with a reason',
    (_who, user, activeAdmins, reason) => {
      expect(userCan.changeRole(user, activeAdmins)).toBe(reason)
      expect(userCan.remove(user, activeAdmins)).toBe(reason)
      expect(userCan.deactivate(user, activeAdmins)).toBe(reason)
    },
  )

  test.each([
    ['pending', pendingAdmin, null, notJoined],
    ['active', admin, 'This user has already accepted the invitation.', null],
    ['deactivated', formerAdmin, 'This user has already accepted the invitation.', null],
  ])(
    '%s is invited again or reactivated, or is refused with a reason',
    (_state, user, resend, reactivate) => {
      expect(userCan.resend(user)).toBe(resend)
      expect(userCan.reactivate(user)).toBe(reactivate)
    },
  )

  test('pending can be removed and given another role, not deactivated', () => {
    expect(userCan.remove(pendingAdmin, 1)).toBeNull()
    expect(userCan.changeRole(pendingAdmin, 1)).toBeNull()
    expect(userCan.deactivate(pendingAdmin, 1)).toBe(notJoined)
  })

  test('is invited for 7 days', () => {
    expect(INVITATION_DAYS).toBe(7)
  })
})

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

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#777777', '#ffffff', 4.478],
  ['#ff0000', '#ffffff', 3.998],
  ['#00ff00', '#ffffff', 1.372],
  ['#0000ff', '#ffffff', 8.592],
  ['#0a0a0a', '#000000', 1.061],
  ['#0b0b0b', '#000000', 1.067],
])('the contrast of %s and %s is %d, as WCAG defines it', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 3)
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

/** The color, and what it is in the light and in the dark theme: the accent and its wash. */
test.each([
  ['#7a4a2b', ['#7a4a2b', '#efe9e6'], ['#ba8969', '#322921']],
  ['#e0a878', ['#866548', '#f0ede9'], ['#e0a878', '#372d23']],
  ['#ffd700', ['#7a6700', '#efede0'], ['#ffd700', '#3b3214']],
  ['#ff0000', ['#d10000', '#f9e0e0'], ['#ff4f4f', '#3b221e']],
  ['#0000ff', ['#0000ff', '#e0e0ff'], ['#8383ff', '#2c2833']],
  ['#6b1d3a', ['#6b1d3a', '#ede4e7'], ['#d07799', '#352727']],
  ['#000000', ['#000000', '#e0e0e0'], ['#929292', '#2e2a26']],
  ['#ffffff', ['#6b6b6b', '#ededed'], ['#ffffff', '#3b3733']],
] as const)(
  '%s stays if it is readable, and otherwise changes as little as possible',
  (color, light, dark) => {
    expect(accentIn('light', color)).toEqual({ accent: light[0], wash: light[1] })
    expect(accentIn('dark', color)).toEqual({ accent: dark[0], wash: dark[1] })
    expect(accentStyle(color)).toBe(
      `html:root{--accent:light-dark(${light[0]},${dark[0]});--accent-wash:light-dark(${light[1]},${dark[1]})}`,
    )
  },
)

test('text that is not a color ends the search, too', () => {
  expect(accentIn('light', 'ivory').accent).toMatch(/NaN/)
})

test.each([
  ['https://www.shop.example', 'https://www.shop.example'],
  [' WWW.Shop.Example/pages/visit?a=b ', 'https://www.shop.example'],
  ['https://shop.example:443/', 'https://shop.example'],
  ['https://shop.example:8443', 'https://shop.example:8443'],
  ['http://localhost:4000', 'http://localhost:4000'],
  ['http://localhost', 'http://localhost'],
  ['https://localhost', 'https://localhost'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['http://localhost:443', 'http://localhost:443'],
  ['shop.example/', 'https://shop.example'],
  ['https://9.example', 'https://9.example'],
  ['https://shop.xn--p1ai', 'https://shop.xn--p1ai'],
  ['http://shop.example', null],
  ['http://10.0.0.1', null],
  ['https://127.0.0.2', null],
  ['https://shop', null],
  ['https://shop.example.', null],
  ['https://.shop.example', null],
  ['https://shop..example', null],
  ['https://-shop.example', null],
  ['https://shop.example-', null],
  ['https://shop.1example', null],
  ['https://shop.example.5', null],
  ['https://shop_1.example', null],
  ['https://shop.example:', null],
  ['https://shop.example:123456', null],
  ['https://shop.example:80a', null],
  ['https://shop.example?a', null],
  ['https://shop.example/a b', null],
  ['ftp://shop.example', null],
  ['xhttps://shop.example', null],
  ['//shop.example', null],
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

test.each([
  [799, 1000, false],
  [800, 1000, true],
  [1000, 1000, true],
  [1200, 1000, true],
  [3, 4, false],
  [1_000_000, null, false],
])('usage of %s out of %s shows a warning: %s', (used, limit, near) => {
  expect(isNearQuota({ used, limit })).toBe(near)
})

test('a quota message names what it counts, and storage in megabytes', () => {
  const MB = 1024 * 1024
  expect(text.nearQuota('events', 850, 1000)).toBe(
    'You’ve used 850 of 1,000 events. Delete some you don’t need, or ask your server’s administrator for more.',
  )
  expect(text.nearQuota('bytes', 16_500.2 * MB, 20_000 * MB)).toMatch(
    /^You’ve used 16,501 of 20,000 MB of storage. Delete files /,
  )
  expect(text.overQuota('slots', 200_000)).toMatch(
    /^This would take you over your limit of 200,000 time slots. /,
  )
  expect(text.usedOf('orders', 12, null)).toBe('12')
  expect(text.usedOf('bytes', 0, null)).toBe('0 MB')
})
