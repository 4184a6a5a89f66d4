import { gzipSync } from 'node:zlib'
import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { findBrowser } from '../scripts/find-browser.ts'
import type { SizeRow } from './report.ts'
import { percentile } from './rounds.ts'
import type { Scene } from './stage.ts'

/** A phone on a slow network. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 1_600_000 / 8,
}

interface Opened {
  /** Until the rows were painted; fonts are swapped in when they arrive, so rows do not wait for them. */
  requests: number
  /** Scripts and stylesheets, each compressed with gzip, in KB. */
  code: number
  /** How many requests followed each other. */
  waits: number
  /** In ms since the page was opened. */
  rows: number
  firstByte: number
}

type Visit = 'cold' | 'return'

/**
 * Opens pages of the staff app in a real browser on a slow network: in a fresh profile, and again in the same one.
 *
 * @returns what is loaded until rows are painted, and how long that takes
 */
export async function compareStaffPages(scene: Scene, rounds: number) {
  await scene.storeOrders(500)
  const show = await scene.makeShow(2, 20, { spots: 4 })
  await scene.storeBookings(show, 2)
  await scene.analyze()
  const pages = [
    { name: '/orders', address: '/orders', row: 'main tbody tr', requests: 20, code: 260 },
    {
      name: '/bookings/{id}',
      address: `/bookings/${show.id}`,
      row: 'main a[href^="mailto:"]',
      requests: 35,
      code: 280,
    },
  ]
  const loads: SizeRow[] = []
  const times: SizeRow[] = []
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--disable-gpu', '--no-sandbox'],
  })
  try {
    for (const { name, address, row, requests, code } of pages) {
      const measured: Record<Visit, Opened[]> = { cold: [], return: [] }
      for (let round = 0; round <= rounds; round++) {
        const visits = await openTwice(browser, scene, address, row)
        if (round === 0) continue // warms up
        measured.cold.push(visits.cold)
        measured.return.push(visits.return)
      }
      const median = (visit: Visit, key: keyof Opened) =>
        percentile(
          measured[visit].map((opened) => opened[key]),
          0.5,
        )
      const load = (what: string, key: keyof Opened, limits: Pick<SizeRow, 'unit' | 'maxLarge'>) =>
        loads.push({
          name: `${name}: ${what}`,
          large: median('cold', key),
          small: median('return', key),
          ...limits,
        })
      load('requests', 'requests', { unit: '', maxLarge: requests })
      load('scripts and styles, gzip', 'code', { unit: 'KB', maxLarge: code })
      load('waits one after another', 'waits', { unit: '', maxLarge: 2 })
      for (const [visit, maxLarge] of [
        ['cold', 2500],
        ['return', 900],
      ] as const) {
        const [large, small] = [median(visit, 'rows'), median(visit, 'firstByte')]
        times.push({ name: `${name}: ${visit}`, large, small, unit: 'ms', maxLarge })
      }
    }
  } finally {
    await browser.close()
  }
  return { loads, times }
}

/** Opens a page in a fresh profile, closes it, and opens it again. */
async function openTwice(browser: Browser, { server, logIn }: Scene, address: string, row: string) {
  const context = await browser.newContext({ baseURL: server.url })
  try {
    await context.addCookies([{ ...(await logIn()), url: server.url }])
    const open = async (): Promise<Opened> => {
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      const requests = await watchRequests(cdp)
      await page.goto(address, { waitUntil: 'commit' })
      const rows = await page.waitForFunction(
        (row) =>
          document.querySelector(row) &&
          new Promise<number>((painted) =>
            requestAnimationFrame(() => setTimeout(() => painted(performance.now()))),
          ),
        row,
        { polling: 'raf' },
      )
      const opened = await summarize(requests, (await rows.jsonValue())!)
      await page.close()
      return opened
    }
    return { cold: await open(), return: await open() }
  } finally {
    await context.close()
  }
}

export interface Request {
  kind: string
  start: number
  firstByte?: number
  end?: number
  gzip?: Promise<number>
  cached: boolean
}

/** Records the page's requests under the slow network, as they happen. */
export async function watchRequests(cdp: CDPSession): Promise<Map<string, Request>> {
  const requests = new Map<string, Request>()
  cdp.on('Network.requestWillBeSent', ({ requestId, timestamp, type = '' }) => {
    requests.set(requestId, { kind: type, start: timestamp * 1000, cached: false })
  })
  cdp.on('Network.requestServedFromCache', ({ requestId }) => {
    requests.get(requestId)!.cached = true
  })
  cdp.on('Network.responseReceived', ({ requestId, timestamp, response }) => {
    const request = requests.get(requestId)!
    request.firstByte = timestamp * 1000
    request.cached ||= response.fromDiskCache ?? false
  })
  cdp.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const request = requests.get(requestId)
    if (!request) return
    request.end = timestamp * 1000
    if (!isCode(request) || request.cached) return
    request.gzip = cdp
      .send('Network.getResponseBody', { requestId })
      .then(({ body }) => gzipSync(body, { level: 9 }).length)
  })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', network)
  return requests
}

const isCode = ({ kind }: Request) => kind === 'Script' || kind === 'Stylesheet'

/** @param rows when the rows were painted, in ms since the page was opened */
async function summarize(requests: Map<string, Request>, rows: number): Promise<Opened> {
  const [page, ...others] = [...requests.values()]
  const sent = [page!, ...others].filter(({ cached, start }) => !cached && start - page!.start < rows)
  const waits = new Map<Request, number>()
  // Rows wait for no font or picture, nor for the icon of the tab.
  for (const request of sent.filter(({ kind }) => !['Font', 'Image', 'Other'].includes(kind))) {
    const before = [...waits].filter(([{ end = Infinity }]) => end <= request.start)
    waits.set(request, 1 + Math.max(0, ...before.map(([, wait]) => wait)))
  }
  const code = await Promise.all(sent.map(({ gzip = 0 }) => gzip))
  return {
    requests: sent.length,
    code: code.reduce((sum, bytes) => sum + bytes, 0) / 1024,
    waits: Math.max(...waits.values()),
    rows,
    firstByte: page!.firstByte! - page!.start,
  }
}
