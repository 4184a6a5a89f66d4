import { randomBytes } from 'node:crypto'
import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import type {
  Company,
  CompanyInput,
  CompanyPageInput,
  EmbeddingInput,
} from '@trunkshow/contract/company/schema.ts'
import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { plainSlugs, randomCharacters } from '@trunkshow/contract/events/rules.ts'
import { companyImages } from '@trunkshow/contract/images.ts'
import { eq, sql } from 'drizzle-orm'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { companies } from '../platform/db/schema/company.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { makePictures, storePictures } from '../platform/files/pictures.ts'
import type { Upload } from '../platform/http/uploads.ts'
import { findCompany, findConnection } from './queries.ts'

/**
 * Refuses a different store address while a store is connected; change it with the connection. @throws AppError
 * conflict
 */
async function assertStoreUnchanged(ctx: StaffContext, { shopifyStoreUrl }: CompanyInput) {
  const store = shopifyStoreUrl ? await findConnection(ctx) : null
  if (!store || store.address === shopifyStoreUrl) return
  throw fieldError('conflict', 'shopifyStoreUrl', companyMessages.storeConnected(store.address))
}

/** The values of the logged fields before the company is saved. */
const empty = {
  companyName: '',
  companyAddress: '',
  companyPhone: '',
  selectedStates: [],
  shopifyStoreUrl: null,
}
const loggedFields = Object.keys(empty) as (keyof typeof empty)[]

async function save(ctx: StaffContext, input: CompanyInput, isNew: boolean): Promise<Company> {
  return inTransaction(ctx, async (ctx) => {
    const { companyId } = ctx.actor
    await ctx.db.execute(sql`SELECT FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`)
    const before = await findCompany(ctx)
    if (isNew && before) throw new AppError('conflict', companyMessages.exists)
    if (!isNew && !before) throw new AppError('not_found', 'Company not found.')
    await assertStoreUnchanged(ctx, input)
    await ctx.db
      .update(companies)
      .set({
        ...input,
        urlSlug: before?.urlSlug || (await takeFreeSlug(ctx, input.companyName)),
        updatedAt: sql`now()`,
      })
      .where(eq(companies.id, companyId))
    const after = (await findCompany(ctx))!
    const changes = changesBetween({ ...empty, ...before }, { ...empty, ...after }, loggedFields)
    await record(ctx, 'company.saved', { id: companyId, name: after.companyName }, changes)
    return after
  })
}

/**
 * Saves the company's name and details for the first time, after which users can be invited (docs/product.md, Company
 * details).
 *
 * @throws AppError conflict if it is already saved
 */
export function createCompany(ctx: StaffContext, input: CompanyInput): Promise<Company> {
  return save(ctx, input, true)
}

/** Changes the company's details. @throws AppError not_found before it is first saved */
export function updateCompany(ctx: StaffContext, input: CompanyInput): Promise<Company> {
  return save(ctx, input, false)
}

/** How many link names lead to a company's page: the current one and earlier ones. */
const SLUGS_KEPT = 10

/**
 * Takes a link name for the company's page, for good. The company's earlier ones lead to it too; the oldest beyond ten
 * are given up, so that no one can collect names.
 *
 * @throws AppError taken, at the field, when another company has it
 */
async function takeSlug({ db, actor }: StaffContext, slug: string): Promise<void> {
  const { rows } = await db.execute(sql`
    INSERT INTO company_slugs AS mine (slug, company_id) VALUES (${slug}, ${actor.companyId})
    ON CONFLICT (slug) DO UPDATE SET created_at = now() WHERE mine.company_id = ${actor.companyId}
    RETURNING slug`)
  if (rows.length === 0) {
    throw fieldError('taken', 'urlSlug', companyMessages.pageTaken)
  }
  await db.execute(sql`
    DELETE FROM company_slugs WHERE company_id = ${actor.companyId} AND slug NOT IN (
      SELECT slug FROM company_slugs WHERE company_id = ${actor.companyId}
      ORDER BY slug = ${slug} DESC, created_at DESC LIMIT ${SLUGS_KEPT})`)
}

/** Takes a link name made from the company's name, and returns it. */
async function takeFreeSlug({ db, actor }: StaffContext, name: string): Promise<string> {
  for (const slug of plainSlugs(name, 'shows', randomBytes(randomCharacters.public))) {
    const { rows } = await db.execute(sql`
      INSERT INTO company_slugs (slug, company_id) VALUES (${slug}, ${actor.companyId})
      ON CONFLICT DO NOTHING RETURNING slug`)
    if (rows.length > 0) return slug
  }
  throw new Error('No link name was free')
}

const pageFields = ['urlSlug', 'logoUrl', 'accentColor', 'showAddress', 'embedOrigins'] as const

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
    const changes = changesBetween(before, after, pageFields)
    await record(ctx, 'company.page', { id: companyId, name: after.companyName }, changes)
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
