import type { Terms, TermsInput } from '@trunkshow/contract/proposals/schema.ts'
import { eq, sql } from 'drizzle-orm'
import { changesBetween, record } from '../../activity/record-activity.ts'
import type { StaffContext } from '../../context.ts'
import { companies } from '../../platform/db/schema/company.ts'
import { companyTerms } from '../../platform/db/schema/proposals.ts'
import { changeRows } from '../../platform/db/statement.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { findTerms } from './queries.ts'

/**
 * Stores how the company's customers approve, and its terms as a new version unless they are the same. Proposals keep
 * those they were sent with.
 */
export async function saveTerms(ctx: StaffContext, input: TermsInput): Promise<Terms> {
  const { text, codeFrom: codeFromCents, letsPriceFall, asksDeposit } = input
  const { companyId, userId } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await ctx.db.execute<{ name: string | null }>(sql`
      SELECT company_name AS name FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`)
    const before = await findTerms(ctx)
    await changeRows(ctx, companies, eq(companies.id, companyId), {
      codeFromCents,
      letsPriceFall,
      asksDeposit,
    })
    if (before.text !== text)
      await ctx.db.insert(companyTerms).values({ companyId, userId, text, version: before.version + 1 })
    const after = await findTerms(ctx)
    const changes = changesBetween(before, after, ['text', 'codeFrom', 'letsPriceFall', 'asksDeposit'])
    if (changes.length > 0)
      await record(ctx, 'company.terms', { id: companyId, name: rows[0]?.name ?? '' }, changes)
    return after
  })
}
