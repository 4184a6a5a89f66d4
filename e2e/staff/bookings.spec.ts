import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { addDays } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { NO_DROP } from '../firefox.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast, fromMenu, withoutSentAnswers } from '../in-page.ts'

const POLL_MS = 5000
const nextDay = addDays(newYorkNow().date, 31)

function guestOf(host: Host, name: string) {
  return { name, email: `${name.toLowerCase().replace(' ', '.')}-${host.username}@guest.test` }
}

const counter = ({ page }: Host, label: string) =>
  page.getByText(label, { exact: true }).locator('..').getByRole('definition')

test('times for a new booking that fail to load are loaded again on request', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const show = await host.makeShow()
  await page.goto(`/bookings/${show.id}`)
  const address = `**/api/events/${show.id}/timeslots*`
  await page.route(address, (route) => route.fulfill({ status: 403, json: { error: 'Out of order' } }))
  await page.getByRole('button', { name: 'Add booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add booking' })
  await expect(dialog.getByRole('heading', { name: 'Couldn’t load time slots' })).toBeVisible()
  await page.unroute(address)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('radio', { name: /10:30 AM – 11:00 AM/ })).toBeVisible()
})

test('a booking made in another browser appears by itself, and the host cancels it', async ({
  host,
  page: visitor,
  mails,
}) => {
  const { page } = host
  const show = await host.makeShow()
  const grace = guestOf(host, 'Grace Okafor')
  await page.clock.install()
  await page.goto(`/bookings/${show.id}`)
  await expect(page.getByText('No bookings found.')).toBeVisible()
  await expect(counter(host, 'Total Bookings')).toHaveText('0')
  await expect(counter(host, 'Time Slots')).toHaveText('4')
  await expect(counter(host, 'Available Appointments')).toHaveText('8')

  await visitor.goto(`/event/${show.urlSlug}`)
  await visitor.getByRole('radio', { name: '10:30 AM' }).check()
  await visitor.getByLabel('Your Name').fill(grace.name)
  await visitor.getByLabel('Email Address').fill(grace.email)
  await visitor.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(visitor.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await page.clock.runFor(POLL_MS)
  await expect(page.getByText('1 new booking')).toBeVisible()
  await expect(page.getByText(grace.name)).toBeVisible()
  await expect(counter(host, 'Total Bookings')).toHaveText('1')
  await expect(counter(host, 'Available Appointments')).toHaveText('7')

  const cancel = () => fromMenu(page, grace.name, 'Cancel')
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' })
  await cancel()
  await page.route('**/cancel', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await confirm.click()
  await expectToast(page, 'Error', 'Failed to cancel booking. Please try again.')
  await cancel()
  await confirm.click()
  await expectToast(
    page,
    'Booking Cancelled',
    'The booking has been cancelled and the customer has been notified.',
  )
  await expect(counter(host, 'Total Bookings')).toHaveText('0')
  await expect(page.getByRole('listitem').filter({ hasText: grace.name })).toContainText('Cancelled')
  await page.getByRole('button', { name: `More for ${grace.name}` }).click()
  await expect(page.getByRole('menuitem', { name: /^(Cancel|Reschedule)/ })).toHaveCount(0)
  await mails.next({ to: grace.email, subject: /^Booking canceled/ })
})

test('on a laptop, the actions of a booking are inside its row', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:00', guestOf(host, 'Grace Okafor'))
  await page.goto(`/bookings/${show.id}`)
  const row = page.getByRole('listitem').filter({ hasText: 'Grace Okafor' })
  for (const width of [1250, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await row.evaluate((it) => it.scrollWidth - it.clientWidth)
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0)
  }
})

test('a host moves a booking; a time that has filled up is refused', async ({ host, mails }) => {
  const { page } = host
  const show = await host.makeShow({ maxBookingsPerSlot: 1, endTime: '11:30' })
  const grace = guestOf(host, 'Grace Okafor')
  await host.book(show, '10:00', grace)
  await page.goto(`/bookings/${show.id}`)
  const reschedule = () => fromMenu(page, grace.name, 'Reschedule')
  await reschedule()
  const dialog = page.getByRole('dialog', { name: 'Reschedule booking' })
  const confirm = dialog.getByRole('button', { name: 'Confirm Reschedule' })
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('radio', { name: '10:30 AM – ' }).check()
  await host.book(show, '10:30', guestOf(host, 'Lena Fischer'))
  await confirm.click()
  await expectToast(
    page,
    'Error Rescheduling Booking',
    'This time slot is fully booked. Please choose another time.',
  )
  await dialog.getByRole('radio', { name: '11:00 AM – ' }).check()
  await confirm.click()
  await expectToast(
    page,
    'Booking Rescheduled',
    'The customer has been rescheduled and will receive a notification email.',
  )
  const eleven = page.getByRole('list', { name: /^11:00 AM/ })
  await expect(eleven).toContainText(grace.name)
  await expect(eleven.locator('..')).toContainText('1 of 1 spot booked')
  const moved = await mails.next({ to: grace.email, subject: /^Booking rescheduled/ })
  expect(moved.subject).toContain('at 11:00 AM')

  await host.book(show, '10:00', guestOf(host, 'Mae Lindqvist'))
  await reschedule()
  await expect(dialog.getByText('No available time slots for rescheduling.')).toBeVisible()
})

test('search and filters are part of the URL, and their results can be exported', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const show = await host.makeShow({
    isMultiDay: true,
    endDate: nextDay,
  })
  const [grace, lena] = [guestOf(host, 'Grace Okafor'), guestOf(host, 'Lena Fischer')]
  await host.book(show, '10:00', grace)
  await host.book(show, '10:30', { ...lena, name: '=Lena Fischer' })
  const names = page.getByRole('listitem').getByText(/@guest\.test$/)
  await page.goto(`/bookings/${show.id}`)
  await expect(names).toHaveCount(2)
  await page.getByLabel('Search by name, email, or phone').fill('okaf')
  await expect(names).toHaveText([grace.email])
  await expect(page).toHaveURL(/q=okaf/)
  await page.getByLabel('Status').selectOption('Active')
  await page.getByLabel('Day').selectOption(show.eventDate)
  await page.reload()
  await expect(page.getByText('1 booking found')).toBeVisible()
  await expect(page.getByLabel('Search by name, email, or phone')).toHaveValue('okaf')
  await expect(page.getByLabel('Status')).toHaveValue('active')
  await expect(page.getByLabel('Day')).toHaveValue(show.eventDate)
  await page.getByLabel('Status').selectOption('Cancelled')
  await expect(page.getByText('No bookings found.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all bookings' }).click()
  await expect(names).toHaveCount(2)

  const download = page.waitForEvent('download')
  await fromMenu(page, 'these bookings', 'Export CSV')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const [heading, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(heading).toContain('"Date","Start","End","Name","Email","Status"')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain(`"${show.eventDate}","10:00","10:30","Grace Okafor","${grace.email}","Active"`)
  expect(rows[1], 'a spreadsheet must not run a name').not.toContain('"=Lena')

  await fromMenu(page, 'these bookings', 'Run sheet')
  await expect(page.getByRole('table', { name: '2 appointments · 4 time slots' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^10:00 AM/ })).toContainText(grace.name)
  await page.getByLabel('Day').selectOption(nextDay)
  await expect(page.getByRole('table', { name: '0 appointments · 4 time slots' })).toBeVisible()
})

test('the link to an event is copied, and offered as a QR code to print', { tag: '@long' }, async ({
  host,
  baseURL,
}) => {
  const { page } = host
  const show = await host.makeShow()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/bookings/${show.id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const address = `${baseURL}/event/${show.urlSlug}`
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByLabel('Link to the public page')).toHaveValue(address)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expect(dialog.getByRole('img', { name: `QR code of ${address}` })).toBeVisible()
  for (const ending of ['PNG', 'SVG']) {
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: `Download ${ending}` }).click()
    expect((await download).suggestedFilename()).toBe(`${show.urlSlug}.${ending.toLowerCase()}`)
  }
})

