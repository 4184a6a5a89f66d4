import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import type { Brand } from '@trunkshow/contract/company/rules.ts'
import {
  type Company,
  type CompanyUser,
  company,
  companyUser,
  type Letterhead,
  letterhead,
} from '@trunkshow/contract/company/schema.ts'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { depositText } from '@trunkshow/contract/payments/rules.ts'
import type { TaxRates } from '@trunkshow/contract/prices/schema.ts'
import type { Zone } from '@trunkshow/contract/zones.ts'
import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { CallerContext, Context, StaffContext, TenantContext } from '../context.ts'
import { companies, users } from '../platform/db/schema/company.ts'
import { events } from '../platform/db/schema/events.ts'
import { shopifyStores } from '../platform/db/schema/shopify.ts'
import { columnsOf, placeholder, rowsOf, statement } from '../platform/db/statement.ts'
import type { SharedResults } from '../platform/http/pages/shared-results.ts'
import { zoneOf } from '../zones.ts'

/** Returns the connected store or null, with its address (null for the practice store) and whether it is enabled. */
export async function findConnection({ db, actor }: StaffContext) {
  const { companyId, kind, address, token, clientSecret, enabled } = shopifyStores
  const [found] = await db
    .select({
      address: sql<string | null>`CASE WHEN ${kind} <> 'practice' THEN ${address} END`,
      enabled,
    })
    .from(shopifyStores)
    .where(and(eq(companyId, actor.companyId), or(isNotNull(token), isNotNull(clientSecret))))
  return found ?? null
}

/**
 * Returns the caller's company, or null before it is saved in Settings (docs/product.md, Company details). Its email is
 * the owner's.
 */
export async function findCompany(ctx: StaffContext): Promise<Company | null> {
  const [found] = await ctx.db
    .select({
      ...columnsOf(companies, company),
      deposit: companies.deposit,
      urlSlug: sql<string>`coalesce(${companies.urlSlug}, '')`,
      companyEmail: users.email,
      userId: users.id,
    })
    .from(companies)
    .innerJoin(users, and(eq(users.companyId, companies.id), users.isOwner))
    .where(eq(companies.id, ctx.actor.companyId))
  if (!found?.companyName) return null
  const store = await findConnection(ctx)
  return {
    ...found,
    companyName: found.companyName,
    deposit: depositText(found.deposit),
    companyEmail: found.companyEmail ?? '',
    shopifyStoreUrl: store ? store.address : found.shopifyStoreUrl,
    shopifyIntegrationEnabled: store?.enabled ?? false,
  }
}

/** Returns the head of the company's printed pages, or null before the company is saved (docs/product.md, Printing). */
export async function findLetterhead({ db, actor }: TenantContext): Promise<Letterhead | null> {
  const [found] = await db
    .select(columnsOf(companies, letterhead))
    .from(companies)
    .where(eq(companies.id, actor.companyId))
  return found?.companyName ? { ...found, companyName: found.companyName } : null
}

/** Returns the company's rates of sales tax, by state, in percent. */
export async function findTaxRates({ db, actor }: StaffContext): Promise<TaxRates> {
  const [found] = await db
    .select({ taxRates: companies.taxRates })
    .from(companies)
    .where(eq(companies.id, actor.companyId))
  return found?.taxRates ?? {}
}

const stateOf = sql<CompanyUser['state']>`CASE
  WHEN ${users.acceptedAt} IS NULL AND NOT ${users.isActive} THEN 'pending'
  WHEN ${users.isActive} THEN 'active' ELSE 'deactivated' END`

const userRow = {
  ...columnsOf(users, companyUser),
  invitedEmail: sql<string>`coalesce(${users.email}, ${users.invitedEmail})`,
  state: stateOf,
}

/** The company's users, without removed ones. */
function ownUsers(ctx: StaffContext): SQL {
  return and(eq(users.companyId, ctx.actor.companyId), isNull(users.removedAt))!
}

/** Lists the company's users in the order they joined, without paging, since a company has few. */
export async function listUsers(ctx: StaffContext): Promise<CompanyUser[]> {
  return ctx.db.select(userRow).from(users).where(ownUsers(ctx)).orderBy(asc(users.id)).limit(500)
}

/** Locks the caller's user row until the transaction ends, so that per-user limits are counted correctly. */
export async function lockCaller({ db, actor }: CallerContext) {
  await db.execute(
    sql`SELECT FROM users WHERE id = ${actor.userId} AND company_id = ${actor.companyId} FOR NO KEY UPDATE`,
  )
}

/**
 * Returns a user, locked until the transaction ends, with the number of active admins. Locks the company first, so that
 * two admins can't demote each other at once.
 *
 * @throws AppError not_found
 */
