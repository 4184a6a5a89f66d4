import type { Page } from '@playwright/test'
import { addDays, formatDay } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../server/test/new-york.ts'
import { expect, type Host, test } from './fixtures.ts'
import { expectToast, fromMenu } from './in-page.ts'
import {
  changeQuantity,
  dialogOf,
  fillIn,
  makeForm,
  onlyOrder,
  openStandalone,
  section,
  sendOrder,
} from './order-form.ts'
import { addGuest, makeToday } from './today.ts'

test.use({ translated: true })

/** The faults of a page's scripts. */
function watchFaults(page: Page) {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  return faults
}

async function makeTwoDays(host: Host, changes: object = {}) {
  const eventDate = addDays(newYorkNow().date, 30)
  return host.makeShow({ eventDate, isMultiDay: true, endDate: addDays(eventDate, 1), ...changes })
}

test('a guest whose browser translates books, moves, enlarges and cancels what the page shows', {
  tag: '@long',
}, async ({ page, host, mails }) => {
  const faults = watchFaults(page)
  const email = `${host.username}@guest.test`
  const show = await makeTwoDays(host, { maxBookingsPerSlot: 4, maxPartySize: 3 })
  const [first, second] = [show.eventDate, show.endDate!].map(formatDay)
  await page.goto(`/event/${show.urlSlug}`)
  await page.getByRole('radio', { name: '10:00 AM' }).check()
  const details = page.getByRole('region', { name: 'Complete Your Booking' })
  await expect(details).toContainText(`${first}10:00 AM – 10:30 AM`)
  await page.getByRole('link', { name: second!.slice(0, 3) }).click()
  await page.getByRole('radio', { name: '11:00 AM 4 Available' }).check()
  await expect(details).toContainText(`${second}11:00 AM – 11:30 AM`)
  await expect(details).not.toContainText('10:00 AM')
  await page.getByLabel('Party size').selectOption('2 people')
  await page.getByLabel('Your Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill('grace')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await page.getByLabel('Email Address').fill(email)
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const booked = page.getByRole('region', { name: 'Booking Confirmed' })
  await expect(booked).toContainText(`${second}11:00 AM – 11:30 AM`)
  await expect(booked).toContainText('2 people')
  await mails.next({ to: email, subject: /^Booking confirmed/ })

  await booked.getByRole('link', { name: 'Manage appointment' }).click()
  const card = page.getByRole('article')
  await expect(card).toContainText(`${second}11:00 AM – 11:30 AM`)
  await page.getByRole('link', { name: 'Reschedule' }).click()
  await page.getByRole('radio', { name: '10:30 AM' }).check()
  await page.getByRole('button', { name: 'Move my appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Rescheduled' })).toBeVisible()
  await expect(card).toContainText('10:30 AM – 11:00 AM')
  await expect(card).not.toContainText('11:00 AM – 11:30 AM')
  await page.getByRole('link', { name: 'Change number of guests' }).click()
  await page.getByLabel('Party size').selectOption('3 people')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('3 people')
  await page.evaluate(() => document.dispatchEvent(new Event('show-original')))
  await expect(card).toContainText('10:30 AM – 11:00 AM')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Cancelled Successfully' })).toBeVisible()
  expect(faults).toEqual([])
})

