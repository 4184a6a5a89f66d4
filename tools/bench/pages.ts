import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Config } from '../../server/config.ts'
import { openVisitorRenderer } from '../../server/platform/http/pages/visitor-pages.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { median, repeat } from './measure.ts'
import { goalRow, type Row, sizeRow } from './report.ts'
import type { Scene } from './stage.ts'

/** A phone on a slow network. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 1_600_000 / 8,
}

/** Starts a browser. It is closed when the scope ends. */
export const openBrowser = (...flags: string[]) =>
  chromium.launch({ executablePath: findBrowser(), args: ['--disable-gpu', '--no-sandbox', ...flags] })

/** Takes a measurement in a fresh profile, logged in as the owner. */
async function inProfile<Result>(
  browser: Browser,
  { url, host }: Scene,
  visit: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const [name, value] = host.cookie.split('=')
  await using context = await browser.newContext({ baseURL: url })
  await context.addCookies([{ name: name!, value: value!, url }])
  return await visit(context)
}

/** Measures once more than counts, since the first time warms up. */
const warmed = async <Result>(rounds: number, run: () => Promise<Result>) =>
  (await repeat(rounds + 1, run)).slice(1)

/** The median of each number. */
function medians<Key extends string>(all: Record<Key, number>[]): Record<Key, number> {
  const keys = Object.keys(all[0]!) as Key[]
  const entries = keys.map((key) => [key, median(all.map((one) => one[key]))])
  return Object.fromEntries(entries)
}

/** The time when the first frame with such an element was painted, in ms since the page was opened. */
async function paintedAt(page: Page, selector: string): Promise<number> {
  const painted = await page.waitForFunction(
    (selector) =>
      document.querySelector(selector) &&
      new Promise<number>((painted) =>
        requestAnimationFrame(() => setTimeout(() => painted(performance.now()))),
      ),
    selector,
    { polling: 'raf', timeout: 60_000 },
  )
  return (await painted.jsonValue())!
}

/** The same, in ms from now on. */
async function paintedWithin(page: Page, selector: string): Promise<number> {
  const begin = await page.evaluate(() => performance.now())
  return (await paintedAt(page, selector)) - begin
}

/** A guest's name on a staff page. */
const GUEST = 'main a[href^="/customer-history?"]'
/** Keys typed into the search, each a chance to be slow. */
const TYPED = 'guest 12345'

/** Measures the bookings page of an event with 10,000 slots, and of one with 40, in turn. */
export async function compareBookingsPages(scene: Scene, rounds: number): Promise<Row[]> {
  const shows = [
    await scene.makeShow(250, 40, { spots: 4 }),
    await scene.makeShow(1, 40, { spots: 4 }),
  ] as const
  for (const show of shows) await scene.storeBookings(show, 2)
  await using browser = await openBrowser()

  async function visit(context: BrowserContext, id: number) {
    const page = await context.newPage()
    const answers: Promise<number>[] = []
    // One without a body is a redirect.
    page.on('response', (answer) => answers.push(answer.body().then(kilobytes, () => 0)))
    await page.goto(`/bookings/${id}`, { waitUntil: 'commit' })
    const bookings = await paintedAt(page, GUEST)
    const search = page.getByRole('searchbox')
    const keys: number[] = []
    for (const letter of TYPED) {
      await search.focus()
      await search.press(letter)
      keys.push(await paintedWithin(page, 'body'))
    }
    await page.getByRole('tab', { name: 'Availability' }).click()
    const availability = await paintedWithin(page, 'main progress')
    const answer = Math.max(...(await Promise.all(answers)))
    return { bookings, availability, key: Math.max(...keys), answer }
  }

  const visits = await warmed(rounds, async () => ({
    large: await inProfile(browser, scene, (context) => visit(context, shows[0].id)),
    small: await inProfile(browser, scene, (context) => visit(context, shows[1].id)),
  }))
  const large = medians(visits.map((both) => both.large))
  const small = medians(visits.map((both) => both.small))
  const both = (key: keyof typeof large): [number, number] => [large[key], small[key]]
  return [
    sizeRow('bookings: opened until rows are painted', both('bookings'), 'ms', { maxRatio: 3 }),
    sizeRow('availability: pressed until rows are painted', both('availability'), 'ms'),
    sizeRow('search: slowest of the keys typed, until painted', both('key'), 'ms'),
    sizeRow('largest answer, gzip', both('answer'), 'KB', { maxLarge: 300 }),
  ]
}

/** Opens a page on the slow network. @returns when its rows were painted, in ms since it was opened */
async function openSlowly(context: BrowserContext, address: string, row: string) {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', network)
  await page.goto(address, { waitUntil: 'commit' })
  return { page, painted: await paintedAt(page, row) }
}

/** What a page has loaded over the network, itself first, with times in ms since it was opened. */
async function loadsOf(page: Page) {
  const entries = await page.evaluate(() =>
    ['navigation', 'resource'].flatMap((type) =>
      performance.getEntriesByType(type).map((entry) => entry.toJSON() as PerformanceResourceTiming),
    ),
  )
  return entries.filter(({ transferSize }) => transferSize > 0)
}

