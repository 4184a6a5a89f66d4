import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import type { Company, CompanyUser, Letterhead } from '@trunkshow/contract/company/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { Zone } from '@trunkshow/contract/zones.ts'
import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { CallerContext, StaffContext, TenantContext } from '../context.ts'
import { companies, users } from '../platform/db/schema/company.ts'
import { shopifyStores } from '../platform/db/schema/shopify.ts'
import { iso, timestampsOf } from '../platform/db/statement.ts'
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
      id: companies.id,
      companyName: companies.companyName,
      companyAddress: companies.companyAddress,
      companyEmail: users.email,
      companyPhone: companies.companyPhone,
      selectedStates: companies.selectedStates,
      shopifyStoreUrl: companies.shopifyStoreUrl,
      urlSlug: sql<string>`coalesce(${companies.urlSlug}, '')`,
      logoUrl: companies.logoUrl,
      accentColor: companies.accentColor,
      showAddress: companies.showAddress,
      embedOrigins: companies.embedOrigins,
      userId: users.id,
      ...timestampsOf(companies),
    })
    .from(companies)
    .innerJoin(users, and(eq(users.companyId, companies.id), users.isOwner))
    .where(eq(companies.id, ctx.actor.companyId))
  if (!found?.companyName) return null
  const store = await findConnection(ctx)
  return {
    ...found,
    companyName: found.companyName,
    companyEmail: found.companyEmail ?? '',
    shopifyStoreUrl: store ? store.address : found.shopifyStoreUrl,
    shopifyIntegrationEnabled: store?.enabled ?? false,
  }
}

/** Returns the head of the company's printed pages, or null before the company is saved (docs/product.md, Printing). */
export async function findLetterhead({ db, actor }: StaffContext): Promise<Letterhead | null> {
  const { id, companyName, companyAddress, companyPhone, logoUrl } = companies
  const [found] = await db
    .select({ companyName, companyAddress, companyPhone, logoUrl })
    .from(companies)
    .where(eq(id, actor.companyId))
  return found?.companyName ? { ...found, companyName: found.companyName } : null
}

const stateOf = sql<CompanyUser['state']>`CASE
  WHEN ${users.acceptedAt} IS NULL AND NOT ${users.isActive} THEN 'pending'
  WHEN ${users.isActive} THEN 'active' ELSE 'deactivated' END`

const userRow = {
  id: users.id,
  companyId: users.companyId,
  username: users.username,
  email: users.email,
  name: users.name,
  phone: users.phone,
  invitedEmail: sql<string>`coalesce(${users.email}, ${users.invitedEmail})`,
  role: users.role,
  isActive: users.isActive,
  isOwner: users.isOwner,
  invitedAt: iso<string | null>(users.invitedAt),
  acceptedAt: iso<string | null>(users.acceptedAt),
  invitedBy: users.invitedBy,
  state: stateOf,
  ...timestampsOf(users),
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
  const [user] = await ctx.db
    .select({ ...userRow, inviteSequence: users.inviteSequence })
    .from(users)
    .where(and(ownUsers(ctx), eq(users.id, id)))
    .for('update')
  if (!user) throw new AppError('not_found', companyMessages.userNotFound)
  const activeAdmins = await ctx.db.$count(users, and(ownUsers(ctx), users.isActive, eq(users.role, 'admin')))
  return { user, activeAdmins }
}

/** Returns one user of the company. @throws AppError not_found */
export async function getUser(ctx: StaffContext, id: number): Promise<CompanyUser> {
  const [user] = await ctx.db
    .select(userRow)
    .from(users)
    .where(and(ownUsers(ctx), eq(users.id, id)))
  if (!user) throw new AppError('not_found', companyMessages.userNotFound)
  return user
}

/** Returns the zone of the company's own records (docs/product.md, Dates and times). */
export async function getCompanyZone({ db, actor }: TenantContext): Promise<Zone> {
  const [company] = await db
    .select({ timeZone: companies.timeZone })
    .from(companies)
    .where(eq(companies.id, actor.companyId))
  return zoneOf(company!.timeZone)
}
