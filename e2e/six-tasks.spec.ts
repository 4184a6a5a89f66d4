import { addDays, formatDay } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../server/test/new-york.ts'
import { count, type Deeds } from './deeds.ts'
import { expect, type Host, test } from './fixtures.ts'
import { expectToast } from './in-page.ts'
import { makeFullForm, takeOrder } from './order-form.ts'
import { addGuest, makeToday } from './today.ts'

/** The owner's page, on which deeds are counted. */
async function counted({ page }: Pick<Host, 'page'>) {
  const deeds: Deeds = { presses: 0, fields: 0 }
  await count(page, deeds)
  return deeds
}

test('from the first event to its first guest: 12 presses and 10 fields', async ({ host, page: guest }) => {
  const deeds = await counted(host)
  const guests: Deeds = { presses: 0, fields: 0 }
  await count(guest, guests)
  const { page } = host
  await page.goto('/home')
  await page.getByRole('region', { name: 'Get started' }).getByRole('link', { name: 'Create Event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Event' })
  const field = (name: string) => dialog.getByLabel(name).first()
  await field('Event name').fill('Spring Bridal Trunk Show')
  if (!(await field('Host name').inputValue())) await field('Host name').fill('Maison Vale')
  await field('Event date').fill(formatDay(addDays(newYorkNow().date, 30)))
  await field('Start time').fill('10:00')
  await field('End time').fill('12:00')
  await dialog.getByRole('button', { name: 'Create Event' }).click()
  await expectToast(page, 'Success', 'Event created successfully')
  const [show] = await (await page.request.get('/api/events')).json()

  await guest.goto(`/event/${show.urlSlug}`)
  await guest.getByRole('radio', { name: /10:00 AM/ }).check()
  await guest.getByLabel('Your Name').fill('Grace Okafor')
  await guest.getByLabel('Email Address').fill('grace@guest.test')
  await guest.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(guest.getByRole('region', { name: 'Booking Confirmed' })).toBeVisible()
  expect(deeds.presses).toBeGreaterThan(1)
  expect(guests.fields).toBe(2)
  expect(deeds.presses + guests.presses).toBeLessThanOrEqual(12)
  expect(deeds.fields + guests.fields).toBeLessThanOrEqual(10)
})

test('to the form of an order for today’s guest: 6 presses', async ({ host }) => {
  const { page } = host
  const { show, slotId } = await makeToday(host)
  const form = await makeFullForm(host)
  await addGuest(host, slotId, 'Grace Okafor')
  await takeOrder(host, form, { eventId: show.id })
  const deeds = await counted(host)
  await page.goto('/home')
  await page
    .getByRole('region', { name: 'Today' })
    .getByRole('link', { name: /Grace Okafor/ })
    .click()
  await page.getByRole('button', { name: 'Create Order for Grace Okafor' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Order' })).toBeVisible()
  expect(deeds.presses).toBeGreaterThan(0)
  expect(deeds.presses).toBeLessThanOrEqual(6)
})

test('to why an email failed: 2 presses', async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:00', { name: 'Grace Okafor', email: `${host.username}@gone.test` })
  await expect
    .poll(async () => (await (await page.request.get('/api/emails?state=attention')).json()).length)
    .toBe(1)
  const deeds = await counted(host)
  await page.goto('/home')
  await page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: /email/ }).click()
  await page.getByRole('button', { name: /^Open Booking confirmed/ }).click()
  await expect(
    page.getByText('The mail server of gone.test says the address doesn’t exist.').last(),
  ).toBeVisible()
  expect(deeds.presses).toBeGreaterThan(0)
  expect(deeds.presses).toBeLessThanOrEqual(2)
})

test('to what the last show brought: 1 press', async ({ host }) => {
  const { page } = host
  const { show } = await makeToday(host)
  await takeOrder(host, await makeFullForm(host), { eventId: show.id })
  const deeds = await counted(host)
  await page.goto('/home')
  await page.getByRole('region', { name: 'Revenue by event' }).getByRole('link', { name: show.name }).click()
  await expect(page).toHaveURL(new RegExp(`/reports\\?eventId=${show.id}`))
  await expect(page.getByText('$2,400.00').first()).toBeVisible()
  expect(deeds.presses).toBe(1)
})

test('to a catalog from Shopify: 4 presses', async ({ host }) => {
  const { page } = host
  await page.request.post('/api/company', { data: { companyName: 'Maison Vale' } })
  expect((await page.request.post('/api/shopify/practice')).ok()).toBe(true)
  const deeds = await counted(host)
  await page.goto('/home')
  await page.getByRole('link', { name: 'Move in' }).click()
  await page.getByRole('button', { name: 'Import from Shopify' }).click()
  await page.getByRole('button', { name: 'Import now' }).click()
  await expect(page.getByRole('dialog', { name: 'Import from Shopify' }).getByRole('status')).toContainText(
    /\S/,
  )
  expect(deeds.presses).toBeGreaterThan(0)
  expect(deeds.presses).toBeLessThanOrEqual(4)
})

test('to another time for a guest by name, from anywhere: 4 presses', async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:30', { name: 'Grace Okafor', email: 'grace@okafor.test' })
  const deeds = await counted(host)
  await page.goto('/customers')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('okafor')
  await page.getByRole('option', { name: /^Reschedule: Grace Okafor/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule booking' })
  await dialog.getByRole('radio', { name: /^11:00 AM/ }).check()
  await dialog.getByRole('button', { name: 'Confirm Reschedule' }).click()
  await expectToast(page, 'Booking Rescheduled')
  expect(deeds.presses).toBeGreaterThan(0)
  expect(deeds.presses).toBeLessThanOrEqual(4)
})
