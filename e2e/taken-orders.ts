import type { Locator } from '@playwright/test'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { expect, type Host } from './fixtures.ts'
import { fields, makeForm } from './order-form.ts'

/** The smallest possible GIF. */
export const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** A product and an order form with a field of each type. */
export const makeFullForm = (host: Host) =>
  makeForm(host, {
    itemType: 'Gown',
    fields: [
      ...fields,
      { id: 'hem', label: 'Hem length', type: 'number' },
      { id: 'mono', label: 'Monogram inside', type: 'checkbox' },
    ],
  })
type Form = Awaited<ReturnType<typeof makeFullForm>>

export function orderOf({ product, template }: Form, changes: object = {}) {
  return {
    templateId: template.id,
    customerName: 'Grace Okafor',
    customerEmail: 'grace@guest.test',
    products: [{ productId: product.id }],
    customFields: { desc: 'Ivory column gown', fabric: 'Satin', hem: '60' },
    ...changes,
  }
}

export const takeOrder = (host: Host, form: Form, changes: object = {}) =>
  host.make<Order>('/api/orders', { orderData: orderOf(form, changes) })

/** Opens an order at its address. */
export async function open({ page }: Host, { id, orderNumber }: Order): Promise<Locator> {
  await page.goto(`/orders?orderId=${id}`)
  const dialog = page.getByRole('dialog', { name: `Order #${orderNumber}` })
  await expect(dialog.getByRole('heading', { name: 'Form details' })).toBeVisible()
  return dialog
}
