import { orderStatuses } from '@trunkshow/contract/orders/rules.ts'
import {
  balanceTerms,
  type MoneyEntry,
  type MoneyTerms,
  moneyOf,
} from '@trunkshow/contract/payments/rules.ts'
import fc from 'fast-check'
import { expect } from 'vitest'

/** A number of dollars, exactly: `over` is positive. */
interface Rational {
  top: bigint
  over: bigint
}
const dollars = (cents: number): Rational => ({ top: BigInt(cents), over: 100n })
const zero: Rational = { top: 0n, over: 1n }
const add = (a: Rational, b: Rational): Rational => ({
  top: a.top * b.over + b.top * a.over,
  over: a.over * b.over,
})
const negate = ({ top, over }: Rational): Rational => ({ top: -top, over })
const times = (a: Rational, b: Rational): Rational => ({ top: a.top * b.top, over: a.over * b.over })
const compare = (a: Rational, b: Rational) => {
  const difference = a.top * b.over - b.top * a.over
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
const least = (a: Rational, b: Rational) => (compare(a, b) < 0 ? a : b)
/** Rounded up to whole dollars. @param amount not negative */
const upToDollar = ({ top, over }: Rational): Rational => ({ top: (top + over - 1n) / over, over: 1n })
/** Fails unless it is whole cents. */
function centsOf({ top, over }: Rational): number {
  expect((top * 100n) % over).toBe(0n)
  return Number((top * 100n) / over)
}

/** `moneyOf` again: slow, entry by entry, in exact dollars, and without its helpers. */
function slowMoneyOf(order: MoneyTerms, entries: readonly MoneyEntry[], today: string) {
  let [received, refunded] = [zero, zero]
  for (const { kind, cents, corrects } of entries) {
    const counts = kind === 'correction' ? entries.find(({ id }) => id === corrects)!.kind : kind
    if (counts === 'payment') received = add(received, dollars(cents))
    else refunded = add(refunded, dollars(-cents))
  }
  const [total, kept] = [dollars(order.totalCents), dollars(order.keptCents)]
  const held = add(received, negate(refunded))
  const lives = order.status !== 'cancelled'
  let wanted = zero
  if (order.deposit && 'percent' in order.deposit)
    wanted = upToDollar(times(total, { top: BigInt(order.deposit.percent), over: 100n }))
  else if (order.deposit) wanted = upToDollar(dollars(order.deposit.cents))
  const deposit = least(wanted, total)
  const missing = add(total, negate(held))
  const due = lives && compare(missing, zero) > 0 ? missing : zero
  const owesDeposit =
    lives && compare(deposit, zero) > 0 && compare(held, total) < 0 && compare(held, deposit) < 0
  const state =
    !lives && compare(held, kept) > 0
      ? 'refundDue'
      : compare(held, total) > 0
        ? 'overpaid'
        : owesDeposit
          ? 'depositDue'
          : compare(held, zero) <= 0
            ? 'none'
            : compare(held, total) === 0
              ? 'paid'
              : 'depositPaid'
  const isOut = order.status === 'shipped' || order.status === 'delivered' || order.status === 'completed'
  const isLate =
    order.balanceDue === 'delivery'
      ? isOut
      : order.balanceDue === 'date' && Date.parse(order.balanceDueOn ?? '9999-12-31') < Date.parse(today)
  return {
    totalCents: order.totalCents,
    receivedCents: centsOf(received),
    refundedCents: centsOf(refunded),
    heldCents: centsOf(held),
    dueCents: centsOf(due),
    excessCents: centsOf(negate(least(zero, add(lives ? total : kept, negate(held))))),
    depositCents: centsOf(deposit),
    askCents: centsOf(owesDeposit ? add(deposit, negate(held)) : due),
    state,
    overdue: compare(due, zero) > 0 && isLate,
  }
}

// Small amounts, so that sums often meet totals and deposits, and large ones.
const cents = (max: number) =>
  fc.oneof(
    fc.integer({ min: 1, max: 8 }).map((hundreds) => hundreds * 100),
    fc.integer({ min: 1, max }),
  )
const day = fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`)
const anyOrder: fc.Arbitrary<MoneyTerms> = fc.record({
  status: fc.constantFrom(...orderStatuses),
  totalCents: fc.oneof(fc.constant(0), cents(999_999_999)),
  deposit: fc.oneof(
    fc.constant(null),
    fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ cents: cents(999_999_999) }),
  ),
  balanceDue: fc.constantFrom(...balanceTerms),
  balanceDueOn: fc.option(day),
  keptCents: fc.oneof(fc.constant(0), cents(999_999)),
})
const anyEntries: fc.Arbitrary<MoneyEntry[]> = fc
  .array(
    fc.tuple(fc.constantFrom('payment', 'refund', 'correction'), cents(999_999_999), fc.boolean(), fc.nat()),
    { maxLength: 8 },
  )
  .map((given) => {
    const entries: MoneyEntry[] = []
    for (const [at, [kind, cents, isMinus, which]] of given.entries()) {
      const correctable = entries.filter((entry) => entry.kind !== 'correction')
      const wrong = kind === 'correction' ? correctable[which % correctable.length] : undefined
      if (wrong)
        entries.push({ id: at, kind: 'correction', cents: isMinus ? -cents : cents, corrects: wrong.id })
      else if (kind === 'refund') entries.push({ id: at, kind, cents: -cents, corrects: null })
      else entries.push({ id: at, kind: 'payment', cents, corrects: null })
    }
    return entries
  })

/** Compares `moneyOf` with `slowMoneyOf` in so many cases. */
export function checkMoney(numRuns: number) {
  fc.assert(
    fc.property(anyOrder, anyEntries, day, (order, entries, today) => {
      expect(moneyOf(order, entries, today)).toEqual(slowMoneyOf(order, entries, today))
    }),
    { numRuns },
  )
}