test('bookings that cannot be loaded say so, and a lost connection is shown', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const show = await host.makeShow()
  await page.clock.install()
  const refuse = { status: 429, json: { error: 'Too many requests. Please wait a moment.' } }
  await withoutSentAnswers(page)
  await page.route('**/bookings?*', (route) => route.fulfill(refuse))
  await page.route('**/bookings', (route) => route.fulfill(refuse))
  await page.goto(`/bookings/${show.id}?status=active`)
  await expect(page.getByText('Failed to load bookings and availability data.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No bookings found.')).toBeVisible()
  await page.route('**/summary', (route) => route.fulfill(refuse))
  await page.clock.runFor(POLL_MS)
  await expect(page.getByText(`Not up to date. ${refuse.json.error}`)).toBeVisible()
})

test('an event without bookings says what to do, and once it is over that no one booked', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const next = await host.makeShow()
  const past = await host.makeShow({ eventDate: addDays(next.eventDate, -60) })
  await page.goto(`/bookings/${next.id}`)
  await expect(page.getByText('Share the event’s link to get started.')).toBeVisible()
  await page.goto(`/bookings/${past.id}`)
  await expect(page.getByText('This event is over, and no one booked it.')).toBeVisible()
  await expect(page.getByText('Share the event’s link')).toBeHidden()
})

