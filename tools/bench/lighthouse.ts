import lighthouse from 'lighthouse'
import { findFreePort } from '../../server/platform/db/embedded.ts'
import { noise } from '../../server/test/pictures.ts'
import { repeat } from './measure.ts'
import { openBrowser } from './pages.ts'
import { goalRow, type Row } from './report.ts'
import type { Scene } from './stage.ts'

/** As of a phone's camera, in pixels; grain makes the photo 5 MB. */
const PHOTO = { width: 4000, height: 3000 }

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const goals: [name: string, unit: 'ms' | '', goal: { atLeast?: number; atMost?: number }][] = [
  ...CATEGORIES.map((name): (typeof goals)[number] => [name, '', { atLeast: 100 }]),
  ['largest-contentful-paint', 'ms', { atMost: 1500 }],
  ['total-blocking-time', 'ms', { atMost: 100 }],
  ['cumulative-layout-shift', '', { atMost: 0.01 }],
]

/** Runs Lighthouse on the public page of an event, as for a phone on a simulated slow 4G network. */
export async function measureWithLighthouse({ makeShow, host }: Scene, rounds: number): Promise<Row[]> {
  const show = await makeShow(1, 40)
  const body = await host.pictureForm(show, 'banner', await makePhoto())
  const { urlSlug } = await host.ok(`/api/events/${show.id}`, { method: 'PUT', body })
  return runLighthouse(rounds, `${host.url}/event/${urlSlug}`, goals)
}

/** Runs Lighthouse on the staff's screens of every day, logged in as the owner: what holds at any size and speed. */
export async function measureStaffWithLighthouse(scene: Scene, rounds: number): Promise<Row[]> {
  const show = await scene.makeShow(2, 20, { spots: 4 })
  await scene.storeBookings(show, 2)
  const { url, cookie } = scene.host
  const steady = goals.filter(([name]) => ['accessibility', 'best-practices'].includes(name))
  const rows: Row[] = []
  for (const path of ['/home', '/orders', `/bookings/${show.id}`])
    rows.push(...(await runLighthouse(rounds, url + path, steady, { cookie }, `${path}: `)))
  return rows
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

/** @returns a row of each goal; scores are from 0 to 100 */
async function runLighthouse(
  times: number,
  address: string,
  wanted: typeof goals,
  extraHeaders?: Record<string, string>,
  prefix = '',
): Promise<Row[]> {
  const port = await findFreePort()
  await using _ = await openBrowser(`--remote-debugging-port=${port}`)
  const flags = { port, output: 'json', logLevel: 'error', onlyCategories: CATEGORIES } as const
  const runs = await repeat(times, async () => {
    const { lhr } = (await lighthouse(address, { ...flags, ...(extraHeaders && { extraHeaders }) })) ?? {}
    if (!lhr || lhr.runtimeError) throw new Error(lhr?.runtimeError?.message ?? 'Lighthouse ended')
    const { categories, audits, finalDisplayedUrl } = lhr
    if (finalDisplayedUrl !== address) throw new Error(`${address} led to ${finalDisplayedUrl}`)
    for (const { id, title, score, details } of Object.values(audits)) {
      const counts = (name: string) =>
        categories[name]?.auditRefs.some((audit) => audit.id === id && audit.weight)
      if (score === 0 && wanted.some(([name]) => counts(name)))
        console.log(`${address}: ${title} (${id})`, JSON.stringify(details).slice(0, 1000))
    }
    return (name: string) =>
      categories[name] ? Math.round(categories[name].score! * 100) : audits[name]!.numericValue!
  })
  return wanted.map(([name, unit, goal]) => {
    const values = runs.map((run) => run(name))
    return goalRow(prefix + name, values, unit, goal)
  })
}
