import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

/** Fails for each thing on the page that axe objects to. */
export async function expectNoViolations(page: Page): Promise<void> {
  // The mode without a second page, which only frames would need.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect
    .soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`))
    .toEqual([])
}

/** The same at the widths of a phone and of a desktop, in light and dark; and nothing may scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // A colour on its way from one theme to the other is neither.
      await page.waitForFunction((scheme) => {
        const finite = document
          .getAnimations()
          .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
        return (
          document.documentElement.dataset.theme === scheme &&
          finite.every((it) => it.playState !== 'running')
        )
      }, colorScheme)
      await test.step(`${colorScheme} at ${width} px`, () => expectNoViolations(page))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(overflow, `nothing scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
}
