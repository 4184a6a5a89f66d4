import { firstOf, forbidden } from '@trunkshow/contract/errors.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { type ImportKind, importKinds, importRights } from '@trunkshow/contract/imports/rules.ts'
import { type CsvImport, csvImport } from '@trunkshow/contract/imports/schema.ts'
import { mayDo } from '@trunkshow/contract/permissions.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { CallerContext, TenantContext } from '../context.ts'
import { imports } from '../platform/db/schema/imports.ts'
import { columnsOf, own } from '../platform/db/statement.ts'

export const importRow = columnsOf(imports, csvImport)

export const ownImport = (ctx: TenantContext, id: number): SQL => own(ctx, imports, { id })

/** Checks that the caller may import one of these kinds to their own company. @throws AppError forbidden */
export function assertMayImport({ actor }: Pick<CallerContext, 'actor'>, ...kinds: readonly ImportKind[]) {
  if (!kinds.some((kind) => mayDo(actor.role, importRights[kind]))) throw forbidden()
}

/** Returns an import with its progress. @throws AppError not_found; forbidden if the caller may not import this kind */
export async function getImport(ctx: CallerContext, id: number): Promise<CsvImport> {
  assertMayImport(ctx, ...importKinds)
  const rows = await ctx.db.select(importRow).from(imports).where(ownImport(ctx, id))
  const found = firstOf(rows, importMessages.notFound)
  assertMayImport(ctx, found.kind)
  return found
}

/** Returns how many bytes an import's file has; 0 for another company's import or none. */
export async function sizeOf(ctx: TenantContext, id: number): Promise<number> {
  const [found] = await ctx.db
    .select({ bytes: sql<number>`octet_length(${imports.csv})` })
    .from(imports)
    .where(ownImport(ctx, id))
  return found?.bytes ?? 0
}

/** The name in the activity log of the user who imports. */
export const userName = (companyId: number, userId: number) => sql<string>`(
  SELECT coalesce(nullif(u.name, ''), u.username) FROM users AS u WHERE u.id = ${userId} AND u.company_id = ${companyId})`
