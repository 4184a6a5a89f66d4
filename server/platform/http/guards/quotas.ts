import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import type { Usage } from '@trunkshow/contract/company/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { QuotaKind } from '@trunkshow/contract/quotas.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

type QuotaContext = Pick<Context, 'config' | 'db'>

/** Counts what a company has, each through an index. */
const counts: Record<QuotaKind, (companyId: number) => SQL> = {
  events: (company) => sql`SELECT count(*) FROM events WHERE company_id = ${company}`,
  slots: (company) => sql`
    SELECT count(*) FROM events JOIN time_slots ON time_slots.event_id = events.id
    WHERE events.company_id = ${company}`,
  orders: (company) => sql`SELECT count(*) FROM orders WHERE company_id = ${company}`,
  files: (company) => sql`
    SELECT (SELECT count(*) FROM attachments WHERE company_id = ${company})
      + (SELECT count(*) FROM pictures WHERE company_id = ${company})
      + (SELECT count(*) FROM booking_photos WHERE company_id = ${company})`,
  bytes: (company) => sql`
    SELECT coalesce((SELECT sum(file_size) FROM attachments WHERE company_id = ${company}), 0)
      + coalesce((SELECT sum(bytes) FROM pictures WHERE company_id = ${company}), 0)
      + coalesce((SELECT sum(file_size) FROM booking_photos WHERE company_id = ${company}), 0)`,
}

async function count({ db }: QuotaContext, companyId: number, kind: QuotaKind): Promise<number> {
  const { rows } = await db.execute<{ used: string }>(sql`SELECT (${counts[kind](companyId)}) AS used`)
  return Number(rows[0]!.used)
}

/** Returns how much of each quota a company uses. */
export async function readUsage(ctx: QuotaContext, companyId: number): Promise<Usage[]> {
  const kinds = Object.keys(counts) as QuotaKind[]
  const used = await Promise.all(kinds.map((kind) => count(ctx, companyId, kind)))
  return kinds.map((kind, at) => ({ kind, used: used[at]!, limit: ctx.config.quotas[kind] }))
}

/**
 * Rejects a transaction beyond its company's quotas. Call it last: it counts the new rows, with a lock (decision 036).
 *
 * @throws AppError conflict, naming the limit
 */
export async function assertWithinQuotas(ctx: QuotaContext, companyId: number, kinds: readonly QuotaKind[]) {
  await ctx.db.execute(sql`SELECT FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`)
  await assertRoomFor(ctx, companyId, Object.fromEntries(kinds.map((kind) => [kind, 0])))
}

/**
 * Checks quotas before anything is created, without the lock, so that files to be rejected don't fill the storage.
 *
 * @param adding how many, or how many bytes, will be added
 * @throws AppError conflict, naming the limit
 */
export async function assertRoomFor(
  ctx: QuotaContext,
  companyId: number,
  adding: Partial<Record<QuotaKind, number>>,
): Promise<void> {
  for (const [kind, more] of Object.entries(adding) as [QuotaKind, number][]) {
    const limit = ctx.config.quotas[kind]
    if (limit === null || (await count(ctx, companyId, kind)) + more <= limit) continue
    throw new AppError('conflict', companyMessages.overQuota(kind, limit))
  }
}
