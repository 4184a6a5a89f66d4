import type { Page } from '@playwright/test'
import { drawPicture } from '../draw-picture.ts'
import { expect, type Host, test } from '../fixtures.ts'

const scripts = '**/assets/visitor/*.js'
const confirmed = (page: Page) => page.getByRole('heading', { name: 'Booking Confirmed' })

/** Opens an event page whose scripts wait until the returned function is called. */
async function openWithoutScripts(page: Page, host: Host) {
  const show = await host.makeShow()
  let letThrough = () => {}
  const allowed = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(scripts, (route) => allowed.then(() => route.continue()))
  await page.goto(`/event/${show.urlSlug}`)
  return { show, letThrough }
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
  const { letThrough } = await openWithoutScripts(page, host)
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

test('a form sent before scripts run books as a plain post', async ({ page, host }) => {
  const { letThrough } = await openWithoutScripts(page, host)
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

test('scripts wait for the pictures of the page, but not once it is touched', async ({ page, host }) => {
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
