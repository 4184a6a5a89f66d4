import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import type { Customer, CustomerChange, CustomerInput } from '@trunkshow/contract/customers/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { sql } from 'drizzle-orm'
import { changesBetween, recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { violates } from '../db/errors.ts'
import { customers } from '../db/schema/customers.ts'
import { inTransaction } from '../db/transaction.ts'
import { customerRow, ownCustomer } from './queries.ts'

const fields = ['firstName', 'lastName', 'email', 'phone', 'notes'] as const

export function recordCustomer(
  ctx: StaffContext,
  activity: Activity,
  { id, firstName, lastName }: Customer,
  changes: ReturnType<typeof changesBetween> = [],
) {
  const subjectName = `${firstName} ${lastName}`
  const { companyId } = ctx.actor
  return recordActivity(ctx, {
    companyId,
    activity,
    subject: 'customer',
    subjectId: id,
    subjectName,
    changes,
  })
}

/** Adds a customer to the company. */
export async function createCustomer(ctx: StaffContext, input: CustomerInput): Promise<Customer> {
  return inTransaction(ctx, async (ctx) => {
    const { companyId, userId } = ctx.actor
    const [customer] = await ctx.db
      .insert(customers)
      .values({ ...input, notes: input.notes ?? '', companyId, userId })
      .returning(customerRow)
    await recordCustomer(ctx, 'customer.created', customer!)
    return customer!
  })
}

/** A customer of the company, locked until the transaction ends. @throws AppError not_found */
export async function lockCustomer(ctx: StaffContext, id: number): Promise<Customer> {
  const [found] = await ctx.db.select(customerRow).from(customers).where(ownCustomer(ctx, id)).for('update')
  if (!found) throw new AppError('not_found', customerMessages.notFound)
  return found
}

/**
 * Changes a customer. Notes left out stay. Who would overwrite what somebody else has changed since the given version
 * is told what is new, field by field, and nothing is stored.
 *
 * @throws AppError not_found; changed, with what the fields are now and the version that is
 */
export async function updateCustomer(
  ctx: StaffContext,
  id: number,
  input: CustomerChange,
): Promise<Customer> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockCustomer(ctx, id)
    const { version, seen, notes, ...typed } = input
    const change = { ...typed, notes: notes ?? before.notes }
    if (version !== undefined && version !== before.version) assertNothingNew(before, change, seen)
    const [after] = await ctx.db
      .update(customers)
      .set({
        ...change,
        alsoEmails: sql`array_remove(also_emails, lower(${change.email}))`,
        version: sql`version + 1`,
        updatedAt: sql`now()`,
      })
      .where(ownCustomer(ctx, id))
      .returning(customerRow)
    const changes = changesBetween(before, after!, fields)
    if (changes.length > 0) await recordCustomer(ctx, 'customer.changed', after!, changes)
    return after!
  })
}

/** What is stored by now is new where it is neither what was typed nor, as far as that is told, what was seen. */
function assertNothingNew(now: Customer, typed: Pick<Customer, (typeof fields)[number]>, seen?: Customer) {
  const differs = (field: (typeof fields)[number], from: typeof typed) =>
    (now[field] ?? '') !== (from[field] ?? '')
  const news = fields.filter((field) => differs(field, typed) && (!seen || differs(field, seen)))
  const { version } = now
  if (news.length > 0)
    throw new AppError('changed', customerMessages.changed, {
      fields: Object.fromEntries(news.map((field) => [field, customerMessages.changedTo(now[field] ?? '')])),
      version,
    })
  if (now.isArchived && !seen?.isArchived)
    throw new AppError('changed', customerMessages.archivedMeanwhile, { version })
}

/** Hides a customer from lists and pickers, or shows them again (design §7.11). @throws AppError not_found */
export async function archiveCustomer(ctx: StaffContext, id: number, archived: boolean): Promise<Customer> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockCustomer(ctx, id)
    if (before.isArchived === archived) return before
    const [after] = await ctx.db
      .update(customers)
      .set({ archivedAt: archived ? sql`now()` : null, version: sql`version + 1`, updatedAt: sql`now()` })
      .where(ownCustomer(ctx, id))
      .returning(customerRow)
    await recordCustomer(ctx, archived ? 'customer.archived' : 'customer.restored', after!)
    return after!
  })
}

/** Deletes a customer without orders, with their addresses. @throws AppError not_found, in_use */
export async function deleteCustomer(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const customer = await lockCustomer(ctx, id)
    await ctx.db.delete(customers).where(ownCustomer(ctx, id))
    await recordCustomer(ctx, 'customer.deleted', customer)
  }).catch((error) => {
    if (!violates(error, 'orders_customer_id_customers_id_fk')) throw error
    throw new AppError('in_use', customerMessages.inUse)
  })
}
