import type { Zone } from '@trunkshow/contract/zones.ts'
import { eq } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'
import { companies } from '../platform/db/schema/company.ts'
import { zoneOf } from '../zones.ts'

/** Returns the zone of the company's own records (docs/product.md, Dates and times). */
export async function getCompanyZone({ db, actor }: TenantContext): Promise<Zone> {
  const [company] = await db
    .select({ timeZone: companies.timeZone })
    .from(companies)
    .where(eq(companies.id, actor.companyId))
  return zoneOf(company!.timeZone)
}
