import type { Brand } from '@trunkshow/contract/company/rules.ts'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { companies } from '../platform/db/schema/company.ts'
import { events } from '../platform/db/schema/events.ts'
import { placeholder, statement } from '../platform/db/statement.ts'
import type { SharedResults } from '../platform/http/pages/shared-results.ts'

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
export async function findLogos(
  { db }: Pick<Context, 'db'>,
  eventIds: number[],
): Promise<Map<number, string>> {
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

/** Returns what guests see of a company's looks; undefined if it has set none (docs/product.md, Brand). */
export function brandOf({ name, urlSlug, logoUrl, accentColor, address }: BrandRow): Brand | undefined {
  const isSet = logoUrl !== null || accentColor !== null || address !== ''
  return isSet ? { name, urlSlug, logoUrl, accentColor, address } : undefined
}
