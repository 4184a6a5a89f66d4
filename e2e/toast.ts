import { expect, type Page } from '@playwright/test'

/**
 * Fails unless a toast with this title, and with these words below it, is on the screen. What a failure says stands
 * nowhere else.
 *
 * @param also whether the words stand on the page besides, as the reason of a button that cannot be pressed or as what became of an order
 */
export async function expectToast(
  page: Page,
  title: string,
  words?: string | RegExp,
  { also = false } = {},
): Promise<void> {
  const toast = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
  await expect(toast).toBeVisible()
  if (!words) return
  await expect(toast).toContainText(words)
  const tone = await toast.getAttribute('data-tone', { timeout: 1000 }).catch(() => null)
  if (tone === 'bad' && !also) await expect(page.getByText(words)).toHaveCount(1)
}

/** The names of the buttons in front that the toast on the screen covers, if only in part; null where there is no toast. */
export function underToast(page: Page): Promise<string[] | null> {
  return page.evaluate(() => {
    const toast = document.querySelector('[role="region"] li')?.getBoundingClientRect()
    if (!toast) return null
    return [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
      })
      .map((button) => button.ariaLabel || button.innerText)
  })
}
