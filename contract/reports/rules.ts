import { addDays, daysBetween, formatDateRange, formatShortDate, WEEKDAYS } from '../dates.ts'
import { centsToDecimal, formatMoney } from '../money.ts'
import type { Outcome, Report, ReportScope, ReportTable, Statement } from './schema.ts'

/** A cell: a text, a whole number, a share from 0 to 1 (null if of nothing), or an amount as a decimal. */
export type Cell = string | number | { share: number | null } | { amount: string }

export interface Table {
  title: string
  columns: readonly string[]
  rows: Cell[][]
}

/** `2026-10` → `Oct 2026`. */
export const formatMonth = (month: string) => formatShortDate(`${month}-01`).replace(' 1,', '')

const share = (part: number, whole: number): Cell => ({ share: whole > 0 ? part / whole : null })
const amount = (decimal: string): Cell => ({ amount: decimal })

/**
 * The days that a period is compared with: of one that begins with a year, the same days of the year before; of another,
 * as many days before it.
 *
 * @param from, to its first and last day, `yyyy-MM-dd`
 */
export function daysBefore(from: string, to: string): { from: string; to: string } {
  if (!from.endsWith('-01-01')) {
    const last = addDays(from, -1)
    return { from: addDays(last, -daysBetween(from, to)), to: last }
  }
  const yearBefore = (day: string) =>
    `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`
  return { from: yearBefore(from), to: yearBefore(to) }
}

/** The average total of the orders as a decimal; null without orders. */
export const averageOrder = ({ total }: Outcome): string | null =>
  total.orders > 0 ? centsToDecimal(Math.round((Number(total.ordered) * 100) / total.orders)) : null

/** Bookings that are not to come. */
const soFar = ({ steps }: Outcome) => steps.booked - steps.toCome

/** The share of the appointments so far that led to an order; null without any. */
export const conversion = (outcome: Outcome) => ({
  share: soFar(outcome) > 0 ? outcome.steps.ordered / soFar(outcome) : null,
})

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** What an event or some days brought, in sentences, most important first. */
export function headlineOf(report: Report): string[] {
  const { steps, total } = report
  const happened = soFar(report)
  return [
    total.orders > 0
      ? `${counted(total.orders, 'order')} worth ${formatMoney(total.ordered)}.`
      : happened > 0
        ? 'No orders yet.'
        : `${counted(steps.booked, 'booking')} so far.`,
    ...(happened > 0
      ? [
          `${steps.ordered.toLocaleString('en-US')} of ${counted(happened, 'appointment')} led to an order.`,
          ...(steps.toCome > 0 ? [`${steps.toCome.toLocaleString('en-US')} more still to come.`] : []),
        ]
      : []),
  ]
}

/** How the orders, if there are any, compare, such as `$120.00 more than`: before the name of what they are compared with. */
export function comparison({ total }: Outcome, before: Outcome): string {
  const more = Math.round(100 * (Number(total.ordered) - Number(before.total.ordered)))
  if (total.orders === 0) return 'Compared with'
  if (more === 0) return 'As much as'
  return `${formatMoney(centsToDecimal(Math.abs(more)))} ${more > 0 ? 'more' : 'less'} than`
}

/** What a report is about, or is compared with: the event's name, or its days. */
export const scopeName = ({ eventName }: Outcome, { from, to }: ReportScope): string =>
  eventName ?? (from && to ? formatDateRange(from, to) : '')

/** `13` → `1 PM` */
export const hourName = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

/** Adds up the fill of slots that a key groups: [key, spots, booked], in order of the key. */
export function fillBy(fill: Report['fill'], key: 'weekday' | 'hour') {
  const sums = new Map<number, { spots: number; booked: number }>()
  for (const part of fill) {
    const sum = sums.get(part[key]) ?? { spots: 0, booked: 0 }
    sums.set(part[key], { spots: sum.spots + part.spots, booked: sum.booked + part.booked })
  }
  return [...sums].sort(([a], [b]) => a - b).map(([at, sum]) => ({ at, ...sum }))
}

/**
 * A part of a report as the screen shows it and as the file has it (docs/product.md, Reports).
 *
 * @returns its title, the headings of its columns, and its rows; the first cell of each row names it
 */
export function tableOf(report: Report, table: ReportTable): Table {
  return tables[table](report)
}

