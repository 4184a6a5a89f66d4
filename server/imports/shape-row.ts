import { MAX_ITEMS, fileMessages as text } from '@trunkshow/contract/imports/fields.ts'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import { parseCents } from '@trunkshow/contract/money.ts'
import { type OrderStatus, orderStatuses, splitName } from '@trunkshow/contract/orders/rules.ts'
import { stateCodeOf, usCountryOf, withLeadingZeros } from '@trunkshow/contract/us-states.ts'
import { compile } from 'html-to-text'
import { readCanceled, readMoment, readStart } from './read-when.ts'

/** The text of each field of a row; empty for one without a column. */
export type Cells = Record<string, string>

/** A row of a file, with the line it ends on. */
export interface Row {
  line: number
  cells: Cells
}

/** What is wrong with a field of a row. */
export interface Issue {
  path: PropertyKey[]
  message: string
}

/** A row that becomes a record: for an order, with the rows of its products. */
export interface GatheredRow extends Row {
  items?: Row[]
  /** What is wrong with its place in the file. */
  issue?: Issue
}

const toText = compile({
  wordwrap: false,
  selectors: [{ selector: 'img', format: 'skip' }],
  limits: { maxDepth: 100 },
})
const markup = /<\/?[a-z][^<>]*>/i

/** The option that Shopify writes for a product without options. */
const NO_OPTION = 'default title'

/** A complete US address; any other is a note, as is one whose state contradicts its country, a territory. */
function shapeAddress({ street = '', street2 = '', city = '', state = '', zip = '', country = '' }: Cells) {
  const place = usCountryOf(country)
  const named = stateCodeOf(state)
  const code = place === 'US' ? named : place
  const line = [street, street2, city, [state, zip].filter(Boolean).join(' '), place === 'US' ? '' : country]
  const note = `Address: ${line.filter(Boolean).join(', ')}`
  if (street && city && code && zip) {
    const address = { street, street2, city, state: code, zip: withLeadingZeros(zip, code) }
    return { address, note: state.trim() && named !== code ? note : '' }
  }
  return { note: street || street2 || city || zip ? note : '' }
}

const inLines = (...notes: string[]) => notes.filter(Boolean).join('\n')

function shapeCustomer(cells: Cells) {
  const { fullName = '', notes = '' } = cells
  const whole = splitName(fullName)
  const { address, note } = shapeAddress(cells)
  return {
    ...cells,
    firstName: cells.firstName || whole.firstName,
    lastName: cells.lastName || whole.lastName,
    notes: inLines(notes, note),
    address: address && { ...address, isDefault: true },
  }
}

function shapeProduct(cells: Cells) {
  const { name = '', variant = '', variation = '', basePrice = '', description = '', tags = '' } = cells
  const option = variant || variation
  const isSole = option.toLowerCase() === NO_OPTION || option === name
  return {
    ...cells,
    name: option && !isSole && name ? `${name} (${option})` : name,
    // Square's price of an item that is priced when it is sold.
    basePrice: /^variable$/i.test(basePrice) ? '' : basePrice,
    description: markup.test(description) ? toText(description) : description,
    tags: [...new Set(tags.split(',').map((tag) => tag.trim()))].filter(Boolean),
  }
}

/** What ended an order of another system: it counts as canceled. */
const ended = ['voided', 'refunded', 'expired', 'canceled', 'cancelled', 'failed', 'trash']

/** How far an order of another system got, in the words of Shopify's payment and fulfillment, of WooCommerce, or in ours. */
function statusOf({ payment = '', fulfillment = '', cancelled: canceled }: Cells): OrderStatus {
  const [paid, sent] = [payment, fulfillment].map((cell) => cell.trim().toLowerCase().replace(/^wc-/, ''))
  if (readCanceled(canceled) || ended.includes(paid!)) return 'cancelled'
  if (sent === 'fulfilled') return 'shipped'
  const named =
    orderStatuses.find((status) => status === sent) ?? orderStatuses.find((status) => status === paid)
  return named ?? (['partially_refunded', 'processing'].includes(paid!) ? 'paid' : 'pending')
}

function shapeOrder(cells: Cells, items: readonly Cells[]) {
  const { customer = '', firstName = '', lastName = '', notes = '', refunded = '' } = cells
  const { address, note } = shapeAddress(cells)
  const status = statusOf(cells)
  return {
    ...cells,
    orderedAt: readMoment(cells.orderedAt),
    customer: customer.trim() || `${firstName} ${lastName}`.trim(),
    cancelled: readCanceled(cells.cancelled),
    status,
    // A refunded order is canceled and keeps what it cost.
    refunded: status === 'cancelled' ? '' : refunded,
    notes: inLines(notes, note, parseCents(refunded) ? `Refunded amount: ${refunded}` : ''),
    address,
    items: items.map((item) => ({ ...item, quantity: item.quantity?.trim() || '1' })),
  }
}

function shapeBooking(cells: Cells) {
  const { name = '', firstName = '', lastName = '' } = cells
  return {
    ...cells,
    isCanceled: readCanceled(cells.canceled) === true,
    name: name.trim() || `${firstName} ${lastName}`.trim(),
    start: readStart(cells.date, cells.start),
  }
}

/** Makes of a row's cells what the schema of its kind checks. @param items the cells of an order's products */
export const shapeRow: Record<
  ImportKind,
  (cells: Cells, items: readonly Cells[]) => Record<string, unknown>
