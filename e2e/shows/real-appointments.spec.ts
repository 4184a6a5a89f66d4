import { addDays, formatDay } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast, fromMenu } from '../in-page.ts'

const saturday = addDays(newYorkNow().date, 30)
const sunday = addDays(saturday, 1)

test('staff plan long appointments with a break and other hours on a day, keep them as a draft, and publish it', async ({
  host,
  browser,
}) => {
  const { page } = host
  await page.goto('/events?create=true')
  const dialog = page.getByRole('dialog', { name: 'Create New Event' })
  await dialog.getByLabel('Event name').fill(`Fittings ${host.username}`)
  await dialog.getByLabel('Host name').fill('Maison Vale')
  await dialog.getByLabel('Multi-day event').check()
  await dialog.getByLabel('Start date').fill(formatDay(saturday))
  await dialog.getByLabel('End date').fill(formatDay(sunday))
  await dialog.getByLabel('Start time').fill('10:00')
  await dialog.getByLabel('End time').fill('18:00')
  await dialog.getByRole('radiogroup', { name: 'Slot duration' }).getByText('Other').click()
  await dialog.getByLabel('Minutes per appointment').fill('500')
  await dialog.getByRole('button', { name: 'Show advanced options' }).click()
  await dialog.getByLabel('Free time after each appointment').selectOption('15 minutes')
  await dialog.getByRole('button', { name: 'Add a break' }).click()
  const pause = dialog.getByRole('group', { name: 'Break 1' })
  await pause.getByLabel('Break starts').fill('13:30')
  await dialog.getByRole('button', { name: 'Add a day with other hours' }).click()
  const other = dialog.getByRole('group', { name: 'Other hours 1' })
  await other.getByLabel('Day').selectOption(sunday)
  await other.getByLabel('Opens').fill('12:00')
  await other.getByLabel('Closes').fill('17:00')
  await dialog.getByLabel('Least notice').selectOption('2 days')
  await dialog.getByRole('button', { name: 'Save as draft' }).click()
  await expect(dialog.getByText('Enter 5 to 480 minutes')).toBeVisible()
  await expect(dialog.getByText('End time is required')).toBeVisible()
  await dialog.getByLabel('Minutes per appointment').fill('90')
  await pause.getByLabel('Break ends').fill('14:00')
  await expect(dialog.getByText('Creates 5 time slots (10 spots) over 2 days.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save as draft' }).click()
  await expectToast(page, 'Success', 'Draft saved')
  await expect(page.getByRole('tab', { name: 'Hidden', selected: true })).toBeVisible()

  const address = `/event/fittings-${host.username.toLowerCase()}`
  const guest = await browser.newPage()
  expect((await guest.goto(new URL(address, page.url()).href))?.status()).toBe(404)
  await page
    .getByRole('region', { name: 'New event' })
    .getByRole('button', { name: /^Publish/ })
    .click()
  await expectToast(page, 'Event published', 'Guests can see and book it.')
  await expect(page.getByRole('heading', { name: 'No hidden events' })).toBeVisible()

  await guest.reload()
  for (const words of [
    'Book at least 2 days ahead',
    `${formatDay(sunday)}: 12:00 PM – 5:00 PM`,
    '90-minute appointments',
  ])
    await expect(guest.getByText(words)).toBeVisible()
  await expect(guest.getByRole('radio', { name: /11:45 AM/ })).toBeVisible()
  await guest.close()

  await page.getByRole('tab', { name: 'Upcoming' }).click()
  await fromMenu(page, `Fittings ${host.username}`, 'Hide')
  await expectToast(page, 'Event hidden', 'Only your team can see it. Guests keep their appointments.')
})
