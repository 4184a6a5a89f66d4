import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { expectAccessible } from '../axe.ts'
import { NO_DEVTOOLS } from '../firefox.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast, loseAnswer } from '../in-page.ts'
import {
  dialogOf,
  fillIn,
  get,
  makeForm,
  onlyOrder,
  openStandalone,
  picture,
  section,
} from '../order-form.ts'

const file = (name: string) => ({ name, mimeType: 'image/gif', buffer: picture })
const phone = { width: 360, height: 800 }

test('from a form to a canceled order: at a show, on a phone, with a tap on a booking', async ({ host }) => {
  const { page } = host
  await page.setViewportSize(phone)
  const show = await host.makeShow()
  await host.book(show, '10:30', { name: 'Grace Okafor', email: 'grace@guest.test' })
  await host.make('/api/products', { name: 'Aurelie gown', basePrice: '2400' })
  await host.make('/api/discount-codes', { code: 'SPRING10', discountValue: 10, usageLimit: 1 })
  await page.goto('/orders?tab=templates')
  await page.getByRole('button', { name: 'New Template', exact: true }).click()
  const template = page.getByRole('dialog', { name: 'New Template' })
  await template.getByLabel('Template name').fill('Gown')
  await template.getByRole('button', { name: 'Create Template' }).click()
  await expectToast(page, 'Template created')

  await page.goto(`/bookings/${show.id}`)
  await expect(page.getByText('No orders yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create Order for Grace Okafor' }).click()
  const dialog = dialogOf(host)
  await expect(section(dialog, 'Customer')).toContainText('Grace Okafor')
  await expect(section(dialog, 'Event')).toContainText(/Spring Bridal Trunk Show.*10:30 AM/)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect(dialog.getByText('Please select a product')).toBeVisible()
  await dialog.getByRole('button', { name: /Aurelie gown/ }).click()
  await dialog.getByLabel('Item Description').fill('Ivory column gown')
  await dialog.getByLabel('Phone').fill('(212) 555-0142')
  await dialog.getByLabel('Discount code').selectOption('SPRING10, 10% off')
  await expect(section(dialog, 'Price')).toContainText('SPRING10, 10% off−$240.00')
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  const { orderNumber } = await onlyOrder(host)
  await expectToast(page, 'Order created', `#${orderNumber} for Grace Okafor`)

  // Staff stay with their guests; the toast leads to the order.
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Has Orders: Grace Okafor' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/bookings/${show.id}$`))
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast.getByRole('button', { name: 'Print' })).toBeVisible()
  await expectAccessible(page)
  await toast.getByRole('button', { name: 'Open' }).click()
  const detail = page.getByRole('dialog', { name: `Order #${orderNumber}` })
  await expect(section(detail, 'Price')).toContainText('Total$2,160.00')
  await expect(section(detail, 'Customer')).toContainText(/grace@guest\.test.*\(212\) 555-0142.*10:30 AM/)
  await detail.getByRole('button', { name: 'Edit', exact: true }).click()
  await detail.getByLabel('Item Description').fill('Ivory gown, open back')
  await detail.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated')
  const popup = page.waitForEvent('popup')
  await detail.getByRole('button', { name: /^More for Order/ }).click()
  await page.getByRole('menuitem', { name: 'Print', exact: true }).click()
  await expect((await popup).getByRole('article')).toContainText('Ivory gown, open back')
  await (await popup).close()

  await page.goto(`/bookings/${show.id}`)
  await expect(page.getByText('$2,160.00 revenue')).toBeVisible()
  await page.getByRole('link', { name: 'Has Orders: Grace Okafor' }).click()
  await expect(page.getByText('1 order for one booking')).toBeVisible()
  await page.getByRole('button', { name: `View order #${orderNumber}` }).click()
  await detail.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('button', { name: 'Cancel order' }).last().click()
  await expectToast(page, 'Order canceled')
  const [code] = await get<{ usedCount: number }[]>(host, '/api/discount-codes')
  expect(code!.usedCount).toBe(0)
  await page.goto(`/bookings/${show.id}`)
  await expect(page.getByText('No orders yet')).toBeVisible()
})

