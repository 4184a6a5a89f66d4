import { type UsState, usStates } from '@trunkshow/contract/us-states.ts'
import {
  byUpdatedAt,
  type Node,
  nextId,
  now,
  numberOf,
  type PageArguments,
  paginate,
  type Shop,
  search,
} from './shop.ts'
import { type Address, type Metafield, type OrderInput, orderPayload, priceOf } from './webhooks.ts'

type Reason = [field: string[], message: string]

/** The user error at the limit of orders a minute (Shopify's documentation of `orderCreate`; reported by users). */
export const tooManyAttempts = {
  field: null,
  message: 'Too many attempts. Please try again later.',
  code: null,
}

const refuse = (...reasons: Reason[]) => ({
  order: null,
  userErrors: reasons.map(([field, message]) => ({ field, message, code: null })),
})
/** How long apps without `read_all_orders` see an order (Shopify's documentation of the query `order`). */
const VISIBLE_MS = 60 * 24 * 3_600_000
const clockOf = ({ clock }: Shop) => Date.now() + clock
const ageOf = (shop: Shop, { createdAt }: Node) => clockOf(shop) - Date.parse(String(createdAt))
/** Assumed for mutations too: an app cannot change an order that it does not see. */
const visibleOrders = (shop: Shop) =>
  shop.orders.filter((order) => shop.scopes.includes('read_all_orders') || ageOf(shop, order) <= VISIBLE_MS)
const find = (shop: Shop, id: string) => visibleOrders(shop).find((order) => order.id === id)

/** Values of the type `id` are unique in a store (Shopify's guide "Working with custom IDs"). */
function findByMetafield({ orders }: Pick<Shop, 'orders'>, { namespace, key, value }: Metafield) {
  return orders.find((order) =>
    (order.metafields as Metafield[]).some(
      (each) => each.namespace === namespace && each.key === key && each.value === value,
    ),
  )
}

/** Changes an order as the store's staff or a payment would, and records the event for webhooks. */
export function changeOrder(shop: Shop, order: Node, topic: string, changes: Record<string, unknown>) {
  Object.assign(order, changes, { updatedAt: now() })
  shop.events.push({ topic, payload: orderPayload(shop, order) })
}

interface Transaction extends Node {
  kind: string
  status: string
  amountSet: { shopMoney: { amount: string; currencyCode: string } }
}
const transactionsOf = ({ transactions = [] }: Node) => transactions as Transaction[]
/** Trimmed, as Shopify's amounts are: `20.0`. */
const moneyOf = ({ currency = 'USD' }: Shop, cents: number) => ({
  shopMoney: { amount: (cents / 100).toFixed(cents % 10 ? 2 : 1), currencyCode: currency },
})

/** What an order's finished transactions of some kinds come to, in cents. */
const sumOf = (order: Node, ...kinds: string[]) =>
  transactionsOf(order)
    .filter(({ kind, status }) => status === 'SUCCESS' && kinds.includes(kind))
    .reduce((sum, { amountSet }) => sum + Math.round(Number(amountSet.shopMoney.amount) * 100), 0)

function accountOf(order: Node) {
  const [received, refunded] = [sumOf(order, 'SALE', 'CAPTURE'), sumOf(order, 'REFUND')]
  const authorized = sumOf(order, 'AUTHORIZATION') - sumOf(order, 'CAPTURE', 'VOID')
  return { received, refunded, authorized, outstanding: priceOf(order).total - received + refunded }
}

/** Recalculated by each operation on the payments (Shopify's schema: `OrderCreateOrderInput.financialStatus`). */
function financialStatusOf(order: Node): string {
  const { received, refunded, authorized, outstanding } = accountOf(order)
  if (refunded > 0) return refunded < received ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  if (received > 0) return outstanding > 0 ? 'PARTIALLY_PAID' : 'PAID'
  return authorized > 0 ? 'AUTHORIZED' : 'PENDING'
}

/** What is computed of an order from its transactions. */
export const orderFields: Record<string, (order: Node, shop: Shop) => unknown> = {
  transactions: transactionsOf,
  capturable: (order) => accountOf(order).authorized > 0,
  totalReceivedSet: (order, shop) => moneyOf(shop, accountOf(order).received),
  totalRefundedSet: (order, shop) => moneyOf(shop, accountOf(order).refunded),
  totalOutstandingSet: (order, shop) => moneyOf(shop, accountOf(order).outstanding),
}

