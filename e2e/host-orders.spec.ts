import { readFile } from 'node:fs/promises'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { expectAccessible } from './axe.ts'
import { expect, type Host, test } from './fixtures.ts'
import { expectToast } from './toast.ts'

/** The smallest picture there is. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

async function post<Body>({ page }: Host, address: string, data: object): Promise<Body> {
  const answer = await page.request.post(address, { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

/** What orders are taken with: a product and a form, whose fabric changes the price. */
async function makeForm(host: Host) {
  const product = await post<{ id: number }>(host, '/api/products', {
    name: 'Aurelie gown',
    basePrice: '2400',
    sku: 'AUR-01',
  })
  const fields = [
    { id: 'desc', label: 'Item Description', type: 'text', required: true },
    { id: 'fabric', label: 'Fabric', type: 'dropdown', options: ['Satin', 'Silk crêpe (+$250)'] },
    { id: 'hem', label: 'Hem length', type: 'number' },
    { id: 'sketch', label: 'Sketch', type: 'attachment' },
    { id: 'mono', label: 'Monogram inside', type: 'checkbox' },
  ]
  const template = await post<{ id: number; version: number }>(host, '/api/order-templates', {
    templateName: 'Gown',
    itemType: 'Gown',
    fields,
  })
  return { product, template, fields }
}
type Form = Awaited<ReturnType<typeof makeForm>>

function orderOf({ product, template }: Form, changes: object = {}) {
  return {
    templateId: template.id,
    customerName: 'Grace Okafor',
    customerEmail: 'grace@guest.test',
    products: [{ productId: product.id }],
    customFields: { desc: 'Ivory column gown', fabric: 'Satin', hem: '60' },
    ...changes,
  }
}

const takeOrder = (host: Host, form: Form, changes: object = {}) =>
  post<Order>(host, '/api/orders', { orderData: orderOf(form, changes) })

const dialogOf = ({ page }: Host, { id }: Order) => page.getByRole('dialog', { name: `Order ${id}` })

async function open(host: Host, order: Order) {
  await host.page.goto(`/orders?orderId=${order.id}`)
  const dialog = dialogOf(host, order)
  await expect(dialog.getByRole('heading', { name: 'Form details' })).toBeVisible()
  return dialog
}

const section = (dialog: ReturnType<typeof dialogOf>, name: string) => dialog.getByRole('region', { name })

test('orders are found by words, status and event; a filter is kept for another day', async ({ host }) => {
  const { page } = host
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Template' }).click()
  await expect(page.getByRole('dialog', { name: 'New Template' })).toBeVisible()

  const show = await host.makeShow()
  const form = await makeForm(host)
  const grace = await takeOrder(host, form, { eventId: show.id })
  const lena = await takeOrder(host, form, { customerName: 'Lena Fischer', customerEmail: 'lena@guest.test' })
  await page.request.patch(`/api/orders/${lena.id}/status`, { data: { status: 'paid' } })
  await page.goto('/orders')
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row')
  await expect(rows).toHaveText([/Order ID/, /Grace Okafor/, /Lena Fischer/])
  await expect(rows.nth(1)).toContainText(String(grace.id))
  await expect(rows.nth(1)).toContainText('Aurelie gown$2,400.00')
  await expect(rows.nth(1)).toContainText(show.name)
  await expect(rows.nth(2)).toContainText('lena@guest.test')
  await expect(rows.nth(2)).toContainText('Paid')
  await page.getByLabel('Sort').selectOption('Newest first')
  await expect(rows).toHaveText([/Order ID/, /Lena Fischer/, /Grace Okafor/])

  await page.getByLabel('Event').selectOption('No event')
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Status', { exact: true }).selectOption('Paid')
  await page.getByLabel(/^Find a number/).fill('fisch')
  await expect(page).toHaveURL(/q=fisch/)
  await page.getByRole('button', { name: 'Save this filter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this filter' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Paid at home')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Saved filters')).toHaveText(/Paid at home/)

  await page.reload()
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await page.getByLabel(/^Find a number/).fill('nobody')
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Saved filters').selectOption('Paid at home')
  await expect(rows).toHaveText([/Order ID/, /Lena Fischer/])
  await expect(page).toHaveURL(/status=paid/)
  await page.getByRole('button', { name: 'Delete this filter' }).click()
  await expect(page.getByLabel('Saved filters')).toBeHidden()
})

