import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/find-browser.ts'
import type { SizeRow } from './report.ts'
import { percentile } from './rounds.ts'
import type { Scene, Show } from './stage.ts'

/** Keys typed into the search, each a chance to be slow. */
const TYPED = 'guest 12345'

/**
 * Measures the bookings page in a real browser: for an event with 10,000 slots and 20,000 bookings, and for one with
 * 40 slots and 80 bookings, in turn.
 */
export async function compareBookingsPages(scene: Scene, rounds: number): Promise<SizeRow[]> {
  const shows = {
    large: await scene.makeShow(250, 40, { spots: 4 }),
    small: await scene.makeShow(1, 40, { spots: 4 }),
  }
  for (const show of Object.values(shows)) await scene.storeBookings(show, 2)
  await scene.analyze()
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--disable-gpu', '--no-sandbox'],
  })
  try {
    const measured = { large: [] as PageTimes[], small: [] as PageTimes[] }
    for (let round = 0; round <= rounds; round++) {
      for (const size of ['large', 'small'] as const) {
        const times = await measurePage(browser, scene, shows[size])
        if (round > 0) measured[size].push(times) // the first round warms up
      }
    }
    const row = (
      name: string,
      key: keyof PageTimes,
      limits: Omit<SizeRow, 'name' | 'large' | 'small'>,
    ): SizeRow => ({
      name,
      large: percentile(
        measured.large.map((times) => times[key]),
        0.5,
      ),
      small: percentile(
        measured.small.map((times) => times[key]),
        0.5,
      ),
      ...limits,
    })
    return [
      row('bookings: opened until rows are painted', 'bookings', { unit: 'ms', maxRatio: 3 }),
      row('availability: pressed until rows are painted', 'availability', { unit: 'ms' }),
      row('search: slowest of the keys typed, until painted', 'key', { unit: 'ms' }),
      row('largest answer, gzip', 'answer', { unit: 'KB', maxLarge: 300 }),
    ]
  } finally {
    await browser.close()
  }
}

interface PageTimes {
  bookings: number
  availability: number
  key: number
  answer: number
}

async function measurePage(browser: Browser, { server, logIn }: Scene, show: Show): Promise<PageTimes> {
  const context = await browser.newContext({ baseURL: server.url })
  try {
    await context.addCookies([{ ...(await logIn()), url: server.url }])
    const page = await context.newPage()
    const answers: Promise<number>[] = []
    page.on('response', (answer) =>
      answers.push(
        answer.body().then(
          (body) => gzipSync(body).length / 1024,
          () => 0, // an answer without a body, such as a redirect
        ),
      ),
    )
    await page.goto(`/bookings/${show.id}`, { waitUntil: 'commit' })
    const bookings = await paintedAt(page, 'main a[href^="mailto:"]')
    const key = await slowestKey(page)
    await page.getByRole('tab', { name: 'Availability' }).click()
    const pressed = await page.evaluate(() => performance.now())
    const availability = (await paintedAt(page, 'main progress')) - pressed
    return { bookings, availability, key, answer: Math.max(...(await Promise.all(answers))) }
  } finally {
    await context.close()
  }
}

/** The time when the first frame with such an element was painted, in ms since the page was opened. */
async function paintedAt(page: Page, selector: string): Promise<number> {
  const handle = await page.waitForFunction(
    (selector) =>
      document.querySelector(selector) &&
      new Promise<number>((painted) =>
        requestAnimationFrame(() => setTimeout(() => painted(performance.now()))),
      ),
    selector,
    { polling: 'raf', timeout: 60_000 },
  )
  return (await handle.jsonValue())!
}

/** The longest time until a typed letter appeared, in ms. */
async function slowestKey(page: Page): Promise<number> {
  const search = page.getByRole('searchbox')
  const times: number[] = []
  for (const letter of TYPED) {
    await search.focus()
    await search.press(letter)
    const took = await page.evaluate(
      () =>
        new Promise<number>((painted) => {
          const begin = performance.now()
          requestAnimationFrame(() => setTimeout(() => painted(performance.now() - begin)))
        }),
    )
    times.push(took)
  }
  return Math.max(...times)
}
