import type { JSHandle, Page } from '@playwright/test'

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
