import type { Browser, Page } from '@playwright/test'
import { expect, type Host, test } from '../fixtures.ts'
import { makeFullForm, markAsPaid, open, takeOrder } from '../order-form.ts'

/** The interval between two polls. */
const POLL_MS = 5000

/** Opens the same account in a second browser, like a colleague at another counter. */
async function colleagueOf(host: Host, browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  const { username, password } = host
  const answer = await context.request.post('/api/login', { data: { username, password } })
  expect(answer.status(), await answer.text()).toBe(200)
  return context.newPage()
}

test('a colleague’s new status, order and deletion show up in the open list and the open order', async ({
  host,
  browser,
  baseURL,
}) => {
  const { page } = host
  const form = await makeFullForm(host)
  const order = await takeOrder(host, form)
  const colleague = await colleagueOf(host, browser, baseURL)
  await page.clock.install()
  await page.goto('/orders')
  const row = page.getByRole('listitem').or(page.getByRole('row')).filter({ hasText: 'Grace Okafor' })
  await expect(row.getByText('Pending')).toBeVisible()

  await colleague.goto(`/orders?orderId=${order.id}`)
  const theirs = colleague.getByRole('dialog', { name: `Order #${order.orderNumber}` })
  await markAsPaid(colleague, theirs)
  await expect(theirs.getByText('Paid').first()).toBeVisible()
  await page.clock.runFor(POLL_MS)
  await expect(row.getByText('Paid')).toBeVisible()

  const other = await takeOrder(host, form, {
    customerName: 'Lena Fischer',
    customerEmail: 'lena@guest.test',
  })
  await page.clock.runFor(POLL_MS)
  await expect(page.getByText('2 orders')).toBeVisible()
  await expect(page.getByText('Lena Fischer')).toBeVisible()

  const dialog = await open(host, order)
  await expect(dialog.getByText('Paid').first()).toBeVisible()
  await theirs.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(theirs.getByText('Shipped').first()).toBeVisible()
  await theirs.getByLabel('Comment').fill('Left with the courier.')
  await theirs.getByRole('button', { name: 'Add comment' }).click()
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Left with the courier.' })).toBeVisible()
  await page.clock.runFor(POLL_MS)
  await expect(dialog.getByText('Shipped').first()).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Left with the courier.' })).toBeVisible()

  await open(host, other)
  await host.page.request.delete(`/api/orders/${other.id}`)
  await page.clock.runFor(POLL_MS)
  await expect(page.getByRole('dialog').getByText('Order not found.')).toBeVisible()
  await colleague.context().close()
})

test('an order that is being edited keeps what was typed while a colleague changes it', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const order = await takeOrder(host, await makeFullForm(host))
  await page.clock.install()
  const dialog = await open(host, order)
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('With a veil.')
  const answer = await page.request.put(`/api/orders/${order.id}`, {
    data: { customerPhone: '555 0100', notes: 'No veil.' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const seen = page.waitForResponse((response) => response.url().endsWith(`/api/orders/${order.id}`))
  await page.clock.runFor(POLL_MS)
  await seen
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue('With a veil.')
})

test('a customer’s orders and an event’s total follow the orders of colleagues', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const form = await makeFullForm(host)
  const show = await host.makeShow()
  const order = await takeOrder(host, form, { eventId: show.id })
  await page.clock.install()
  await page.goto(`/bookings/${show.id}`)
  await expect(page.getByRole('link', { name: '1 order' })).toBeVisible()
  const { customerId } = order
  await takeOrder(host, form, { eventId: show.id, customerId })
  await page.clock.runFor(POLL_MS)
  await expect(page.getByRole('link', { name: '2 orders' })).toBeVisible()

  await page.goto(`/customer-history?customerId=${customerId}`)
  const total = page.getByText('Total Orders', { exact: true }).locator('..').getByRole('definition')
  await expect(total).toHaveText('2')
  await takeOrder(host, form, { customerId })
  await page.clock.runFor(POLL_MS)
  await expect(total).toHaveText('3')
  await expect(page.getByRole('link', { name: /^View details of order/ })).toHaveCount(3)
})
