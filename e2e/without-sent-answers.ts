import type { Page } from '@playwright/test'

/** Takes the answers out of the documents of a page, so that the app makes each call, which a test can then change. */
export async function withoutSentAnswers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch({ maxRedirects: 0 })
    const html = await response.text()
    await route.fulfill({ response, body: html.replace(/<script [^>]*id="answers">.*?<\/script>/s, '') })
  })
}
