import type { Terms } from '@trunkshow/contract/proposals/schema.ts'
import { sql } from 'drizzle-orm'
import { record } from '../../activity/record-activity.ts'
import type { StaffContext } from '../../context.ts'
import { companyTerms } from '../../platform/db/schema/proposals.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { findTerms } from './queries.ts'

/** Stores the company's terms as a new version, unless they are the same. Proposals keep those they were sent with. */
export async function saveTerms(ctx: StaffContext, text: string): Promise<Terms> {
  const { companyId, userId } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await ctx.db.execute<{ name: string | null }>(sql`
      SELECT company_name AS name FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`)
    const before = await findTerms(ctx)
    if (before.text === text) return before
    await ctx.db.insert(companyTerms).values({ companyId, userId, text, version: before.version + 1 })
    const change = { field: 'Terms', from: before.text || null, to: text || null }
    await record(ctx, 'company.terms', { id: companyId, name: rows[0]?.name ?? '' }, [change])
    return findTerms(ctx)
  })
}
