import { addDays, formatDate, formatDay } from '@trunkshow/contract/dates.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'

/** The day where the browser is: it takes its time zone from the machine, as this process does. */
const today = new Date().toLocaleDateString('en-CA')
const nextDate = (fits: (date: string) => boolean) =>
  formatDate(Array.from({ length: 366 }, (_, days) => addDays(today, days + 1)).find(fits)!)
const nextFifth = today.endsWith('-12-05') ? formatDate(today) : nextDate((date) => date.endsWith('-12-05'))
const unreadable = 'Enter a date like 12/5 or Dec 5.'

test('dates are read as people type them; an invalid one stays, with a message, and is not saved', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  await page.goto('/events?create=true')
  const dialog = page.getByRole('dialog', { name: 'Create New Event' })
  const date = dialog.getByLabel('Event date')
  for (const [typed, shown] of [
    ['12/5', nextFifth],
    ['Dec 5', nextFifth],
    ['5 dec', nextFifth],
    ['12/5/27', 'December 5, 2027'],
    ['2027-12-05', 'December 5, 2027'],
    ['tomorrow', formatDate(addDays(today, 1))],
    ['next friday', nextDate((date) => formatDay(date).startsWith('Friday'))],
  ] as const) {
    await date.fill(typed)
    await date.press('Tab')
    await expect(date, typed).toHaveValue(shown)
  }
  await date.fill('soon')
  await date.press('Tab')
  await expect(date).toHaveValue('soon')
  await expect(date).toHaveAccessibleDescription(unreadable)
  await dialog.getByRole('button', { name: 'Create Event' }).click()
  await expect(dialog.getByText('Event name is required')).toBeVisible()
  await expect(date).toHaveValue('soon')
  await expect(date).toHaveAccessibleDescription(unreadable)
  await date.fill('4/16/27')
  await expect(date).toHaveAccessibleDescription('')
  await date.press('Tab')
  await expect(page.locator('[data-dates-dropdown]')).toBeHidden() // it covers what is pressed next

  await dialog.getByLabel('Multi-day event').check()
  const end = dialog.getByLabel('End date')
  await end.fill('4/15/27')
  await end.press('Tab')
  await expect(end).toHaveValue('April 15, 2027')
  await expect(end).toHaveAccessibleDescription('End date must be on or after start date')
  await dialog.getByRole('button', { name: 'Create Event' }).click()
  await expect(dialog.getByLabel('Start time')).toHaveAccessibleDescription('Start time is required')
  await expect(end).toHaveAccessibleDescription('End date must be on or after start date')
  await end.fill('someday')
  await end.press('Tab')
  await expect(end).toHaveAccessibleDescription(unreadable)
  await dialog.getByLabel('Multi-day event').uncheck()
  await dialog.getByLabel('Multi-day event').check()
  await expect(end).toHaveValue('')
  await expect(end).toHaveAccessibleDescription('')
})

test('Escape closes only the calendar or the list of time zones, then asks about the dialog', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  await page.goto('/events?create=true')
  const dialog = page.getByRole('dialog', { name: 'Create New Event' })
  await dialog.getByLabel('Event date').fill('12/5')
  const calendar = dialog.getByRole('button', { name: 'Next' })
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeHidden()
  const zone = dialog.getByRole('combobox', { name: 'Time zone' })
  await zone.click()
  await expect(zone).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(zone).toHaveAttribute('aria-expanded', 'false')
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Event date')).toHaveValue(nextFifth)
})

test('a time slot and a discount code are not saved with a date that cannot be read', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await page.goto(`/bookings/${show.id}?tab=availability`)
  await page.getByRole('button', { name: 'Add Slot' }).click()
  const form = page.getByRole('region', { name: 'Add a time slot' })
  await form.getByLabel('Start Time').fill('13:00')
  await form.getByLabel('End Time').fill('13:30')
  await form.getByLabel('Date').fill('someday')
  await form.getByLabel('Date').press('Enter')
  await expect(form.getByLabel('Date')).toHaveAccessibleDescription(unreadable)
  await expect(form.getByLabel('Date')).toHaveValue('someday')
  await form.getByLabel('Date').fill(formatDate(show.eventDate))
  await form.getByLabel('Date').press('Tab')
  await form.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Time Slot Created')

  await page.goto('/orders?tab=discounts')
  await page.getByRole('button', { name: 'New Discount Code' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Discount Code' })
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('SPRING')
  await dialog.getByLabel('Discount percentage').fill('10')
  await dialog.getByLabel('Expires').fill('13/40')
  await dialog.getByRole('button', { name: 'Create Discount Code' }).click()
  await expect(dialog.getByLabel('Expires')).toHaveAccessibleDescription(unreadable)
  await expect(dialog.getByLabel('Expires')).toHaveValue('13/40')
})
