import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'

async function post<Body>({ page }: Host, address: string, data: object = {}): Promise<Body> {
  const answer = await page.request.post(address, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

const home = { street: '12 Mercer Street', city: 'New York', state: 'NY', zip: '10013' }

/** Takes an order, after saving the company so that a store can be connected. */
async function takeOrder(host: Host, changes: object = {}): Promise<Order> {
  await post(host, '/api/company', { companyName: 'Maison Vale' })
  const product = await post<{ id: number }>(host, '/api/products', {
    name: 'Aurelie gown',
    basePrice: '2400',
  })
  const fields = [{ id: 'desc', label: 'Item Description', type: 'text', required: true }]
  const template = await post<{ id: number }>(host, '/api/order-templates', { templateName: 'Gown', fields })
  return post<Order>(host, '/api/orders', {
    orderData: {
      templateId: template.id,
      customerName: 'Grace Okafor',
      customerEmail: 'grace@guest.test',
      shippingAddress: home,
      products: [{ productId: product.id }],
      customFields: { desc: 'Ivory column gown' },
      ...changes,
    },
  })
}

async function open({ page }: Host, { id, orderNumber }: Order) {
  await page.goto(`/orders?orderId=${id}`)
  const dialog = page.getByRole('dialog', { name: `Order #${orderNumber}` })
  return { dialog, store: dialog.getByRole('region', { name: 'Shopify' }) }
}

test('an order is pushed to Shopify, updated, recreated and canceled', async ({ host }) => {
  const { page } = host
  const order = await takeOrder(host)
  await post(host, '/api/shopify/practice')
  const { dialog, store } = await open(host, order)
  await expect(store.getByText('Not in Shopify')).toBeVisible()
  await store.getByRole('button', { name: 'Send to Shopify' }).click()
  await expectToast(page, 'Order sent to Shopify', 'The order is now in Shopify.')
  const number = store.getByText(/^In Shopify as #\d+$/)
  await expect(number).toBeVisible()
  const first = await number.innerText()
  const { shopifyOrderId } = await (await page.request.get(`/api/orders/${order.id}`)).json()
  await expect(store.getByText(`Shopify order ID: ${shopifyOrderId.split('/').at(-1)}`)).toBeVisible()
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('By Friday.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(store.getByRole('status')).toContainText('Changed since it was sent.')
  await store.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Order updated in Shopify', 'The order was updated in Shopify.')
  await expect(store.getByRole('status')).toBeEmpty()
  await expect(number).toHaveText(first)

  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Item Description' }).fill('Ivory gown with a train')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(store.getByRole('status')).toContainText('Recreate to send them to Shopify.')
  await store.getByRole('button', { name: 'Recreate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Recreate order' }).click()
  await expectToast(page, 'Order recreated in Shopify', 'was canceled.')
  await expect(number).not.toHaveText(first)
  await expect(store.getByRole('status')).toBeEmpty()

  await expect(dialog.getByRole('button', { name: 'Cancel order' })).toBeEnabled()
  await store.getByRole('button', { name: 'Cancel Shopify order' }).click()
  const question = page.getByRole('dialog', { name: `Cancel order #${order.orderNumber}?` })
  await expect(question).toContainText('It will also be canceled in Shopify.')
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await expectToast(page, 'Order canceled')
  await expect(store.getByText('Not in Shopify')).toBeVisible()
  await expect(store.getByRole('button', { name: 'Send to Shopify' })).toBeHidden()
  const atStore = async () => (await page.request.get(`/api/orders/${order.id}/shopify`)).json()
  await expect.poll(async () => (await atStore()).operation.state).toBe('done')
  await store.getByRole('link', { name: 'Log' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Cancel order' })).toContainText(
    'The order was canceled in Shopify.',
  )
  await expect(page.getByRole('listitem').filter({ hasText: `Order #${order.orderNumber}` })).toHaveCount(4)
})

test('an order whose push was not answered can be checked, and is in Shopify once', { tag: '@long' }, async ({
  host,
  stores,
}) => {
  const { page } = host
  const order = await takeOrder(host)
  let [sent, away] = [false, false]
  const shop = await stores.connect(page, (operation) => {
    if (operation === 'orderCreate' && !sent) {
      sent = away = true
      return 'dropped'
    }
    return away ? 'unavailable' : null
  })
  const { store } = await open(host, order)
  await store.getByRole('button', { name: 'Send to Shopify' }).click()
  const check = store.getByRole('button', { name: 'Check again' })
  await expect(check).toBeVisible()
  await expectAccessible(page)
  const asked = page.waitForRequest((request) => request.method() === 'POST' && /retry$/.test(request.url()))
  await check.click()
  await asked
  away = false
  await expectToast(page, 'Order sent to Shopify')
  await expect(store.getByText(/^In Shopify as #\d+$/)).toBeVisible()
  await expect(check).toBeHidden()
  expect(shop.orders).toHaveLength(1)
})

test('an order that cannot go to the store says why', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const order = await takeOrder(host, { shippingAddress: { ...home, state: 'England', zip: 'SW1A 1AA' } })
  const { store } = await open(host, order)
  const push = store.getByRole('button', { name: 'Send to Shopify' })
  await expect(store.getByText('Connect a store in Settings first.')).toBeVisible()
  await expect(store.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
  await push.press('Enter')
  await expectToast(page, 'Can’t send to Shopify', 'Connect a store in Settings first.')
  await expectAccessible(page)
  await post(host, '/api/shopify/practice')
  await open(host, order)
  await expect(push).toHaveAttribute('title', /Enter a 5-digit ZIP code/)
  await push.press('Enter')
  await expectToast(page, 'Can’t send to Shopify', 'Enter a 5-digit ZIP code')
})
