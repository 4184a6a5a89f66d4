/**
 * npm run pictures: starts the demo on a free port and takes the pictures in docs/screenshots, in about a minute. Their
 * dates and hours are those of now in New York, so the desk is fullest from noon to 8 PM there.
 *
 *   npm run pictures -- --compare   stores none, and names those that look different from the kept ones (decision 087)
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { paths } from '@trunkshow/contract/paths.ts'
import sharp from 'sharp'
import { findFreePort } from '../../server/platform/db/embedded.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { changeOf, SHARE_THAT_CHANGED } from './compare-pictures.ts'
import { account } from './seed.ts'
import { laptopViewport, phoneViewport, takeTour } from './take-tour.ts'

const { values } = parseArgs({ options: { compare: { type: 'boolean', default: false } } })

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'docs/screenshots')
const port = await findFreePort()
const baseURL = `http://localhost:${port}`

const here: BrowserContextOptions = {
  baseURL,
  locale: 'en-US',
  timezoneId: 'America/New_York',
  reducedMotion: 'reduce',
}
const phone = { ...here, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const laptop = { ...here, viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }

/** Waits until a page has all it shows, and stores it as it is on the screen. */
async function take(page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot({ caret: 'hide' })
  if (values.compare) return compare(picture, name)
  await store(await sharp(picture).webp({ quality: 80, effort: 6 }).toBuffer(), name)
}

async function store(picture: Buffer, name: string) {
  await writeFile(join(folder, `${name}.webp`), picture)
  console.log(`  ${name}.webp, ${Math.round(picture.length / 1024)} KB`)
}

async function compare(picture: Buffer, name: string) {
  const share = await changeOf(picture, join(folder, `${name}.webp`))
  const said = share > SHARE_THAT_CHANGED ? 'looks different: npm run pictures takes it again' : 'as before'
  console.log(`  ${name}.webp ${said} (${Math.round(share * 100)} % of its parts)`)
}

async function takeForGuests(page: Page, slug: string) {
  await page.goto(paths.event(slug))
  await take(page, 'event')
  await page.getByRole('radio', { name: /PM/ }).and(page.locator(':enabled')).first().check()
  await page.getByRole('heading', { name: 'Available Appointments' }).evaluate((it) => it.scrollIntoView())
  await take(page, 'times')
  await page.getByLabel('Your Name').fill('Nora Lind')
  await page.getByLabel('Email Address').fill('nora@example.com')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('region', { name: 'Booking Confirmed' }).evaluate((it) => it.scrollIntoView())
  await take(page, 'confirmation')
}

async function takeForStaff(page: Page, pastId: number, todayId: number) {
  for (const [name, path] of [
    ['home', paths.staffHome()],
    ['desk', paths.desk(todayId)],
    ['reports', `${paths.reports()}?eventId=${pastId}`],
    ['bookings', paths.bookings(todayId)],
  ] as const) {
    await page.goto(path)
    await take(page, name)
  }
  await page
    .getByRole('button', { name: /^Create Order for/ })
    .first()
    .click()
  const order = page.getByRole('dialog', { name: 'Create Order' })
  await order.getByLabel('Template').selectOption('Made-to-measure gown')
  await order.getByRole('button', { name: /Aurelie gown/ }).click()
  await order.getByLabel('Fabric').selectOption('French lace (+$600.00)')
  await order.getByLabel('Item Description').fill('Aurelie gown, ivory')
  await take(page, 'create-order')
}

async function takeInDark(page: Page) {
  const orders = await (await page.request.get('/api/orders?status=pending&limit=100')).json()
  const isToShow = (order: Record<'moneyState' | 'items', string>) =>
    order.moneyState === 'depositPaid' && order.items.endsWith('Rush fee')
  await page.goto(`${paths.orders()}?orderId=${orders.find(isToShow).id}`)
  await page.getByRole('button', { name: 'Send payment link' }).waitFor()
  await take(page, 'order-dark')
}

const demo = spawn(process.execPath, ['--import', 'tsx', 'tools/demo/main.ts'], {
  cwd: root,
  env: { ...process.env, PORT: String(port) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(demo, 'exit')
try {
  let isReady = false
  for await (const line of createInterface(demo.stdout)) {
    isReady = /^(The practice store is|There is no practice store)/.test(line)
    if (isReady) break
  }
  if (!isReady) throw new Error('The demo ended before it was ready.')
  if (!values.compare) for (const name of await readdir(folder)) await rm(join(folder, name))
  console.log('Pictures in docs/screenshots:')
  await using browser = await chromium.launch({ executablePath: findBrowser() })
  const staff = await browser.newContext(laptop)
  await staff.request.post('/api/login', { data: account })
  // By their dates: one is over, one is today.
  const [past, today, preview] = await (await staff.request.get('/api/events')).json()
  await takeForStaff(await staff.newPage(), past.id, today.id)
  const storageState = await staff.storageState()
  const dark = await browser.newContext({ ...laptop, storageState, colorScheme: 'dark' })
  await takeInDark(await dark.newPage())
  const guest = await browser.newContext(phone)
  await takeForGuests(await guest.newPage(), preview.urlSlug)
  if (!values.compare) {
    const filmed = await Promise.all(
      [phoneViewport, laptopViewport].map((viewport) =>
        browser.newContext({ ...here, ...viewport, storageState }),
      ),
    )
    const [guestPage, staffPage] = await Promise.all(filmed.map((context) => context.newPage()))
    const pages = { guest: guestPage!, staff: staffPage! }
    const ids = { slug: preview.urlSlug, previewId: preview.id, todayId: today.id, pastId: past.id }
    await store(await takeTour(browser, pages, ids), 'tour')
  }
} finally {
  demo.kill('SIGTERM')
  await ended
}
