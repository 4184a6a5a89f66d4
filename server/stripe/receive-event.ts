import { AppError } from '@trunkshow/contract/errors.ts'
import { stripeMessages as text } from '@trunkshow/contract/stripe/messages.ts'
import type { RequestState } from '@trunkshow/contract/stripe/rules.ts'
import type { Dispute } from '@trunkshow/contract/stripe/schema.ts'
import { eq, sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import type { TenantContext } from '../context.ts'
import { lockOrder, recordOrder, type StoredOrder } from '../orders/change/record-order.ts'
import { todayOf } from '../orders/money/queries.ts'
import { recordEntry } from '../orders/money/record-entry.ts'
import { paymentRequests, stripeAccounts } from '../platform/db/schema/stripe.ts'
import { decryptSecret } from '../platform/db/secrets.ts'
import { setRows } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { findAccount, findRequest, type RequestRow, type StripeContext } from './queries.ts'

/** How old an event's signature may be: Stripe signs each delivery again (docs/stripe.md). */
const TOLERANCE_SECONDS = 300

/**
 * Applies an event of a company's Stripe before it is answered, so that one whose answer is lost comes again.
 *
 * @param body exactly as it was sent
 * @throws AppError invalid for a wrong or old signature, or one by another secret; nothing is stored then
 */
export async function receiveEvent(ctx: StripeContext, companyId: number, body: string, signature: string) {
  const account = await findAccount(ctx, companyId)
  const secret =
    account?.webhookSecret && decryptSecret(ctx.config, 'stripe webhook', companyId, account.webhookSecret)
  if (!secret) throw new AppError('invalid', text.webhookForged)
  const { default: Stripe } = await import('stripe')
  let event: Stripe.Event
  try {
    event = Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS)
  } catch {
    throw new AppError('invalid', text.webhookForged)
  }
  const tenant = { db: ctx.db, actor: { companyId } }
  await applyEvent(tenant, event)
  await setRows(tenant, stripeAccounts, {}, { heardAt: sql`now()` })
}

/** The types of events that are handled; Stripe sends others only if the endpoint asks for them. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const satisfies Stripe.Event['type'][]

/** Applies an event, which may come twice and in any order. Events of payments that are not ours change nothing. */
export async function applyEvent(ctx: TenantContext, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return applySession(ctx, event.data.object)
    case 'checkout.session.async_payment_failed':
      return applySession(ctx, event.data.object, true)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return applyRefund(ctx, event.data.object)
    case 'charge.refunded':
      // Older versions of the API list them here, and send no event of their own.
      for (const refund of event.data.object.refunds?.data ?? [])
        await applyRefund(ctx, {
          ...refund,
          payment_intent: refund.payment_intent ?? event.data.object.payment_intent,
        })
      return
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return applyDispute(ctx, event.data.object)
  }
}

/** The id of something that Stripe names or includes. */
const idOf = (named: string | { id: string } | null | undefined) =>
  typeof named === 'string' ? named : (named?.id ?? null)

type Author = TenantContext & { actor: { name: string } }

/** Runs `work` with the order of a payment locked, and the payment as it is then. */
async function withOrder(
  ctx: TenantContext,
  found: RequestRow | undefined,
  work: (ctx: Author, request: RequestRow, order: StoredOrder) => Promise<unknown>,
) {
  if (!found) return
  await inTransaction({ ...ctx, actor: { ...ctx.actor, name: 'Stripe' } }, async (ctx) => {
    const order = await lockOrder(ctx, found.orderId)
    const request = await findRequest(ctx, eq(paymentRequests.id, found.id))
    if (request) await work(ctx, request, order)
  })
}

/** Changes a payment that is in one of these states. */
const move = (
  { db, actor }: TenantContext,
  { id }: RequestRow,
  from: RequestState[],
  changes: Partial<typeof paymentRequests.$inferInsert>,
) => setRows({ db, actor }, paymentRequests, { id, state: from }, changes)

/**
 * Brings a payment to what its Checkout Session says. Money that arrived counts, whatever became of the payment here or
 * of its order. @param failed whether a bank payment failed after it was on its way
 */
