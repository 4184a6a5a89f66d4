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
import { parseDeposit } from '@trunkshow/contract/payments/rules.ts'
import type { PaymentTerms } from '@trunkshow/contract/payments/schema.ts'
import type { UsState } from '@trunkshow/contract/us-states.ts'
import { eq, sql } from 'drizzle-orm'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { companies } from '../platform/db/schema/company.ts'
import { changeRows } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { makePictures, storePictures } from '../platform/files/pictures.ts'
import type { Upload } from '../platform/http/uploads.ts'
import { findCompany, findConnection } from './queries.ts'

/** Refuses another store address while a store is connected: it changes with the connection. @throws AppError conflict */
async function assertStoreUnchanged(ctx: StaffContext, { shopifyStoreUrl }: CompanyInput) {
  const store = shopifyStoreUrl ? await findConnection(ctx) : null
  if (!store || store.address === shopifyStoreUrl) return
  throw fieldError('conflict', 'shopifyStoreUrl', companyMessages.storeConnected(store.address))
}

const loggedFields = [
  'companyName',
  'companyAddress',
  'companyPhone',
  'selectedStates',
  'taxRates',
  'shopifyStoreUrl',
] as const

/**
 * Saves the company's name and details, after which users can be invited (docs/product.md, Company details).
 *
 * @param isNew whether it is the first time
 * @throws AppError conflict if it is already saved, not_found if it isn't
 */
export function saveCompany(ctx: StaffContext, input: CompanyInput, isNew = false): Promise<Company> {
  return change(ctx, 'company.saved', loggedFields, async (ctx, before) => {
    if (isNew && before) throw new AppError('conflict', companyMessages.exists)
    if (!isNew && !before) throw notSavedError()
    await assertStoreUnchanged(ctx, input)
    const { taxRates = before?.taxRates ?? {}, selectedStates } = input
    const rates = Object.entries(taxRates).filter(([state]) => selectedStates.includes(state as UsState))
    return {
      ...input,
      taxRates: Object.fromEntries(rates),
      urlSlug: before?.urlSlug || (await takeFreeSlug(ctx, input.companyName)),
    }
  })
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
  if (rows.length === 0) throw fieldError('taken', 'urlSlug', companyMessages.pageTaken)
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
 * Changes the company's row, and records it.
 *
 * @param values returns the new values; runs in the transaction, with the company locked
 */
function change(
  ctx: StaffContext,
  activity: 'company.saved' | 'company.page' | 'company.payments',
  logged: readonly (keyof Company)[],
  values: (ctx: StaffContext, before: Company | null) => Promise<Partial<typeof companies.$inferInsert>>,
): Promise<Company> {
  const { companyId } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`SELECT FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`)
    const before = await findCompany(ctx)
    await changeRows(ctx, companies, eq(companies.id, companyId), await values(ctx, before))
    const after = (await findCompany(ctx))!
    const changes = changesBetween<object>(
      before ? inWords(before) : { selectedStates: [], taxRates: [] },
      inWords(after),
      logged as [],
    )
    await record(ctx, activity, { id: companyId, name: after.companyName }, changes)
    return after
  })
}

/** With the rates as the log shows them. */
const inWords = (company: Company) => ({
  ...company,
  taxRates: Object.entries(company.taxRates).map(([state, rate]) => `${state} ${rate}%`),
})

/** Changes what new orders ask for; those that were taken keep theirs. @throws AppError not_found before it is saved */
export function savePayments(ctx: StaffContext, { deposit, balanceDue }: PaymentTerms): Promise<Company> {
  return change(ctx, 'company.payments', ['deposit', 'balanceDue'], async (_, before) => {
    if (!before) throw notSavedError()
    return { deposit: parseDeposit(deposit), balanceDue }
  })
}

const notSavedError = () => new AppError('not_found', 'Company not found.')

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
  return change(ctx, 'company.page', pageFields, async (ctx, before) => {
    if (!before) throw notSavedError()
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
  return change(ctx, 'company.page', pageFields, async (_, before) => {
    if (!before) throw notSavedError()
    return input
  })
}

/**
 * Changes settings in the company's row, and records those that differ, in the caller's transaction.
 *
 * @param inWords the settings as the log names them
 * @returns the row before
 */
export async function changeSettings(
  ctx: StaffContext,
  activity: 'company.notices' | 'guests.retention',
  values: Partial<typeof companies.$inferSelect>,
  inWords: (company: typeof companies.$inferSelect) => Record<string, string | boolean>,
) {
  const { companyId: id } = ctx.actor
  const [before] = await ctx.db.select().from(companies).where(eq(companies.id, id)).for('no key update')
  const [from, to] = [inWords(before!), inWords({ ...before!, ...values })]
  const changes = changesBetween(from, to, Object.keys(to))
  if (changes.length === 0) return before!
  await ctx.db.update(companies).set(values).where(eq(companies.id, id))
  await record(ctx, activity, { id, name: before!.companyName ?? '' }, changes)
  return before!
}
