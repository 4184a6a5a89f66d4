import { type UsState, usStates } from '@trunkshow/contract/company/rules.ts'
import { byUpdate, type PageArguments, pageOf, search } from './page-of.ts'
import { type Node, nextId, now, numberOf, type Shop } from './shop.ts'

interface Address {
  lastName?: string
  zip?: string
  provinceCode?: string
  phone?: string | null
}
interface OrderInput {
  sourceIdentifier?: string
  lineItems?: unknown[]
  financialStatus?: string
  shippingAddress?: Address
}
type Reason = [field: string[], message: string]

const refuse = (...reasons: Reason[]) => ({
  order: null,
  userErrors: reasons.map(([field, message]) => ({ field, message, code: null })),
})
const find = (shop: Shop, id: string) => shop.orders.find((order) => order.id === id)

/** Changes an order as the store's own screens or its payment would, and has webhooks tell of it. */
export function changeOrder(shop: Shop, order: Node, topic: string, changes: Record<string, unknown>) {
  Object.assign(order, changes, { updatedAt: now() })
  const { id, updatedAt } = order
  const payload = { id: Number(numberOf(id)), admin_graphql_api_id: id, updated_at: updatedAt }
  shop.events.push({ topic, payload })
}

/** The states whose ZIP codes begin with 0, 1 and so on, and those of the armed forces. */
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

/** Everything that is wrong with an address at once, as Shopify tells it. */
function reasonsAgainst({ lastName, zip, provinceCode = '', phone }: Address): Reason[] {
  const wrong: [field: string, message: string | false | undefined][] = [
    ['lastName', !lastName && 'Enter a last name'],
    ['provinceCode', !/^[A-Z]{2}$/.test(provinceCode) && 'State is not a valid state in United States'],
    ['zip', wordsAgainstZip(zip, provinceCode)],
    ['phone', Boolean(phone) && !/\d{3}/.test(phone!) && 'Enter a valid phone number'],
  ]
  return wrong.flatMap(([field, message]) =>
    message ? [[['order', 'shippingAddress', field], message] satisfies Reason] : [],
  )
}

function wordsAgainstZip(zip: string | undefined, state: string) {
  if (!zip) return 'Enter a ZIP code'
  const name = usStates[state as UsState]
  return name && !statesByZip[Number(zip[0])]?.includes(state) && `Enter a valid ZIP code for ${name}`
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
    const { lineItems = [], shippingAddress } = input
    const reasons = shippingAddress ? reasonsAgainst(shippingAddress) : []
    if (lineItems.length === 0)
      reasons.push([['order', 'lineItems'], 'Line items must have at least one line item'])
    if (reasons.length > 0) return refuse(...reasons)
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
    if (!order) return refuse([['id'], 'Order does not exist'])
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
