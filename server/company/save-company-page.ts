import type { Company, CompanyPageInput, EmbeddingInput } from '@trunkshow/contract/company/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { companyImages } from '@trunkshow/contract/images.ts'
import { eq, sql } from 'drizzle-orm'
import { changesBetween, recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { companies } from '../platform/db/schema/company.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { makePictures, storePictures } from '../platform/files/pictures.ts'
import type { Upload } from '../platform/http/uploads.ts'
import { findCompany } from './queries.ts'
import { takeSlug } from './save-company.ts'

const loggedFields = ['urlSlug', 'logoUrl', 'accentColor', 'showAddress', 'embedOrigins'] as const

/**
 * Changes what guests see of the company, and records it.
 *
 * @param change returns the new values; runs in the transaction, with the company locked
 */
function changePage(
  ctx: StaffContext,
  change: (ctx: StaffContext, before: Company) => Promise<Partial<typeof companies.$inferInsert>>,
): Promise<Company> {
  const { companyId } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`SELECT FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`)
    const before = await findCompany(ctx)
    if (!before) throw new AppError('not_found', 'Company not found.')
    await ctx.db
      .update(companies)
      .set({ ...(await change(ctx, before)), updatedAt: sql`now()` })
      .where(eq(companies.id, companyId))
    const after = (await findCompany(ctx))!
    await recordActivity(ctx, {
      companyId,
      activity: 'company.page',
      subject: 'company',
      subjectId: companyId,
      subjectName: after.companyName,
      changes: changesBetween(before, after, loggedFields),
    })
    return after
  })
}

/**
 * Changes a company's public page: its link name, logo and color, and whether guests see the address
 * (docs/product.md, The company page).
 *
 * @throws AppError not_found before the company is saved, taken when another company has the link name, invalid when
 *   the upload is not a picture
 */
export async function saveCompanyPage(
  ctx: StaffContext,
  { removeLogo, ...input }: CompanyPageInput,
  uploads: { logo?: Upload },
): Promise<Company> {
  const pictures = await makePictures(ctx, uploads, companyImages)
  return changePage(ctx, async (ctx, before) => {
    if (input.urlSlug !== before.urlSlug) await takeSlug(ctx, input.urlSlug)
    await storePictures(ctx, ctx.actor.companyId, pictures)
    return {
      ...input,
      accentColor: input.accentColor ?? null,
      ...(removeLogo && { logoUrl: null }),
      ...pictures.urls,
    }
  })
}

/**
 * Changes which sites may embed the company's booking pages (docs/product.md, Embedding).
 *
 * @throws AppError not_found before the company is saved
 */
export function saveEmbedding(ctx: StaffContext, input: EmbeddingInput): Promise<Company> {
  return changePage(ctx, async () => input)
}
