import { byUpdate, type PageArguments, pageOf, search } from './page-of.ts'
import { type Node, nextId, now, numberOf, type Shop } from './shop.ts'

interface OrderInput {
  sourceIdentifier?: string
  lineItems?: unknown[]
  financialStatus?: string
  shippingAddress?: { lastName?: string; zip?: string; provinceCode?: string }
}

const refuse = (field: string[], message: string) => ({
  order: null,
  userErrors: [{ field, message, code: null }],
})
const find = (shop: Shop, id: string) => shop.orders.find((order) => order.id === id)

/** Changes an order as the store's own screens or its payment would, and has webhooks tell of it. */
export function changeOrder(shop: Shop, order: Node, topic: string, changes: Record<string, unknown>) {
  Object.assign(order, changes, { updatedAt: now() })
  const { id, updatedAt } = order
  const payload = { id: Number(numberOf(id)), admin_graphql_api_id: id, updated_at: updatedAt }
  shop.events.push({ topic, payload })
}

function refusalOf({ lineItems = [], shippingAddress: address }: OrderInput) {
  const at = (field: string) => ['order', 'shippingAddress', field]
  if (lineItems.length === 0)
    return refuse(['order', 'lineItems'], 'Line items must have at least one line item')
  if (address && !address.lastName) return refuse(at('lastName'), 'Enter a last name')
  if (address && !address.zip) return refuse(at('zip'), 'Enter a ZIP code')
  if (address && !/^[A-Z]{2}$/.test(address.provinceCode ?? ''))
    return refuse(at('provinceCode'), 'State is not a valid state in United States')
  return null
}

/** A search finds an order only after its index has heard of it. */
function indexed(order: Node): boolean {
  const lag = Number(order.searchLag)
  order.searchLag = lag - 1
  return lag <= 0
}

export const orderRoots = {
  order: ({ id }: { id: string }, shop: Shop) => find(shop, id) ?? null,
  orders: (args: PageArguments, shop: Shop) =>
    pageOf(search(shop.orders, args.query).filter(indexed).sort(byUpdate), args),
  orderCreate({ order: input }: { order: OrderInput }, shop: Shop) {
    const refusal = refusalOf(input)
    if (refusal) return refusal
    const id = nextId(shop, 'Order')
    const order: Node = {
      id,
      name: `#${numberOf(id)}`,
      legacyResourceId: numberOf(id),
      sourceIdentifier: input.sourceIdentifier ?? null,
      cancelledAt: null,
      displayFinancialStatus: input.financialStatus ?? 'PAID',
      displayFulfillmentStatus: 'UNFULFILLED',
      /** What it was made from, for whoever looks closer than a query can. */
      input,
      searchLag: shop.searchLag,
      updatedAt: now(),
    }
    shop.orders.push(order)
    changeOrder(shop, order, 'orders/updated', {})
    return { order, userErrors: [] }
  },
  orderUpdate({ input }: { input: OrderInput & { id: string } }, shop: Shop) {
    const order = find(shop, input.id)
    if (!order) return refuse(['id'], 'Order does not exist')
    const { id: _, ...changes } = input
    changeOrder(shop, order, 'orders/updated', { input: { ...(order.input as object), ...changes } })
    return { order, userErrors: [] }
  },
  orderCancel({ orderId }: { orderId: string }, shop: Shop) {
    const order = find(shop, orderId)
    const no = (message: string) => ({
      job: null,
      orderCancelUserErrors: [{ field: ['orderId'], message, code: 'INVALID' }],
    })
    if (!order) return no('Order does not exist')
    if (order.cancelledAt) return no('Order has already been canceled')
    if (order.displayFulfillmentStatus !== 'UNFULFILLED') return no('Cannot cancel a fulfilled order')
    changeOrder(shop, order, 'orders/cancelled', { cancelledAt: now() })
    const id = nextId(shop, 'Job')
    shop.jobs[id] = shop.jobPolls
    return { job: { id, done: false }, orderCancelUserErrors: [] }
  },
  job({ id }: { id: string }, shop: Shop) {
    const left = shop.jobs[id]
    if (left === undefined) return null
    shop.jobs[id] = left - 1
    return { id, done: left <= 0 }
  },
}