export async function lockUser(ctx: StaffContext, id: number) {
  await ctx.db.execute(sql`SELECT FROM companies WHERE id = ${ctx.actor.companyId} FOR NO KEY UPDATE`)
  const found = await ctx.db
    .select({ ...userRow, inviteSequence: users.inviteSequence })
    .from(users)
    .where(and(ownUsers(ctx), eq(users.id, id)))
    .for('update')
  const user = firstOf(found, companyMessages.userNotFound)
  const activeAdmins = await ctx.db.$count(users, and(ownUsers(ctx), users.isActive, eq(users.role, 'admin')))
  return { user, activeAdmins }
}

/** Returns one user of the company. @throws AppError not_found */
export async function getUser(ctx: StaffContext, id: number): Promise<CompanyUser> {
  const found = await rowsOf(ctx, users, and(ownUsers(ctx), eq(users.id, id))!, userRow)
  return firstOf(found, companyMessages.userNotFound)
}

/** Returns the zone of the company's own records (docs/product.md, Dates and times). */
export async function getCompanyZone({ db, actor }: TenantContext): Promise<Zone> {
  const [company] = await db
    .select({ timeZone: companies.timeZone })
    .from(companies)
    .where(eq(companies.id, actor.companyId))
  return zoneOf(company!.timeZone)
}

const brand = sql`
  coalesce(${companies.companyName}, '') AS name, ${companies.urlSlug} AS "urlSlug", ${companies.logoUrl} AS "logoUrl",
  ${companies.accentColor} AS "accentColor",
  CASE WHEN ${companies.showAddress} THEN ${companies.companyAddress} ELSE '' END AS address`

interface BrandRow extends Brand, Record<string, unknown> {
  embedOrigins: string[]
}

const findById = statement<{ id: number }, BrandRow>(
  'brand-by-id',
  sql`SELECT ${brand}, ${companies.embedOrigins} AS "embedOrigins" FROM ${companies} WHERE ${companies.id} = ${placeholder('id', 'int')}`,
)

const findBySlug = statement<{ slug: string }, { id: number; slug: string } & Record<string, unknown>>(
  'company-by-slug',
  sql`
    SELECT ${companies.id}, ${companies.urlSlug} AS slug FROM company_slugs
    JOIN ${companies} ON ${companies.id} = company_slugs.company_id
    WHERE company_slugs.slug = ${placeholder('slug', 'text')}`,
)

/** Returns the company that a link name leads to, with its current one; null for none. */
export async function findCompanyBySlug(ctx: Pick<Context, 'db'>, slug: string) {
  if (!/^[\w-]{1,50}$/.test(slug)) return null
  const [found] = await findBySlug(ctx, { slug: slug.toLowerCase() })
  return found ?? null
}

/** Returns how guests see a company, and where its pages may be embedded. */
export async function getBrand(ctx: Pick<Context, 'db'>, companyId: number): Promise<BrandRow> {
  const [found] = await findById(ctx, { id: companyId })
  return found!
}

const BYTES_PER_BRAND = 1000

/** Returns `getBrand` as shared by the guests of a second (decision 033). */
export function readBrand(
  ctx: Pick<Context, 'db'>,
  shared: SharedResults,
  { owner, mustBeFresh = false }: { owner: number; mustBeFresh?: boolean },
): Promise<BrandRow> {
  return shared.get({ owner, key: `brand ${owner}`, mustBeFresh }, async () => ({
    value: await getBrand(ctx, owner),
    bytes: BYTES_PER_BRAND,
  }))
}

/** Returns the logos of the companies of events, by the events' ids; those without one are left out. */
export async function findLogos({ db }: Pick<Context, 'db'>, eventIds: number[]) {
  const rows = await db
    .select({ id: events.id, logoUrl: companies.logoUrl })
    .from(events)
    .innerJoin(companies, eq(companies.id, events.companyId))
    .where(and(inArray(events.id, eventIds), isNotNull(companies.logoUrl)))
  return new Map(rows.map(({ id, logoUrl }) => [id, logoUrl!]))
}

/** Returns an event with its logo, or else the company's (docs/product.md, Brand). */
export function withLogo<Shown extends { logoUrl: string | null }>(
  event: Shown,
  brand: { logoUrl: string | null } | undefined,
): Shown {
  return { ...event, logoUrl: event.logoUrl ?? brand?.logoUrl ?? null }
}

/** Returns how guests see a company; undefined until it has a name (docs/product.md, Brand). */
export function brandOf({ embedOrigins: _, ...brand }: BrandRow): Brand | undefined {
  return brand.name ? brand : undefined
}

/** Returns how guests see a company now. */
export const findBrand = async (ctx: Pick<Context, 'db'>, companyId: number) =>
  brandOf(await getBrand(ctx, companyId))