test('for a new customer, with files and without network for a while: nothing is lost or taken twice', async ({
  host,
}) => {
  const { page } = host
  await makeForm(host)
  const show = await host.makeShow()
  const dialog = await openStandalone(host)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect(dialog.getByText('Customer name is required')).toBeVisible()
  await expect(dialog.getByText('Valid email is required')).toBeVisible()
  await dialog.getByLabel('Customer name').fill('Lena Fischer')
  await dialog.getByLabel('Email').fill('lena@guest.test')
  await dialog.getByLabel('Template').selectOption('Gown')
  await dialog.getByLabel('Find a product').fill('cape')
  await expect(dialog.getByText('No products found')).toBeVisible()
  await dialog.getByLabel('Find a product').fill('aur-01')
  await dialog.getByLabel('Find a product').press('Enter')
  await dialog.getByRole('button', { name: /Aurelie gown/ }).click()
  await dialog.getByLabel('Item Description').fill('Ivory column gown')
  await dialog.getByLabel('Fabric').selectOption('Silk crêpe (+$250.00)')
  await expect(section(dialog, 'Price')).toContainText(
    'Aurelie gown$2,400.00Fabric: Silk crêpe$250.00Total$2,650.00',
  )
  await dialog.getByLabel('Sketch').setInputFiles([file('front.gif'), file('back.gif')])
  await dialog.getByLabel('Order attachments').setInputFiles([file('mood.gif')])
  await dialog.getByLabel('Street').fill('48 Linden Avenue')
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect(dialog.getByText('City is required')).toBeVisible()
  await dialog.getByLabel('City').fill('Brooklyn')
  await dialog.getByLabel('State').selectOption('NY')
  await dialog.getByLabel('ZIP code').fill('11206')
  await dialog.getByRole('combobox', { name: 'Event' }).selectOption({ index: 1 })
  await dialog.getByLabel('Time slot').selectOption({ index: 2 })
  await dialog.getByLabel('Notes').fill('Wedding on June 5.')

  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Error', 'Failed to create order: We couldn’t reach the server.')
  await page.context().setOffline(false)
  await loseAnswer(page, 'POST')
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect.poll(() => get<Order[]>(host, '/api/orders')).toHaveLength(1)
  await expect(dialog.getByRole('button', { name: 'Create Order' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  const order = await onlyOrder(host)
  expect(order).toMatchObject({
    customerName: 'Lena Fischer',
    customerAddress: '48 Linden Avenue',
    notes: 'Wedding on June 5.',
    event: { id: show.id },
    timeSlot: { startTime: '10:30' },
    total: '2650.00',
  })
  expect(order.attachments.map(({ displayName, fieldId }) => [displayName, fieldId])).toEqual([
    ['mood.gif', null],
    ['front.gif', 'sketch'],
    ['back.gif', 'sketch'],
  ])
  expect(await get(host, '/api/customers')).toMatchObject([{ lastName: 'Fischer', hasOrders: true }])
})

test('an existing customer is found while typing, with their addresses', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await makeForm(host)
  const customer = await host.make<Customer>('/api/customers', {
    firstName: 'Grace',
    lastName: 'Okafor',
    email: 'grace@guest.test',
    phone: '(212) 555-0142',
  })
  const home = { street: '48 Linden Avenue', city: 'Brooklyn', state: 'NY', zip: '11206' }
  await host.make(`/api/customers/${customer.id}/addresses`, { ...home, isDefault: true })
  const dialog = await openStandalone(host)
  await fillIn(dialog)
  await dialog.getByRole('button', { name: 'Select Grace Okafor' }).click()
  await expect(dialog.getByLabel('Ships to')).toHaveValue(/\d+/)
  await dialog.getByRole('button', { name: 'Change customer' }).click()
  await dialog.getByLabel('Search by name, email, or phone').fill('okaf')
  await dialog.getByRole('list', { name: 'Customers' }).getByRole('button').click()
  await dialog.getByLabel('Ships to').selectOption('New address')
  await dialog.getByLabel('Street').fill('12 Mercer Street')
  await dialog.getByLabel('Ships to').selectOption('48 Linden Avenue, Brooklyn (default)')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  const order = await onlyOrder(host)
  expect(order).toMatchObject({ customerId: customer.id, customerAddress: '48 Linden Avenue' })
  expect(await get(host, '/api/customers')).toHaveLength(1)

  await page.goto(`/customer-history?customerId=${customer.id}`)
  await expect(page.getByText('Total Orders').locator('..')).toContainText('1')
  await page.getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('dialog', { name: `Order #${order.orderNumber}` })).toBeVisible()
  await page.goto('/customers')
  await page.getByRole('button', { name: 'More for Grace Okafor' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['History', 'Edit', 'Merge', 'Archive', 'Erase'])
})

test('an upload shows its progress and can be stopped; a view-only user takes no orders', {
  tag: '@long',
}, async ({ host, browserName }) => {
  test.skip(browserName === 'firefox', NO_DEVTOOLS)
  const { page } = host
  await makeForm(host)
  const show = await host.makeShow()
  await host.book(show, '10:30', { name: 'Lena Fischer', email: 'lena@guest.test' })
  const dialog = await openStandalone(host)
  await fillIn(dialog)
  await dialog.getByRole('combobox', { name: 'Event' }).selectOption({ index: 1 })
  const large = {
    name: 'plan.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(15_000_000, '%PDF-1.7\n'),
  }
  await dialog
    .getByLabel('Sketch')
    .setInputFiles([large, ...Array.from({ length: 19 }, (_, n) => file(`${n}.gif`))])
  const line = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 }
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', slow)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect(dialog.getByRole('button', { name: /^Uploading \d+%\.\.\.$/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expectToast(page, 'Error', 'The upload was stopped, so nothing was saved.')
  expect(await get(host, '/api/orders')).toEqual([])
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  expect((await onlyOrder(host)).attachments).toHaveLength(20)

  await host.setRole('view only')
  await page.goto('/orders?create=true')
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goto(`/bookings/${show.id}`)
  await expect(page.getByText('$2,650.00 revenue')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Create Order/ })).toBeHidden()
})