test('an order is opened by its address, edited with its price following, and every change is kept', async ({
  host,
}) => {
  const { page } = host
  const order = await takeOrder(host, await makeForm(host))
  const dialog = await open(host, order)
  await expect(page).toHaveURL(/\/orders$/)
  await expect(section(dialog, 'Form details')).toContainText('Ivory column gown')
  await expect(section(dialog, 'Form details').getByText('No attachment found')).toBeVisible()
  await expect(section(dialog, 'Customer').getByText('Not provided')).toHaveCount(2)
  await expect(dialog.getByText('Not pushed yet')).toBeVisible()

  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Fabric').selectOption('Silk crêpe (+$250.00)')
  await expect(section(dialog, 'Price')).toContainText('Total$2,650.00')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click()
  await expect(section(dialog, 'Form details')).toContainText('Satin')
  await expect(section(dialog, 'Price')).toContainText('Total$2,400.00')

  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Fabric').selectOption('Silk crêpe (+$250.00)')
  await dialog.getByLabel('Item Description').fill('')
  await dialog.getByLabel('City').fill('Brooklyn')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Item Description is required')).toBeVisible()
  await expect(dialog.getByText('ZIP code is required')).toBeVisible()
  await dialog.getByLabel('Item Description').fill('Ivory gown')
  await dialog.getByLabel('Street').fill('48 Linden Avenue')
  await dialog.getByLabel('State').fill('NY')
  await dialog.getByLabel('ZIP code').fill('11206')
  const file = (name: string) => ({ name, mimeType: 'image/gif', buffer: picture })
  await dialog.getByLabel('Sketch').setInputFiles([file('front.gif'), file('back.gif')])
  await dialog.getByLabel('Files of the order').setInputFiles([file('mood.gif')])
  const failing = { status: 500, json: { error: 'Something went wrong on our side.' } }
  await page.route(`**/api/orders/${order.id}`, (route) => route.fulfill(failing), { times: 1 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Save Error', 'There was a problem saving your changes. Please try again.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated')
  await expect(section(dialog, 'Form details').getByRole('link')).toHaveText([/front\.gif/, /back\.gif/])
  await expect(section(dialog, 'Attachments').getByRole('link')).toHaveText([/mood\.gif/])
  await expect(section(dialog, 'Customer')).toContainText('Brooklyn, NY 11206USA')
  await expect(section(dialog, 'Price')).toContainText('Total$2,650.00')
  const history = section(dialog, 'History')
  await expect(history.getByText('Fabric: Satin → Silk crêpe (+$250)')).toBeVisible()

  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  // Somebody else was faster.
  await page.request.delete(`/api/orders/${order.id}/attachments/${await idOfFile(host, order, 'back.gif')}`)
  await dialog.getByRole('button', { name: 'Remove back.gif' }).click()
  await dialog.getByRole('button', { name: 'Remove front.gif' }).click()
  await dialog.getByRole('button', { name: 'Keep front.gif' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(section(dialog, 'Form details').getByRole('link')).toHaveText([/front\.gif/])

  await history.getByLabel('Comment').fill('Fitting on May 3')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await history.getByRole('button', { name: 'Add comment' }).click()
  await expect(history.getByRole('listitem').first()).toContainText(
    'Helena Vale commentedFitting on May 3Today',
  )
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

async function idOfFile({ page }: Host, order: Order, name: string): Promise<number> {
  const files: Order['attachments'] = await (
    await page.request.get(`/api/orders/${order.id}/attachments`)
  ).json()
  return files.find(({ displayName }) => displayName === name)!.id
}

test('twenty files go at once and tell how far they are; stopped, none of them is kept', async ({ host }) => {
  const { page } = host
  const order = await takeOrder(host, await makeForm(host))
  const dialog = await open(host, order)
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  const files = Array.from({ length: 20 }, (_, at) => ({
    name: `page-${at}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(50_000)}\n%%EOF\n`),
  }))
  await dialog.getByLabel('Files of the order').setInputFiles(files)
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: /^Uploading [1-9]\d?%/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByText('The upload was stopped, so nothing was saved.')).toBeVisible()
  const stored = await page.request.get(`/api/orders/${order.id}/attachments`)
  expect(await stored.json()).toEqual([])
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated')
  await expect(section(dialog, 'Attachments').getByRole('link')).toHaveCount(20)
})

test('who may only view sees orders and cannot change them', async ({ host }) => {
  const { page } = host
  const order = await takeOrder(host, await makeForm(host))
  await host.setRole('view only')
  const dialog = await open(host, order)
  await expect(dialog.getByRole('button')).toHaveText(['Print', 'Packing slip', ''])
  await expect(dialog.getByText('took this order')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: `View order ${order.id}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Delete|Create)/ })).toHaveCount(0)
})

test('a change by somebody else is told, and nothing typed is lost; the newest form may be taken over', async ({
  host,
}) => {
  const { page } = host
  const form = await makeForm(host)
  const order = await takeOrder(host, form)
  const dialog = await open(host, order)
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Hem length').fill('58')
  const formData = { desc: 'Ivory column gown', fabric: 'Satin', hem: '61' }
  await page.request.put(`/api/orders/${order.id}`, { data: { formData } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Somebody else has changed this order meanwhile.')).toBeVisible()
  await expect(dialog.getByText('Now “61”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated')
  await expect(section(dialog, 'History')).toContainText('changed Hem length from 61 to 58')

  const fields = form.fields.map((field) =>
    field.id === 'fabric' ? { ...field, options: ['Satin (+$40)', 'Silk crêpe (+$300)'] } : field,
  )
  const change = { templateName: 'Gown', fields, safeUpdate: true }
  const changed = await page.request.put(`/api/order-templates/${form.template.id}`, { data: change })
  expect(changed.status(), await changed.text()).toBe(200)
  await page.reload()
  await open(host, order)
  await expect(section(dialog, 'Price')).toContainText('Total$2,400.00')
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Use the newest form' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose one of the options')).toBeVisible()
  await dialog.getByLabel('Fabric').selectOption('Silk crêpe (+$300.00)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(section(dialog, 'Price')).toContainText('Total$2,700.00')
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Edit template' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Template' })).toBeVisible()
})

test('a code is applied and taken off, the status goes on and back, and a cancelled order is final', async ({
  host,
}) => {
  const { page } = host
  const order = await takeOrder(host, await makeForm(host))
  await post(host, '/api/discount-codes', { code: 'SPRING10', discountValue: 10 })
  await post(host, '/api/discount-codes', { code: 'ASLEEP', discountValue: 20, isActive: false })
  const dialog = await open(host, order)
  const code = dialog.getByLabel('Discount code')
  await expect(code.getByRole('option')).toHaveText(['No discount', 'SPRING10, 10 %'])
  await code.selectOption('SPRING10, 10 %')
  await page.route('**/discount', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await dialog.getByRole('button', { name: 'Apply discount' }).click()
  await expectToast(page, 'Failed to apply discount code.')
  await expect(section(dialog, 'Price')).toContainText('Total$2,400.00')
  await code.selectOption('SPRING10, 10 %')
  await dialog.getByRole('button', { name: 'Apply discount' }).click()
  await expect(section(dialog, 'Price')).toContainText('SPRING10, 10 %-$240.00')
  await expect(section(dialog, 'History')).toContainText('applied SPRING10')
  await code.selectOption('No discount')
  await dialog.getByRole('button', { name: 'Take off discount' }).click()
  await expect(section(dialog, 'History')).toContainText('took off SPRING10')
  await expect(section(dialog, 'Price')).toContainText('Total$2,400.00')

  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(section(dialog, 'History')).toContainText('moved this order from Pending to Paid')
  await dialog.getByRole('button', { name: 'Back to pending' }).click()
  await page
    .getByRole('dialog', { name: 'Back to pending?' })
    .getByRole('button', { name: 'Back to pending' })
    .click()
  await expect(dialog.getByRole('button', { name: 'Mark as paid' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await page
    .getByRole('dialog', { name: `Cancel order ${order.id}?` })
    .getByRole('button', { name: 'Cancel order' })
    .click()
  await expectToast(page, 'Order cancelled')
  await expect(dialog.getByText('This order is cancelled.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Edit', exact: true })).toHaveAttribute(
    'title',
    'This order is cancelled.',
  )
  await dialog.getByRole('button', { name: 'Delete order' }).click()
  await page
    .getByRole('dialog', { name: `Delete order ${order.id}?` })
    .getByRole('button', { name: 'Delete order' })
    .click()
  await expectToast(page, 'Order deleted')
  await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible()
})

test('chosen orders are printed by themselves, a page each, and exported', async ({ host }) => {
  const { page } = host
  const form = await makeForm(host)
  const fabric = { customFields: { desc: 'Ivory gown', fabric: 'Silk crêpe (+$250)' }, notes: 'Of the house' }
  const grace = await takeOrder(host, form, fabric)
  await takeOrder(host, form, { customerName: 'Lena Fischer', customerEmail: 'lena@guest.test' })
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })
  await page.goto('/orders')
  await page.getByLabel(`Choose order ${grace.id}`).check()
  await expect(page.getByText('1 chosen')).toBeVisible()
  const slip = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Packing slips' }).click()
  const sheets = (await slip).getByRole('article')
  await expect((await slip).locator('html')).toHaveAttribute('data-printed', 'yes')
  await expect(sheets).toHaveCount(1)
  await expect(sheets).toContainText('Silk crêpe')
  await expect(sheets).not.toContainText(/\$|Of the house/)
  await (await slip).close()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Grace Okafor')

  await page.getByLabel('1 chosen').check()
  await page.getByLabel('2 chosen').uncheck()
  const tickets = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect((await tickets).locator('html')).toHaveAttribute('data-printed', 'yes')
  await expect((await tickets).getByRole('article')).toHaveText([
    /Grace Okafor.*Of the house.*\$2,650\.00/s,
    /Lena Fischer.*\$2,400\.00/s,
  ])
  await (await tickets).close()

  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expectToast(page, 'Print Error', 'Could not open print window. Please check your popup settings.')
})

test('orders that cannot be loaded say so, and one that is gone too', async ({ host }) => {
  const { page } = host
  const refuse = { status: 429, json: { error: 'Too many requests. Please wait a moment.' } }
  await page.route('**/api/orders?*', (route) => route.fulfill(refuse))
  await page.goto('/orders')
  await expect(page.getByText('Orders could not be loaded')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible()
  await page.goto('/orders?orderId=2000000000')
  await expect(page.getByRole('dialog').getByText('Order not found.')).toBeVisible()
})

test('no screen of orders has an axe violation, at any size or theme', async ({ host }) => {
  test.setTimeout(900_000) // four looks at each screen
  const { page } = host
  const show = await host.makeShow()
  const form = await makeForm(host)
  const [slot] = await (await page.request.get(`/api/events/${show.id}/timeslots`)).json()
  const answer = await page.request.post('/api/orders', {
    multipart: {
      orderData: JSON.stringify(
        orderOf(form, {
          eventId: show.id,
          timeSlotId: slot.id,
          notes: 'Wedding on June 5.',
          shippingAddress: { street: '48 Linden Avenue', city: 'Brooklyn', state: 'NY', zip: '11206' },
          customFields: {
            desc: 'Ivory gown',
            fabric: 'Silk crêpe (+$250)',
            sketch: ['templateAttachment_0'],
          },
        }),
      ),
      templateAttachment_0: { name: 'front.gif', mimeType: 'image/gif', buffer: picture },
      orderAttachment_0: {
        name: 'contract.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
      },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const order: Order = await answer.json()
  await page.request.post(`/api/orders/${order.id}/comments`, { data: { comment: 'Fitting on May 3' } })
  const others = ['paid', 'shipped', 'delivered', 'completed']
  for (const [at] of others.entries()) {
    const { id } = await takeOrder(host, form)
    for (const status of others.slice(0, at + 1))
      await page.request.patch(`/api/orders/${id}/status`, { data: { status } })
  }
  const cancelled = await takeOrder(host, form)
  await page.request.post(`/api/orders/${cancelled.id}/cancel`)

  await page.goto('/orders?status=pending')
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('All statuses')
  await expect(page.getByText('6 orders')).toBeVisible()
  await page.getByLabel(`Choose order ${order.id}`).check()
  await test.step('the list', () => expectAccessible(page))
  const dialog = await open(host, order)
  await expect(dialog.getByText('Fitting on May 3')).toBeVisible()
  await test.step('an order', () => expectAccessible(page))
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Item Description').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Item Description is required')).toBeVisible()
  await test.step('its form with a refusal', () => expectAccessible(page))
  await page.goto('/orders/print')
  await expect(page.getByRole('article')).toHaveCount(6)
  await test.step('work tickets', async () => {
    // Paper is white in every theme.
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.getByRole('heading', { name: `Order ${order.id}` })).toBeVisible()
    await expectAccessible(page)
  })
})
