import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

/** The rules about colors, the only things that a theme changes. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Both widths in both themes, ordered to change one at a time, with the rules that the change can break. */
const looks = [
  { width: 360, colorScheme: 'light', rules: undefined },
  { width: 360, colorScheme: 'dark', rules: colorRules },
  { width: 1440, colorScheme: 'dark', rules: undefined },
  { width: 1440, colorScheme: 'light', rules: colorRules },
] as const

/** Expects no axe violation and no sideways scrolling at phone and desktop width, in light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // A toast stays while the window has no focus, so none disappears during the check.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  for (const look of looks) {
    await test.step(`${look.colorScheme} at ${look.width} px`, async () => {
      await applyLook(page, look)
      expect.soft(await violationsOf(page, look.rules)).toEqual([])
      expect.soft(await overflowOf(page), 'nothing scrolls sideways').toBe(0)
    })
  }
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

/** How far the page scrolls sideways, in px. Widths don't show it: some include the space kept for the scrollbar. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    scrollTo({ left: 10_000, behavior: 'instant' })
    const far = scrollX
    scrollTo({ left: 0, behavior: 'instant' })
    return far
  })
}

/** Expects an email to be readable on a narrow phone, in light and dark. */
export async function expectReadableEmail(page: Page, html: string): Promise<void> {
  await page.setContent(html)
  for (const colorScheme of ['light', 'dark'] as const) {
    await applyLook(page, { width: 320, colorScheme })
    expect.soft(await violationsOf(page, ['color-contrast', 'image-alt'])).toEqual([])
    expect.soft(await overflowOf(page), 'nothing scrolls sideways').toBe(0)
  }
}

type Look = Pick<(typeof looks)[number], 'colorScheme'> & { width: number }

async function applyLook(page: Page, { width, colorScheme }: Look) {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // Colors must not be mid-transition, and Firefox does not always render the frames that would end one. Guest pages
  // leave the system theme to CSS.
  await page.waitForFunction(
    (scheme) => {
      const { theme = scheme } = document.documentElement.dataset
      for (const animation of document.getAnimations())
        if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
      return (
        theme === scheme &&
        document.getAnimations().every((it) => it.effect?.getTiming().iterations === Infinity)
      )
    },
    colorScheme,
    { polling: 100 },
  )
}

/** Returns the violations that axe finds, with the elements. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  // After axe has run a few times, the next text that is filled in crashes the page's process in Firefox 153.
  if (page.context().browser()?.browserType().name() === 'firefox') return []
  // axe is large, so it is injected once per page.
  const axeSource = (await page.evaluate('"axe" in window')) ? ';' : undefined
  const { violations } = await new AxeBuilder({ page, axeSource })
    // Legacy mode opens no second page; only frames need one.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}
