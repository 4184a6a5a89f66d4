import { AppError, type ErrorCode, fieldError } from '@trunkshow/contract/errors.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { TenantContext } from '../../context.ts'
import { violates } from './errors.ts'

type Tenanted = PgTable & { companyId: PgColumn; $inferSelect: object }
type Which<Table extends Tenanted> = {
  [Name in keyof Table['$inferSelect']]?: Table['$inferSelect'][Name] | readonly Table['$inferSelect'][Name][]
}

/** Limits a query to the company's rows with these values; a list matches any of its values. */
export function own<Table extends Tenanted>(
  { actor }: Pick<TenantContext, 'actor'>,
  table: Table,
  which: Which<Table>,
): SQL {
  const conditions = Object.entries(which).map(([name, value]) => {
    const column = table[name as keyof Table] as PgColumn
    return Array.isArray(value) ? inArray(column, value) : eq(column, value)
  })
  return and(...conditions, eq(table.companyId, actor.companyId))!
}

/** The columns that every change of a record with versions sets. */
export const nextVersion = { version: sql`version + 1`, updatedAt: sql`now()` }

/** Throws the refusal for the constraint that a statement violated, or else its error: `.catch(refusing({…}))`. */
export const refusing =
  (refusals: Record<string, readonly [ErrorCode, message: string, field?: string]>) =>
  (error: unknown): never => {
    const [, refusal] = Object.entries(refusals).find(([constraint]) => violates(error, constraint)) ?? []
    if (!refusal) throw error
    const [code, message, field] = refusal
    throw field === undefined ? new AppError(code, message) : fieldError(code, field, message)
  }
