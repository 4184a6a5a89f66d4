import type { Letterhead } from '@trunkshow/contract/company/schema.ts'
import { formatDate, formatShortDate } from '@trunkshow/contract/dates.ts'
import { readImageUrl } from '@trunkshow/contract/images.ts'
import { centsOf, centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { dueWords, entryName, methodWords } from '@trunkshow/contract/payments/fields.ts'
import { dueOf } from '@trunkshow/contract/payments/rules.ts'
import type { OrderEntry } from '@trunkshow/contract/payments/schema.ts'
import { productLine } from '@trunkshow/contract/prices/rules.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { findLetterhead, getCompanyZone } from '../../company/queries.ts'
import type { Context, TenantContext } from '../../context.ts'
import { pictureKey } from '../../platform/files/in-turn.ts'
import { log } from '../../platform/log/log.ts'
import type { Paper, PaperRow } from '../../platform/pdf/paper.ts'

type PaperContext = TenantContext & Pick<Context, 'files'>

/** Returns the company at the head of an order's papers, as on printed ones (docs/product.md, Printing). */
async function readCompany(ctx: PaperContext): Promise<Paper['company']> {
  const found = await findLetterhead(ctx)
  if (!found) return null
  const { companyName: name, companyAddress, companyPhone, logoUrl } = found
  const lines = [companyAddress, companyPhone].filter(Boolean).join('\n').split('\n')
  return { name, lines, logo: await readLogo(ctx, logoUrl) }
}

async function readLogo({ files }: PaperContext, url: Letterhead['logoUrl']) {
  const image = url && readImageUrl(url)
  if (!image) return undefined
  try {
    const webp = await files.getBytes(pictureKey(image.hash, image.width))
    return { webp, isLight: url.endsWith('#light') }
  } catch (err) {
    log.error({ err }, 'A PDF goes without its logo, which cannot be read.')
    return undefined
  }
}

/**
 * Returns the statement of an order: its price as it was taken, its entries, and what they leave (docs/product.md,
 * Receipts and statements).
 */
export async function readStatement(ctx: PaperContext, order: Order): Promise<Paper> {
  const { money, total } = order
  const zone = await getCompanyZone(ctx)
  const dateOf = (moment: Date) => formatDate(wallClock(moment, zone).date)
  const taken = dateOf(new Date(order.createdAt))
  return {
    title: 'Statement',
    about: [orderName(order), dateOf(new Date())],
    company: await readCompany(ctx),
    facts: [customerOf(order), ...shipsTo(order), { title: 'Order date', lines: [taken] }],
    tables: [
      { title: 'Items', widths: [0.8, 0.2], rows: [...priceRows(order), sum('Total', total)] },
      {
        title: 'Payments',
        widths: [0.18, 0.26, 0.36, 0.2],
        rows: money.entries.length > 0 ? money.entries.map(entryRow) : [{ cells: ['None yet', '', '', ''] }],
      },
      { widths: [0.6, 0.4], isNarrow: true, rows: balanceRows(order) },
    ],
  }
}

/**
 * Returns the receipt of a payment or refund: what of it stands, and what the order's payments up to it leave due
 * (docs/product.md, Receipts and statements). The number is the order's with the entry's place in it.
 */
export async function readReceipt(ctx: PaperContext, order: Order, entryId: number): Promise<Paper> {
  const { entries } = order.money
  const before = entries.filter((entry) => entry.id <= entryId)
  const { kind, net, method, reference, receivedOn } = before.at(-1)!
  const paidCents = before.reduce((cents, entry) => cents + (entry.corrects ? 0 : centsOf(entry.net)), 0)
  const due = centsToDecimal(dueOf({ ...order, totalCents: centsOf(order.total) }, paidCents))
  const isRefund = kind === 'refund'
  const isCanceled = order.status === 'cancelled'
  return {
    title: isRefund ? 'Refund receipt' : 'Receipt',
    about: [`No. ${order.orderNumber}-${before.length}`, formatDate(receivedOn)],
    company: await readCompany(ctx),
    headline: `${formatMoney(net.replace('-', ''))} ${isRefund ? 'refunded' : 'received'}`,
    facts: [
      customerOf(order),
      { title: isRefund ? 'Refunded by' : 'Paid by', lines: [methodWords[method], reference] },
      { title: orderName(order), lines: order.products.map((line) => productLine([line])) },
    ],
    tables: [
      {
        widths: [0.6, 0.4],
        isNarrow: true,
        rows: [
          row(isCanceled ? 'Order total, canceled' : 'Order total', order.total),
          row('Paid to date', centsToDecimal(paidCents)),
          ...(isCanceled ? [] : [sum('Balance due', due)]),
        ],
      },
    ],
  }
}

const row = (label: string, amount: string, look?: PaperRow['look']): PaperRow => ({
  cells: [label, formatMoney(amount)],
  look,
})
const sum = (label: string, amount: string) => row(label, amount, 'strong')

const customerOf = ({ customerName, customerEmail, customerPhone }: Order) => ({
  title: 'Customer',
  lines: [customerName, customerEmail, customerPhone ?? ''].filter(Boolean),
})

function shipsTo({ customerAddress, customerAddress2, customerCity, customerState, customerZip }: Order) {
  if (!customerAddress) return []
  const place = `${customerCity}, ${customerState} ${customerZip}`
  return [{ title: 'Ships to', lines: [customerAddress, customerAddress2 ?? '', place].filter(Boolean) }]
}

/** The price's rows as screens show them, and with each line what was chosen for it at no charge. */
function priceRows({ price, products }: Order): PaperRow[] {
  const rest = [...products]
  return price.lines.flatMap(({ label, amount, isOption }) => {
    if (isOption) return [row(label, amount, 'soft')]
    const free = rest.shift()?.options.filter(({ price }) => Number(price) === 0) ?? []
    return [
      row(label, amount),
      ...free.map(({ name, option }) => ({ cells: [`${name}: ${option}`, ''], look: 'soft' as const })),
    ]
  })
}

function entryRow(entry: OrderEntry): PaperRow {
  const { amount, net, receivedOn, reference } = entry
  const now = net === amount ? '' : `\nnow ${formatMoney(net)}`
  return { cells: [formatShortDate(receivedOn), entryName(entry), reference, formatMoney(amount) + now] }
}

function balanceRows({ status, money }: Order): PaperRow[] {
  const { received, refunded, kept, excess, due, terms } = money
  const isCanceled = status === 'cancelled'
  const isPositive = (amount: string) => Number(amount) > 0
  return [
    row('Received', received),
    ...(isPositive(refunded) ? [row('Refunded', refunded)] : []),
    ...(isCanceled && isPositive(kept) ? [row('Kept', kept)] : []),
    ...(isPositive(excess) ? [sum('To refund', excess)] : []),
    ...(isCanceled ? [] : [sum(isPositive(due) ? dueWords(terms) : 'Due', due)]),
  ]
}
