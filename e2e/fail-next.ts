import type { Page } from '@playwright/test'

/** Lets the next call with this method to an address (a glob) fail as a broken server would: `Out of order`. */
export async function failNext(page: Page, method: string, address: string): Promise<void> {
  let failed = false
  await page.route(address, (route) => {
    if (failed || route.request().method() !== method) return route.fallback()
    failed = true
    return route.fulfill({ status: 503, json: { error: 'Out of order' } })
  })
}
