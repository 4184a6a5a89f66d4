import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { agreementWords } from '@trunkshow/contract/proposals/fields.ts'
import { proposalMessages as text } from '@trunkshow/contract/proposals/messages.ts'
import { reasonAgainstAnswer, signedBy, signerOf, signersLeft } from '@trunkshow/contract/proposals/rules.ts'
import type { AnswerForm } from '@trunkshow/contract/proposals/schema.ts'
import { and, isNull, sql } from 'drizzle-orm'
import type { Context, TenantContext } from '../../context.ts'
import { proposalAnswers, proposals } from '../../platform/db/schema/proposals.ts'
import { own } from '../../platform/db/statement.ts'
import { consumePoint, networkOf, rateLimits } from '../../platform/http/guards/rate-limits.ts'
import { inMailTransaction, queueEmail } from '../../platform/mail/outbox.ts'
import { lockOrder, recordOrder } from '../change/record-order.ts'
import { todayOf } from '../money/queries.ts'
import {
  factsOf,
  findLatest,
  findLinkedOrder,
  findTerms,
  listAnswers,
  type ProposalRow,
  snapshotOf,
} from './queries.ts'
import { sendCode, tryCode } from './send-code.ts'

/** Returns a signer's name, and what their approval leaves. @throws AppError invalid for a name that isn't asked for */
async function signAs(ctx: TenantContext, proposal: ProposalRow, typed: string) {
  const snapshot = snapshotOf(proposal)!
  const name = signerOf(snapshot, typed)
  if (name === null) throw fieldError('invalid', 'name', text.notASigner)
  const signed = signedBy(await listAnswers(ctx, [proposal.id]))
  const { codeFrom } = await findTerms(ctx)
  return {
    name,
    hasSigned: signed.includes(name),
    isLast: signersLeft(snapshot, [...signed, name]).length === 0,
    needsCode: codeFrom !== '' && Number(snapshot.proposed.total) >= Number(codeFrom),
  }
}

/**
 * Stores a customer's answer to the proposal whose number they read, under the order's lock, which every edit takes too:
 * so an approval names what was current. The same answer twice changes nothing. An approval that needs a code is stored
 * with it; without one, the code is emailed.
 *
 * @returns what was answered; null if a code was emailed
 * @throws AppError not_found; changed when the order has another proposal by now, or is being changed; conflict when it
 *   can't be answered; invalid for a name or a code; too_many
 */
export async function answerProposal(
  ctx: Context,
  token: string,
  given: AnswerForm,
  browser: string,
): Promise<ProposalRow | null> {
  const { id: orderId, companyId } = await findLinkedOrder(ctx, token)
  const network = networkOf(ctx.config, ctx.address)
  await consumePoint(ctx, rateLimits.answersOfNetwork, network, text.busy)
  const tenant = { ...ctx, actor: { companyId } }
  const code = given.answer === 'approved' && !given.another ? given.code : ''
  const proven = code ? await tryCode(tenant, orderId, code) : null
  return inMailTransaction(tenant, async (ctx) => {
    const order = await lockOrder(ctx, orderId)
    const latest = await findLatest(ctx, orderId)
    if (!latest || latest.number !== given.number) throw new AppError('changed', text.superseded)
    const isApproved = latest.answer === 'approved' && !latest.isEnded
    if (isApproved && given.answer === 'approved') return latest
    const reason = reasonAgainstAnswer(order, factsOf(latest), await todayOf(ctx))
    if (reason) throw new AppError(latest.isEnded ? 'changed' : 'conflict', reason)
    const { answer } = given
    const signer = answer === 'approved' ? await signAs(ctx, latest, given.name) : null
    if (signer?.hasSigned) return latest
    if (signer?.needsCode && !(proven?.id === latest.id && proven.codes === latest.codes && latest.codeAt)) {
      if (code) throw fieldError('invalid', 'code', text.codeWrong)
      await sendCode(ctx, latest)
      return null
    }
    const name = signer?.name ?? ''
    const drawing = answer === 'approved' ? given.drawing : ''
    const wish = answer === 'changeAsked' ? given.wish : ''
    const [stored] = await ctx.db
      .insert(proposalAnswers)
      .values({
        ...{ companyId, proposalId: latest.id, kind: answer, name, wish, drawing, network },
        browser: browser.slice(0, 300),
      })
      .returning()
    const [answered] = await ctx.db
      .update(proposals)
      // One that was answered was read.
      .set({
        answer: signer && !signer.isLast ? null : answer,
        seenAt: sql`coalesce(seen_at, now())`,
        codeAt: null,
      })
      .where(own(ctx, proposals, { id: latest.id }))
      .returning()
    const to = [agreementWords[answer][0].toLowerCase(), name || wish].filter(Boolean).join(': ')
    const change = { field: `Proposal ${latest.number}`, from: null, to }
    await recordOrder(ctx, 'order.answered', order, [change])
    await queueEmail(ctx, { companyId, orderId, emailType: 'proposal_answered', sequence: stored!.id })
    if (signer?.isLast)
      await queueEmail(ctx, { companyId, orderId, emailType: 'proposal_approved', sequence: latest.id })
    return answered!
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
