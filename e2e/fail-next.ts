import type { Page } from '@playwright/test'

/** Makes the next request with this method to an address (a glob) fail with 503 `Out of order`. */
export async function failNext(page: Page, method: string, address: string): Promise<void> {
  let failed = false
  await page.route(address, (route) => {
    if (failed || route.request().method() !== method) return route.fallback()
    failed = true
    return route.fulfill({ status: 503, json: { error: 'Out of order' } })
  })
}
