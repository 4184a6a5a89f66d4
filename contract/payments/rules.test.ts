import { describe, expect, test } from 'vitest'
import {
  type Deposit,
  depositOf,
  depositText,
  type MoneyEntry,
  type MoneyTerms,
  moneyOf,
  parseDeposit,
} from './rules.ts'

const today = '2026-11-27'
const half = { percent: 50 }
const order = (changes: Partial<MoneyTerms> = {}): MoneyTerms => ({
  status: 'pending',
  totalCents: 100_000,
  deposit: null,
  balanceDue: 'never',
  balanceDueOn: null,
  keptCents: 0,
  ...changes,
})
/** Payments, and with a minus refunds. */
const entriesOf = (...cents: number[]): MoneyEntry[] =>
  cents.map((cents, at) => ({ id: at + 1, kind: cents > 0 ? 'payment' : 'refund', cents, corrects: null }))
const correction = (corrects: number, cents: number): MoneyEntry => ({
  id: 100 + corrects,
  kind: 'correction',
  cents,
  corrects,
})

test.each<[string, number, Deposit | null, number]>([
  ['none', 100_000, null, 0],
  ['half', 100_000, half, 50_000],
  ['half of an odd total, up to a whole dollar', 85_550, half, 42_800],
  ['a third of a dollar less', 99_999, { percent: 33 }, 33_000],
  ['an exact percentage', 20_000, { percent: 7 }, 1400],
  ['all of it, not rounded above it', 85_550, { percent: 100 }, 85_550],
  ['an amount', 100_000, { cents: 30_000 }, 30_000],
  ['an amount with cents, up to a whole dollar', 100_000, { cents: 30_001 }, 30_100],
  ['an amount above the total', 20_050, { cents: 30_000 }, 20_050],
  ['of a total of nothing', 0, half, 0],
  ['of the largest total', 999_999_999, { percent: 99 }, 990_000_000],
])('a deposit: %s', (_, total, deposit, cents) => {
  expect(depositOf(total, deposit)).toBe(cents)
})

test.each<[string, Deposit | null | undefined, string]>([
  ['', null, ''],
  ['0', null, ''],
  ['0%', null, ''],
  ['50%', half, '50%'],
  [' 33 % ', { percent: 33 }, '33%'],
  ['100%', { percent: 100 }, '100%'],
  ['101%', undefined, ''],
  ['-5%', undefined, ''],
  ['12.5%', undefined, ''],
  ['$1,250.5', { cents: 125_050 }, '1250.50'],
  ['500', { cents: 50_000 }, '500.00'],
  ['-500', undefined, ''],
  ['10000000', undefined, ''],
  ['half', undefined, ''],
])('the typed deposit %j', (typed, deposit, shown) => {
  expect(parseDeposit(typed)).toEqual(deposit)
  expect(depositText(deposit ?? null)).toBe(shown)
})

