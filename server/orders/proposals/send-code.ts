import { createHmac, timingSafeEqual } from 'node:crypto'
import { proposalMessages as text } from '@trunkshow/contract/proposals/messages.ts'
import { and, lt, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Context, TenantContext } from '../../context.ts'
import { proposals } from '../../platform/db/schema/proposals.ts'
import { own } from '../../platform/db/statement.ts'
import { consumePoint, rateLimits } from '../../platform/http/guards/rate-limits.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import type { ProposalRow } from './queries.ts'

export const CODE_MINUTES = 15
const MOST_TRIES = 5

/** Whether a code that was emailed can still be used, apart from its tries. */
export const isCodeOpen = ({ codeAt }: ProposalRow) =>
  codeAt !== null && Date.now() - codeAt.getTime() < CODE_MINUTES * 60_000

/** Returns the newest code of a proposal: six digits, which are stored nowhere. */
export function codeOf({ appSecret }: Config, { id, codes }: ProposalRow): string {
  const hash = createHmac('sha256', appSecret).update(`code:${id}:${codes}`).digest()
  return String(hash.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/**
 * Counts a try of an order's newest code, at once and for good: five for each, and five codes an hour, leave a guess one
 * chance in 40,000. @returns the proposal that it is for, or null if it is wrong, too old or tried too often
 */
export async function tryCode(
  ctx: Pick<Context, 'config'> & TenantContext,
  orderId: number,
  code: string,
): Promise<ProposalRow | null> {
  const isOpen = sql`code_at > now() - ${CODE_MINUTES} * interval '1 minute'`
  const [tried] = await ctx.db
    .update(proposals)
    .set({ codeTries: sql`code_tries + 1` })
    .where(and(own(ctx, proposals, { orderId, isEnded: false }), isOpen, lt(proposals.codeTries, MOST_TRIES)))
    .returning()
  if (!tried) return null
  const [expected, given] = [codeOf(ctx.config, tried), code.replaceAll(' ', '')].map((digits) =>
    Buffer.from(digits),
  )
  return given!.length === expected!.length && timingSafeEqual(given!, expected!) ? tried : null
}

/** Emails the customer of a locked order a code to approve with; the ones before end. @throws AppError too_many */
export async function sendCode(
  ctx: Pick<Context, 'config'> & TenantContext,
  { id, orderId, companyId }: ProposalRow,
): Promise<void> {
  await consumePoint(ctx, rateLimits.codesOfOrder, orderId, text.codesTooMany)
  await ctx.db
    .update(proposals)
    .set({ codes: sql`codes + 1`, codeTries: 0, codeAt: sql`now()` })
    .where(own(ctx, proposals, { id }))
  await queueEmail(ctx, { companyId, orderId, emailType: 'proposal_code', sequence: id })
}
