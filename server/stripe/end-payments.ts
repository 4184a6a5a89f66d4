import { and, asc, sql } from 'drizzle-orm'
import type { StaffContext, TenantContext } from '../context.ts'
import { paymentRequests } from '../platform/db/schema/stripe.ts'
import { own, rowsOf, setRows } from '../platform/db/statement.ts'
import { callStripe, refusalOf, StripeFailure } from './call-stripe.ts'
import { findAccount, orderMark, type RequestRow, type StripeContext } from './queries.ts'
import { applySession } from './receive-event.ts'

type Worker = StripeContext & TenantContext

/** Ends open payments of a company whose order has changed, and those that Stripe ended long ago. */
export async function endChanged({ db }: StripeContext): Promise<void> {
  await db.execute(sql`
    UPDATE payment_requests AS request SET state = 'expired', closes = session_id IS NOT NULL
    FROM orders WHERE orders.id = request.order_id AND request.state = 'open' AND request.purpose <> 'refund'
      AND (request.mark <> ${orderMark} OR request.expires_at < now() - interval '1 day')`)
}

/** Ends open payments of the company, or of one order, which needs the order's lock: something else is to be paid. */
export async function endOpen({ db, actor }: TenantContext, which: { orderId?: number } = {}): Promise<void> {
  await db
    .update(paymentRequests)
    .set({ state: 'expired', closes: sql`session_id IS NOT NULL` })
    .where(and(own({ actor }, paymentRequests, { ...which, state: 'open' }), sql`purpose <> 'refund'`))
}

/** Ends the session of a payment in Stripe; one that was paid first counts. @throws StripeFailure */
async function closeSession(ctx: Worker, { id, sessionId }: RequestRow): Promise<void> {
  const { companyId } = ctx.actor
  const session = await callStripe(ctx, companyId, async (stripe) => {
    const { sessions } = stripe.checkout
    return sessions.expire(sessionId!).catch((error: { statusCode?: number }) => {
      // It has ended by itself: paid, expired, or unknown to this account.
      if (error.statusCode === 400 || error.statusCode === 404) return sessions.retrieve(sessionId!)
      throw error
    })
  }).catch((error) => {
    if (error instanceof StripeFailure && error.kind === 'refused') return null
    throw error
  })
  if (session) await applySession(ctx, session)
  await setRows(ctx, paymentRequests, { id }, { closes: false })
}

const MOST_AT_ONCE = 50

/** Returns a company's payments whose sessions are to be ended in Stripe. */
const listClosing = (ctx: TenantContext) =>
  rowsOf(ctx, paymentRequests, { closes: true }).orderBy(asc(paymentRequests.id)).limit(MOST_AT_ONCE)

/** Ends in Stripe what has ended here. @throws StripeFailure */
export async function closeAll(ctx: Worker): Promise<void> {
  for (let closing = await listClosing(ctx); closing.length > 0; closing = await listClosing(ctx))
    for (const request of closing) await closeSession(ctx, request)
}

/** Ends all open payments, before the key is replaced or deleted. A key that Stripe refuses can't. @throws AppError unavailable */
export async function closeSessions(ctx: StaffContext): Promise<void> {
  const { companyId } = ctx.actor
  const account = await findAccount(ctx, companyId)
  if (!account?.apiKey) return
  await endOpen(ctx)
  try {
    await closeAll(ctx)
  } catch (error) {
    if (error instanceof StripeFailure && error.kind === 'unauthorized') return
    throw refusalOf(error)
  }
}

/** Reads the session of a payment, in case its event was lost. @throws StripeFailure */
export async function readSession(ctx: Worker, { sessionId }: RequestRow): Promise<void> {
  const session = await callStripe(ctx, ctx.actor.companyId, (stripe) =>
    stripe.checkout.sessions.retrieve(sessionId!, { expand: ['payment_intent'] }),
  )
  const intent = session.payment_intent
  const failed =
    session.status === 'complete' &&
    typeof intent === 'object' &&
    intent?.status === 'requires_payment_method'
  await applySession(ctx, session, failed)
}
