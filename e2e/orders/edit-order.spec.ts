import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { expectAccessible } from '../axe.ts'
import { NO_DEVTOOLS } from '../firefox.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast, loseAnswer } from '../in-page.ts'
import { makeFullForm, markAsPaid, open, picture, section, takeOrder } from '../order-form.ts'

test('an order is opened by its URL and edited, its price follows, and every change is saved', async ({
  host,
}) => {
  const { page } = host
  const order = await takeOrder(host, await makeFullForm(host))
  const dialog = await open(host, order)
  await expect(page).toHaveURL(/\/orders$/)
  await expect(section(dialog, 'Form details')).toContainText('Ivory column gown')
  await expect(section(dialog, 'Form details').getByText('No attachment found')).toBeVisible()
  await expect(section(dialog, 'Customer').getByText('Not provided')).toHaveCount(2)
  await expect(dialog.getByText('Not in Shopify')).toBeVisible()

  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Fabric').selectOption('Silk crêpe (+$250.00)')
  await expect(section(dialog, 'Price')).toContainText('Total$2,650.00')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Discard changes' })
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
  await dialog.getByLabel('State').selectOption('NY')
  await dialog.getByLabel('ZIP code').fill('11206')
  const file = (name: string) => ({ name, mimeType: 'image/gif', buffer: picture })
  await dialog.getByLabel('Sketch').setInputFiles([file('front.gif'), file('back.gif')])
  await dialog.getByLabel('Order attachments').setInputFiles([file('mood.gif')])
  const failing = { status: 500, json: { error: 'Something went wrong on our side.' } }
  await page.route(`**/api/orders/${order.id}`, (route) => route.fulfill(failing), { times: 1 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Save Error', 'Something went wrong on our side.')
  await loseAnswer(page, 'PUT')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Save Error', 'We couldn’t reach the server. Check your connection and try again.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated')
  await expect(section(dialog, 'Form details').getByRole('link')).toHaveText([/front\.gif/, /back\.gif/])
  await expect(section(dialog, 'Attachments').getByRole('link')).toHaveText([/mood\.gif/])
  await expect(section(dialog, 'Customer')).toContainText('Brooklyn, NY 11206USA')
  await expect(section(dialog, 'Price')).toContainText('Total$2,650.00')
  const history = section(dialog, 'History')
  await expect(history.getByText('Fabric: Satin → Silk crêpe (+$250)')).toBeVisible()

  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  // A colleague saved first.
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

test('product and event of a pending order are changed at the price that was shown, and stay once it is paid', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const order = await takeOrder(host, await makeFullForm(host))
  const show = await host.makeShow()
  const veil = await host.make<{ id: number }>('/api/products', { name: 'Lumen veil', basePrice: '320' })
  const dialog = await open(host, order)
  const edit = dialog.getByRole('button', { name: 'Edit', exact: true })
  const event = dialog.getByRole('combobox', { name: 'Event' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await edit.click()
  await dialog.getByRole('button', { name: 'Change Aurelie gown' }).click()
  await expect(dialog.getByRole('button', { name: /^Lumen veil/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Lumen veil/ }).click()
  await expect(section(dialog, 'Product')).toContainText('Lumen veil')
  await expect(section(dialog, 'Price')).toContainText('Total$320.00')
  await event.selectOption(String(show.id))
  const dearer = { data: { name: 'Lumen veil', basePrice: '350' } }
  expect((await page.request.put(`/api/products/${veil.id}`, dearer)).ok()).toBe(true)
  await save.click()
  await expect(section(dialog, 'Price')).toContainText(
    'The total is now $350.00. Review it, then save again.',
  )
  await expect(section(dialog, 'Price')).toContainText('Total$350.00')
  await save.click()
  await expectToast(page, 'Order updated')
  await expect(section(dialog, 'Price')).toContainText('Lumen veil$350.00')
  await expect(section(dialog, 'Customer')).toContainText(show.name)
  const history = section(dialog, 'History')
  await expect(history.getByText('Products: Aurelie gown → Lumen veil')).toBeVisible()
  await expect(history.getByText(`Event: ${show.name}`)).toBeVisible()

  await markAsPaid(page, dialog)
  await expect(history).toContainText('changed the status from Pending to Paid')
  await edit.click()
  await expect(event).toBeDisabled()
  await expect(event).toHaveAccessibleDescription(
    'Products and event can only be changed while the order is pending.',
  )
  await expect(dialog.getByRole('button', { name: 'Change Lumen veil' })).toBeHidden()
})

test('twenty files are uploaded at once with their progress; if stopped, none is stored', {
  tag: '@long',
}, async ({ host, browserName }) => {
  test.skip(browserName === 'firefox', NO_DEVTOOLS)
  const { page } = host
  const order = await takeOrder(host, await makeFullForm(host))
  const dialog = await open(host, order)
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  const files = Array.from({ length: 20 }, (_, at) => ({
    name: `page-${at}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(50_000)}\n%%EOF\n`),
  }))
  await dialog.getByLabel('Order attachments').setInputFiles(files)
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: /^Uploading [1-9]\d?%/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expectToast(page, 'Save Error', 'The upload was stopped, so nothing was saved.')
  const stored = await page.request.get(`/api/orders/${order.id}/attachments`)
  expect(await stored.json()).toEqual([])
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated')
  await expect(section(dialog, 'Attachments').getByRole('link')).toHaveCount(20)
})

test('an order keeps its form until it is updated to the latest one; answers no longer on the form stay', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const form = await makeFullForm(host)
  const order = await takeOrder(host, form)
  const file = { name: 'front.gif', mimeType: 'image/gif', buffer: picture }
  const multipart = { orderId: order.id, fieldId: 'sketch', file }
  expect((await page.request.post('/api/attachments', { multipart })).status()).toBe(201)
  const dialog = await open(host, order)
  const address = `/api/order-templates/${form.template.id}`
  const { templateName, fields: same } = form.template
  const forOne = { templateName, fields: same, productIds: [form.product.id], safeUpdate: true }
  expect((await page.request.put(address, { data: forOne })).status()).toBe(200)
  await page.reload()
  await open(host, order)
  const looked = page.waitForResponse(`**${address}`)
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await (await looked).finished()
  await expect(dialog.getByRole('button', { name: 'Edit template' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Update to latest' })).toBeHidden()

  const changes: Record<string, object> = {
    fabric: { options: ['Satin (+$40)', 'Lace (+$900)'] },
    hem: { archived: true },
    sketch: { archived: true },
  }
  const fields = [
    ...form.template.fields.map((field) => ({ ...field, ...changes[field.id] })),
    { id: 'veil', label: 'Veil', type: 'text' },
  ]
  const change = { templateName: 'Gown', fields, safeUpdate: true }
  const changed = await page.request.put(address, { data: change })
  expect(changed.status(), await changed.text()).toBe(200)
  await page.reload()
  await open(host, order)
  await expect(section(dialog, 'Price')).toContainText('Total$2,400.00')
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  const notice = dialog
    .getByRole('status')
    .filter({ hasText: 'This order uses an older version of the form.' })
  await notice.getByRole('button', { name: 'Update to latest' }).click()
  const question = page.getByRole('dialog', { name: 'Update to latest?' })
  await expect(question.getByRole('listitem')).toHaveText([
    'Veil',
    'Sketch: 1 file',
    'Hem length: 60',
    'Fabric: Satin changes from no extra charge to +$40.00.',
    'Fabric: Silk crêpe (+$250.00) is no longer an option.',
    'Fabric: Lace (+$900.00) is a new option.',
  ])
  await expect(question.getByText('Total: $2,400.00 → $2,440.00')).toBeVisible()
  await question.getByRole('button', { name: 'Keep this version' }).click()
  await expect(dialog.getByLabel('Hem length')).toHaveValue('60')
  await notice.getByRole('button', { name: 'Update to latest' }).click()
  await question.getByRole('button', { name: 'Update to latest' }).click()
  await expect(dialog.getByLabel('Hem length')).toBeHidden()
  await expect(dialog.getByLabel('Veil')).toBeVisible()
  await expect(dialog.getByLabel('Fabric')).toHaveValue('Satin (+$40)')
  await dialog.getByRole('button', { name: 'Keep the older version' }).click()
  await expect(dialog.getByLabel('Fabric')).toHaveValue('Satin')
  await dialog.getByRole('button', { name: 'Update to latest' }).click()
  await question.getByRole('button', { name: 'Update to latest' }).click()
  await expect(section(dialog, 'Price')).toContainText('Total$2,440.00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated')
  await expect(section(dialog, 'Price')).toContainText('Total$2,440.00')
  await expect(section(dialog, 'Form details')).not.toContainText('Hem length')
  const former = section(dialog, 'No longer on the form')
  await expect(former).toContainText('Hem length60')
  await expect(former.getByRole('link', { name: /front\.gif/ })).toBeVisible()
  await expect(section(dialog, 'Attachments').getByText('No attachment found')).toBeVisible()
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Edit template' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Template' })).toBeVisible()

  await page.goto(`/orders/print?ids=${order.id}`)
  await expect(page.getByRole('heading', { name: 'No longer on the form' }).locator('..')).toContainText(
    'Hem length60',
  )
})

test('a code is applied and removed, the status moves forward and back, and a canceled order is final', async ({
  host,
}) => {
  const { page } = host
  const form = await makeFullForm(host)
  const order = await takeOrder(host, form)
  await host.make('/api/discount-codes', { code: 'SPRING10', discountValue: 10 })
  await host.make('/api/discount-codes', { code: 'ASLEEP', discountValue: 20, isActive: false })
  const dialog = await open(host, order)
  const code = dialog.getByLabel('Discount code')
  await expect(code.getByRole('option')).toHaveText(['No discount', 'SPRING10, 10% off'])
  await code.selectOption('SPRING10, 10% off')
  await page.route('**/discount', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await dialog.getByRole('button', { name: 'Apply discount' }).click()
  await expectToast(page, 'Failed to apply discount code.')
  await expect(section(dialog, 'Price')).toContainText('Total$2,400.00')
  await code.selectOption('SPRING10, 10% off')
  await dialog.getByRole('button', { name: 'Apply discount' }).click()
  await expect(section(dialog, 'Price')).toContainText('SPRING10, 10% off−$240.00')
  await expect(section(dialog, 'History')).toContainText('applied SPRING10')
  await code.selectOption('No discount')
  await dialog.getByRole('button', { name: 'Remove discount' }).click()
  await expect(section(dialog, 'History')).toContainText('removed SPRING10')
  await expect(section(dialog, 'Price')).toContainText('Total$2,400.00')

  await markAsPaid(page, dialog)
  await expect(section(dialog, 'History')).toContainText('changed the status from Pending to Paid')
  await dialog.getByRole('button', { name: 'Mark as unpaid' }).click()
  await page
    .getByRole('dialog', { name: 'Mark as unpaid?' })
    .getByRole('button', { name: 'Mark as unpaid' })
    .click()
  await expect(dialog.getByRole('button', { name: 'Mark as paid' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await page
    .getByRole('dialog', { name: `Cancel order #${order.orderNumber}?` })
    .getByRole('button', { name: 'Cancel order' })
    .click()
  await expectToast(page, 'Order canceled')
  await expect(dialog.getByText('This order is canceled.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Edit', exact: true })).toHaveAttribute(
    'title',
    'This order is canceled.',
  )
  // It had a payment, which stays on record.
  const remove = dialog.getByRole('button', { name: 'Delete order' })
  await expect(remove).toHaveAttribute('title', /^This order has payments/)
  const other = await takeOrder(host, form)
  await open(host, other)
  await page.getByRole('button', { name: 'Delete order' }).click()
  await page
    .getByRole('dialog', { name: `Delete order #${other.orderNumber}?` })
    .getByRole('button', { name: 'Delete order' })
    .click()
  await expectToast(page, 'Order deleted')
  await expect(page.getByRole('link', { name: `#${other.orderNumber}` })).toBeHidden()
})
