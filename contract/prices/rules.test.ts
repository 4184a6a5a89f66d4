import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centsToDecimal } from '../money.ts'
import type { TemplateField } from '../templates/schema.ts'
import {
  discountOn,
  type PricedLine,
  type PricedOrder,
  percentOf,
  priceOrder,
  productLine,
  taxOf,
} from './rules.ts'

function field(id: string, options: string[], changes: Partial<TemplateField> = {}): TemplateField {
  const rest = { required: false, placeholder: '', archived: false }
  return { id, label: `The ${id}`, type: 'dropdown', options, ...rest, ...changes }
}

const plain = { quantity: 1, taxable: true, options: [], fields: [], answers: {} }
const gown: PricedLine = { ...plain, name: 'Aurelie gown', unitPriceCents: 85_550 }
const veil: PricedLine = { ...plain, name: 'Veil', unitPriceCents: 12_000 }
const rush: PricedLine = { ...plain, name: 'Rush fee', unitPriceCents: 7_500, taxable: false }
const off = (cents: number): PricedLine => ({ ...plain, name: 'Loyal customer', unitPriceCents: -cents })
const priced = (lines: PricedLine[], changes: Partial<PricedOrder> = {}) =>
  priceOrder({ lines, discount: null, taxRate: null, ...changes })
const percent = (percent: number) => ({ discount: { code: 'SPRING', percent } })

