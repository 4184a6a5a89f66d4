import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/**
 * Opens a page with an empty cache, and returns its requests and bytes without pictures, compressed as they are sent;
 * `all` has all but fonts.
 *
 * @param started waits for the page's scripts, which load late (decision 042)
 */
export async function weigh(page: Page, address: string, started: () => Promise<unknown>) {
  const weights = { requests: 0, script: 0, style: 0, font: 0, all: 0 }
  const bodies: Promise<void>[] = []
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (type === 'image') return
    weights.requests++
    bodies.push(
      response.body().then((body) => {
        if (type === 'font') weights.font += body.length
        else weights.all += gzipSync(body).length
        if (type === 'script') weights.script += gzipSync(body).length
        if (type === 'stylesheet') weights.style += gzipSync(body).length
        if (type !== 'document') return
        const inline = (tag: string) => [
          ...body.toString().matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs')),
        ]
        for (const [, source] of inline('style')) weights.style += gzipSync(source!).length
        for (const [, source] of inline('script')) weights.script += gzipSync(source!).length
      }),
    )
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await started()
  await Promise.all(bodies)
  return weights
}
