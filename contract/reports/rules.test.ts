import { describe, expect, test } from 'vitest'
import { type Cell, fillBy, hourName, tableOf } from './rules.ts'
import type { Report, ReportTable } from './schema.ts'

const row = (name: string) => ({ name, orders: 3, ordered: '3000.00', paid: '1250.50' })

const report: Report = {
  eventName: null,
  steps: { booked: 40, arrived: 30, ordered: 20, paid: 10 },
  attendance: { arrived: 6, noShows: 3, unmarked: 1 },
  total: { orders: 3, ordered: '3000.00', paid: '1250.50' },
  events: [{ ...row('Spring Show'), id: 1, eventDate: '2027-04-16', spots: 72, spotsBooked: 18, noShows: 2 }],
  products: [row('Aurelie gown')],
  templates: [row('Gown')],
  discounts: [row('SPRING10')],
  // Saturday's part is before Friday's, and the afternoon's before the morning's.
  fill: [
    { weekday: 6, hour: 13, spots: 4, booked: 1 },
    { weekday: 5, hour: 12, spots: 2, booked: 2 },
    { weekday: 6, hour: 9, spots: 6, booked: 4 },
    { weekday: 0, hour: 0, spots: 2, booked: 0 },
    { weekday: 5, hour: 13, spots: 4, booked: 2 },
  ],
  customers: { new: 3, returning: 1 },
  guests: { new: 4, returning: 6 },
}
const share = (part: number | null): Cell => ({ share: part })
const amount = (decimal: string): Cell => ({ amount: decimal })

test.each([
  [0, '12 AM'],
  [1, '1 AM'],
  [11, '11 AM'],
  [12, '12 PM'],
  [13, '1 PM'],
  [23, '11 PM'],
])('the hour %i is %s', (hour, name) => {
  expect(hourName(hour)).toBe(name)
})

test('the fill of time slots is added up, in order of the hour or the weekday', () => {
  expect(fillBy(report.fill, 'hour')).toEqual([
    { at: 0, spots: 2, booked: 0 },
    { at: 9, spots: 6, booked: 4 },
    { at: 12, spots: 2, booked: 2 },
    { at: 13, spots: 8, booked: 3 },
  ])
  expect(fillBy(report.fill, 'weekday')).toEqual([
    { at: 0, spots: 2, booked: 0 },
    { at: 5, spots: 6, booked: 4 },
    { at: 6, spots: 10, booked: 5 },
  ])
})

describe('a part of a report', () => {
  const revenue = (name: string): Cell[] => [name, 3, amount('3000.00'), amount('1250.50')]

  test.each<[ReportTable, string, string[], Cell[][]]>([
    [
      'steps',
      'From booking to payment',
      ['Step', 'Bookings', 'Of all bookings'],
      [
        ['Booked', 40, share(1)],
        ['Arrived', 30, share(0.75)],
        ['Ordered', 20, share(0.5)],
        ['Paid', 10, share(0.25)],
      ],
    ],
    [
      'attendance',
      'Who came',
      ['Appointments so far', 'Bookings', 'Share'],
      [
        ['Arrived', 6, share(0.6)],
        ['No-show', 3, share(0.3)],
        ['Not marked', 1, share(0.1)],
      ],
    ],
    [
      'events',
      'By event',
      ['Event', 'Date', 'Spots', 'Booked', 'Fill', 'No-shows', 'Orders', 'Ordered', 'Paid'],
      [['Spring Show', '2027-04-16', 72, 18, share(0.25), 2, 3, amount('3000.00'), amount('1250.50')]],
    ],
    ['products', 'Revenue by product', ['Product', 'Orders', 'Ordered', 'Paid'], [revenue('Aurelie gown')]],
    ['templates', 'Revenue by template', ['Template', 'Orders', 'Ordered', 'Paid'], [revenue('Gown')]],
    [
      'discounts',
      'Revenue by discount code',
      ['Discount code', 'Orders', 'Ordered', 'Paid'],
      [revenue('SPRING10')],
    ],
    [
      'hours',
      'Fill by hour',
      ['Hour', 'Spots', 'Booked', 'Fill'],
      [
        ['12 AM', 2, 0, share(0)],
        ['9 AM', 6, 4, share(4 / 6)],
        ['12 PM', 2, 2, share(1)],
        ['1 PM', 8, 3, share(3 / 8)],
      ],
    ],
    [
      'weekdays',
      'Fill by weekday',
      ['Weekday', 'Spots', 'Booked', 'Fill'],
      [
        ['Sunday', 2, 0, share(0)],
        ['Friday', 6, 4, share(4 / 6)],
        ['Saturday', 10, 5, share(0.5)],
      ],
    ],
    [
      'returning',
      'New and returning',
      ['Who', 'New', 'Returning', 'Share returning'],
      [
        ['Guests with a booking', 4, 6, share(0.6)],
        ['Customers with an order', 3, 1, share(0.25)],
      ],
    ],
  ])('%s', (table, title, columns, rows) => {
    expect(tableOf(report, table)).toEqual({ title, columns, rows })
  })

  test('has no percentage of zero', () => {
    const empty = { ...report, steps: { booked: 0, arrived: 0, ordered: 0, paid: 0 } }
    expect(tableOf(empty, 'steps').rows.map(([, , part]) => part)).toEqual(Array(4).fill(share(null)))
  })
})
