import { MAX_ITEMS } from '@trunkshow/contract/imports/fields.ts'
import { importMessages as text } from '@trunkshow/contract/imports/messages.ts'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import { type OrderStatus, orderStatuses, splitName } from '@trunkshow/contract/orders/rules.ts'
import { stateCodeOf } from '@trunkshow/contract/shopify/rules.ts'
import { compile } from 'html-to-text'
import { readCanceled, readMoment } from './read-when.ts'
import { shapeBooking } from './shape-booking.ts'

/** The text of each field of a row. */
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
/** Longer markup isn't made text, since it is done at once and other requests wait; it is too long for a description. */
const MAX_MARKUP_LENGTH = 50_000
const isMarkup = (text: string) => text.length <= MAX_MARKUP_LENGTH && markup.test(text)

/** What systems write for a product that comes in one variant: Shopify, and Square. */
const soleVariants = ['default title', 'regular']

/** Addresses here are complete ones in the US. Any other is returned as a note. */
function shapeAddress({ street = '', street2 = '', city = '', state = '', zip = '', country = '' }: Cells) {
  const isForeign = country !== '' && !/^(us|usa|united states( of america)?)$/i.test(country.trim())
  const code = stateCodeOf(state)
  if (street && city && code && zip && !isForeign) {
    // Spreadsheets read 07030 as a number.
    const digits = zip.trim().replace(/^\d{3,4}(?=$|-)/, (digits) => digits.padStart(5, '0'))
    return { address: { street, street2, city, state: code, zip: digits }, note: '' }
  }
  if (!street && !street2 && !city && !zip) return { note: '' }
  const line = [street, street2, city, [state, zip].filter(Boolean).join(' '), isForeign ? country : '']
  return { note: `Address: ${line.filter(Boolean).join(', ')}` }
}

const inLines = (...notes: string[]) => notes.filter(Boolean).join('\n')

function shapeCustomer({ fullName = '', notes = '', ...cells }: Cells) {
  const whole = splitName(fullName)
  const { address, note } = shapeAddress(cells)
  return {
    firstName: cells.firstName || whole.firstName,
    lastName: cells.lastName || whole.lastName,
    email: cells.email ?? '',
    phone: cells.phone ?? '',
    notes: inLines(notes, note),
    isArchived: cells.isArchived,
    ...(address && { address: { ...address, isDefault: true } }),
  }
}

function shapeProduct({ name = '', variant = '', description = '', tags = '', handle: _, ...cells }: Cells) {
  const isSole = soleVariants.includes(variant.toLowerCase()) || variant === name
  return {
    ...cells,
    name: variant && !isSole && name ? `${name} (${variant})` : name,
    // Square's price of an item that is priced when it is sold.
    basePrice: /^variable$/i.test(cells.basePrice ?? '') ? '' : (cells.basePrice ?? ''),
    description: isMarkup(description) ? toText(description) : description,
    tags: [...new Set(tags.split(',').map((tag) => tag.trim()))].filter(Boolean),
  }
}

/** How far an order of another system got, in the words of Shopify's payment and fulfillment, or in ours. */
function statusOf({ payment = '', fulfillment = '', cancelled }: Cells): OrderStatus {
  const [paid, sent] = [payment, fulfillment].map((cell) => cell.trim().toLowerCase())
  if (readCanceled(cancelled) || ['voided', 'refunded', 'expired', 'canceled'].includes(paid!))
    return 'cancelled'
  if (sent === 'fulfilled') return 'shipped'
  const named =
    orderStatuses.find((status) => status === sent) ?? orderStatuses.find((status) => status === paid)
  return named ?? (isPartlyRefunded({ payment }) ? 'paid' : 'pending')
}

const isPartlyRefunded = ({ payment = '' }: Cells) => payment.trim().toLowerCase() === 'partially_refunded'

function shapeOrder({ notes = '', refunded = '', ...cells }: Cells, items: readonly Cells[]) {
  const { address, note } = shapeAddress(cells)
  return {
    number: cells.number ?? '',
    orderedAt: readMoment(cells.orderedAt),
    customer: cells.customer ?? '',
    email: cells.email ?? '',
    phone: cells.phone ?? '',
    currency: cells.currency ?? '',
    cancelled: readCanceled(cells.cancelled),
    status: statusOf(cells),
    subtotal: cells.subtotal ?? '',
    // A refunded order is canceled and keeps what it cost.
    refunded: isPartlyRefunded(cells) ? refunded : '',
    notes: inLines(notes, note, Number(refunded) ? `Refunded amount: ${refunded}` : ''),
    address,
    items: items.map(({ item = '', sku, price = '', quantity }) => ({
      item,
      sku,
      price,
      quantity: quantity?.trim() || '1',
    })),
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

/** Fields that Shopify writes only into the first of a product's rows. */
const shared = ['name', 'description', 'category', 'tags', 'isActive']

/** Completes the rows of a product's variants from its first row, and leaves out those that only add a picture to it. */
async function* gatherProducts(rows: AsyncIterable<Row>): AsyncGenerator<GatheredRow> {
  let product: Cells = {}
  for await (const { line, cells } of rows) {
    if (cells.handle && cells.handle === product.handle && !cells.name) {
      if (!cells.sku && !cells.basePrice && !cells.variant) continue
      const fromFirst = shared.map((field) => [field, cells[field] || product[field] || ''])
      yield { line, cells: { ...cells, ...Object.fromEntries(fromFirst) } }
      continue
    }
    if (cells.handle) product = cells
    yield { line, cells }
  }
}

/**
 * Joins the rows of an order, one for each of its products: the first has the rest. Rows elsewhere in the file would be
 * another order with its number, which would be known.
 */
async function* gatherOrders(rows: AsyncIterable<Row>): AsyncGenerator<GatheredRow> {
  let order: (GatheredRow & { items: Row[] }) | undefined
  const numbers = new Set<string>()
  for await (const row of rows) {
    const number = row.cells.number?.trim()
    if (order && number && number === order.cells.number?.trim()) {
      // One product too many is enough for the error.
      if (order.items.length <= MAX_ITEMS) order.items.push(row)
      continue
    }
    if (order) yield order
    order = { ...row, items: [row] }
    if (!number) continue
    if (numbers.has(number)) order.issue = { path: ['number'], message: text.orderSplit(number) }
    numbers.add(number)
  }
  if (order) yield order
}

async function* gatherEach(rows: AsyncIterable<Row>): AsyncGenerator<GatheredRow> {
  yield* rows
}

/** Makes one row of the rows that belong to one record. */
export const gatherRows: Record<ImportKind, (rows: AsyncIterable<Row>) => AsyncGenerator<GatheredRow>> = {
  customers: gatherEach,
  products: gatherProducts,
  orders: gatherOrders,
  bookings: gatherEach,
}
