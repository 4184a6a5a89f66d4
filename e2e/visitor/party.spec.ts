import { addDays } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { expect, test } from '../fixtures.ts'
import { fromMenu } from '../in-page.ts'

test('a party of three books, grows, and the host adds a caller over the last spot', async ({
  page,
  host,
  secondPage,
}) => {
  const show = await host.makeShow({ maxBookingsPerSlot: 4, maxPartySize: 4 })
  await host.book(show, '10:00', { name: 'Ann Lind', email: 'ann@mail.test' })
  await host.book(show, '10:00', { name: 'Ben Lind', email: 'ben@mail.test' })

  // The guest
  await page.goto(`/event/${show.urlSlug}`)
  await page.getByLabel('Party size').selectOption('3 people')
  await expect(page.getByRole('radio', { name: '10:00 AM Only 2 left' })).toBeDisabled()
  await page.getByRole('radio', { name: '10:30 AM 4 Available' }).check()
  await page.getByLabel('Your Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill('grace@mail.test')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Booking Confirmed' }).getByText('3 people')).toBeVisible()
  await page.getByRole('link', { name: 'Manage appointment' }).click()
  await page.getByRole('link', { name: 'Change number of guests' }).click()
  await page.getByLabel('Party size').selectOption('4 people')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Updated' })).toBeVisible()
  await expect(page.getByText('Your appointment is now for 4 people.')).toBeVisible()

  // The host
  await host.page.goto(`/bookings/${show.id}`)
  await host.page.getByRole('button', { name: 'Add booking' }).click()
  const dialog = host.page.getByRole('dialog', { name: 'Add booking' })
  await dialog.getByLabel('Name').fill('Mae Lindqvist')
  await dialog.getByRole('radio', { name: /10:30 AM – 11:00 AM/ }).check()
  await dialog.getByRole('button', { name: 'Add booking' }).click()
  await expect(dialog.getByText('Check this box to add a spot.')).toBeVisible()

  // A colleague adds one in the meantime: the number to agree to is another.
  await secondPage.goto(`/bookings/${show.id}`)
  const slot = await host.slotAt(show, '10:30')
  const added = await secondPage.request.post(`/api/timeslots/${slot.id}/bookings`, {
    data: { attendeeName: 'Rosa', upToSpots: 5 },
  })
  expect(added.status()).toBe(201)
  await dialog.getByRole('checkbox', { name: /This makes it 6 spots/ }).check()
  await dialog.getByLabel('Notes').fill('Called on Monday')
  await dialog.getByRole('button', { name: 'Add booking' }).click()
  await expect(dialog).toBeHidden()
  await expect(host.page.getByText('Called on Monday')).toBeVisible()
  await expect(host.page.getByText('4 people')).toBeVisible()
  await fromMenu(host.page, 'Mae Lindqvist', 'Notes and room')
  await host.page.getByRole('dialog').getByLabel('Notes').fill('Called on Monday, size 8')
  await host.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(host.page.getByText('Called on Monday, size 8')).toBeVisible()
  await fromMenu(host.page, 'Grace Okafor', 'Reschedule')
  await expect(host.page.getByRole('dialog').getByLabel('People')).toBeVisible()
  await host.page.goto(`/bookings/${show.id}/run-sheet`)
  await expect(host.page.getByText('Grace Okafor (4 people)')).toBeVisible()
})

test('dates on which the party fits nowhere are full for that party', { tag: '@long' }, async ({
  page,
  host,
}) => {
  const start = addDays(newYorkNow().date, 30)
  const show = await host.makeShow({
    eventDate: start,
    isMultiDay: true,
    endDate: addDays(start, 1),
    endTime: '10:30',
    maxBookingsPerSlot: 3,
    maxPartySize: 3,
  })
  await host.book(show, '10:00', { name: 'Ann Lind', email: 'ann@mail.test' })
  await page.goto(`/event/${show.urlSlug}`)
  const [first, second] = [start, addDays(start, 1)].map((date) =>
    page.getByRole('list', { name: 'Dates' }).locator(`a[href$="#day-${date}"]`),
  )
  const party = page.getByLabel('Party size')
  await party.selectOption('2 people')
  await expect(first!).not.toContainText('Full')
  await party.selectOption('3 people')
  await expect(first!).toContainText('Full')
  await expect(second!).not.toContainText('Full')
  await party.selectOption('1 person')
  await expect(first!).not.toContainText('Full')
})
