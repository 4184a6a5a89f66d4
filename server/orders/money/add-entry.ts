import { AppError, fieldError, firstOf, forbidden } from '@trunkshow/contract/errors.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { orderMessages as text } from '@trunkshow/contract/orders/messages.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { methodWords } from '@trunkshow/contract/payments/fields.ts'
import { entryMessages, paymentMessages } from '@trunkshow/contract/payments/messages.ts'
import { dueOf, netOf } from '@trunkshow/contract/payments/rules.ts'
import type { CancelInput, EntryInput } from '@trunkshow/contract/payments/schema.ts'
import { mayDo } from '@trunkshow/contract/permissions.ts'
import type { StaffContext } from '../../context.ts'
import { orderEntries } from '../../platform/db/schema/money.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { changeRows, own, refusing } from '../../platform/db/statement.ts'
import { hashRequest } from '../../platform/http/idempotency-key.ts'
import { inMailTransaction } from '../../platform/mail/outbox.ts'
import { lockOrder, type StoredOrder } from '../change/record-order.ts'
import { getOrder, ownOrder } from '../queries.ts'
import { selectEntries, todayOf } from './queries.ts'
import { type NewEntry, recordEntry } from './record-entry.ts'

/** The most entries of an order that are recorded by hand. */
const MAX_ENTRIES = 200

/**
 * Records a payment, refund or correction by hand (docs/product.md, Payments), also of a canceled order.
 *
 * @param key the form's Idempotency-Key: a repeat records nothing
 * @returns the order, and whether this repeats an earlier request
 * @throws AppError not_found; forbidden for a refund without the right to it; invalid for a day to come, or an amount that
 *   is more than the order holds; conflict for a provider's entry; key_reused for a key sent with something else
 */
export function addEntry(
  ctx: StaffContext,
  id: number,
  input: EntryInput,
  key: string | null,
): Promise<{ order: Order; replayed: boolean }> {
  const requestHash = hashRequest([id, input])
  return inMailTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id)
    const [first] =
      key === null
        ? []
        : await ctx.db
            .select()
            .from(orderEntries)
            .where(own(ctx, orderEntries, { idempotencyKey: key }))
    if (first && first.requestHash !== requestHash) throw new AppError('key_reused', text.keyReused)
    if (!first) {
      const entry = await makeEntry(ctx, order, input)
      await recordEntry(ctx, order, { ...entry, idempotencyKey: key, requestHash }, input.emailReceipt)
    }
    return { order: await getOrder(ctx, id), replayed: first !== undefined }
  }).catch(refusing({ order_entries_key: ['key_reused', text.keyReused] }))
}

async function makeEntry(ctx: StaffContext, order: StoredOrder, input: EntryInput): Promise<NewEntry> {
  const entries = await selectEntries(ctx, [order.id])
  if (entries.length >= MAX_ENTRIES) throw new AppError('conflict', entryMessages.tooManyEntries(MAX_ENTRIES))
  const { kind, amount, method, reference } = input
  if (kind === 'correction') return correct(ctx, order, entries, input)
  const today = await todayOf(ctx)
  const receivedOn = input.receivedOn ?? today
  if (receivedOn > today) throw fieldError('invalid', 'receivedOn', entryMessages.receivedLater)
  if (kind === 'payment') return { kind, cents: amount, method, receivedOn, reference }
  return refund(ctx, order, { amount, method, receivedOn, reference })
}

/** A refund of what a locked order holds. @throws AppError forbidden; invalid for more than that */
function refund(
  { actor }: StaffContext,
  { receivedCents }: StoredOrder,
  { amount, ...entry }: Pick<NewEntry, 'method' | 'receivedOn' | 'reference'> & { amount: number },
): NewEntry {
  if (!mayDo(actor.role, 'money.refund')) throw forbidden()
  if (amount > receivedCents)
    throw fieldError('invalid', 'amount', entryMessages.refundTooLarge(inWords(receivedCents)))
  return { ...entry, kind: 'refund', cents: -amount }
}