describe('the price of an order', () => {
  test.each([
    ['Gold (+$1,250.50)', 210_600],
    ['Sale (-$10)', 84_550],
    ['Ivory', 85_550],
    ['Lace (+$50) (-$20)', 88_550],
    ['Free (-$99,999)', 0],
    ['Half (+50)', 85_550],
    ['', 85_550],
  ])('with the option %j is %i cents', (fabric, cents) => {
    const fields = [field('fabric', [fabric])]
    expect(priced([{ ...gown, fields, answers: { fabric } }]).totalCents).toBe(cents)
  })

  test('is itemized: each line with its options, discount, tax', () => {
    const fields = [field('fabric', ['Silk (+$250)']), field('hem', ['Short (-$10.50)']), field('lining', [])]
    const answers = { fabric: 'Silk (+$250)', hem: 'Short (-$10.50)', lining: 'None' }
    const gowns = { ...gown, quantity: 2, fields, answers }
    const options = [
      { name: 'Edge', option: 'Lace', cents: 4_000 },
      { name: 'Color', option: 'Ivory', cents: 0 },
    ]
    const veils = { ...veil, quantity: 3, options }
    expect(priced([gowns, veils, rush], { ...percent(10), taxRate: 8_875 })).toEqual({
      rows: [
        { label: 'Aurelie gown × 2', cents: 171_100 },
        { label: 'The fabric: Silk', cents: 50_000, isOption: true },
        { label: 'The hem: Short', cents: -2_100, isOption: true },
        { label: 'Veil × 3', cents: 36_000 },
        { label: 'Edge: Lace', cents: 12_000, isOption: true },
        { label: 'Rush fee', cents: 7_500 },
        { label: 'SPRING, 10% off', cents: -27_500 },
        { label: 'Estimated tax (8.875%)', cents: 21_322 },
      ],
      shares: [
        { cents: 219_000, discountCents: 21_939, taxCents: 17_489 },
        { cents: 48_000, discountCents: 4_809, taxCents: 3_833 },
        { cents: 7_500, discountCents: 752, taxCents: 0 },
      ],
      sums: [
        { label: 'SPRING, 10% off', cents: -27_500 },
        { label: 'Estimated tax (8.875%)', cents: 21_322 },
      ],
      subtotalCents: 274_500,
      discountCents: 27_500,
      taxCents: 21_322,
      totalCents: 268_322,
    })
  })

  test('takes modifiers from dropdowns that are shown, and from nothing else', () => {
    const gold = 'Gold (+$50)'
    const fields = [
      field('hidden', [gold], { archived: true }),
      field('text', [], { type: 'text' }),
      field('ticked', [gold]),
    ]
    const answers = { hidden: gold, text: gold, unknown: gold, ticked: true }
    expect(priced([{ ...gown, fields, answers }]).totalCents).toBe(85_550)
    expect(priced([])).toMatchObject({ rows: [], shares: [], totalCents: 0 })
  })

  test.each([
    ['nothing', [gown], {}, 85_550],
    ['a reduction', [gown, off(5_550)], {}, 80_000],
    ['a reduction that a percentage leaves out', [gown, off(5_550)], percent(10), 71_400],
    ['a reduction above the sum', [gown, off(90_000)], {}, 0],
    ['a reduction above the sum and tax', [gown, off(90_000)], { taxRate: 8_875 }, 0],
    ['a percentage above what a reduction leaves', [gown, off(85_000)], percent(50), 0],
    ['tax', [gown], { taxRate: 8_875 }, 93_143],
    ['tax of half a cent', [{ ...gown, unitPriceCents: 50 }], { taxRate: 1_000 }, 51],
    ['tax of less than half a cent', [{ ...gown, unitPriceCents: 49 }], { taxRate: 1_000 }, 49],
    ['tax on what the discount leaves', [gown], { ...percent(10), taxRate: 10_000 }, 84_645],
    ['tax on taxable lines alone', [gown, rush], { taxRate: 10_000 }, 101_605],
    [
      'tax per line',
      [
        { ...gown, unitPriceCents: 5 },
        { ...veil, unitPriceCents: 5 },
      ],
      { taxRate: 10_000 },
      12,
    ],
    ['tax less that on a reduction', [gown, off(10_000)], { taxRate: 10_000 }, 83_105],
    ['tax that would be negative', [{ ...gown, taxable: false }, off(10_000)], { taxRate: 10_000 }, 75_550],
    ['a rate of nothing', [gown], { taxRate: 0 }, 85_550],
  ] as [string, PricedLine[], Partial<PricedOrder>, number][])('with %s', (_, lines, changes, cents) => {
    expect(priced(lines, changes).totalCents).toBe(cents)
  })

  const amount = fc.integer({ min: 0, max: 9_999_999 })
  const modifier = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .tuple(fc.string({ maxLength: 10 }), fc.constantFrom('+', '-', '−'), amount)
      .map(([name, sign, cents]) => `${name} (${sign}$${centsToDecimal(cents)})`),
  )
  const anyProduct = fc
    .record({
      unitPriceCents: amount,
      quantity: fc.integer({ min: 1, max: 20 }),
      taxable: fc.boolean(),
      options: fc.array(fc.record({ name: fc.string(), option: fc.string(), cents: amount }), {
        maxLength: 3,
      }),
      chosen: fc.array(modifier, { maxLength: 4 }),
    })
    .map(
      ({ chosen, ...line }): PricedLine => ({
        ...line,
        name: 'Gown',
        fields: chosen.map((option, at) => field(`f${at}`, [option])),
        answers: Object.fromEntries(chosen.map((option, at) => [`f${at}`, option])),
      }),
    )
  const anyReduction = fc
    .record({ cents: amount, taxable: fc.boolean() })
    .map(({ cents, taxable }): PricedLine => ({ ...off(cents + 1), taxable }))
  const anyOrder = fc.record({
    lines: fc.array(fc.oneof({ weight: 4, arbitrary: anyProduct }, anyReduction), {
      minLength: 1,
      maxLength: 6,
    }),
    discount: fc.option(fc.record({ code: fc.string(), percent: fc.integer({ min: 1, max: 100 }) })),
    taxRate: fc.option(fc.integer({ min: 0, max: 99_999 })),
  })

  test('is whole cents, never negative, and what its rows and its lines add up to', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const { rows, shares, subtotalCents, discountCents, taxCents, totalCents } = priceOrder(order)
        for (const cents of [subtotalCents, discountCents, taxCents, totalCents]) {
          expect(Number.isSafeInteger(cents)).toBe(true)
          expect(cents).toBeGreaterThanOrEqual(0)
        }
        expect(totalCents).toBe(subtotalCents - discountCents + taxCents)
        const sumOf = (cents: number[]) => cents.reduce((sum, each) => sum + each, 0)
        const sum = sumOf(rows.map(({ cents }) => cents))
        // Reductions can't take the price below zero.
        if (sumOf(shares.map(({ cents }) => cents)) >= 0) expect(sum).toBe(totalCents)
        expect(sumOf(shares.map((share) => share.discountCents))).toBe(discountCents)
        expect(Math.max(0, sumOf(shares.map((share) => share.taxCents)))).toBe(taxCents)
      }),
    )
  })

  test('equals that of the rule in fractions', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        expect(centsOfPrice(order)).toEqual(slowPrice(order))
      }),
      { numRuns: 5000 },
    )
  })

  test('is the same after JSON, as an order goes from the server to a screen', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        expect(priceOrder(JSON.parse(JSON.stringify(order)))).toEqual(priceOrder(order))
      }),
    )
  })

  test('is no higher with a discount', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const total = (changes: object) => priceOrder({ ...order, taxRate: null, ...changes }).totalCents
        expect(total({})).toBeLessThanOrEqual(total({ discount: null }))
      }),
    )
  })
})

const centsOfPrice = (order: PricedOrder) => {
  const { subtotalCents, discountCents, taxCents, totalCents } = priceOrder(order)
  return [subtotalCents, discountCents, taxCents, totalCents].map(BigInt)
}

/** The largest whole number that is at most a ÷ b, for b > 0. */
const floor = (a: bigint, b: bigint) => a / b - (a % b < 0n ? 1n : 0n)

