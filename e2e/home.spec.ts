import { readFile } from 'node:fs/promises'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { fromMenu, withoutSentAnswers } from './in-page.ts'
import { makeFullForm, takeOrder } from './order-form.ts'
import { addGuest, makeToday } from './today.ts'

test('a new host is led from the first event to the company’s name, and then sees the day', async ({
  host,
}) => {
  const { page, make } = host
  await page.goto('/events')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const steps = page.getByRole('region', { name: 'Get started' })
  const today = page.getByRole('region', { name: 'Today' })
  await expect(steps).toContainText('0 of 5 done')
  await expect(today).toBeHidden()
  await expectAccessible(page)

  const { show, slotId } = await makeToday(host)
  await page.reload()
  await expect(steps).toContainText('1 of 5 done')
  await expect(today).toContainText('No appointments today.')
  await steps.getByRole('link', { name: 'Share' }).click()
  await expect(page.getByText(`/event/${show.urlSlug}`)).toBeVisible()

  const booking = await addGuest(host, slotId, 'Grace Okafor')
  const form = await makeFullForm(host)
  await page.goto('/home')
  await expect(steps).toContainText('3 of 5 done')
  await takeOrder(host, form, { bookingId: booking.id, eventId: show.id })
  await page.reload()
  await expect(steps).toContainText('4 of 5 done')
  await expect(page.getByRole('main').locator('[data-variant=filled]')).toHaveText(['Open Settings'])
  await make('/api/company', { companyName: 'Maison Vale' })
  await page.reload()
  await expect(today).toContainText('1 appointment · 0 arrived')
  await expect(today.getByRole('listitem')).toContainText(['12:00 AMGrace OkaforNext'])
  await expect(steps).toBeHidden()
  await expectAccessible(page)

  const waiting = page.getByRole('region', { name: 'Needs attention' })
  await waiting.getByRole('link', { name: '1 unpaid order' }).click()
  await expect(page).toHaveURL(/\/orders\?status=pending/)
  await page.goBack()
  await page.getByRole('region', { name: 'Revenue by event' }).getByRole('link', { name: show.name }).click()
  await expect(page).toHaveURL(new RegExp(`/reports\\?eventId=${show.id}`))

  await withoutSentAnswers(page)
  await page.route('**/api/home', (route) => route.fulfill({ status: 429, json: {} }))
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Couldn’t load Home' })).toBeVisible()
  await expectAccessible(page)
})

test('a day with more guests than Home lists says how many more there are', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { slotId } = await makeToday(host)
  await page.request.patch(`/api/timeslots/${slotId}`, { data: { totalSlots: 10 } })
  for (let guest = 1; guest <= 10; guest++) await addGuest(host, slotId, `Guest ${guest}`)
  await page.goto('/home')
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('listitem')).toHaveCount(8)
  await expect(today).toContainText('2 more appointments')
  await today.getByRole('link', { name: 'Open the desk' }).click()
  await expect(page.getByText('10 appointments', { exact: true })).toBeVisible()
})

test('a guest whom a colleague marks as arrived is no longer next', { tag: '@long' }, async ({
  host,
  secondPage,
}) => {
  const { page } = host
  const { show, slotId } = await makeToday(host)
  await addGuest(host, slotId, 'Grace Okafor')
  await addGuest(host, slotId, 'Nora Lind')
  await page.goto('/home')
  const guests = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  await expect(guests.filter({ hasText: 'Next' })).toContainText('Grace Okafor')
  await secondPage.goto(`/desk/${show.id}`)
  await secondPage.getByRole('button', { name: 'Arrived: Grace Okafor' }).click()
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(guests.filter({ hasText: 'Next' })).toContainText('Nora Lind', { timeout: 1000 })
  }).toPass()
})

test('a report of an event, and of other dates, is read, exported, and printed', async ({
  host,
  browserName,
}) => {
  const { page } = host
  const { show, slotId } = await makeToday(host)
  const booking = await addGuest(host, slotId, 'Grace Okafor')
  await takeOrder(host, await makeFullForm(host), { bookingId: booking.id, eventId: show.id })
  await page.goto('/reports')
  const steps = page.getByRole('region', { name: 'From booking to payment', exact: true })
  await expect(steps.getByRole('row')).toHaveText([
    /^Step/,
    'Booked1100%',
    'Arrived1100%',
    'Ordered1100%',
    'Paid00%',
  ])
  const products = page.getByRole('region', { name: 'Revenue by product', exact: true })
  await expect(products.getByRole('row')).toHaveText([/^Product/, 'Aurelie gown1$2,400.00$0.00'])
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV of Revenue by product' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toBe('\ufeff"Product","Orders","Ordered","Paid"\r\n"Aurelie gown",1,2400,0\r\n')

  const drawing = page.locator('.recharts-surface')
  const charts = await drawing.count()
  expect(charts).toBeGreaterThan(5)
  await products.getByText('Table', { exact: true }).click()
  await expect(drawing).toHaveCount(charts - 1)
  await expect(products.getByRole('row')).toHaveText([/^Product/, 'Aurelie gown1$2,400.00$0.00'])
  await expectAccessible(page)

  await page.getByLabel('Show', { exact: true }).selectOption(String(show.id))
  await expect(page.getByText(show.name, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'By event', exact: true })).toBeHidden()
  await expect(page.getByRole('heading', { name: '1 order worth $2,400.00.' })).toBeVisible()
  await expect(page.getByText('1 of 1 appointment led to an order.')).toBeVisible()
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  // Nothing happened in the thirty days before, so nothing is compared with them.
  await expect(page.getByText('1 of 1 appointment led to an order.')).toBeVisible()
  await expect(page.getByText(/more than/)).toBeHidden()
  await page.getByRole('button', { name: 'Last event' }).click()
  await expect(page.getByRole('button', { name: 'Last event' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/events')
  await fromMenu(page, show.name, 'Report')
  await expect(page).toHaveURL(new RegExp(`/reports\\?eventId=${show.id}`))

  await page.getByLabel('Show', { exact: true }).selectOption('All events, by date')
  const to = page.getByLabel('To', { exact: true })
  await to.fill('12/5/2020')
  await expect(page.getByText('The last day can’t be before the first.')).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('12/4/2020')
  await expect(page.getByRole('heading', { name: 'Nothing to report yet' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/reports')
  await expect(steps).toBeVisible()
  if (browserName === 'firefox') return // which cannot emulate print over WebDriver BiDi
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Orders', exact: true })).toBeHidden()
  await expect(steps.locator('.recharts-surface')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await steps.getByText('Table', { exact: true }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(steps.getByRole('region', { name: 'From booking to payment, table' })).toBeVisible()
})