const inWords = (cents: number) => formatMoney(centsToDecimal(Math.max(0, cents)))

/** The correction that gives an entry this amount; of its method and day, so that their sums become right. */
function correct(
  { actor }: StaffContext,
  order: StoredOrder,
  entries: Awaited<ReturnType<typeof selectEntries>>,
  { amount, corrects, reference }: EntryInput,
): NewEntry {
  const wrong = firstOf(
    entries.filter(({ id, kind }) => id === corrects && kind !== 'correction'),
    paymentMessages.entryGone,
  )
  if (!mayDo(actor.role, wrong.kind === 'refund' ? 'money.refund' : 'money.record')) throw forbidden()
  if (wrong.provider) throw new AppError('conflict', entryMessages.entryOfProvider(methodWords[wrong.method]))
  const cents = (wrong.kind === 'refund' ? -amount : amount) - netOf(wrong, entries)
  if (cents === 0) throw fieldError('invalid', 'amount', entryMessages.amountIsSame)
  if (cents < 0 && order.receivedCents + cents < 0)
    throw fieldError('invalid', 'amount', entryMessages.refundedAlready)
  const { method, receivedOn } = wrong
  return { kind: 'correction', cents, method, receivedOn, reference, corrects: wrong.id }
}

/** Records that a locked order's balance was received, which moves it to paid if it is pending. @returns the order then */
export async function payDue(
  ctx: Parameters<typeof recordEntry>[0],
  order: StoredOrder,
  how: Pick<NewEntry, 'method' | 'provider' | 'outsideId' | 'reference'>,
): Promise<StoredOrder> {
  const cents = dueOf(order, order.receivedCents)
  if (cents === 0) return order
  const receivedOn = await todayOf(ctx)
  return (await recordEntry(ctx, order, { kind: 'payment', cents, receivedOn, ...how })).order
}

/**
 * Takes back the newest payments that were recorded by hand, until something is due on a locked paid order.
 *
 * @returns the order, pending again
 * @throws AppError conflict if there are none
 */
export async function unpay(ctx: StaffContext, order: StoredOrder): Promise<StoredOrder> {
  const entries = await selectEntries(ctx, [order.id])
  const byHand = entries.filter(
    (entry) => entry.kind === 'payment' && entry.provider === null && netOf(entry, entries) > 0,
  )
  let after = order
  for (const { id: corrects, method, receivedOn, ...entry } of byHand.toReversed()) {
    if (after.status !== 'paid') return after
    const cents = -netOf({ ...entry, id: corrects }, entries)
    const correction = { kind: 'correction' as const, cents, method, receivedOn, corrects }
    after = (await recordEntry(ctx, after, correction)).order
  }
  if (after.status === 'paid') throw new AppError('conflict', entryMessages.nothingToUndo)
  return after
}

/**
 * Stores what happens to the money of a locked order that was just canceled: what is refunded now, by hand, and what is
 * kept.
 *
 * @throws AppError forbidden for a refund without the right to it; invalid for more than the order holds
 */
export async function settleCanceled(
  ctx: StaffContext,
  order: StoredOrder,
  { refund: amount = 0, method = 'other', keep = 0, emailReceipt = true }: CancelInput,
): Promise<void> {
  let after = order
  if (amount > order.receivedCents && mayDo(ctx.actor.role, 'money.refund'))
    throw fieldError('invalid', 'refund', entryMessages.refundTooLarge(inWords(order.receivedCents)))
  if (amount > 0) {
    const entry = refund(ctx, order, { amount, method, receivedOn: await todayOf(ctx), reference: '' })
    after = (await recordEntry(ctx, order, entry, emailReceipt)).order
  }
  if (keep === 0) return
  if (keep > after.receivedCents)
    throw fieldError('invalid', 'keep', entryMessages.keptTooMuch(inWords(after.receivedCents)))
  await changeRows(ctx, orders, ownOrder(ctx, order.id), { keptCents: keep })
}
