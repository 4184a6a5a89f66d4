import { expect, type Page } from '@playwright/test'

/** Fails unless a toast with this title, and with these words below it, is on the screen. */
export async function expectToast(page: Page, title: string, words?: string | RegExp): Promise<void> {
  const toast = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
  await expect(toast).toBeVisible()
  if (words) await expect(toast).toContainText(words)
}
