import type { Locator, Page } from '@playwright/test'
import { weekOf } from '@trunkshow/contract/calendars/rules.ts'
import { addDays, formatDateRange, formatDay } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { expectAccessible } from '../axe.ts'
import { NO_DROP } from '../firefox.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'

/** A Tuesday a few weeks ahead, so that its week has days before and after it. */
const tuesday = addDays(weekOf(addDays(newYorkNow().date, 28))[0]!, 2)
const week = formatDateRange(addDays(tuesday, -2), addDays(tuesday, 4))

const day = (page: Page, date = tuesday) => page.getByRole('region', { name: formatDay(date) })
/** The time slot that begins at such a time, of the event of that name. */
const slot = (page: Page, event: string, time: string) => day(page).locator(`li[title^="${event}, ${time} "]`)
const guest = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function drag(page: Page, from: Locator, to: Locator) {
  await from.hover()
  await page.mouse.down()
  // The first move enters it, the second is over it.
  await to.hover({ position: { x: 20, y: 8 } })
  await to.hover({ position: { x: 24, y: 8 } })
}

async function makeShows({ makeShow, book }: Host) {
  const gowns = await makeShow({ name: 'Gowns', eventDate: tuesday, maxBookingsPerSlot: 1 })
  const veils = await makeShow({ name: 'Veils', eventDate: tuesday, timeZone: 'Europe/London' })
  await book(gowns, '10:00', { name: 'Grace Okafor', email: 'grace@guest.test' })
  await book(veils, '10:00', { name: 'Nora Lind', email: 'nora@guest.test' })
  return { gowns, veils }
}

test('in the week of all events, a booking is added, opened, moved by dragging, and printed', async ({
  host,
  browserName,
}) => {
  const { page } = host
  await page.setViewportSize({ width: 1440, height: 900 })
  const { gowns, veils } = await makeShows(host)
  await page.goto('/calendar')
  await page.getByRole('link', { name: 'Next week' }).click()
  await expect(page).toHaveURL(/date=/)
  await page.goto(`/calendar?date=${tuesday}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(week)
  await expect(day(page)).toContainText('2 of 12')
  await expect(slot(page, 'Gowns', '10:00 AM')).toContainText('Grace Okafor')
  await expect(slot(page, 'Gowns', '10:00 AM')).toContainText('Full')
  await expect(slot(page, 'Veils', '10:00 AM')).toContainText(/10:00 – 10:30.* (GMT|BST)1 of 2/)

  await test.step('events at the same time stand side by side', async () => {
    const [left, right] = await Promise.all(
      ['Gowns', 'Veils'].map((event) => slot(page, event, '10:30 AM').boundingBox()),
    )
    expect(left!.y).toBe(right!.y)
    expect(left!.x + left!.width).toBeLessThanOrEqual(right!.x)
  })

  await test.step('a press on a free time slot adds a booking to it', async () => {
    await slot(page, 'Gowns', '11:00 AM')
      .getByRole('button', { name: /add booking to Gowns/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Add booking' })
    await expect(dialog.getByRole('radio', { name: /^11:00 AM/ })).toBeChecked()
    await dialog.getByLabel('Name').fill('Ana Ruiz')
    await dialog.getByRole('button', { name: 'Add booking' }).click()
    await expectToast(page, 'Booking Added')
    await expect(slot(page, 'Gowns', '11:00 AM')).toContainText('Ana Ruiz')
  })

  const moving = page.getByRole('dialog', { name: 'Reschedule booking' })
  await test.step('a booking opens, and moves without a mouse', async () => {
    await guest(page, 'Ana Ruiz').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Ana Ruiz' })
    await expect(dialog).toContainText(`${formatDay(tuesday)}, 11:00 AM – 11:30 AM`)
    await dialog.getByRole('button', { name: 'Reschedule booking for Ana Ruiz' }).press('Enter')
    await moving.getByRole('radio', { name: /^11:30 AM/ }).check()
    await moving.getByRole('button', { name: 'Confirm Reschedule' }).press('Enter')
    await expect(slot(page, 'Gowns', '11:30 AM')).toContainText('Ana Ruiz')
  })

  await test.step('dragged to another time slot of its event, it moves there', async () => {
    test.skip(browserName === 'firefox', NO_DROP)
    await drag(page, guest(page, 'Ana Ruiz'), slot(page, 'Veils', '11:00 AM'))
    await page.mouse.up()
    await expect(moving).toBeHidden()
    await drag(page, guest(page, 'Ana Ruiz'), slot(page, 'Gowns', '10:30 AM'))
    await page.mouse.up()
    await expect(moving.getByRole('radio', { name: /^10:30 AM/ })).toBeChecked()
    await moving.getByRole('button', { name: 'Confirm Reschedule' }).click()
    await expect(slot(page, 'Gowns', '10:30 AM')).toContainText('Ana Ruiz')
    await expect(slot(page, 'Gowns', '11:30 AM')).toContainText('Open')
  })

  await test.step('a drag that lost says so, and the page shows who has the time', async () => {
    test.skip(browserName === 'firefox', NO_DROP)
    await drag(page, guest(page, 'Ana Ruiz'), slot(page, 'Gowns', '11:00 AM'))
    const { id } = await host.slotAt(gowns, '11:00')
    await host.make(`/api/timeslots/${id}/bookings`, { attendeeName: 'Lena Fischer' })
    await page.mouse.up()
    await expect(moving).toContainText('This time isn’t open anymore.')
    await expect(moving.getByRole('button', { name: 'Confirm Reschedule' })).toBeDisabled()
    await moving.getByRole('button', { name: 'Keep current time' }).click()
    await expect(slot(page, 'Gowns', '11:00 AM')).toContainText('Lena Fischer')
    await expect(slot(page, 'Gowns', '10:30 AM')).toContainText('Ana Ruiz')
  })

  await test.step('one event alone has an address of its own', async () => {
    await page.getByLabel('Event', { exact: true }).selectOption('Veils')
    await expect(page).toHaveURL(new RegExp(`event=${veils.id}`))
    await expect(guest(page, 'Nora Lind')).toBeVisible()
    await expect(guest(page, 'Ana Ruiz')).toBeHidden()
    await page.goBack()
    await expect(guest(page, 'Ana Ruiz')).toBeVisible()
  })

  await test.step('on paper there is the week alone', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(guest(page, 'Ana Ruiz')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Events' })).toBeHidden()
  })
})

test('a phone shows one day of the week as a list, and the calendar has no axe violation', async ({
  host,
}) => {
  const { page } = host
  await makeShows(host)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/calendar?date=${addDays(tuesday, 1)}`)
  await expect(day(page, addDays(tuesday, 1)).getByText('No time slots.')).toBeVisible()
  await page.getByRole('link', { name: /^Tue .*, with bookings$/ }).click()
  await expect(day(page)).toBeVisible()
  await expect(day(page, addDays(tuesday, 1))).toBeHidden()
  await expect(slot(page, 'Gowns', '10:00 AM')).toContainText('10:00 – 10:30 AM')
  await guest(page, 'Grace Okafor').click()
  await expect(page.getByRole('dialog', { name: 'Grace Okafor' })).toContainText('grace@guest.test')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Previous week' }).click()
  await expect(page.getByRole('heading', { name: 'No time slots this week' })).toBeVisible()
  await page.getByRole('link', { name: `Go to ${formatDay(tuesday)}` }).click()
  await expect(guest(page, 'Grace Okafor')).toBeVisible()
  await expectAccessible(page)
})
