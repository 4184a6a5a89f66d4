import { paths } from '@trunkshow/contract/paths.ts'
import { signId } from '../platform/http/tokens.ts'
import type { Answer, TestApp } from './app.ts'
import { addFile, photo } from './attachments.ts'
import { dayAhead, formField, makeCode, makeCompany, makeCustomer } from './factories.ts'

/** Texts of an order that its customer is sent; the answer is on several lines. */
export interface SentTexts {
  company: string
  product: string
  answer: string
  picture: string
  terms: string
}

/** The answer that approves a proposal. */
export const approval = (number = 1, name = 'Grace Okafor') => ({
  answer: 'approved',
  number: String(number),
  name,
  agreed: 'on',
})

/** Sends what a form of the customer's page does. */
export function answerOrder(test: TestApp, token: string, fields: Record<string, string>, headers = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return test.call('POST', paths.customerOrder(token), form, { accept: 'text/html', ...headers })
}

/**
 * Takes an order with all that a customer can be asked to approve: two products with forms and an option, a fee, a
 * discount, tax, a deposit, a day for the balance, a last day, a picture and terms, and sends it to them.
 */
export async function sendFullOrder(test: TestApp, texts: SentTexts) {
  const user = await makeCompany(test)
  const make = async (url: string, body: object) => made(await user.call('POST', url, body))
  await make('/api/company', {
    companyName: texts.company,
    selectedStates: ['NY'],
    taxRates: { NY: '8.875' },
    shopifyStoreUrl: '',
  })
  made(await user.call('PUT', '/api/company/payments', { deposit: '50%', balanceDue: 'date' }))
  made(await user.call('PUT', '/api/company/terms', { text: texts.terms }))
  const fields = [
    formField({ id: 'item', label: 'Item Description', type: 'textarea', required: true }),
    formField({ id: 'hem', label: 'Hem in inches', type: 'number' }),
    formField({ id: 'mono', label: 'Monogram', type: 'checkbox' }),
    formField({ id: 'fabric', label: 'Fabric', type: 'dropdown', options: ['Silk crêpe (+$250)', 'Linen'] }),
  ]
  const template = await make('/api/order-templates', { templateName: 'Gown', fields })
  const gown = await make('/api/products', { name: texts.product, sku: 'GOWN', basePrice: '855.50' })
  const veil = await make('/api/products', { name: 'Lumen veil', sku: 'VEIL', basePrice: '420' })
  const { id: customizationId } = await make('/api/customizations', { name: 'Edge' })
  const { id: optionId } = await make(`/api/customizations/${customizationId}/options`, {
    name: 'Chantilly lace',
    price: '80',
  })
  await make(`/api/products/${veil.id}/customizations`, { customizationId, isRequired: false })
  const customer = await makeCustomer(user, { email: `grace-${user.companyId}@okafor.test` })
  const code = await makeCode(user, 'SPRING12', { discountValue: 12 })
  const answers = { item: texts.answer, hem: '59.5', mono: true, fabric: 'Silk crêpe (+$250)' }
  const order = await make('/api/orders', {
    orderData: {
      templateId: template.id,
      customerId: customer.id,
      customerName: 'Grace Okafor',
      customerEmail: customer.email,
      shippingAddress: { street: '48 Linden Avenue', city: 'Brooklyn', state: 'NY', zip: '11206' },
      notes: 'For staff alone',
      discountCodeId: code.id,
      products: [
        { productId: gown.id },
        {
          productId: veil.id,
          quantity: 2,
          options: [{ customizationId, optionId }],
          templateId: template.id,
          formData: { item: 'Cathedral length' },
        },
        { productId: null, name: 'Rush fee', amount: '95', taxable: false },
      ],
      customFields: answers,
    },
  })
  made(await user.call('PUT', `/api/orders/${order.id}`, { balanceDueOn: dayAhead(60) }))
  const { id: pictureId, filename } = made(await addFile(user, order, await photo(), texts.picture))
  await make(`/api/orders/${order.id}/proposals`, { expiresOn: dayAhead(90), pictures: [pictureId] })
  const [sent] = await test.rows<{ publicId: string }>(
    'SELECT public_id AS "publicId" FROM proposals WHERE order_id = $1',
    [order.id],
  )
  const token = signId(test.config, 'order', sent!.publicId)
  return { user, customer, id: order.id as number, token, picture: paths.orderPicture(token, filename) }
}

function made({ status, body }: Answer) {
  if (status !== 200 && status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}