export async function applySession(ctx: TenantContext, session: Stripe.Checkout.Session, failed = false) {
  const { client_reference_id: publicId, payment_status, status, payment_intent, amount_total, id } = session
  const found = publicId ? await findRequest(ctx, eq(paymentRequests.publicId, publicId)) : undefined
  await withOrder(ctx, found, async (ctx, request, order) => {
    const paymentId = idOf(payment_intent)
    const ended = { sessionId: id, url: null, closes: false }
    if (payment_status === 'paid' && paymentId) {
      const cents = amount_total ?? request.cents
      await move(ctx, request, ['open', 'onTheWay', 'expired', 'failed'], {
        ...ended,
        state: 'paid',
        paymentId,
        cents,
      })
      await enter(ctx, order, 'payment', cents, paymentId)
    } else if (status === 'expired')
      await move(ctx, request, ['open', 'expired'], { ...ended, state: 'expired' })
    else if (failed) await move(ctx, request, ['open', 'onTheWay', 'expired'], { ...ended, state: 'failed' })
    else if (status === 'complete')
      await move(ctx, request, ['open', 'expired'], { ...ended, state: 'onTheWay', paymentId })
  })
}

/** Adds an entry once for each payment or refund of Stripe's; one that the customer does not wait for has no receipt. */
async function enter(
  ctx: Author,
  order: StoredOrder,
  kind: 'payment' | 'refund',
  cents: number,
  outsideId: string,
  emailsReceipt = true,
) {
  const source = { method: 'stripe', provider: 'stripe', receivedOn: await todayOf(ctx) } as const
  await recordEntry(ctx, order, { ...source, kind, cents, outsideId }, emailsReceipt)
}

/** Brings a refund to what Stripe says of it, also one that was made in Stripe. */
export async function applyRefund(
  ctx: TenantContext,
  refund: Pick<Stripe.Refund, 'id' | 'amount' | 'status' | 'payment_intent' | 'metadata'>,
) {
  const paymentId = idOf(refund.payment_intent)
  const found = paymentId ? await findRequest(ctx, eq(paymentRequests.paymentId, paymentId)) : undefined
  await withOrder(ctx, found, async (ctx, payment, order) => {
    const asked = refund.metadata?.request
    if (asked)
      await setRows(ctx, paymentRequests, { publicId: asked, refunds: payment.id }, { paymentId: refund.id })
    const { companyId } = ctx.actor
    const made = {
      companyId,
      orderId: order.id,
      purpose: 'refund',
      cents: refund.amount,
      refunds: payment.id,
    } as const
    await ctx.db
      .insert(paymentRequests)
      .values({ ...made, paymentId: refund.id })
      .onConflictDoNothing()
    const row = (await findRequest(ctx, eq(paymentRequests.paymentId, refund.id)))!
    if (refund.status === 'succeeded') {
      await move(ctx, row, ['open', 'onTheWay'], { state: 'paid' })
      await enter(ctx, order, 'refund', -refund.amount, refund.id)
    } else if (refund.status === 'failed' || refund.status === 'canceled') {
      // One that had succeeded comes back.
      if (row.state === 'paid')
        await enter(ctx, order, 'payment', refund.amount, `${refund.id} failed`, false)
      await move(ctx, row, ['open', 'onTheWay', 'paid'], { state: 'failed' })
    } else await move(ctx, row, ['open'], { state: 'onTheWay' })
  })
}

/** Keeps what a customer's bank disputes; one that is lost takes the money back. */
async function applyDispute(ctx: TenantContext, dispute: Stripe.Dispute) {
  const { id, amount: cents, status, reason, evidence_details } = dispute
  const paymentId = idOf(dispute.payment_intent)
  const found = paymentId ? await findRequest(ctx, eq(paymentRequests.paymentId, paymentId)) : undefined
  const isOver = ['won', 'lost', 'warning_closed', 'prevented'].includes(status)
  const dueBy =
    evidence_details?.due_by && !isOver ? new Date(evidence_details.due_by * 1000).toISOString() : null
  await withOrder(ctx, found, async (ctx, request, order) => {
    const before = request.dispute
    // What comes late, out of order, does not open it again.
    if (before && !before.dueBy && !isOver) return
    const after: Dispute = { status, reason, cents, dueBy }
    await setRows(ctx, paymentRequests, { id: request.id }, { dispute: after })
    if (before?.status !== status)
      await recordOrder(ctx, 'order.disputed', order, [
        { field: 'Dispute', from: before?.status ?? null, to: status },
      ])
    if (status === 'lost') await enter(ctx, order, 'refund', -cents, id, false)
  })
}