test('a booking is dragged to any time slot, also an empty one, and the dialog then offers it', {
  tag: '@long',
}, async ({ host, mails, browserName }) => {
  test.skip(browserName === 'firefox', NO_DROP)
  const { page } = host
  await page.setViewportSize({ width: 1440, height: 420 })
  const show = await host.makeShow({ startTime: '08:00', endTime: '22:00' })
  const grace = guestOf(host, 'Grace Okafor')
  await host.book(show, '10:00', grace)
  await host.book(show, '10:30', guestOf(host, 'Lena Fischer'))
  await host.book(show, '11:00', guestOf(host, 'Lena Fischer'))
  await host.book(show, '11:00', guestOf(host, 'Helena Vale'))
  await page.goto(`/bookings/${show.id}`)
  const times = (time: RegExp) => page.getByRole('list', { name: time })
  const panel = page.getByRole('complementary', { name: 'Time slots' })
  const target = (time: string) => panel.getByRole('listitem').filter({ hasText: time })
  const dialog = page.getByRole('dialog', { name: 'Reschedule booking' })
  const startDrag = async (from: RegExp) => {
    const row = times(from).getByRole('listitem')
    await row.hover()
    await row.getByTitle('Drag to another time').hover()
    await page.mouse.down()
    await page.mouse.move(500, 240, { steps: 3 })
    await expect(panel.getByRole('heading', { name: `Move ${grace.name}` })).toBeVisible()
  }
  const dropOn = async (to: Locator) => {
    // The first move enters it, the second is over it.
    await to.hover({ position: { x: 20, y: 20 } })
    await to.hover({ position: { x: 30, y: 20 } })
    await page.mouse.up()
    await expect(panel).toBeHidden()
  }

  await startDrag(/^10:00 AM/)
  await expect(target('10:00 AM')).toContainText('Current time')
  await expect(target('10:30 AM')).toContainText('1 Available')
  await expect(target('11:00 AM')).toContainText('Full')
  await dropOn(target('11:00 AM'))
  await expect(dialog).toBeHidden()

  await test.step('it scrolls to the last time slot at its lower edge', async () => {
    await startDrag(/^10:00 AM/)
    await expect(target('9:30 PM')).not.toBeInViewport()
    // Where no browser scrolls by itself.
    for (const y of [374, 375, 376]) await page.mouse.move(1000, y)
    await expect(target('9:30 PM')).toBeInViewport({ ratio: 1 })
    await dropOn(target('9:30 PM'))
  })
  await expect(dialog).toContainText(grace.name)
  const chosen = dialog.getByRole('radio', { name: '9:30 PM – ' })
  await expect(chosen).toBeChecked()
  await expect(chosen).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Confirm Reschedule' }).click()
  await expect(times(/^9:30 PM/)).toContainText(grace.name)
  await mails.next({ to: grace.email, subject: /^Booking rescheduled/ })

  await test.step('a time slot of the list is a target too', async () => {
    await startDrag(/^9:30 PM/)
    await dropOn(times(/^10:30 AM/))
    await expect(dialog.getByRole('radio', { name: '10:30 AM – ' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Keep current time' }).click()
  })

  await test.step('a drag ends too if a colleague moved the booking during it', async () => {
    await startDrag(/^9:30 PM/)
    const [booking] = await (await page.request.get(`/api/events/${show.id}/bookings?q=Grace`)).json()
    const { id } = await host.slotAt(show, '13:00')
    await page.request.patch(`/api/bookings/${booking.id}/reschedule`, { data: { newTimeSlotId: id } })
    await expect(times(/^1:00 PM/)).toContainText(grace.name)
    await page.mouse.up()
    await page.mouse.move(500, 300)
    await expect(panel).toBeHidden()
  })
})
