import { expect, type JSHandle, type Locator, type Page } from '@playwright/test'

// Playwright does not see the body of a request over WebDriver BiDi, and so cannot send it in place of the page.

/** Lets the server do what the next request with this method asks for, but loses its answer on the way to the app. */
export async function loseAnswer(page: Page, method: string): Promise<void> {
  await page.evaluate((lost) => {
    const { fetch } = window
    const { open } = XMLHttpRequest.prototype
    const stopLosing = () => {
      window.fetch = fetch
      XMLHttpRequest.prototype.open = open
    }
    window.fetch = async (address, options) => {
      const response = await fetch(address, options)
      if (options?.method !== lost) return response
      stopLosing()
      throw new TypeError('The answer is lost')
    }
    XMLHttpRequest.prototype.open = function (method: string, address: string | URL) {
      open.call(this, method, address, true)
      if (method !== lost) return
      stopLosing()
      this.addEventListener('load', (load) => {
        load.stopImmediatePropagation()
        this.dispatchEvent(new ProgressEvent('error'))
      })
    }
  }, method)
}

/** The JSON that the page sends with this method from now on. */
export function sentBodies(page: Page, method: string): Promise<JSHandle<unknown[]>> {
  return page.evaluateHandle((method) => {
    const bodies: unknown[] = []
    const { fetch } = window
    window.fetch = (address, options) => {
      if (options?.method === method) bodies.push(JSON.parse(String(options.body)))
      return fetch(address, options)
    }
    return bodies
  }, method)
}

/** Makes the next request with this method to an address (a glob) fail with 503 `Out of order`. */
export async function failNext(page: Page, method: string, address: string): Promise<void> {
  let failed = false
  await page.route(address, (route) => {
    if (failed || route.request().method() !== method) return route.fallback()
    failed = true
    return route.fulfill({ status: 503, json: { error: 'Out of order' } })
  })
}

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

/** A PNG of one color with these dimensions in pixels. */
export async function drawPicture(page: Page, width: number, height: number) {
  const address = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const pen = canvas.getContext('2d')!
      pen.fillStyle = 'rebeccapurple'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      return canvas.toDataURL()
    },
    [width, height],
  )
  const buffer = Buffer.from(address.split(',')[1]!, 'base64')
  return { name: `${width}.png`, mimeType: 'image/png', buffer }
}

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

/**
 * Opens the menu of a row, by what it is about, and presses one of its entries.
 *
 * @param within the page, or the row where others are about the same
 */
export async function fromMenu(within: Page | Locator, name: string, entry: string): Promise<void> {
  const page = 'page' in within ? within.page() : within
  await within.getByRole('button', { name: `More for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Logs out by the account menu, which the greeting in the top bar opens. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
}