describe('the state of an order', () => {
  const canceled = { status: 'cancelled' as const }
  test.each<[string, Partial<MoneyTerms>, MoneyEntry[], string, number, number]>([
    // What, terms, entries, state, due, what to ask for
    ['without anything', {}, [], 'none', 100_000, 100_000],
    ['of nothing', { totalCents: 0 }, [], 'none', 0, 0],
    ['of nothing with a deposit', { totalCents: 0, deposit: half }, [], 'none', 0, 0],
    ['part paid, without a deposit', {}, entriesOf(1), 'depositPaid', 99_999, 99_999],
    ['before its deposit', { deposit: half }, [], 'depositDue', 100_000, 50_000],
    ['with a part of its deposit', { deposit: half }, entriesOf(20_000), 'depositDue', 80_000, 30_000],
    ['a cent before its deposit', { deposit: half }, entriesOf(49_999), 'depositDue', 50_001, 1],
    ['with its deposit', { deposit: half }, entriesOf(50_000), 'depositPaid', 50_000, 50_000],
    ['a cent before all', { deposit: half }, entriesOf(50_000, 49_999), 'depositPaid', 1, 1],
    ['with a deposit of all', { deposit: { percent: 100 } }, entriesOf(1), 'depositDue', 99_999, 99_999],
    ['paid', { deposit: half }, entriesOf(50_000, 50_000), 'paid', 0, 0],
    ['paid twice', {}, entriesOf(100_000, 100_000), 'overpaid', 0, 0],
    ['of nothing, with a payment', { totalCents: 0 }, entriesOf(1000), 'overpaid', 0, 0],
    ['overpaid, and that refunded', {}, entriesOf(120_000, -20_000), 'paid', 0, 0],
    ['refunded in part', {}, entriesOf(100_000, -30_000), 'depositPaid', 30_000, 30_000],
    [
      'refunded below its deposit',
      { deposit: half },
      entriesOf(60_000, -20_000),
      'depositDue',
      60_000,
      10_000,
    ],
    ['refunded in full', {}, entriesOf(100_000, -100_000), 'none', 100_000, 100_000],
    ['refunded more than it had', {}, entriesOf(100_000, -100_100), 'none', 100_100, 100_100],
    ['with a payment undone', {}, [...entriesOf(100_000), correction(1, -100_000)], 'none', 100_000, 100_000],
    ['with a payment corrected', {}, [...entriesOf(10_000), correction(1, 90_000)], 'paid', 0, 0],
    ['canceled', canceled, [], 'none', 0, 0],
    ['canceled before its deposit', { ...canceled, deposit: half }, [], 'none', 0, 0],
    ['canceled with money', canceled, entriesOf(50_000), 'refundDue', 0, 0],
    ['canceled when paid', canceled, entriesOf(100_000), 'refundDue', 0, 0],
    ['canceled when overpaid', canceled, entriesOf(150_000), 'refundDue', 0, 0],
    ['canceled and refunded', canceled, entriesOf(50_000, -50_000), 'none', 0, 0],
    ['canceled and kept', { ...canceled, keptCents: 50_000 }, entriesOf(50_000), 'depositPaid', 0, 0],
    [
      'canceled and kept below its deposit',
      { ...canceled, keptCents: 20_000, deposit: half },
      entriesOf(20_000),
      'depositPaid',
      0,
      0,
    ],
    ['canceled and kept in full', { ...canceled, keptCents: 100_000 }, entriesOf(100_000), 'paid', 0, 0],
    ['canceled and kept in part', { ...canceled, keptCents: 20_000 }, entriesOf(50_000), 'refundDue', 0, 0],
    [
      'canceled, kept and the rest refunded',
      { ...canceled, keptCents: 20_000 },
      entriesOf(50_000, -30_000),
      'depositPaid',
      0,
      0,
    ],
    [
      'canceled, paid after that',
      { ...canceled, keptCents: 20_000 },
      entriesOf(20_000, 1),
      'refundDue',
      0,
      0,
    ],
    ['delivered, with a rest', { status: 'delivered' }, entriesOf(99_000), 'depositPaid', 1000, 1000],
  ])('%s', (_, terms, entries, state, dueCents, askCents) => {
    expect(moneyOf(order(terms), entries, today)).toMatchObject({ state, dueCents, askCents })
  })
})

test('corrections count for what they correct', () => {
  const entries = [...entriesOf(50_000, 20_000, -10_000), correction(2, -20_000), correction(3, 4000)]
  expect(moneyOf(order(), entries, today)).toMatchObject({
    receivedCents: 50_000,
    refundedCents: 6000,
    heldCents: 44_000,
  })
})

test.each<[string, Partial<MoneyTerms>, MoneyEntry[], boolean]>([
  ['never asked', { balanceDue: 'never', balanceDueOn: '2026-01-01' }, [], false],
  ['without its day', { balanceDue: 'date' }, [], false],
  ['of a day to come', { balanceDue: 'date', balanceDueOn: '2026-11-28' }, [], false],
  ['of today', { balanceDue: 'date', balanceDueOn: today }, [], false],
  ['of yesterday', { balanceDue: 'date', balanceDueOn: '2026-11-26' }, [], true],
  ['of yesterday, paid', { balanceDue: 'date', balanceDueOn: '2026-11-26' }, entriesOf(100_000), false],
  [
    'of yesterday, canceled',
    { status: 'cancelled', balanceDue: 'date', balanceDueOn: '2026-11-26' },
    [],
    false,
  ],
  ['before delivery, not sent', { status: 'paid', balanceDue: 'delivery' }, [], false],
  ['before delivery, sent', { status: 'shipped', balanceDue: 'delivery' }, entriesOf(99_999), true],
  ['before delivery, delivered', { status: 'delivered', balanceDue: 'delivery' }, [], true],
  ['before delivery, completed', { status: 'completed', balanceDue: 'delivery' }, [], true],
  ['before delivery, canceled', { status: 'cancelled', balanceDue: 'delivery' }, [], false],
])('a balance %s is overdue: %#', (_, terms, entries, overdue) => {
  expect(moneyOf(order(terms), entries, today).overdue).toBe(overdue)
})
