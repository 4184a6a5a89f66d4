import { activityVerbs } from '@trunkshow/contract/activity/messages.ts'
import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import {
  type Customer,
  type CustomerChange,
  type CustomerInput,
  customer,
  editableOf,
} from '@trunkshow/contract/customers/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import { isErased } from '@trunkshow/contract/privacy/rules.ts'
import { sql } from 'drizzle-orm'
import { changesOfEdit } from '../activity/changes-of-edit.ts'
import { changesBetween, recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { violates } from '../platform/db/errors.ts'
import type { LoggedChange } from '../platform/db/schema/activity.ts'
import { customers } from '../platform/db/schema/customers.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { customerRow, ownCustomer } from './queries.ts'

const fields = ['firstName', 'lastName', 'email', 'phone', 'notes'] as const

export function recordCustomer(
  ctx: StaffContext,
  activity: Activity,
  { id, firstName, lastName, version }: Customer,
  changes: LoggedChange[] = [],
) {
  const subjectName = `${firstName} ${lastName}`
  const { companyId } = ctx.actor
  return recordActivity(ctx, {
    companyId,
    activity,
    subject: 'customer',
    subjectId: id,
    subjectName,
    version,
    changes,
  })
}

/** Adds a customer to the company. */
export async function createCustomer(ctx: StaffContext, input: CustomerInput): Promise<Customer> {
  return inTransaction(ctx, async (ctx) => {
    const { companyId, userId } = ctx.actor
    const [created] = await ctx.db
      .insert(customers)
      .values({ ...input, notes: input.notes ?? '', companyId, userId })
      .returning(customerRow)
    await recordCustomer(ctx, 'customer.created', created!)
    return created!
  })
}

/**
 * Returns a customer, locked until the transaction ends. An erased customer can't be changed.
 *
 * @throws AppError not_found, conflict
 */
export async function lockCustomer(ctx: StaffContext, id: number): Promise<Customer> {
  const [found] = await ctx.db.select(customerRow).from(customers).where(ownCustomer(ctx, id)).for('update')
  if (!found) throw new AppError('not_found', customerMessages.notFound)
  if (isErased(found)) throw new AppError('conflict', privacyMessages.customerErased)
  return found
}

/**
 * Changes the given fields of a customer. An edit based on an older version is refused unless all of it is already
 * stored, as when a client retries after a lost response.
 *
 * @throws AppError not_found; changed, with the stored customer and who changed it
 */
export async function updateCustomer(
  ctx: StaffContext,
  id: number,
  { version, ...change }: CustomerChange,
): Promise<Customer> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockCustomer(ctx, id)
    const changes = await changesOfEdit(ctx, 'customer', {
      current: before,
      view: customer,
      seen: version,
      stored: editableOf(before),
      given: { ...change, ...(change.notes === null && { notes: '' }) },
      message: (name, activity) => activity && customerMessages.movedSince(name, activityVerbs[activity]),
    })
    if (Object.keys(changes).length === 0) return before
    const { email } = changes
    const [after] = await ctx.db
      .update(customers)
      .set({
        ...changes,
        ...(changes.phone === '' && { phone: null }),
        ...(email && { alsoEmails: sql`array_remove(also_emails, lower(${email}))` }),
        version: sql`version + 1`,
        updatedAt: sql`now()`,
      })
      .where(ownCustomer(ctx, id))
      .returning(customerRow)
    await recordCustomer(ctx, 'customer.changed', after!, changesBetween(before, after!, fields))
    return after!
  })
}

/**
 * Archives a customer, which hides them from lists and pickers, or restores them (docs/product.md, Customers and
 * addresses).
 *
 * @throws AppError not_found
 */
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
