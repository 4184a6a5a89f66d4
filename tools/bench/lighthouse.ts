import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
import { noise } from '../../server/test/pictures.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import type { GoalRow } from './report.ts'
import { makeStaffCalls, openSession } from './staff-calls.ts'
import type { Scene } from './stage.ts'

/** As of a phone's camera, in pixels; grain makes the photo 5 MB. */
const PHOTO = { width: 4000, height: 3000 }

const goals = [
  { name: 'performance', unit: '', atLeast: 100 },
  { name: 'accessibility', unit: '', atLeast: 100 },
  { name: 'best-practices', unit: '', atLeast: 100 },
  { name: 'seo', unit: '', atLeast: 100 },
  { name: 'largest-contentful-paint', unit: 'ms', atMost: 1500 },
  { name: 'total-blocking-time', unit: 'ms', atMost: 100 },
  { name: 'cumulative-layout-shift', unit: '', atMost: 0.01 },
] as const

type Name = (typeof goals)[number]['name']

/**
 * Runs Lighthouse as for a phone on a simulated slow 4G network, on the public page of an event with 40 time slots and
 * a banner of 5 MB.
 */
export async function measureWithLighthouse(scene: Scene, rounds: number): Promise<GoalRow[]> {
  const address = await makeShowWithBanner(scene)
  return withBrowser(async (port) => {
    const runs = await repeat(rounds, () =>
      runLighthouse(address, { port, names: goals.map(({ name }) => name) }),
    )
    return goals.map((goal) => ({ ...goal, values: runs.map((run) => run[goal.name]!) }))
  })
}

/** Runs Lighthouse on the staff's screens of every day, logged in as the owner: what holds at any size and speed. */
export async function measureStaffWithLighthouse(scene: Scene, rounds: number): Promise<GoalRow[]> {
  await scene.storeOrders(500)
  const show = await scene.makeShow(2, 20, { spots: 4 })
  await scene.storeBookings(show, 2)
  const { url, cookie } = await openSession(scene)
  const names = ['accessibility', 'best-practices'] as const
  return withBrowser(async (port) => {
    const rows: GoalRow[] = []
    for (const path of ['/home', '/orders', `/bookings/${show.id}`]) {
      const runs = await repeat(rounds, () => runLighthouse(url + path, { port, names, cookie }))
      for (const name of names)
        rows.push({ name: `${path}: ${name}`, unit: '', atLeast: 100, values: runs.map((run) => run[name]!) })
    }
    return rows
  })
}

async function repeat<Result>(times: number, run: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let n = 0; n < times; n++) results.push(await run())
  return results
}

/** Lends a browser that Lighthouse drives through a port. */
async function withBrowser<Result>(use: (port: number) => Promise<Result>): Promise<Result> {
  const port = await findFreePort()
  await using _ = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--disable-gpu', '--no-sandbox', `--remote-debugging-port=${port}`],
  })
  return await use(port)
}

/** Creates the event as an owner does. @returns its public page's address */
async function makeShowWithBanner(scene: Scene): Promise<string> {
  const show = await scene.makeShow(1, 40)
  const staff = makeStaffCalls(await openSession(scene))
  const form = await staff.pictureForm(show.id, 'banner', await makePhoto())
  const answer = await staff.send('PUT', `/api/events/${show.id}`, form)
  if (!answer.ok) throw new Error(`The banner was answered ${answer.status}: ${await answer.text()}`)
  const { urlSlug } = await answer.json()
  return `${scene.server.url}/event/${urlSlug}`
}

/** Soft shapes with the grain of a camera. */
async function makePhoto(): Promise<Buffer> {
  const { width, height } = PHOTO
  const grain = await noise(width, height).png({ compressionLevel: 0 }).toBuffer()
  const shapes = noise(160, 120).resize(width, height)
  return shapes
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** @returns what was measured, by name; scores from 0 to 100 */
async function runLighthouse(
  address: string,
  { port, names, cookie }: { port: number; names: readonly Name[]; cookie?: string },
): Promise<Partial<Record<Name, number>>> {
  const result = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    ...(cookie && { extraHeaders: { cookie } }),
  })
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse ended')
  const { categories, audits, finalDisplayedUrl } = result.lhr
  if (finalDisplayedUrl !== address) throw new Error(`${address} led to ${finalDisplayedUrl}`)
  for (const { id, title, score, details } of Object.values(audits))
    if (
      score === 0 &&
      names.some((name) => categories[name]?.auditRefs.some((audit) => audit.id === id && audit.weight))
    )
      console.log(`${address}: ${title} (${id})`, JSON.stringify(details).slice(0, 1000))
  const measured = (name: Name) =>
    categories[name] ? Math.round(categories[name].score! * 100) : audits[name]!.numericValue!
  return Object.fromEntries(names.map((name) => [name, measured(name)]))
}