interface TillReceipt {
  cents: number
  kind?: string
  status?: string
  gateway?: string
  /** Whether it only records what was paid elsewhere. */
  manual?: boolean
}

function addTransaction(shop: Shop, order: Node, receipt: TillReceipt) {
  const { cents, kind = 'SALE', status = 'SUCCESS', gateway = 'shopify_payments', manual = false } = receipt
  const transaction = {
    ...{ id: nextId(shop, 'OrderTransaction'), kind, status, gateway, formattedGateway: gateway },
    ...{
      manualPaymentGateway: manual,
      createdAt: now(),
      processedAt: now(),
      amountSet: moneyOf(shop, cents),
    },
  }
  order.transactions = [...transactionsOf(order), transaction]
}

/** The store's till: takes a payment for an order, or gives one back with the kind `REFUND`. */
export function useTill(shop: Shop, order: Node, receipt: TillReceipt): void {
  addTransaction(shop, order, receipt)
  const displayFinancialStatus = financialStatusOf(order)
  const topic = displayFinancialStatus === 'PAID' ? 'orders/paid' : 'orders/updated'
  changeOrder(shop, order, topic, { displayFinancialStatus })
}

/** By the first digit of a ZIP code, the states that have such codes; the armed forces included. */
const statesByZip = [
  'AE CT MA ME NH NJ NY RI VT',
  'DE NY PA',
  'DC MD NC SC VA WV',
  'AA AL FL GA MS TN',
  'IN KY MI OH',
  'IA MN MT ND SD WI',
  'IL KS MO NE',
  'AR LA OK TX',
  'AZ CO ID NM NV UT WY',
  'AK AP CA HI OR WA',
]

/** All errors of an address, in Shopify's words. */
function checkAddress({ lastName, zip, provinceCode = '', phone }: Address): Reason[] {
  const wrong: [field: string, message: string | false | undefined][] = [
    ['lastName', !lastName && 'Enter a last name'],
    ['provinceCode', !/^[A-Z]{2}$/.test(provinceCode) && 'State is not a valid state in United States'],
    ['zip', checkZip(zip, provinceCode)],
    ['phone', Boolean(phone) && !/\d{3}/.test(phone!) && 'Enter a valid phone number'],
  ]
  return wrong.flatMap(([field, message]) =>
    message ? [[['order', 'shippingAddress', field], message] satisfies Reason] : [],
  )
}

function checkZip(zip: string | undefined, state: string) {
  if (!zip) return 'Enter a ZIP code'
  const name = usStates[state as UsState]
  return name && !statesByZip[Number(zip[0])]?.includes(state) && `Enter a valid ZIP code for ${name}`
}

/** Whether search finds the order yet: the index lags behind. */
function isIndexed(shop: Shop, order: Node): boolean {
  const lag = Number(order.searchLag)
  order.searchLag = lag - 1
  return lag <= 0 && ageOf(shop, order) >= shop.searchDelay
}

const findDefinition = ({ definitions }: Shop, { namespace, key }: Metafield) =>
  definitions.find((known) => known.namespace === namespace && known.key === key)

