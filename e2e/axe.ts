import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

/** Each size in both themes, in an order that changes one of them at a time. */
const looks = [
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

/** Fails for each thing on the page that axe objects to, at the widths of a phone and of a desktop, in light and dark; and where something scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // A toast stays while nobody looks at the window, so none fades away under the look.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  for (const look of looks) {
    await test.step(`${look.colorScheme} at ${look.width} px`, async () => {
      await wear(page, look)
      expect.soft(await violationsOf(page)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(overflow, 'nothing scrolls sideways').toBeLessThanOrEqual(0)
    })
  }
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

async function wear(page: Page, { width, colorScheme }: (typeof looks)[number]) {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // A colour on its way from one theme to the other is neither. The visitor's door leaves the system's theme to CSS.
  await page.waitForFunction((scheme) => {
    const { theme = scheme } = document.documentElement.dataset
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    return theme === scheme && finite.every((it) => it.playState !== 'running')
  }, colorScheme)
}

async function violationsOf(page: Page): Promise<string[]> {
  // The program is large, so a page that has it keeps it.
  const axeSource = (await page.evaluate('"axe" in window')) ? ';' : undefined
  const { violations } = await new AxeBuilder({ page, axeSource })
    // The mode without a second page, which only frames would need.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}
