import lighthouse from 'lighthouse'
import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
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
  const names = goals.map(([name]) => name)
  const measured = await runLighthouse(rounds, `${host.url}/event/${urlSlug}`, names)
  return goals.map(([name, unit, goal]) => goalRow(name, measured(name), unit, goal))
}

/** Runs Lighthouse on the staff's screens of every day, logged in as the owner: what holds at any size and speed. */
export async function measureStaffWithLighthouse(scene: Scene, rounds: number): Promise<Row[]> {
  const show = await scene.makeShow(2, 20, { spots: 4 })
  await scene.storeBookings(show, 2)
  const { url, cookie } = scene.host
  const names = ['accessibility', 'best-practices']
  const rows: Row[] = []
  for (const path of ['/home', '/orders', `/bookings/${show.id}`]) {
    const measured = await runLighthouse(rounds, url + path, names, { cookie })
    for (const name of names) rows.push(goalRow(`${path}: ${name}`, measured(name), '', { atLeast: 100 }))
  }
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

/** @returns what was measured each time for a name; scores from 0 to 100 */
async function runLighthouse(
  times: number,
  address: string,
  names: string[],
  extraHeaders?: Record<string, string>,
) {
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
      if (score === 0 && names.some(counts))
        console.log(`${address}: ${title} (${id})`, JSON.stringify(details).slice(0, 1000))
    }
    return (name: string) =>
      categories[name] ? Math.round(categories[name].score! * 100) : audits[name]!.numericValue!
  })
  return (name: string) => runs.map((run) => run(name))
}