test('taking an order has no axe violation, at any size or theme', { tag: '@long' }, async ({ host }) => {
  test.setTimeout(900_000) // checks each screen four times
  const { page } = host
  const { product, template } = await makeForm(host)
  const show = await host.makeShow()
  await host.book(show, '10:30', { name: 'Grace Okafor', email: 'grace@guest.test' })
  const [booking] = await get<{ id: number }[]>(host, `/api/events/${show.id}/bookings`)
  const { customerId } = await host.make<Order>('/api/orders', {
    orderData: {
      templateId: template.id,
      customerName: 'Grace Okafor',
      customerEmail: 'grace@guest.test',
      bookingId: booking!.id,
      products: [{ productId: product.id }],
      customFields: { desc: 'Ivory column gown' },
      shippingAddress: { street: '48 Linden Avenue', city: 'Brooklyn', state: 'NY', zip: '11206' },
    },
  })
  const dialog = await openStandalone(host)
  await fillIn(dialog)
  await dialog.getByText('Existing customer').click()
  await expect(dialog.getByRole('list', { name: 'Customers' }).getByRole('button')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change product' }).click()
  await dialog.getByLabel('Item Description').fill('')
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect(dialog.getByText('Please select a product')).toBeVisible()
  await test.step('a form with refusals', () => expectAccessible(page))
  await page.goto(`/bookings/${show.id}`)
  await expect(page.getByRole('link', { name: 'Has Orders: Grace Okafor' })).toBeVisible()
  await test.step('bookings with orders', () => expectAccessible(page))
  await page.getByRole('button', { name: 'Create Order for Grace Okafor' }).click()
  await dialog.getByLabel('Template').selectOption('Gown')
  await dialog.getByRole('button', { name: /Aurelie gown/ }).click()
  await expect(dialog.getByLabel('Ships to')).toHaveValue(/\d+/)
  await test.step('a form for a booking', () => expectAccessible(page))
  await page.goto(`/customer-history?customerId=${customerId}`)
  await expect(page.getByRole('heading', { name: 'Booking History' })).toBeVisible()
  await test.step('a history', () => expectAccessible(page))
})