type Load = Awaited<ReturnType<typeof loadsOf>>[number]

const isCode = ({ name }: Load) => /\.(js|css)$/.test(new URL(name).pathname)
const kilobytes = (body: string | Buffer) => gzipSync(body, { level: 9 }).length / 1024

/** The size of scripts and stylesheets, compressed with gzip, in KB. */
async function sizeOfCode(loads: Load[]) {
  const files = loads.filter(isCode).map(async ({ name }) => kilobytes(await (await fetch(name)).text()))
  return (await Promise.all(files)).reduce((sum, size) => sum + size, 0)
}

/** What a page of the staff app loads until its rows are painted. */
async function visitStaff(context: BrowserContext, address: string, row: string) {
  const { page, painted } = await openSlowly(context, address, row)
  await page.waitForLoadState('networkidle')
  const sent = (await loadsOf(page)).filter(({ startTime }) => startTime < painted)
  /** How many requests followed each other. Rows wait for no font or picture. */
  const waits = new Map<Load, number>()
  for (const load of sent.filter((load) => isCode(load) || /navigation|fetch/.test(load.initiatorType))) {
    const before = [...waits].filter(([{ responseEnd }]) => responseEnd <= load.startTime)
    waits.set(load, 1 + Math.max(0, ...before.map(([, wait]) => wait)))
  }
  await page.close()
  return {
    requests: sent.length,
    code: await sizeOfCode(sent.filter(({ responseEnd }) => responseEnd < painted)),
    waits: Math.max(...waits.values()),
    painted,
    firstByte: sent[0]!.responseStart,
  }
}

/** Opens staff pages on the slow network, twice. @returns what loads until rows are painted, and how long that takes */
export async function compareStaffPages(scene: Scene, rounds: number) {
  const { id, ...show } = await scene.makeShow(2, 20, { spots: 4 })
  await scene.storeBookings({ id, ...show }, 2)
  const pages = [
    { name: '/orders', address: '/orders', row: 'main tbody tr', requests: 20, code: 260 },
    { name: '/bookings/{id}', address: `/bookings/${id}`, row: GUEST, requests: 35, code: 280 },
  ]
  const [loads, times]: [Row[], Row[]] = [[], []]
  await using browser = await openBrowser()
  for (const { name, address, row, ...limits } of pages) {
    const openTwice = async (context: BrowserContext) => ({
      cold: await visitStaff(context, address, row),
      again: await visitStaff(context, address, row),
    })
    const visits = await warmed(rounds, () => inProfile(browser, scene, openTwice))
    const cold = medians(visits.map((visit) => visit.cold))
    const again = medians(visits.map((visit) => visit.again))
    loads.push(
      sizeRow(`${name}: requests`, [cold.requests, again.requests], '', { maxLarge: limits.requests }),
      sizeRow(`${name}: scripts and styles, gzip`, [cold.code, again.code], 'KB', { maxLarge: limits.code }),
      sizeRow(`${name}: waits one after another`, [cold.waits, again.waits], '', { maxLarge: 2 }),
    )
    times.push(
      sizeRow(`${name}: cold`, [cold.painted, cold.firstByte], 'ms', { maxLarge: 2500 }),
      sizeRow(`${name}: return`, [again.painted, again.firstByte], 'ms', { maxLarge: 900 }),
    )
  }
  return { loads, times }
}

/** Of one measurement; so many take long enough for the clock. */
const RENDERINGS = 200

/** Measures an event's page as a guest gets it (decisions 042 and 067): what it weighs, and how soon it is there. */
export async function measureGuestPage(scene: Scene, rounds: number): Promise<Row[]> {
  const { id } = await scene.makeShow(1, 18, { spots: 4 })
  const url = `${scene.url}/event/${id}`
  const html = await (await fetch(url)).text()
  await using browser = await openBrowser()
  const visits = await warmed(rounds, async () => {
    await using context = await browser.newContext()
    const { page, painted } = await openSlowly(context, url, 'input[type="radio"]')
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const loads = await loadsOf(page)
    const before = loads.filter(({ startTime }) => startTime < painted)
    return {
      painted,
      first: kilobytes(html) + (await sizeOfCode(before)),
      scripts: await sizeOfCode(loads),
    }
  })
  const values = (key: keyof (typeof visits)[number]) => visits.map((visit) => visit[key])

  // How long the server's build takes for the page, with the data that the page has.
  const { render } = await openVisitorRenderer({ publicUrl: new URL(url).origin } as Config)
  const document = JSON.parse(/id="document">(.*?)<\/script>/s.exec(html)![1]!)
  const rendered = await warmed(rounds, async () => {
    const start = performance.now()
    await repeat(RENDERINGS, () => render(document))
    return (performance.now() - start) / RENDERINGS
  })
  return [
    goalRow('until its times are painted', values('painted'), 'ms', { atMost: 500 }),
    goalRow('page, style and scripts until then', values('first'), 'KB', { atMost: 30 }),
    goalRow('scripts that ever load', values('scripts'), 'KB', { atMost: 85 }),
    goalRow('rendered by the server', rendered, 'ms', { atMost: 2.5 }),
  ]
}
