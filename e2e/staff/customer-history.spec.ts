import type { Page } from '@playwright/test'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast, fromMenu, withoutSentAnswers } from '../in-page.ts'

const grace = { name: 'Grace Okafor', email: 'grace@okafor.test' }
const customer = { firstName: 'Grace', lastName: 'Okafor', email: grace.email }

const total = (page: Page, label: string) =>
  page.getByText(label, { exact: true }).locator('..').getByRole('definition')

test('a customer’s history counts their bookings and links to each event', async ({ host }) => {
  const { page } = host
  const { id } = await host.make<Customer>('/api/customers', customer)
  const [spring, autumn] = [await host.makeShow(), await host.makeShow({ name: 'Autumn Trunk Show' })]
  await host.book(spring, '10:00', grace)
  await host.book(spring, '10:30', { ...grace, name: 'Ada Okafor' })
  await host.book(autumn, '11:00', { ...grace, email: grace.email.toUpperCase() })
  await host.book(autumn, '11:30', { name: 'Lena Fischer', email: 'lena@mail.test' })
  await host.letPass(spring)

  await page.goto('/customers')
  await fromMenu(page, 'Grace Okafor', 'History')
  await expect(page).toHaveURL(`/customer-history?customerId=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Okafor')
  for (const [label, count] of [
    ['Total Orders', '0'],
    ['Total Bookings', '3'],
    ['Completed Activities', '2'],
  ] as const)
    await expect(total(page, label)).toHaveText(count)

  const history = page.getByRole('region', { name: 'Booking History' }).getByRole('listitem')
  await expect(history).toHaveCount(3)
  await expect(history.nth(0)).toContainText('Upcoming')
  await expect(history.nth(1)).toContainText('Completed')
  await expect(history.nth(1)).toContainText('Ada Okafor')
  await history.getByRole('link', { name: 'Autumn Trunk Show' }).click()
  await expect(page).toHaveURL(`/bookings/${autumn.id}`)
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Customers' }).click()
  await expect(page).toHaveURL('/customers')
})

test('a guest’s name leads to their page, where they become a customer, are booked again, and are tagged', async ({
  host,
}) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:00', grace)
  await page.goto(`/bookings/${show.id}`)
  await page.getByRole('link', { name: grace.name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(grace.name)
  await expect(page).toHaveURL(/\/customer-history\?bookingId=\d+$/)
  await expect(page.getByRole('link', { name: grace.email })).toHaveAttribute('href', `mailto:${grace.email}`)
  await expect(page.getByRole('region', { name: 'Emails' })).toContainText('Booking confirmed')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Book', exact: true }).click()
  const booking = page.getByRole('dialog', { name: 'Add booking' })
  await expect(booking.getByLabel('Name')).toHaveValue(grace.name)
  await booking.getByRole('radio', { name: '11:00 AM – ' }).check()
  await booking.getByRole('button', { name: 'Add booking' }).click()
  await expectToast(page, 'Booking Added')
  await expect(total(page, 'Total Bookings')).toHaveText('2')

  await page.getByRole('button', { name: 'Add to customers' }).click()
  await expectToast(page, 'Customer created')
  await expect(page).toHaveURL(/\/customer-history\?customerId=\d+$/)
  await fromMenu(page, grace.name, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Customer' })
  await edit.getByLabel('Tags').fill('VIP, bride 2027, vip')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Customers tagged bride 2027' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Customers tagged VIP' }).click()
  await expect(page).toHaveURL('/customers?tag=VIP')
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('VIP')
  await expect(page.getByRole('link', { name: grace.name, exact: true })).toBeVisible()
  await page.getByLabel('Tag', { exact: true }).selectOption('All tags')
  await expect(page).toHaveURL('/customers')
})

test('an order for a guest comes from their booking', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:00', grace)
  await page.goto(`/bookings/${show.id}`)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/bookings?*', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('link', { name: grace.name, exact: true }).click()
  const button = page.getByRole('button', { name: 'New order' })
  await expect(button).toBeDisabled()
  release()
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Create Order' })
  await expect(dialog).toContainText(grace.email)
  await expect(dialog).toContainText(show.name)
})

test('a long history comes in pages, and its totals still cover all of it', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { id } = await host.make<Customer>('/api/customers', customer)
  const show = await host.makeShow()
  for (const time of ['10:00', '10:30', '11:00']) await host.book(show, time, grace)
  await withoutSentAnswers(page)
  // Pages of two instead of fifty.
  await page.route('**/api/bookings?*', async (route) => {
    const url = route.request().url().replace('limit=50', 'limit=2')
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.goto(`/customer-history?customerId=${id}`)
  const rows = page.getByRole('region', { name: 'Booking History' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(total(page, 'Total Bookings')).toHaveText('3')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(3)
})

test('it says so without a customer, with an unknown one, and without a history', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { id } = await host.make<Customer>('/api/customers', customer)
  await page.goto('/customer-history')
  await expect(page.getByRole('heading', { name: 'No Customer Selected' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Customers' }).click()
  await expect(page).toHaveURL('/customers')
  await page.goto('/customer-history?customerId=2000000000')
  await expect(page.getByRole('heading', { name: 'Customer not found.' })).toBeVisible()

  await page.goto(`/customer-history?customerId=${id}`)
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible()
})

test('each part of a history that cannot be loaded says so, and Retry loads it', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { id } = await host.make<Customer>('/api/customers', customer)
  const refuse = { status: 429, json: { error: 'Too many requests. Please wait a moment.' } }
  for (const [call, title] of [
    ['**/api/people?*', 'Couldn’t load the customer'],
    ['**/api/orders?*', 'Couldn’t load orders'],
    ['**/api/bookings?*', 'Couldn’t load bookings'],
  ] as const) {
    await withoutSentAnswers(page)
    await page.route(call, (route) => route.fulfill(refuse))
    await page.goto(`/customer-history?customerId=${id}`)
    const failure = page.getByRole('alert').filter({ hasText: title })
    await expect(failure).toContainText(refuse.json.error)
    await page.unrouteAll()
    await failure.getByRole('button', { name: 'Retry' }).click()
    await expect(failure).toBeHidden()
    await expect(total(page, 'Total Bookings')).toHaveText('0')
  }
})
