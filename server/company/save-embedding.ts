import type { Company, EmbeddingInput } from '@trunkshow/contract/company/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { eq, sql } from 'drizzle-orm'
import { changesBetween, recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { companies } from '../db/schema/company.ts'
import { inTransaction } from '../db/transaction.ts'
import { findCompany } from './queries.ts'

/** Changes which sites may embed the company's booking pages. @throws AppError not_found before the company is saved */
export function saveEmbedding(ctx: StaffContext, input: EmbeddingInput): Promise<Company> {
  const { companyId } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`SELECT FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`)
    const before = await findCompany(ctx)
    if (!before) throw new AppError('not_found', 'Company not found.')
    await ctx.db
      .update(companies)
      .set({ ...input, updatedAt: sql`now()` })
      .where(eq(companies.id, companyId))
    const after = (await findCompany(ctx))!
    await recordActivity(ctx, {
      companyId,
      activity: 'company.page',
      subject: 'company',
      subjectId: companyId,
      subjectName: after.companyName,
      changes: changesBetween(before, after, ['embedOrigins']),
    })
    return after
  })
}
