import type { Page } from '@playwright/test'
import { expect, type Host, test } from '../fixtures.ts'
import { drawPicture } from '../in-page.ts'
import { translate } from '../translator.ts'

const scripts = '**/assets/visitor/*.js'
const confirmed = (page: Page) => page.getByRole('heading', { name: 'Booking Confirmed' })

/** Opens a page whose scripts wait until the returned function is called. */
async function openWithoutScripts(page: Page, address: string) {
  let letThrough = () => {}
  const allowed = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(scripts, (route) => allowed.then(() => route.continue()))
  await page.goto(address)
  return letThrough
}

async function openEvent(page: Page, host: Host, changes?: Record<string, unknown>) {
  const show = await host.makeShow(changes)
  return openWithoutScripts(page, `/event/${show.urlSlug}`)
}

async function fillIn(page: Page) {
  await page.getByRole('radio', { name: '10:30 AM' }).check()
  await page.getByLabel('Your Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill('grace@guest.test')
}

test('what a guest selects and types before scripts run is kept, and booked without leaving the page', async ({
  page,
  host,
}) => {
  const faults: string[] = []
  page.on('pageerror', (fault) => faults.push(String(fault)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  const letThrough = await openEvent(page, host)
  await page.getByLabel('Theme').selectOption('Dark')
  await fillIn(page)
  letThrough()
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('Theme')).toHaveValue('dark')
  await expect(page.getByRole('radio', { name: '10:30 AM' })).toBeChecked()
  await expect(page.getByLabel('Your Name')).toHaveValue('Grace Okafor')
  await expect(page.getByLabel('Email Address')).toHaveValue('grace@guest.test')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(confirmed(page)).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  expect(faults).toEqual([])
})

test('what a guest has typed is kept where a password manager has changed the page before scripts run', {
  tag: '@long',
}, async ({ page, host }) => {
  const faults: string[] = []
  page.on('pageerror', (fault) => faults.push(String(fault)))
  const letThrough = await openEvent(page, host, { maxPartySize: 3 })
  await page.getByLabel('Party size').selectOption('2 people')
  await fillIn(page)
  await page.getByLabel('Email Address').evaluate((field) => field.before(document.createElement('div')))
  letThrough()
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await expect(page.getByRole('radio', { name: '10:30 AM' })).toBeChecked()
  await expect(page.getByLabel('Party size')).toHaveValue('2')
  await expect(page.getByLabel('Your Name')).toHaveValue('Grace Okafor')
  await expect(page.getByLabel('Email Address')).toHaveValue('grace@guest.test')
  await page.bringToFront()
  await expect(page.getByLabel('Email Address')).toBeFocused()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(confirmed(page)).toBeVisible()
  await expect(page.getByText('2 people')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  expect(faults).toEqual([])
})

test('a section opened before scripts run stays open where a translator has changed the page', {
  tag: '@long',
}, async ({ page, host, mails }) => {
  const email = `${host.username}@guest.test`
  await host.book(await host.makeShow(), '10:00', { name: 'Grace Okafor', email })
  const mail = await mails.next({ to: email, subject: /^Booking confirmed/ })
  await page.addInitScript(translate)
  const letThrough = await openWithoutScripts(page, /\/booking\/[\w-]+/.exec(mail.text!)![0])
  await page.getByRole('link', { name: 'Reschedule' }).click()
  letThrough()
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await page.getByRole('radio', { name: '10:30 AM' }).check()
  await page.getByRole('button', { name: 'Move my appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Rescheduled' })).toBeVisible()
})

test('a form sent before scripts run books as a plain post', { tag: '@long' }, async ({ page, host }) => {
  const letThrough = await openEvent(page, host)
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(confirmed(page)).toBeVisible()
  expect(new URL(page.url()).hash).toBe('#booking')
  letThrough()
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await expect(confirmed(page)).toBeVisible()
  await page.getByRole('link', { name: 'Book another appointment' }).click()
  await expect(page.getByText('7 of 8')).toBeVisible()
})

test('a page without one of its scripts stays as it was served, and books as a plain post', {
  tag: '@long',
}, async ({ page, host }) => {
  const questions = [{ id: 'style', label: 'Style', type: 'text' }]
  for (const file of ['react', 'shared', 'entry-event', 'question-fields']) {
    const show = await host.makeShow({ questions })
    const missing = `**/assets/visitor/${file}-*.js`
    await page.route(missing, (route) => route.abort())
    await page.goto(`/event/${show.urlSlug}`)
    await fillIn(page)
    await expect(page.locator('html')).not.toHaveClass('js')
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(confirmed(page)).toBeVisible()
    expect(new URL(page.url()).hash).toBe('#booking')
    await page.unroute(missing)
  }
})

test('scripts wait for the pictures of the page, but not once it is touched', { tag: '@long' }, async ({
  page,
  host,
}) => {
  const show = await host.makeShow()
  const { name, hostName, eventDate, startTime, endTime } = show
  const banner = await drawPicture(page, 600, 200)
  const answer = await host.page.request.put(`/api/events/${show.id}`, {
    multipart: {
      name,
      hostName,
      eventDate,
      startTime,
      endTime,
      slotDuration: 30,
      maxBookingsPerSlot: 2,
      banner,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await page.route('**/uploads/images/**', () => {})
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.resourceType()))
  const touches = [
    () => page.getByRole('heading', { level: 1 }).click(),
    () => page.keyboard.press('Tab'),
    () => page.getByRole('link', { name: 'Login' }).focus(),
  ]
  for (const touch of touches) {
    requested.length = 0
    await page.goto(`/event/${show.urlSlug}`, { waitUntil: 'domcontentloaded' })
    await expect.poll(() => requested).toContain('image')
    expect(requested).not.toContain('script')
    await page.bringToFront() // only a window in front has focus
    await touch()
    await expect(page.locator('html')).toHaveAttribute('data-live', '')
  }
})

test('React runs the page: it keeps its own keys on the root', async ({ page, host }) => {
  const show = await host.makeShow()
  await page.goto(`/event/${show.urlSlug}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  const keys = await page.locator('#root').evaluate((root) => Object.keys(root))
  expect(keys).toContainEqual(expect.stringMatching(/^__reactContainer\$/))
})

test('a page that does nothing in the browser loads no script, and keeps the theme', {
  tag: '@long',
}, async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && loaded.push(request.url()))
  for (const path of ['/help/guests', '/not-there']) {
    await page.goto(path)
    await page.getByLabel('Theme').selectOption('Dark')
    await page.reload({ waitUntil: 'networkidle' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByLabel('Theme')).toHaveValue('dark')
    await page.getByLabel('Theme').selectOption('System')
  }
  expect(loaded).toEqual([])
})
