import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findBrowser } from '../scripts/find-browser.ts'
import { findFreePort } from '../server/db/embedded/find-free-port.ts'
import { noise } from '../server/test/pictures.ts'
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
  const port = await findFreePort()
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--disable-gpu', '--no-sandbox', `--remote-debugging-port=${port}`],
  })
  try {
    const runs: Record<Name, number>[] = []
    for (let round = 0; round < rounds; round++) runs.push(await runLighthouse(address, port))
    return goals.map((goal) => ({ ...goal, values: runs.map((run) => run[goal.name]) }))
  } finally {
    await browser.close()
  }
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

async function runLighthouse(address: string, port: number): Promise<Record<Name, number>> {
  const result = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  })
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse ended')
  const { categories, audits } = result.lhr
  const measured = (name: Name) =>
    categories[name] ? Math.round(categories[name].score! * 100) : audits[name]!.numericValue!
  return Object.fromEntries(goals.map(({ name }) => [name, measured(name)])) as Record<Name, number>
}