export const orderResolvers = {
  order: ({ id }: { id: string }, shop: Shop) => find(shop, id) ?? null,
  orders: (args: PageArguments, shop: Shop) =>
    paginate(
      search(visibleOrders(shop), args.query)
        .filter((order) => isIndexed(shop, order))
        .sort(byUpdatedAt),
      args,
    ),
  orderByIdentifier({ identifier: { customId } }: { identifier: { customId: Metafield } }, shop: Shop) {
    if (!findDefinition(shop, customId)) throw new Error('Metafield definition does not exist')
    return findByMetafield({ orders: visibleOrders(shop) }, customId) ?? null
  },
  metafieldDefinitionCreate({ definition }: { definition: Metafield }, shop: Shop) {
    if (findDefinition(shop, definition)) {
      const message = 'Key is in use for Order metafields on the namespace'
      return {
        createdDefinition: null,
        userErrors: [{ field: ['definition', 'key'], message, code: 'TAKEN' }],
      }
    }
    const created = { id: nextId(shop, 'MetafieldDefinition'), ...definition }
    shop.definitions.push(created)
    return { createdDefinition: created, userErrors: [] }
  },
  orderCreate({ order: input }: { order: OrderInput }, shop: Shop) {
    const { lineItems = [], shippingAddress, metafields = [] } = input
    const reasons = shippingAddress ? checkAddress(shippingAddress) : []
    for (const [at, metafield] of metafields.entries()) {
      const field = ['order', 'metafields', String(at), 'value']
      if (!findDefinition(shop, metafield)) reasons.push([field, 'Type requires a definition'])
      if (findByMetafield(shop, metafield)) reasons.push([field, 'Value must be unique'])
    }
    const known = new Set(shop.products.flatMap(({ variants }) => (variants as Node[]).map(({ id }) => id)))
    for (const [at, { variantId }] of lineItems.entries())
      if (variantId && !known.has(variantId))
        reasons.push([['order', 'lineItems', String(at), 'variantId'], 'Product variant does not exist'])
    if (lineItems.length === 0)
      reasons.push([['order', 'lineItems'], 'Line items must have at least one line item'])
    if (reasons.length > 0) return refuse(...reasons)
    const lastMinute = shop.orders.filter((order) => ageOf(shop, order) < 60_000)
    if (lastMinute.length >= (shop.ordersPerMinute ?? Number.POSITIVE_INFINITY))
      return { order: null, userErrors: [tooManyAttempts] }
    const id = nextId(shop, 'Order')
    const order: Node = {
      id,
      name: `#${numberOf(id)}`,
      legacyResourceId: numberOf(id),
      sourceIdentifier: input.sourceIdentifier ?? null,
      cancelledAt: null,
      displayFulfillmentStatus: 'UNFULFILLED',
      /** What it was made from: tests read more of it than a query returns. */
      input,
      metafields,
      searchLag: shop.searchLag,
      createdAt: `${new Date(clockOf(shop)).toISOString().slice(0, 19)}Z`,
      updatedAt: now(),
    }
    // Assumed: what an app sends is a manual payment, whatever its gateway is called.
    for (const { amountSet, ...each } of input.transactions ?? [])
      addTransaction(shop, order, {
        ...each,
        manual: true,
        cents: Math.round(Number(amountSet.shopMoney.amount) * 100),
      })
    shop.orders.push(order)
    const displayFinancialStatus = input.financialStatus ?? financialStatusOf(order)
    changeOrder(shop, order, 'orders/updated', { displayFinancialStatus })
    return { order, userErrors: [] }
  },
  orderUpdate({ input }: { input: OrderInput & { id: string } }, shop: Shop) {
    const order = find(shop, input.id)
    if (!order) return refuse([['id'], 'Order does not exist'])
    const { id: _, ...changes } = input
    order.emailsTold = Number(order.emailsTold ?? 0) + ('email' in changes ? 1 : 0)
    changeOrder(shop, order, 'orders/updated', { input: { ...(order.input as object), ...changes } })
    return { order, userErrors: [] }
  },
  orderMarkAsPaid({ input: { id } }: { input: { id: string } }, shop: Shop) {
    const order = find(shop, id)
    if (!order) return refuse([['id'], 'Order does not exist'])
    const { outstanding, authorized } = accountOf(order)
    if (order.cancelledAt || order.displayFinancialStatus === 'PAID' || outstanding <= 0)
      return refuse([['id'], 'Order cannot be marked as paid.'])
    const manual = authorized === 0
    useTill(shop, order, {
      ...{ cents: outstanding, manual },
      ...(manual ? { gateway: 'manual' } : { kind: 'CAPTURE' }),
    })
    return { order, userErrors: [] }
  },
  orderCancel({ orderId }: { orderId: string }, shop: Shop) {
    const order = find(shop, orderId)
    const refuseCancel = (message: string) => ({
      job: null,
      orderCancelUserErrors: [{ field: ['orderId'], message, code: 'INVALID' }],
    })
    if (!order) return refuseCancel('Order does not exist')
    if (order.cancelledAt) return refuseCancel('Order has already been canceled')
    if (order.displayFulfillmentStatus !== 'UNFULFILLED')
      return refuseCancel('Cannot cancel a fulfilled order')
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
