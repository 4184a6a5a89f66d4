import type { Locator, Page } from '@playwright/test'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { Agreement } from '@trunkshow/contract/proposals/schema.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import type { openMailbox } from '../server/test/mail/mailbox.ts'
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

/**
 * Takes an order with a picture, a deposit and terms, and sends it to its customer.
 *
 * @returns the path that is emailed
 */
export async function sendOrder(host: Host, mails: Awaited<ReturnType<typeof openMailbox>>) {
  const { page, make, username } = host
  await make('/api/company', { companyName: 'Maison Vale', shopifyStoreUrl: '' })
  await page.request.put('/api/company/payments', { data: { deposit: '50%', balanceDue: 'delivery' } })
  await page.request.put('/api/company/terms', { data: { text: 'Made to order.\n'.repeat(200) } })
  const customerEmail = `${username}@guest.test`
  const given = orderOf(await makeFullForm(host), { customerEmail })
  const answer = await page.request.post('/api/orders', {
    multipart: {
      orderData: JSON.stringify(given),
      orderAttachment_0: { name: 'front.gif', mimeType: 'image/gif', buffer: picture },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const order: Order = await answer.json()
  const pictures = (await get<Order>(host, `/api/orders/${order.id}`)).attachments.map(({ id }) => id)
  const send = () => make<Agreement>(`/api/orders/${order.id}/proposals`, { pictures })
  await send()
  const mail = await mails.next({ to: customerEmail, subject: /please review/ })
  return { order, send, link: /\/order\/[\w-]+/.exec(mail.text ?? '')![0] }
}

/** Changes how many pieces of its product an order has. */
export async function changeQuantity(host: Host, order: Order, quantity: number) {
  const { version, products } = await get<Order>(host, `/api/orders/${order.id}`)
  const data = { version, products: [{ productId: products[0]!.productId, quantity }] }
  const answer = await host.page.request.put(`/api/orders/${order.id}`, { data })
  expect(answer.status(), await answer.text()).toBe(200)
}

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
