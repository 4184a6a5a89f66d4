import { describe, expect, test } from 'vitest'
import { amountToPay, leastOf, type Payable, type PayPurpose, purposesOf } from './rules.ts'

const payable = (dueCents: number, depositCents = 0, minimumCents = 5000): Payable => ({
  dueCents,
  depositCents,
  minimumCents,
})

describe('a payment by link is', () => {
  test.each<[string, Payable, PayPurpose, number | undefined, number]>([
    ['what is missing of the deposit', payable(100_000, 30_000), 'deposit', undefined, 30_000],
    ['no more than what is due', payable(20_000, 30_000), 'deposit', undefined, 20_000],
    ['all that is due, whatever was typed', payable(100_000, 30_000), 'balance', 1, 100_000],
    ['another amount, from the minimum', payable(100_000), 'amount', 5000, 5000],
    ['up to what is due', payable(100_000), 'amount', 100_000, 100_000],
    ['less than the minimum if less is due', payable(3000), 'amount', 3000, 3000],
  ])('%s', (_, order, purpose, typed, cents) => {
    expect(amountToPay(order, purpose, typed)).toBe(cents)
  })
})

describe('no payment is made', () => {
  test.each<[string, Payable, PayPurpose, number | undefined, RegExp]>([
    ['when nothing is due', payable(0), 'balance', undefined, /Nothing is due/],
    ['of less than Stripe charges', payable(49), 'balance', undefined, /Nothing is due/],
    ['for a deposit that is paid', payable(100_000, 0), 'deposit', undefined, /already paid/],
    ['below the minimum', payable(100_000), 'amount', 4999, /from \$50\.00 to \$1,000\.00/],
    ['above what is due', payable(100_000), 'amount', 100_001, /from \$50\.00 to \$1,000\.00/],
    ['of a negative amount', payable(100_000), 'amount', -100, /from/],
    ['without an amount', payable(100_000), 'amount', undefined, /from/],
    [
      'below what Stripe charges, whatever the minimum is',
      payable(100_000, 0, 0),
      'amount',
      49,
      /from \$0\.50/,
    ],
  ])('%s', (_, order, purpose, typed, reason) => {
    expect(amountToPay(order, purpose, typed)).toMatch(reason)
  })
})

test.each<[Payable, PayPurpose[], number]>([
  [payable(100_000, 30_000), ['deposit', 'balance', 'amount'], 5000],
  [payable(100_000, 100_000), ['balance', 'amount'], 5000],
  [payable(100_000), ['balance', 'amount'], 5000],
  [payable(5000), ['balance'], 5000],
  [payable(100), ['balance'], 100],
  [payable(0, 0), [], 50],
])('%j can be paid as %j, from %i cents', (order, purposes, least) => {
  expect(purposesOf(order)).toEqual(purposes)
  expect(leastOf(order)).toBe(least)
})
