import { AppError } from '@trunkshow/contract/errors.ts'
import { agreementWords } from '@trunkshow/contract/proposals/fields.ts'
import { proposalMessages as text } from '@trunkshow/contract/proposals/messages.ts'
import { reasonAgainstAnswer } from '@trunkshow/contract/proposals/rules.ts'
import type { AnswerForm } from '@trunkshow/contract/proposals/schema.ts'
import { and, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { proposalAnswers, proposals } from '../../platform/db/schema/proposals.ts'
import { own } from '../../platform/db/statement.ts'
import { consumePoint, networkOf, rateLimits } from '../../platform/http/guards/rate-limits.ts'
import { inMailTransaction, queueEmail } from '../../platform/mail/outbox.ts'
import { lockOrder, recordOrder } from '../change/record-order.ts'
import { todayOf } from '../money/queries.ts'
import { factsOf, findLatest, findLinkedOrder, type ProposalRow } from './queries.ts'

/**
 * Stores a customer's answer to the proposal whose number they read, under the order's lock, which every edit takes too:
 * so an approval names what was current. The same answer twice changes nothing.
 *
 * @throws AppError not_found; changed when the order has another proposal by now, or is being changed; conflict when it
 *   can't be answered; too_many
 */
export async function answerProposal(
  ctx: Context,
  token: string,
  given: AnswerForm,
  browser: string,
): Promise<ProposalRow> {
  const { id: orderId, companyId } = await findLinkedOrder(ctx, token)
  const network = networkOf(ctx.config, ctx.address)
  await consumePoint(ctx, rateLimits.answersOfNetwork, network, text.busy)
  return inMailTransaction({ ...ctx, actor: { companyId } }, async (ctx) => {
    const order = await lockOrder(ctx, orderId)
    const latest = await findLatest(ctx, orderId)
    if (!latest || latest.number !== given.number) throw new AppError('changed', text.superseded)
    const isApproved = latest.answer === 'approved' && !latest.isEnded
    if (isApproved && given.answer === 'approved') return latest
    const reason = reasonAgainstAnswer(order, factsOf(latest), await todayOf(ctx))
    if (reason) throw new AppError(latest.isEnded ? 'changed' : 'conflict', reason)
    const { answer } = given
    const name = answer === 'approved' ? given.name : ''
    const wish = answer === 'changeAsked' ? given.wish : ''
    await ctx.db.insert(proposalAnswers).values({
      ...{ companyId, proposalId: latest.id, kind: answer, name, wish, network },
      browser: browser.slice(0, 300),
    })
    const [stored] = await ctx.db
      .update(proposals)
      // One that was answered was read.
      .set({ answer, seenAt: sql`coalesce(seen_at, now())` })
      .where(own(ctx, proposals, { id: latest.id }))
      .returning()
    const to = [agreementWords[answer][0].toLowerCase(), name || wish].filter(Boolean).join(': ')
    const change = { field: `Proposal ${latest.number}`, from: null, to }
    await recordOrder(ctx, 'order.answered', order, [change])
    await queueEmail(ctx, { companyId, orderId, emailType: 'proposal_answered', sequence: latest.id })
    if (answer === 'approved')
      await queueEmail(ctx, { companyId, orderId, emailType: 'proposal_approved', sequence: latest.id })
    return stored!
  })
}

/** Notes that a person looked at the order's current proposal: their browser says so at the first press or key. */
export async function markSeen(ctx: Context, token: string): Promise<void> {
  const { id: orderId, companyId } = await findLinkedOrder(ctx, token)
  const isOpen = own({ actor: { companyId } }, proposals, { orderId, isEnded: false })
  await ctx.db
    .update(proposals)
    .set({ seenAt: sql`now()` })
    .where(and(isOpen, isNull(proposals.seenAt)))
}
