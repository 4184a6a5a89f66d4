import type { Locator } from '@playwright/test'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { addProduct, mediaOf, pictureUrl } from '@trunkshow/practice-store/products.ts'
import { expectAccessible } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast, fromMenu } from '../in-page.ts'

test.describe.configure({ timeout: 600_000 }) // checks each screen four times

/** Takes an order with a ZIP code of another state and an invalid phone: the app accepts both, the store rejects both. */
async function takeOrder({ make }: Host): Promise<Order> {
  await make('/api/company', { companyName: 'Maison Vale' })
  const product = await make<Product>('/api/products', { name: 'Aurelie gown', basePrice: '2400' })
  const template = await make<{ id: number }>('/api/order-templates', {
    templateName: 'Gown',
    fields: [{ id: 'desc', label: 'Item Description', type: 'text', required: true }],
  })
  return make<Order>('/api/orders', {
    orderData: {
      templateId: template.id,
      customerName: 'Grace Okafor',
      customerEmail: 'grace@guest.test',
      customerPhone: 'At the shop',
      shippingAddress: { street: '12 Mercer Street', city: 'New York', state: 'NY', zip: '90210' },
      products: [{ productId: product.id }],
      customFields: { desc: 'Ivory column gown' },
    },
  })
}

/** Expects a link to this page of the store's own admin, in a new tab without access to this one. */
async function expectToLead(link: Locator, href: string) {
  await expect(link).toHaveAttribute('href', href)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
}

test('a push that the store rejects is in the log, by field, and succeeds once that is fixed', {
  tag: '@long',
}, async ({ host, stores }) => {
  const { page } = host
  const order = await takeOrder(host)
  const shop = await stores.connect(page)
  const admin = `https://admin.shopify.com/store/${shop.key}`
  const reasons = [
    'Shipping address, ZIP: Enter a valid ZIP code for New York',
    'Shipping address, phone: Enter a valid phone number',
  ]
  const dialog = page.getByRole('dialog', { name: `Order #${order.orderNumber}` })
  const store = dialog.getByRole('region', { name: 'Shopify' })
  const lines = page.getByRole('main').getByRole('listitem')
  const refused = lines.filter({ hasText: reasons[0]! })

  await page.goto(`/orders?orderId=${order.id}`)
  await store.getByRole('button', { name: 'Send to Shopify' }).click()
  for (const reason of reasons) {
    // The reason stays in the Shopify section and in the timeline.
    await expectToast(page, 'Failed to Push to Shopify', reason, { also: true })
    await expect(store.getByText(reason)).toBeVisible()
  }
  await test.step('the refused order', () => expectAccessible(page))

  await store.getByRole('link', { name: 'Log' }).click()
  await expect(page).toHaveURL(/\/settings\/shopify\?orderId=\d+/)
  await expect(refused).toContainText(`Send order: Order #${order.orderNumber}`)
  await expect(refused).toContainText(reasons[1]!)
  await expect(refused.getByText('Failed', { exact: true })).toBeVisible()
  await page.getByLabel('Outcome').selectOption('Done')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByLabel('Outcome').selectOption('Failed')
  await expect(refused.getByRole('button', { name: 'Retry' })).toBeVisible()
  await test.step('the log with what failed', () => expectAccessible(page))

  await page.goto(`/orders?orderId=${order.id}`)
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('ZIP').fill('10013')
  await dialog.getByLabel('Phone').fill('(212) 555-0147')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await page.goto('/settings/shopify?status=failed')
  await refused.getByRole('button', { name: 'Retry' }).click()
  await expectToast(page, 'Order sent to Shopify')
  await expect(refused.getByRole('button', { name: 'Retry' })).toBeHidden()
  await page.getByLabel('Outcome').selectOption('All outcomes')
  const pushed = lines.filter({ hasText: 'The order is now in Shopify.' })
  await expect(pushed.getByText('Done', { exact: true })).toBeVisible()
  const orderThere = `${admin}/orders/${shop.orders[0]!.legacyResourceId}`
  await expectToLead(pushed.getByRole('link', { name: 'Open in Shopify' }), orderThere)
  await test.step('the log with both', () => expectAccessible(page))

  await page.goto(`/orders?orderId=${order.id}`)
  await expectToLead(store.getByRole('link', { name: 'Open in Shopify' }), orderThere)
  await test.step('the pushed order', () => expectAccessible(page))

  await page.goto('/products')
  const gown = page.getByRole('listitem').filter({ hasText: 'Aurelie gown' })
  await fromMenu(gown, 'Aurelie gown', 'Send to Shopify')
  await expectToast(page, 'Product synced')
  await gown.getByRole('button', { name: 'More for Aurelie gown' }).click()
  await expectToLead(
    page.getByRole('menuitem', { name: 'Open in Shopify' }),
    `${admin}/products/${shop.products[0]!.id.split('/').at(-1)}`,
  )
  await page.keyboard.press('Escape')
  await test.step('the pushed product', () => expectAccessible(page))
})

test('a sync reports the pictures it could not fetch, and fetches the others', { tag: '@long' }, async ({
  host,
  stores,
}) => {
  const { page, make } = host
  await make('/api/company', { companyName: 'Maison Vale' })
  const shop = await stores.connect(page)
  const variants = [{ sku: '', price: '320' }]
  addProduct(shop, { title: 'Silk Blouse', featuredMedia: mediaOf(pictureUrl(shop, 'e6d5c3')), variants })
  addProduct(shop, { title: 'Atlas Coat', featuredMedia: mediaOf('https://photos.test/atlas.jpg'), variants })
  await page.goto('/products')
  await page.getByRole('button', { name: 'Import from Shopify' }).click()
  await page.getByRole('button', { name: 'Import now' }).click()
  await expectToast(page, 'Sync completed', '2 products added, 0 changed, 1 picture couldn’t be imported.')
  const left = page.getByRole('list', { name: 'What couldn’t be imported' })
  await expect(left.getByRole('listitem')).toHaveText(/^Atlas Coat\s*Its picture isn’t stored in Shopify/)
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards.filter({ hasText: 'Silk Blouse' }).locator('img')).toBeVisible()
  await expect(cards.filter({ hasText: 'Atlas Coat' }).locator('img')).toBeHidden()
})
