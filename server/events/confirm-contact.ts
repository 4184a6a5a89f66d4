import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { and, eq } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { events } from '../platform/db/schema/events.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { consumePoint, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { queueConfirmation, requestContactConfirmation } from '../session/confirm-email.ts'
import { ownEvents } from './queries.ts'

async function emailLink(ctx: StaffContext, confirmationId: number | null) {
  if (confirmationId === null) return
  const { companyId } = ctx.actor
  await consumePoint(
    ctx,
    rateLimits.contactConfirmationsOfCompany,
    companyId,
    sessionMessages.tooManyConfirmations,
  )
  await queueConfirmation(ctx, 'contact', companyId, confirmationId)
}

/**
 * Emails an event's contact a confirmation link, in the transaction that saves the event. Beyond ten a day no email is
 * sent: the address stays unconfirmed, and notices go to the account's owner (decision 029).
 */
export async function confirmContact(ctx: StaffContext, email: string): Promise<void> {
  const { companyId } = ctx.actor
  await emailLink(ctx, await requestContactConfirmation(ctx, { companyId, email })).catch((error) => {
    if (!(error instanceof AppError)) throw error
  })
}

/** Sends the link again. @throws AppError not_found without a contact or for another company's event, too_many */
export async function resendContactConfirmation(ctx: StaffContext, id: number): Promise<void> {
  const { companyId } = ctx.actor
  const [event] = await ctx.db
    .select({ email: events.contactEmail })
    .from(events)
    .where(and(eq(events.id, id), ownEvents(ctx)))
  const email = event?.email
  if (!email) throw new AppError('not_found', eventMessages.notFound)
  await inTransaction(ctx, async (ctx) =>
    emailLink(ctx, await requestContactConfirmation(ctx, { companyId, email, again: true })),
  )
  ctx.wakeEmailWorker()
}