test('a guest whose browser translates sees a spot go, and waits for one', { tag: '@long' }, async ({
  page,
  host,
  mails,
}) => {
  const faults = watchFaults(page)
  const email = `${host.username}@guest.test`
  const show = await host.makeShow({ endTime: '10:30', maxBookingsPerSlot: 1 })
  await page.goto(`/event/${show.urlSlug}`)
  await page.getByRole('radio', { name: '10:00 AM 1 Available' }).check()
  await page.getByLabel('Your Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill(email)
  await host.book(show, '10:00', { name: 'Ann Lind', email: `ann.${email}` })
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('radio', { name: '10:00 AM Fully Booked' })).toBeDisabled()
  await expect(page.getByText('0 of 1 spots open')).toBeVisible()
  await page.getByRole('link', { name: 'Join the waitlist' }).click()
  await page.getByLabel('Your Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill(email)
  await page.getByRole('button', { name: 'Join Waitlist' }).click()
  const joined = await mails.next({ to: email, subject: /^You’re on the waitlist/ })
  await page.goto(/\/waitlist\/[0-9a-f-]+/.exec(joined.text!)![0])
  await page.getByRole('button', { name: 'Leave Waitlist' }).click()
  await expect(page.getByRole('heading', { name: 'You left the waitlist' })).toBeVisible()
  expect(faults).toEqual([])
})

test('a customer whose browser translates asks for a change, reads it, and approves', {
  tag: '@long',
}, async ({ page, host, mails }) => {
  const faults = watchFaults(page)
  const { order, send, link } = await sendOrder(host, mails)
  await page.goto(link)
  await page.getByText('Ask for a change').click()
  await page.getByLabel('What should we change?').fill('Two of them, please.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status').first()).toContainText('We got your message')
  await changeQuantity(host, order, 2)
  await send()
  await page.reload()
  await expect(page.getByText('→ $4,800.00')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByLabel('Type your full name to approve').fill('Grace Okafor')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status').first()).toContainText('You approved this order.')
  expect(faults).toEqual([])
})

test('staff whose browser translates take, find and edit an order, at the prices shown', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const faults = watchFaults(page)
  await makeForm(host)
  const dialog = await openStandalone(host)
  await dialog.getByLabel('Find a product').fill('cape')
  await expect(dialog.getByText('No products found')).toBeVisible()
  await dialog.getByLabel('Find a product').fill('')
  await fillIn(dialog)
  await expect(section(dialog, 'Price')).toContainText('Total$2,650.00')
  await dialog.getByLabel('Fabric').selectOption('Satin')
  await expect(section(dialog, 'Price')).toContainText('Total$2,400.00')
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  await expect(dialogOf(host)).toBeHidden()

  const { orderNumber } = await onlyOrder(host)
  const detail = page.getByRole('dialog', { name: `Order #${orderNumber}` })
  await detail.getByRole('button', { name: 'Edit', exact: true }).click()
  await detail.getByLabel('Fabric').selectOption('Silk crêpe (+$250.00)')
  await expect(section(detail, 'Price')).toContainText('Total$2,650.00')
  await detail.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated')
  await expect(section(detail, 'History')).toContainText('Fabric: Satin → Silk crêpe (+$250)')
  await detail.getByRole('button', { name: 'Close' }).click()
  const search = page.getByRole('searchbox')
  await search.fill('Nobody')
  await expect(page.getByText('No orders match your filters.')).toBeVisible()
  await search.fill('Grace')
  await expect(page.getByText('$2,650.00').first()).toBeVisible()
  expect(faults).toEqual([])
})

test('staff whose browser translates make a tour, move a booking, and greet a guest', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const faults = watchFaults(page)
  const show = await makeTwoDays(host, { location: 'New York' })
  await host.book(show, '10:00', { name: 'Grace Okafor', email: 'grace@guest.test' })
  await page.goto('/events?tab=tours')
  await page.getByRole('tab', { name: 'Tours' }).click()
  await page.getByRole('button', { name: 'Create Tour' }).last().click()
  const tour = page.getByRole('dialog', { name: 'Create Tour' })
  await tour.getByLabel('Tour name').fill('Spring Tour')
  await tour
    .getByLabel(/Find an event|Search/)
    .first()
    .fill('nothing of the kind')
  await expect(tour.getByText('No events found')).toBeVisible()
  await tour
    .getByLabel(/Find an event|Search/)
    .first()
    .fill('')
  await tour.getByRole('button', { name: show.name }).click()
  await tour.getByLabel('City or place').first().fill('Boston')
  await expect(tour.getByText('Creates 1 event.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page.goto(`/bookings/${show.id}`)
  await fromMenu(page, 'Grace Okafor', 'Reschedule')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('radio', { name: /11:30 AM/ })
    .last()
    .check()
  await dialog.getByRole('button', { name: 'Confirm Reschedule' }).click()
  await expectToast(page, 'Booking Rescheduled')
  await expect(page.getByRole('main').getByText('11:30 AM – 12:00 PM')).toBeVisible()
  await expect(page.getByRole('main').getByText('10:00 AM – 10:30 AM')).toBeHidden()
  await fromMenu(page, 'Grace Okafor', 'Cancel')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expectToast(page, 'Booking Cancelled')

  const today = await makeToday(host)
  await addGuest(host, today.slotId, 'Nora Lind')
  await page.goto('/home')
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('0 arrived')
  await page.goto(`/desk/${today.show.id}`)
  await page.getByRole('button', { name: 'Arrived: Nora Lind' }).click()
  await page.getByRole('button', { name: 'Add walk-in' }).click()
  await expect(page.getByRole('button', { name: 'Arrived: Walk-in', pressed: true })).toBeVisible()
  await page.goto('/home')
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('2 arrived')
  expect(faults).toEqual([])
})