const revenueTable = (title: string, first: string, rows: Report['products']): Table => ({
  title,
  columns: [first, 'Orders', 'Ordered', 'Paid'],
  rows: rows.map(({ name, orders, ordered, paid }) => [name, orders, amount(ordered), amount(paid)]),
})

const fillTable = (fill: Report['fill'], key: 'weekday' | 'hour', nameOf: (at: number) => string): Table => ({
  title: `Fill by ${key}`,
  columns: [key === 'hour' ? 'Hour' : 'Weekday', 'Spots', 'Booked', 'Fill'],
  rows: fillBy(fill, key).map(({ at, spots, booked }) => [nameOf(at), spots, booked, share(booked, spots)]),
})

const tables: Record<ReportTable, (report: Report) => Table> = {
  // What is to come is no part of the shares: its guests are not absent.
  steps: ({ steps: { booked, toCome, arrived, ordered, paid } }) => ({
    title: 'From booking to payment',
    columns: ['Step', 'Bookings', 'Of appointments so far'],
    rows: [
      ['Booked', booked, share(booked, toCome > 0 ? 0 : booked)],
      ...(toCome > 0 ? [['Still to come', toCome, share(0, 0)]] : []),
      ...Object.entries({ Arrived: arrived, Ordered: ordered, Paid: paid }).map(([name, count]) => [
        name,
        count,
        share(count, booked - toCome),
      ]),
    ],
  }),
  attendance: ({ attendance: { arrived, noShows, unmarked } }) => ({
    title: 'Arrived',
    columns: ['Appointments so far', 'Bookings', 'Share'],
    rows: Object.entries({ Arrived: arrived, 'No-show': noShows, 'Not marked': unmarked }).map(
      ([name, count]) => [name, count, share(count, arrived + noShows + unmarked)],
    ),
  }),
  events: ({ events }) => ({
    title: 'By event',
    columns: ['Event', 'Date', 'Spots', 'Booked', 'Fill', 'No-shows', 'Orders', 'Ordered', 'Paid'],
    rows: events.map((event) => [
      event.name,
      event.eventDate,
      event.spots,
      event.spotsBooked,
      share(event.spotsBooked, event.spots),
      event.noShows,
      event.orders,
      amount(event.ordered),
      amount(event.paid),
    ]),
  }),
  products: ({ products }) => revenueTable('Revenue by product', 'Product', products),
  templates: ({ templates }) => revenueTable('Revenue by template', 'Template', templates),
  discounts: ({ discounts }) => revenueTable('Revenue by discount code', 'Discount code', discounts),
  payments: ({ payments, due }) => ({
    title: 'Payments by method',
    columns: ['Method', 'Count', 'Received'],
    rows: [
      ...payments.map(({ name, entries, received }) => [name, entries, amount(received)]),
      ['Still due', due.orders, amount(due.due)],
    ],
  }),
  taxes: ({ taxes }) => ({
    title: 'Sales tax',
    columns: ['Month', 'Orders', 'State', 'Sales before tax', 'Estimated tax'],
    rows: taxes.map(({ month, state, orders, sales, tax }) => [
      formatMonth(month),
      orders,
      state,
      amount(sales),
      amount(tax),
    ]),
  }),
  hours: ({ fill }) => fillTable(fill, 'hour', hourName),
  weekdays: ({ fill }) => fillTable(fill, 'weekday', (day) => WEEKDAYS[day]!),
  returning: ({ customers, guests }) => ({
    title: 'New and returning',
    columns: ['Who', 'New', 'Returning', 'Share returning'],
    rows: Object.entries({ 'Guests with a booking': guests, 'Customers with an order': customers }).map(
      ([name, sum]) => [name, sum.new, sum.returning, share(sum.returning, sum.new + sum.returning)],
    ),
  }),
}

/** A statement as the screen and the file have it, with its sums as the last row. */
export function statementTable({ percent, rows, total }: Statement): Table {
  const cellsOf = (name: string, sums: Statement['total']): Cell[] => [
    name,
    sums.booked,
    sums.arrived,
    sums.orders,
    amount(sums.ordered),
    amount(sums.paid),
    amount(sums.commission),
  ]
  return {
    title: 'Statement by colleague',
    columns: ['Colleague', 'Booked', 'Arrived', 'Orders', 'Ordered', 'Paid', `Commission of ${percent}%`],
    rows: [
      ...rows.map(({ name, ...sums }) => cellsOf(name ?? 'No colleague', sums)),
      cellsOf('Total', total),
    ],
  }
}
