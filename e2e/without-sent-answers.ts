import type { Page } from '@playwright/test'

/** Takes the answers out of the documents of a page, so that the app makes each call, which a test can then change. */
export async function withoutSentAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The parser adds the element before it runs the app's scripts, which are deferred.
    new MutationObserver(() => document.getElementById('answers')?.remove()).observe(document, {
      childList: true,
      subtree: true,
    })
  })
}
