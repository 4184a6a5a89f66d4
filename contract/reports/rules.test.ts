import { describe, expect, test } from 'vitest'
import {
  averageOrder,
  type Cell,
  comparison,
  conversion,
  daysBefore,
  fillBy,
  headlineOf,
  hourName,
  scopeName,
  statementTable,
  tableOf,
} from './rules.ts'
import type { Report, ReportTable } from './schema.ts'

const row = (name: string) => ({ name, orders: 3, ordered: '3000.00', paid: '1250.50' })

const report: Report = {
  eventName: null,
  steps: { booked: 45, toCome: 5, arrived: 30, ordered: 20, paid: 10 },
  before: null,
  attendance: { arrived: 6, noShows: 3, unmarked: 1 },
  total: { orders: 3, ordered: '3000.00', paid: '1250.50' },
  events: [{ ...row('Spring Show'), id: 1, eventDate: '2027-04-16', spots: 72, spotsBooked: 18, noShows: 2 }],
  products: [row('Aurelie gown')],
  templates: [row('Gown')],
  discounts: [row('SPRING10')],
  payments: [{ name: 'Cash', entries: 2, received: '500.00' }],
  due: { orders: 1, due: '1500.00' },
  taxes: [{ month: '2027-04', state: 'New York', orders: 2, sales: '2755.40', tax: '244.60' }],
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
      ['Step', 'Bookings', 'Of appointments so far'],
      [
        ['Booked', 45, share(null)],
        ['Still to come', 5, share(null)],
        ['Arrived', 30, share(0.75)],
        ['Ordered', 20, share(0.5)],
        ['Paid', 10, share(0.25)],
      ],
    ],
    [
      'attendance',
      'Arrived',
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
      'payments',
      'Payments by method',
      ['Method', 'Count', 'Received'],
      [
        ['Cash', 2, amount('500.00')],
        ['Still due', 1, amount('1500.00')],
      ],
    ],
    [
      'taxes',
      'Sales tax',
      ['Month', 'Orders', 'State', 'Sales before tax', 'Estimated tax'],
      [['Apr 2027', 2, 'New York', amount('2755.40'), amount('244.60')]],
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
    const empty = { ...report, steps: { booked: 0, toCome: 0, arrived: 0, ordered: 0, paid: 0 } }
    expect(tableOf(empty, 'steps').rows.map(([, , part]) => part)).toEqual(Array(4).fill(share(null)))
  })
})

test('once no appointment is to come, the first step is all of them', () => {
  const over = { ...report, steps: { ...report.steps, booked: 40, toCome: 0 } }
  expect(tableOf(over, 'steps').rows[0]).toEqual(['Booked', 40, share(1)])
})

test.each([
  ['2026-10-29', '2026-11-27', '2026-09-29', '2026-10-28'],
  ['2026-11-27', '2026-11-27', '2026-11-26', '2026-11-26'],
  ['2026-01-01', '2026-11-27', '2025-01-01', '2025-11-27'],
  ['2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28'],
  ['2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
])('%s to %s is compared with %s to %s', (from, to, first, last) => {
  expect(daysBefore(from, to)).toEqual({ from: first, to: last })
})

test.each([
  [report.total, report.steps, '1000.00', 0.5],
  [{ orders: 3, ordered: '100.00', paid: '0.00' }, { ...report.steps, ordered: 10 }, '33.33', 0.25],
  [{ orders: 0, ordered: '0.00', paid: '0.00' }, { ...report.steps, booked: 5 }, null, null],
])('the average order and the conversion of %j', (total, steps, average, led) => {
  expect(averageOrder({ ...report, total, steps })).toBe(average)
  expect(conversion({ ...report, total, steps }).share).toBe(led)
})

const none = { orders: 0, ordered: '0.00', paid: '0.00' }
test.each<[string, Partial<Report>, string[]]>([
  [
    'with some to come',
    {},
    ['3 orders worth $3,000.00.', '20 of 40 appointments led to an order.', '5 more still to come.'],
  ],
  [
    'of one appointment',
    {
      steps: { booked: 1, toCome: 0, arrived: 1, ordered: 1, paid: 0 },
      total: { ...none, orders: 1, ordered: '9.50' },
    },
    ['1 order worth $9.50.', '1 of 1 appointment led to an order.'],
  ],
  [
    'without orders',
    { steps: { booked: 4, toCome: 0, arrived: 0, ordered: 0, paid: 0 }, total: none },
    ['No orders yet.', '0 of 4 appointments led to an order.'],
  ],
  [
    'before its first appointment',
    { steps: { booked: 4, toCome: 4, arrived: 0, ordered: 0, paid: 0 }, total: none },
    ['4 bookings so far.'],
  ],
])('the headline %s', (_, change, sentences) => {
  expect(headlineOf({ ...report, ...change })).toEqual(sentences)
})

test.each([
  ['2879.99', '$120.01 more than'],
  ['3120.00', '$120.00 less than'],
  ['3000.00', 'As much as'],
])('orders of $3,000.00 beside those of %s', (ordered, words) => {
  expect(comparison(report, { ...report, total: { ...none, ordered } })).toBe(words)
  expect(comparison({ ...report, total: none }, report)).toBe('Compared with')
})

test('a report is named after its event or its days', () => {
  expect(scopeName({ ...report, eventName: 'Spring Show' }, { eventId: 1 })).toBe('Spring Show')
  expect(scopeName(report, { from: '2026-12-04', to: '2026-12-05' })).toContain('2026')
})

test('a statement ends with its sums, and names what no colleague took', () => {
  const sums = { ...report.total, booked: 4, arrived: 2, commission: '125.05' }
  const cells = [4, 2, 3, amount('3000.00'), amount('1250.50'), amount('125.05')]
  const rows = [
    { name: 'Nora Lind', ...sums },
    { name: null, ...sums },
  ]
  expect(statementTable({ eventName: 'Spring Show', percent: '10', rows, total: sums })).toEqual({
    title: 'Statement by colleague',
    columns: ['Colleague', 'Booked', 'Arrived', 'Orders', 'Ordered', 'Paid', 'Commission of 10%'],
    rows: [
      ['Nora Lind', ...cells],
      ['No colleague', ...cells],
      ['Total', ...cells],
    ],
  })
})