/** The rule of docs/product.md, Prices, word by word: in fractions of a cent until an amount is said to be rounded. */
function slowPrice({ lines, discount, taxRate }: PricedOrder): bigint[] {
  const prices = lines.map(({ unitPriceCents, quantity, options, fields, answers }) => {
    let piece = BigInt(unitPriceCents)
    for (const { cents } of options) piece += BigInt(cents)
    for (const { id } of fields)
      for (const [, sign, whole, cents] of String(answers[id]).matchAll(/\(([+−-])\$(\d+)\.(\d\d)\)/g))
        piece += BigInt(`${whole}${cents}`) * (sign === '+' ? 1n : -1n)
    return piece * BigInt(quantity)
  })
  const sum = prices.reduce((all, price) => all + price, 0n)
  const subtotal = sum > 0n ? sum : 0n
  const isReduction = (at: number) => lines[at]!.unitPriceCents < 0
  const full = prices.reduce((all, price, at) => (isReduction(at) ? all : all + price), 0n)
  const base = full > 0n ? full : 0n
  // Whole dollars, half up.
  const dollars = discount ? floor(base * BigInt(discount.percent) * 2n + 10_000n, 20_000n) * 100n : 0n
  const reduced = [dollars, base, subtotal].reduce((least, each) => (each < least ? each : least))
  let before = 0n
  let tax = 0n
  for (const [at, price] of prices.entries()) {
    const upTo = isReduction(at) ? before : before + price
    const share = isReduction(at) || full === 0n ? 0n : (reduced * upTo) / full - (reduced * before) / full
    before = upTo
    if (taxRate !== null && lines[at]!.taxable && subtotal > reduced)
      tax += floor((price - share) * BigInt(taxRate) * 2n + 100_000n, 200_000n)
  }
  const taxed = tax > 0n ? tax : 0n
  return [subtotal, reduced, taxed, subtotal - reduced + taxed]
}

describe('a discount', () => {
  test.each([
    [85_550, 15, 12_800],
    [10_000, 10, 1_000],
    [10_500, 10, 1_100],
    [10_400, 10, 1_000],
    [4_950, 1, 0],
    [5_000, 1, 100],
    [85_550, 100, 85_550],
    [40, 100, 0],
    [0, 50, 0],
  ])('on %i cents of %i percent is %i cents', (subtotal, percent, cents) => {
    expect(discountOn(subtotal, percent)).toBe(cents)
  })

  test('is whole dollars, within half a dollar of the percentage, and at most the subtotal', () => {
    const subtotals = fc.integer({ min: 0, max: 999_999_999 })
    fc.assert(
      fc.property(subtotals, fc.integer({ min: 1, max: 100 }), (subtotal, percent) => {
        const cents = discountOn(subtotal, percent)
        expect(cents === subtotal || cents % 100 === 0).toBe(true)
        expect(cents).toBeLessThanOrEqual(subtotal)
        expect(Math.abs(cents * 100 - subtotal * percent)).toBeLessThanOrEqual(5_000)
      }),
    )
  })
})

describe('the tax of an order', () => {
  const rates = { NY: 8.875, TX: 6.25, OR: 0 }
  const event = { taxRate: 7, taxState: 'NJ' as const }
  test.each([
    ['the state it is shipped to', { state: 'NY' }, 8_875, 'NY', null],
    ['the state by its name', { state: 'texas' }, 6_250, 'TX', null],
    ['a rate of zero', { state: 'OR' }, 0, 'OR', null],
    ['the rate of its event', { state: 'NY', event }, 7_000, 'NJ', null],
    ['an event without a rate', { state: 'NY', event: { taxRate: null, taxState: null } }, 8_875, 'NY', null],
    ['an exempt customer', { state: 'NY', event, exempt: 'Resale' }, null, null, 'Tax exempt: Resale'],
    ['a state without a rate', { state: 'CA' }, null, null, 'No tax: Settings has no rate for California.'],
    [
      'a place that is no state',
      { state: 'Ontario' },
      null,
      null,
      'No tax: Settings has no rate for Ontario.',
    ],
    [
      'no address',
      {},
      null,
      null,
      'No tax: there’s no shipping address, and the event has no rate of its own.',
    ],
    ['a company without rates', { state: 'NY', rates: {} }, null, null, null],
    ['an event of a company without rates', { event, rates: {} }, 7_000, 'NJ', null],
  ])('follows %s', (_, given, taxRate, taxState, note) => {
    expect(taxOf({ exempt: '', rates, ...given })).toMatchObject({ taxRate, taxState, note })
  })
})

test.each([
  [8_875, '8.875%'],
  [6_000, '6%'],
  [4_225, '4.225%'],
  [0, '0%'],
])('the rate %i is %s in words', (rate, words) => {
  expect(percentOf(rate)).toBe(words)
})

test.each([
  [[], ''],
  [[{ name: 'Aurelie gown', quantity: 1 }], 'Aurelie gown'],
  [
    [
      { name: 'Aurelie gown', quantity: 1 },
      { name: 'Lumen veil', quantity: 2 },
    ],
    'Aurelie gown, Lumen veil × 2',
  ],
])('the products %j are %j in words', (products, words) => {
  expect(productLine(products)).toBe(words)
})
