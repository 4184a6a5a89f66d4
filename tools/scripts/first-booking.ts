/**
 * npm run first-booking: clones the last commit into a temporary folder, starts the demo as a newcomer would, and books
 * in a browser. Prints each command and click beyond the guest's form, and the seconds each takes.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findFreePort } from '../../server/platform/db/embedded.ts'
import { findBrowser } from './find-browser.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'trunkshow-newcomer-'))
let began = performance.now()
const begin = began

function done(step: string) {
  const now = performance.now()
  console.log(`${((now - began) / 1000).toFixed(1).padStart(7)} s  ${step}`)
  began = now
}

spawnSync('git', ['clone', '--quiet', root, folder], { stdio: 'inherit' })
done('git clone')
const demo = spawn('npm', ['run', 'demo'], {
  cwd: folder,
  env: {
    HOME: process.env.HOME,
    PATH: process.env.PATH?.replaceAll(join(root, 'node_modules/.bin'), ''),
    PORT: String(await findFreePort()),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true, // so that npm and what it started end together
})
const ended = once(demo, 'exit')
try {
  let link: string | undefined
  for await (const line of createInterface(demo.stdout)) {
    link = line.match(/Guests book here\s+(\S+)/)?.[1]
    if (link) break
  }
  if (!link) throw new Error('The demo ended before it was ready.')
  done('1. npm run demo')
  await using browser = await chromium.launch({ executablePath: findBrowser() })
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(link)
  done('2. the link it prints')
  await page.getByRole('radio').and(page.locator(':enabled')).first().check()
  done('3. a time')
  await page.getByLabel('Your Name').fill('Nora Lind')
  await page.getByLabel('Email Address').fill('nora@example.com')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await page.getByRole('region', { name: 'Booking Confirmed' }).waitFor()
  done('the form: name, email, Confirm Booking')
  console.log(
    `${((performance.now() - begin) / 1000).toFixed(1).padStart(7)} s  in all, to “Booking Confirmed”`,
  )
} finally {
  process.kill(-demo.pid!, 'SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
}
