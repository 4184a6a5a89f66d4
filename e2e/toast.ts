import { expect, type Page } from '@playwright/test'

/**
 * Expects a toast with this title and these words below it. An error's text must be nowhere else on the page.
 *
 * @param also the words may also be elsewhere, as a disabled button's reason or an order's outcome
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

/** The names of the dialog's buttons that the toast covers, even in part; null without a toast. */
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
