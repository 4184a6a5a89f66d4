import { centsOf } from '../money.ts'
import type { PricedLine, PricedOrder } from '../prices/rules.ts'
import type { Answers } from '../templates/rules.ts'
import type { Order } from './schema.ts'

type OrderLine = Order['products'][number]

/** A line, shaped as a change gives it. */
export function lineValuesOf({ productId, name, basePrice, quantity, taxable, ...line }: ValuedLine) {
  if (productId === null) return { productId, name, amount: basePrice, taxable }
  const options = line.options.map(({ customizationId, optionId }) => ({ customizationId, optionId }))
  const { templateId, templateVersion, formData } = line
  return { productId, quantity, options, templateId, templateVersion, formData }
}
export type ValuedLine = Omit<OrderLine, 'id' | 'orderId' | 'sku' | 'createdAt' | 'fields'>

/** What the price of an order is made from. @param taxRate in percent */
export const pricedOrder = ({
  discount,
  taxRate,
  ...order
}: Parameters<typeof linesToPrice>[0] & Omit<PricedOrder, 'lines'>): PricedOrder => ({
  lines: linesToPrice(order),
  discount,
  taxRate: taxRate === null ? null : Math.round(taxRate * 1000),
})

/** An order's lines, to be priced: the order's form is that of its first line. */
const linesToPrice = (order: {
  products: readonly Omit<
    ValuedLine & Pick<OrderLine, 'fields'>,
    'productId' | 'templateId' | 'templateVersion'
  >[]
  template: Pick<Order['template'], 'fields'>
  formData: Order['formData']
}): PricedLine[] =>
  order.products.map(({ basePrice, options, fields, formData, ...line }, at) => ({
    ...line,
    unitPriceCents: centsOf(basePrice),
    options: options.map(({ price, ...option }) => ({ ...option, cents: centsOf(price) })),
    fields: at === 0 ? order.template.fields : fields,
    answers: (at === 0 ? order.formData : formData) as Answers,
  }))

/** The editable fields of an order, shaped like a change; a missing address has only empty parts. */
export function editableOf(order: Order) {
  return {
    formData: order.formData as Answers,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    customerPhone: order.customerPhone ?? '',
    notes: order.notes,
    neededBy: order.neededBy ?? '',
    promisedOn: order.promisedOn ?? '',
    shippingAddress: {
      street: order.customerAddress ?? '',
      street2: order.customerAddress2 ?? '',
      city: order.customerCity ?? '',
      state: order.customerState ?? '',
      zip: order.customerZip ?? '',
    },
    discountCodeId: order.discount?.discountCodeId ?? null,
    products: order.products.map(lineValuesOf),
    eventId: order.event?.id ?? null,
    templateVersion: order.template.version,
  }
}
