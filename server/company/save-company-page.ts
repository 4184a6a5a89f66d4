import type { Company, CompanyPageInput } from '@trunkshow/contract/company/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { companyImages } from '@trunkshow/contract/images.ts'
import { eq, sql } from 'drizzle-orm'
import { changesBetween, recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { companies } from '../db/schema/company.ts'
import { inTransaction } from '../db/transaction.ts'
import { makePictures, storePictures } from '../files/pictures.ts'
import type { Upload } from '../http/uploads.ts'
import { findCompany } from './queries.ts'
import { takeSlug } from './take-slug.ts'

const loggedFields = ['urlSlug', 'logoUrl', 'accentColor', 'showAddress'] as const

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
  const { companyId } = ctx.actor
  const pictures = await makePictures(ctx, uploads, companyImages)
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`SELECT FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`)
    const before = await findCompany(ctx)
    if (!before) throw new AppError('not_found', 'Company not found.')
    if (input.urlSlug !== before.urlSlug) await takeSlug(ctx, input.urlSlug)
    await ctx.db
      .update(companies)
      .set({
        ...input,
        accentColor: input.accentColor ?? null,
        ...(removeLogo && { logoUrl: null }),
        ...pictures.urls,
        updatedAt: sql`now()`,
      })
      .where(eq(companies.id, companyId))
    await storePictures(ctx, companyId, pictures)
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