> = {
  customers: shapeCustomer,
  products: shapeProduct,
  orders: shapeOrder,
  bookings: shapeBooking,
}

/** Fields that Shopify writes only into the first of a product's rows, and WooCommerce only into that of the whole product. */
const shared = ['name', 'description', 'category', 'tags', 'isActive']

const fromFirst = (cells: Cells, first: Cells): Cells => ({
  ...cells,
  ...Object.fromEntries(shared.map((field) => [field, cells[field] || first[field] || ''])),
})

/** Completes the rows of a product's variants from its first row, and leaves out those that only add a picture to it. */
async function* gatherVariants(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let product: Cells = {}
  for await (const { line, cells } of rows) {
    if (cells.handle && cells.handle === product.handle && !cells.name) {
      if (!cells.sku && !cells.basePrice && !cells.variant) continue
      yield { line, cells: fromFirst(cells, product) }
      continue
    }
    if (cells.handle) product = cells
    yield { line, cells }
  }
}

/** Square's name for the variation of an item that has no other. */
const isRegular = ({ variation = '' }: Cells) => variation.toLowerCase() === 'regular'

/** Takes `Regular` off items that have no other variation; beside others it is one of them. */
async function* gatherItems(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let [before, held]: [string | undefined, Row | undefined] = [undefined, undefined]
  const isSole = ({ cells: { name } }: Row, after?: string) => name !== before && name !== after
  const finish = (row: Row, after?: string) =>
    isRegular(row.cells) && isSole(row, after) ? { ...row, cells: { ...row.cells, variation: '' } } : row
  for await (const row of rows) {
    if (held) yield finish(held, row.cells.name)
    before = held?.cells.name
    held = row
  }
  if (held) yield finish(held)
}

/** A row of WooCommerce as other systems write it: line breaks, one category, and options only of a variation. */
function fromWooCommerce(cells: Cells): Cells {
  const { name = '', variant = '', description = '', category = '', type = '' } = cells
  // It names up to two options itself, as in `Gown - Ivory, 2`.
  const isNamed = name.endsWith(` - ${variant.replaceAll(' / ', ', ')}`)
  return {
    ...cells,
    description: description.replaceAll('\\n', '\n'),
    category: category.split(/(?<!\\),/)[0]!.replaceAll('\\,', ','),
    variant: /^variation\b/.test(type) && !isNamed ? variant : '',
  }
}

/** Completes WooCommerce's variations from their product's row, which is left out; without any it is an error. */
async function* gatherWooCommerce(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  const products = new Map<string, Row & { hasVariations?: boolean }>()
  for await (const row of rows) {
    const { type = '', sku = '', wooId = '', parent = '' } = row.cells
    if (!type) {
      yield row
      continue
    }
    const cells = fromWooCommerce(row.cells)
    if (/^grouped\b/.test(type)) continue
    if (/^variable\b/.test(type)) {
      const product = { line: row.line, cells }
      products.set(`id:${wooId}`, product)
      if (sku) products.set(sku, product)
      continue
    }
    const product = products.get(parent)
    if (product) product.hasVariations = true
    yield { line: row.line, cells: product ? fromFirst(cells, product.cells) : cells }
  }
  for (const { hasVariations, ...row } of new Set(products.values())) if (!hasVariations) yield row
}

const gatherProducts = (rows: AsyncIterable<Row>) => gatherItems(gatherVariants(gatherWooCommerce(rows)))

/** The rows of an order's products: those that WooCommerce writes into one, as `name:Gown|sku:G-1|quantity:2|total:90`. */
function itemsOf(row: Row): Row[] {
  const { lineItems = '', ...cells } = row.cells
  if (!lineItems.trim()) return [row]
  return lineItems.split('\n').map((packed) => {
    // A name may have a bar of its own.
    const parts = Object.fromEntries(
      packed.split(/\|(?=\w+:)/).map((part) => part.split(/:(.*)/s).slice(0, 2)),
    )
    const { name: item = '', sku = '', quantity = '', total: lineTotal = '' } = parts
    return { line: row.line, cells: { ...cells, item, sku, quantity, lineTotal } }
  })
}

/** Joins an order's rows, one for each product: the first has the rest. Rows elsewhere would be a known number. */
async function* gatherOrders(rows: AsyncIterable<Row>): AsyncGenerator<GatheredRow> {
  let order: (GatheredRow & { items: Row[] }) | undefined
  const numbers = new Set<string>()
  for await (const row of rows) {
    const number = row.cells.number?.trim()
    if (order && number && number === order.cells.number?.trim()) {
      // One product too many is enough for the error.
      if (order.items.length <= MAX_ITEMS) order.items.push(...itemsOf(row))
      continue
    }
    if (order) yield order
    order = { ...row, items: itemsOf(row) }
    if (!number) continue
    if (numbers.has(number)) order.issue = { path: ['number'], message: text.orderSplit(number) }
    numbers.add(number)
  }
  if (order) yield order
}

/** Makes one row of the rows that belong to one record. */
export const gatherRows: Record<ImportKind, (rows: AsyncIterable<Row>) => AsyncIterable<GatheredRow>> = {
  customers: (rows) => rows,
  products: gatherProducts,
  orders: gatherOrders,
  bookings: (rows) => rows,
}

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The name of a row's person or product. */
export const nameOf = ({ name, customer, firstName, lastName }: Record<string, unknown>) =>
  textOf(name ?? customer) || `${textOf(firstName)} ${textOf(lastName)}`
