import type { Page } from '@playwright/test'
import { expect, type Host, test } from '../fixtures.ts'

const unreadable = 'We couldn’t read the server’s answer. Check your connection and try again.'
const grace = { name: 'Grace Okafor', email: 'grace@guest.test' }
const toastOf = (page: Page) => page.getByRole('alert')

/** Opens the event page, selects a time and fills in the form. */
async function fillIn(page: Page, host: Host, changes: Record<string, unknown> = {}) {
  const show = await host.makeShow(changes)
  await page.goto(`/event/${show.urlSlug}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await page.getByRole('radio', { name: '10:30 AM' }).check()
  await page.getByLabel('Your Name').fill(grace.name)
  await page.getByLabel('Email Address').fill(grace.email)
  return show
}

async function expectTyped(page: Page) {
  await expect(page.getByLabel('Your Name')).toHaveValue(grace.name)
  await expect(page.getByLabel('Email Address')).toHaveValue(grace.email)
}

/** Books a spot as the guest and returns the token of its link. */
async function bookOne(page: Page, host: Host) {
  const show = await host.makeShow()
  const { id } = await host.slotAt(show, '10:30')
  const answer = await page.request.post(`/api/timeslots/${id}/book`, {
    data: { attendeeName: grace.name, attendeeEmail: grace.email },
  })
  const token: string = (await answer.json()).id
  const status = async () => (await (await page.request.get(`/api/bookings/manage/${token}`)).json()).status
  return { show, token, status }
}

test('answers of a captive portal leave nothing blank, lose nothing and show no parser error', {
  tag: '@long',
}, async ({ host, page }) => {
  const faults: string[] = []
  page.on('pageerror', (fault) => faults.push(String(fault)))
  await fillIn(page, host)
  const confirm = page.getByRole('button', { name: 'Confirm Booking' })
  for (const body of ['<!doctype html><title>Welcome</title>', '{}', 'null', '[]', '{"id":']) {
    await page.route('**/api/timeslots/*/book', (route) => route.fulfill({ status: 200, body }), { times: 1 })
    await confirm.click()
    await expect(page.getByText(unreadable)).toHaveCount(1)
    await expectTyped(page)
    await toastOf(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText(unreadable)).toHaveCount(0)
  }
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  expect(faults).toEqual([])
})

test('a part of the page that cannot be drawn leaves the form as it was filled in', { tag: '@long' }, async ({
  host,
  page,
}) => {
  const show = await fillIn(page, host)
  const strange = ['someday', 'another day'].map((slotDate, at) => ({
    id: at + 1,
    eventId: show.id,
    slotDate,
    startTime: '10:00',
    endTime: '10:30',
    totalSlots: 2,
    availableSpots: 2,
    isAvailable: true,
  }))
  const full = { message: 'This time slot is fully booked.', error: '', code: 'full' }
  await page.route('**/api/timeslots/*/book', (route) => route.fulfill({ status: 409, json: full }), {
    times: 1,
  })
  await page.route('**/api/events/*/timeslots?*', (route) => route.fulfill({ json: strange }), { times: 1 })
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByText('We couldn’t show this part of the page.')).toBeVisible()
  await expectTyped(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(show.name)
})

test('a timeout says what to do, without an address or milliseconds, and only once', {
  tag: '@long',
}, async ({ host, page }) => {
  await page.clock.install()
  await fillIn(page, host)
  await page.route('**/api/timeslots/*/book', () => {})
  const asked = page.waitForRequest('**/api/timeslots/*/book')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await asked
  await page.clock.runFor(15_000)
  await expect(toastOf(page)).toContainText('Booking Failed')
  await expect(page.getByText('This is taking too long. Check your connection and try again.')).toHaveCount(1)
  await expect(page.getByText(/\d+ ?ms|\/api\//)).toHaveCount(0)
  await expectTyped(page)
})

test('the error of a field disappears as it is edited, and is only shown at the field', {
  tag: '@long',
}, async ({ host, page }) => {
  await fillIn(page, host)
  const email = page.getByLabel('Email Address')
  const invalid = page.getByText('Invalid email address')
  await email.fill('')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(email).toHaveAccessibleDescription('Enter your email.')
  await email.fill('grace@')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(invalid).toHaveCount(1)
  await email.pressSequentially('g')
  await expect(invalid).toHaveCount(0)
  // An error that only the server finds.
  const refusal = { message: 'Invalid email address', error: '', code: 'invalid' }
  await page.route(
    '**/api/timeslots/*/book',
    (route) =>
      route.fulfill({ status: 400, json: { ...refusal, fields: { attendeeEmail: refusal.message } } }),
    { times: 1 },
  )
  await email.fill(grace.email)
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(email).toHaveAccessibleDescription('Invalid email address')
  await expect(toastOf(page)).toBeHidden()
  await expect(invalid).toHaveCount(1)
})

test('a slot that filled up is reported once, with other times next to the filled-in form', {
  tag: '@long',
}, async ({ host, page }) => {
  const show = await fillIn(page, host, { maxBookingsPerSlot: 1 })
  await host.book(show, '10:30', { name: 'Rival', email: 'rival@guest.test' })
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(toastOf(page)).toContainText('Booking Failed')
  await expect(page.getByText('This time slot is fully booked. Please choose another time.')).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'Nearest open times' }).getByRole('radio')).toHaveCount(3)
  await expectTyped(page)
})

test('a cancel that the server refuses leaves the appointment, says so, and can be tried again', {
  tag: '@long',
}, async ({ host, page }) => {
  const { token, status } = await bookOne(page, host)
  await page.route(
    '**/api/bookings/*/cancel',
    (route) => route.fulfill({ status: 503, json: { error: 'Out of order' } }),
    { times: 1 },
  )
  await page.goto(`/cancel-booking/${token}`)
  await expect(page.getByRole('heading', { name: 'Your appointment is unchanged' })).toBeVisible()
  await expect(page.getByText('Out of order')).toHaveCount(1)
  expect(await status()).toBe('active')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Cancelled Successfully' })).toBeVisible()
  expect(await status()).toBe('cancelled')
})

test('a cancel whose answer is lost claims nothing, and is confirmed by a retry', { tag: '@long' }, async ({
  host,
  page,
}) => {
  const { token, status } = await bookOne(page, host)
  for (const lose of ['abort', 'portal'] as const) {
    await page.route(
      '**/api/bookings/*/cancel',
      async (route) => {
        await route.fetch()
        await (lose === 'abort' ? route.abort() : route.fulfill({ body: '<!doctype html>' }))
      },
      { times: 1 },
    )
    await page.goto(`/cancel-booking/${token}`)
    await expect(page.getByRole('heading', { name: 'We couldn’t confirm the cancellation' })).toBeVisible()
    await expect(page.getByText('Your appointment is unchanged')).toBeHidden()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Booking Cancelled Successfully' })).toBeVisible()
  }
  expect(await status()).toBe('cancelled')
})

test('the manage page of a canceled booking has no dead controls and leads to another time', {
  tag: '@long',
}, async ({ host, page }) => {
  const { show, token } = await bookOne(page, host)
  await page.goto(`/cancel-booking/${token}`)
  await expect(page.getByRole('heading', { name: 'Booking Cancelled Successfully' })).toBeVisible()
  await page.goto(`/booking/${token}`)
  await expect(page.getByText('Canceled appointment')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(main.getByRole('link')).toHaveText(['Book Another Time', 'Download or delete your data'])
  await main.getByRole('link', { name: 'Book Another Time' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(show.name)
})
