import { sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import type { TenantContext } from '../context.ts'
import { paymentRequests, stripeAccounts } from '../platform/db/schema/stripe.ts'
import { own, rowsOf, setRows } from '../platform/db/statement.ts'
import { log } from '../platform/log/log.ts'
import { callStripe } from './call-stripe.ts'
import { closeAll, endChanged, readSession } from './end-payments.ts'
import type { StripeContext } from './queries.ts'
import { applyEvent, eventTypes } from './receive-event.ts'
import { finishRefund } from './refund-payment.ts'

/** Companies whose Stripe is called at the same time, so that a slow one does not delay the others. */
const MAX_CONCURRENT = 4

/** Runs `work` for each company that has something to do; a failure leaves the company to the next run. */
async function eachCompany(
  ctx: StripeContext,
  which: ReturnType<typeof sql>,
  work: (ctx: StripeContext & TenantContext) => Promise<void>,
) {
  const { rows } = await ctx.db.execute<{ companyId: number }>(sql`
    SELECT company_id AS "companyId" FROM ${stripeAccounts}
    WHERE api_key IS NOT NULL AND NOT must_reconnect AND ${which} ORDER BY random()`)
  async function workOff() {
    for (let next = rows.pop(); next; next = rows.pop())
      await work({ ...ctx, actor: next }).catch((err) =>
        log.warn({ err }, 'The payments of a company wait for the next run.'),
      )
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, workOff))
}

const has = (which: string) =>
  sql.raw(
    `EXISTS (SELECT FROM payment_requests AS request WHERE request.company_id = stripe_accounts.company_id AND ${which})`,
  )

/** Ends payments whose order has changed, and tries refunds again whose answer was lost. */
export async function endPayments(ctx: StripeContext): Promise<void> {
  await endChanged(ctx)
  const waiting = `request.state = 'open' AND request.purpose = 'refund' AND request.created_at < now() - interval '1 minute'`
  await eachCompany(ctx, has(`(request.closes OR (${waiting}))`), async (ctx) => {
    await closeAll(ctx)
    const refunds = await ctx.db
      .select()
      .from(paymentRequests)
      .where(sql`${own(ctx, paymentRequests, { purpose: 'refund', state: 'open' })}
        AND created_at < now() - interval '1 minute'`)
      .limit(50)
    for (const refund of refunds) await finishRefund(ctx, refund)
  })
}

const MOST_READ = 100

/** Reads open sessions and the events since the last run, in case some were lost (docs/stripe.md). */
export async function readPayments(ctx: StripeContext): Promise<void> {
  await eachCompany(ctx, sql`true`, async (ctx) => {
    const open = await ctx.db
      .select()
      .from(paymentRequests)
      .where(sql`${own(ctx, paymentRequests, { state: ['open', 'onTheWay'] })} AND session_id IS NOT NULL`)
      .orderBy(sql`random()`)
      .limit(MOST_READ)
    for (const request of open) await readSession(ctx, request)
    await readEvents(ctx)
  })
}

/** Events of the last minutes are read again: they may have been stored in Stripe after the last run. */
const OVERLAP_SECONDS = 900

async function readEvents(ctx: StripeContext & TenantContext) {
  const { companyId } = ctx.actor
  const [account] = await rowsOf(ctx, stripeAccounts, {})
  if (!account || account.missing.includes('events')) return
  const since = Math.floor(account.eventsReadUntil.getTime() / 1000) - OVERLAP_SECONDS
  const events: Stripe.Event[] = []
  await callStripe(ctx, companyId, async (stripe) => {
    const page = { types: [...eventTypes], created: { gte: since }, limit: 100 }
    for await (const event of stripe.events.list(page)) events.push(event)
  })
  // Oldest first, so that a refund finds its payment.
  for (const event of events.reverse()) await applyEvent(ctx, event)
  const newest = events.at(-1)?.created
  if (newest) await setRows(ctx, stripeAccounts, {}, { eventsReadUntil: new Date(newest * 1000) })
}
