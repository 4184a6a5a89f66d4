import { AppError } from '@trunkshow/contract/errors.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { importRights } from '@trunkshow/contract/imports/rules.ts'
import type { CsvImport } from '@trunkshow/contract/imports/schema.ts'
import { and, eq, type SQL } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { imports } from '../db/schema/imports.ts'
import { assertAccess } from '../http/route.ts'

export const importRow = {
  id: imports.id,
  kind: imports.kind,
  fileName: imports.fileName,
  state: imports.state,
  rows: imports.rows,
  good: imports.good,
  sameName: imports.sameName,
  columns: imports.columns,
  errors: imports.errors,
  done: imports.done,
  made: imports.made,
  known: imports.known,
}

export function ownImport(ctx: StaffContext, id: number): SQL {
  return and(eq(imports.id, id), eq(imports.companyId, ctx.actor.companyId))!
}

/** Returns an import with its progress. @throws AppError not_found; forbidden if the caller may not import this kind */
export async function getImport(ctx: StaffContext, id: number): Promise<CsvImport> {
  const [found] = await ctx.db.select(importRow).from(imports).where(ownImport(ctx, id))
  if (!found) throw new AppError('not_found', importMessages.notFound)
  assertAccess(importRights[found.kind], ctx)
  return found
}
