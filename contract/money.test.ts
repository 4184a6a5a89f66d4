import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountField } from './endpoint.ts'
import {
  centsToDecimal,
  formatMoney,
  fromDecimalComma,
  hasDecimalComma,
  hasDecimalDot,
  parseCents,
  parseSignedCents,
  roundToCents,
  typedToDecimal,
} from './money.ts'

test.each([
  ['75', 7_500],
  ['-75', -7_500],
  [' −$1,250.5 ', -125_050],
  [-0.5, -50],
  ['0', 0],
  ['-0', 0],
  ['--5', null],
  ['- 5', -500],
  ['soon', null],
  ['-', null],
])('%j with its sign is %s cents', (typed, cents) => {
  expect(parseSignedCents(typed)).toBe(cents)
})

describe('an amount', () => {
  test.each([
    [1250, 125_000],
    ['1250', 125_000],
    ['1250.5', 125_050],
    [' 1,250.50 ', 125_050],
    ['$1,250.50', 125_050],
    ['2,400', 240_000],
    ['0', 0],
    [0.1, 10],
    [19.99, 1999],
  ])('%j is %i cents', (typed, cents) => {
    expect(parseCents(typed)).toBe(cents)
  })

  test.each([
    [''],
    ['-5'],
    [-5],
    ['1.234'],
    ['12,50'],
    ['1.250,50'],
    ['12O0'],
    ['1e5'],
    ['1,25,000'],
    ['0,995'],
    ['0,995,000'],
    ['1e3'],
    ['fifty'],
    [Number.NaN],
    ['$'],
  ])('%j is not an amount', (typed) => {
    expect(parseCents(typed)).toBeNull()
  })

  test('goes through text and back unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
        expect(parseCents(centsToDecimal(cents))).toBe(cents)
        expect(parseCents(formatMoney(centsToDecimal(cents)))).toBe(cents)
        expect(typedToDecimal(formatMoney(centsToDecimal(cents)))).toBe(centsToDecimal(cents))
      }),
    )
  })

  test.each([
    ['1250.50', '$1,250.50'],
    ['0.00', '$0.00'],
    ['9999999.99', '$9,999,999.99'],
    ['-50.00', '−$50.00'],
  ])('%s is read as %s', (decimal, shown) => {
    expect(formatMoney(decimal)).toBe(shown)
  })

  test.each([
    ['$1,250.5', '1250.50'],
    ['', ''],
    ['12,50', '12,50'],
  ])('typed as %j is sent as %j', (typed, sent) => {
    expect(typedToDecimal(typed)).toBe(sent)
  })

  test.each([
    ['', 'A price is required'],
    [undefined, 'A price is required'],
    ['x', 'Enter an amount such as 1250 or 1250.50'],
    ['-1', 'Enter an amount such as 1250 or 1250.50'],
    ['10000000', 'Enter an amount below 10,000,000'],
  ])('%j is refused with a sentence', (typed, sentence) => {
    expect(amountField('A price is required').safeParse(typed).error?.issues[0]?.message).toBe(sentence)
  })
})

test.each([
  ['1250,50', false, '1250.50'],
  ['12,5', false, '12.5'],
  ['1.250,50', false, '1250.50'],
  ['1.250.000,5', false, '1250000.5'],
  ['1.250', false, '1.250'],
  ['1.250', true, '1250'],
  ['1,250', true, '1,250'],
  ['1079,9899999998', false, '1079.9899999998'],
  ['1.079,9899', true, '1079.9899'],
  ['1,250.50', true, '1,250.50'],
  ['12.50', true, '12.50'],
  ['x', true, 'x'],
])('%s with a decimal comma (dots group thousands: %s) is read as %s', (typed, dotsGroup, read) => {
  const style = { dotsGroup, dotsAreDecimal: false, commasAreDecimal: false }
  expect(fromDecimalComma(typed, style)).toBe(read)
})

test.each([
  ['103,489', '103.489', false],
  ['0,995', '0.995', true],
  ['1079,989', '1079.989', true],
  ['1.079,9899', '1079.9899', true],
  ['12.345,678', '12345.678', true],
  ['12,50', '12.50', false],
  ['1.250', '1250', false],
])('%s is %s where commas are decimal, and proves it: %s', (typed, read, isClear) => {
  const style = { dotsGroup: true, dotsAreDecimal: false, commasAreDecimal: true }
  expect(fromDecimalComma(typed, style)).toBe(read)
  expect(hasDecimalComma(typed)).toBe(isClear)
})

test.each([
  ['103.4885', '103.49'],
  ['1079.9899999998', '1079.99'],
  ['$1,079.9849', '1079.98'],
  ['2.6750', '2.68'],
  ['0.005', '0.01'],
  ['0.9999', '1.00'],
  ['1250.125', '1250.13'],
  ['12.5000', '12.50'],
  ['1250', '1250'],
  ['12.5', '12.5'],
  ['x.1234', 'x.1234'],
  ['-1.2345', '-1.2345'],
])('a computed amount %s is rounded half up, by its digits, to %s', (amount, rounded) => {
  expect(roundToCents(amount, false)).toBe(rounded)
})

test.each([
  ['19.995', '20.00'],
  ['103.485', '103.49'],
  ['1.250', '1.25'],
])('three decimals, as in %s, are rounded only where a dot is known to be decimal', (amount, rounded) => {
  expect([roundToCents(amount, false), roundToCents(amount, true)]).toEqual([amount, rounded])
  expect(hasDecimalDot(amount)).toBe(false)
})
