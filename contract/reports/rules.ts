import { WEEKDAYS } from '../dates.ts'
import type { Report, ReportTable } from './schema.ts'

/** A cell: a text, a whole number, a share from 0 to 1 (null if of nothing), or an amount as a decimal. */
export type Cell = string | number | { share: number | null } | { amount: string }

export interface Table {
  title: string
  columns: readonly string[]
  rows: Cell[][]
}

const share = (part: number, whole: number): Cell => ({ share: whole > 0 ? part / whole : null })
const amount = (decimal: string): Cell => ({ amount: decimal })

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
  steps: ({ steps: { booked, arrived, ordered, paid } }) => ({
    title: 'From booking to payment',
    columns: ['Step', 'Bookings', 'Of all bookings'],
    rows: Object.entries({ Booked: booked, Arrived: arrived, Ordered: ordered, Paid: paid }).map(
      ([name, count]) => [name, count, share(count, booked)],
    ),
  }),
  attendance: ({ attendance: { arrived, noShows, unmarked } }) => ({
    title: 'Who came',
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
