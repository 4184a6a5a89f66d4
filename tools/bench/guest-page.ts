import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import type { Config } from '../../server/config.ts'
import { openVisitorRenderer } from '../../server/platform/http/pages/visitor-pages.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import type { GoalRow } from './report.ts'
import { watchRequests } from './staff-pages.ts'
import type { Scene } from './stage.ts'

/** Of one measurement; so many take long enough for the clock. */
const RENDERINGS = 200

/** Measures an event's page as a guest gets it (decisions 042 and 067): what it weighs, and how soon it is there. */
export async function measureGuestPage(scene: Scene, rounds: number): Promise<GoalRow[]> {
  const { id } = await scene.makeShow(1, 18, { spots: 4 })
  await scene.analyze()
  const url = `${scene.server.url}/event/${id}`
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--disable-gpu', '--no-sandbox'],
  })
  const visits: Visit[] = []
  try {
    await visit(browser, url) // warms up
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, url))
  } finally {
    await browser.close()
  }
  const values = (key: keyof Visit) => visits.map((visit) => visit[key])
  return [
    { name: 'until its times are painted', values: values('painted'), unit: 'ms', atMost: 500 },
    { name: 'page, style and scripts until then', values: values('first'), unit: 'KB', atMost: 30 },
    { name: 'scripts that ever load', values: values('scripts'), unit: 'KB', atMost: 85 },
    { name: 'rendered by the server', values: await render(url, rounds), unit: 'ms', atMost: 2.5 },
  ]
}

interface Visit {
  /** In ms since the page was opened. */
  painted: number
  first: number
  scripts: number
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await browser.newPage()
  try {
    const cdp = await page.context().newCDPSession(page)
    const requests = await watchRequests(cdp)
    await page.goto(url, { waitUntil: 'commit' })
    const painted = await page.waitForFunction(
      () =>
        document.querySelector('input[type="radio"]') &&
        new Promise<number>((painted) =>
          requestAnimationFrame(() => setTimeout(() => painted(performance.now()))),
        ),
      undefined,
      { polling: 'raf' },
    )
    const ready = (await painted.jsonValue())!
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const [opened, ...others] = [...requests.values()]
    const code = await Promise.all(
      others.map(async ({ gzip, start }) => ({ gzip: (await gzip) ?? 0, at: start - opened!.start })),
    )
    const html = gzipSync(await (await fetch(url)).text(), { level: 9 }).length
    const sum = (files: typeof code) => files.reduce((bytes, { gzip }) => bytes + gzip, 0)
    return {
      painted: ready,
      first: (html + sum(code.filter(({ at }) => at < ready))) / 1024,
      scripts: sum(code) / 1024,
    }
  } finally {
    await page.close()
  }
}

/** How long the server's build takes for the page, with the data that the page has. */
async function render(url: string, rounds: number): Promise<number[]> {
  const { render } = await openVisitorRenderer({ publicUrl: new URL(url).origin } as Config)
  const [, json] = /id="document">(.*?)<\/script>/s.exec(await (await fetch(url)).text())!
  const document = JSON.parse(json!)
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now()
    for (let n = 0; n < RENDERINGS; n++) await render(document)
    if (round > 0) times.push((performance.now() - start) / RENDERINGS) // the first warms up
  }
  return times
}
