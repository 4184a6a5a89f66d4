import type { Locator, Page } from '@playwright/test'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { expect, type Host } from './fixtures.ts'

export async function get<Body>({ page }: Host, address: string): Promise<Body> {
  return (await page.request.get(address)).json()
}

export const fields = [
  { id: 'desc', label: 'Item Description', type: 'text', required: true },
  { id: 'fabric', label: 'Fabric', type: 'dropdown', options: ['Satin', 'Silk crêpe (+$250)'] },
  { id: 'sketch', label: 'Sketch', type: 'attachment' },
]

/** A $2,400 product and an order form. */
export async function makeForm(host: Host, changes: object = {}) {
  const product = await host.make<{ id: number }>('/api/products', {
    name: 'Aurelie gown',
    basePrice: '2400',
    sku: 'AUR-01',
  })
  const template = await host.make<Template>('/api/order-templates', {
    templateName: 'Gown',
    fields,
    ...changes,
  })
  return { product, template }
}

export const dialogOf = ({ page }: Host) => page.getByRole('dialog', { name: 'Create Order', exact: true })
export const section = (dialog: ReturnType<typeof dialogOf>, name: string) =>
  dialog.getByRole('region', { name })

/** Opens Create Order from the orders list, with nothing filled in. */
export async function openStandalone(host: Host) {
  await host.page.goto('/orders')
  await host.page.getByRole('button', { name: 'Create Order' }).click()
  return dialogOf(host)
}

/** Fills in an order of $2,650. */
export async function fillIn(dialog: ReturnType<typeof dialogOf>) {
  await dialog.getByLabel('Customer name').fill('Grace Okafor')
  await dialog.getByLabel('Email').fill('grace@guest.test')
  await dialog.getByLabel('Template').selectOption('Gown')
  await dialog.getByRole('button', { name: /Aurelie gown/ }).click()
  await dialog.getByLabel('Item Description').fill('Ivory column gown')
  await dialog.getByLabel('Fabric').selectOption('Silk crêpe (+$250.00)')
}

/** The one order of the host's company. */
export async function onlyOrder(host: Host): Promise<Order> {
  const orders = await get<Order[]>(host, '/api/orders')
  expect(orders).toHaveLength(1)
  return get(host, `/api/orders/${orders[0]!.id}`)
}

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

/** Marks an open order as paid, which records a payment of what is due. */
export async function markAsPaid(page: Page, order: Locator) {
  await order.getByRole('button', { name: 'Mark as paid' }).click()
  const form = page.getByRole('dialog', { name: 'Record payment' })
  await form.getByRole('button', { name: 'Record payment' }).click()
  await expect(form).toBeHidden()
}
