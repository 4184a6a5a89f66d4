import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import { areTagsTooLong, joinTags } from '@trunkshow/contract/customers/rules.ts'
import {
  type Customer,
  type CustomerMerge,
  type CustomerVersions,
  customerInput,
} from '@trunkshow/contract/customers/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { addresses, customers } from '../platform/db/schema/customers.ts'
import { followUps } from '../platform/db/schema/follow-ups.ts'
import { measurings } from '../platform/db/schema/measurements.ts'
import { orders } from '../platform/db/schema/orders.ts'
import { changeRows, nextVersion, own, setRows } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { customerRow, getCustomer, ownCustomer } from './queries.ts'
import { lockCustomer, MAX_ADDRESSES, recordCustomer } from './save-customer.ts'

/** Compares the last ten digits, so that formatting and country code don't matter. */
const areDifferentPhones = (one: string, other: string) =>
  one.replace(/\D/g, '').slice(-10) !== other.replace(/\D/g, '').slice(-10)

/** Keeps the first customer's name, email and phone, and adds the other's emails, phone, notes and tags. */
function mergedFrom(kept: Customer, other: Customer): Customer {
  const phone = kept.phone ?? other.phone
  // Customers from earlier versions may have no last name.
  const lastName = kept.lastName || other.lastName
  const otherPhone = phone && other.phone && areDifferentPhones(phone, other.phone) ? other.phone : null
  const notes = [kept.notes, other.notes, otherPhone && customerMessages.otherPhone(otherPhone)]
  const emails = new Set([...kept.alsoEmails, other.email.toLowerCase(), ...other.alsoEmails])
  emails.delete(kept.email.toLowerCase())
  return {
    ...kept,
    lastName,
    phone,
    alsoEmails: [...emails],
    notes: notes.filter(Boolean).join('\n\n'),
    tags: joinTags(`${kept.tags},${other.tags}`),
    taxExempt: kept.taxExempt || other.taxExempt,
    assignee: kept.assignee ?? other.assignee,
    hasOrders: kept.hasOrders || other.hasOrders,
  }
}

/** Previews a merge. @throws AppError not_found; invalid for one customer twice; conflict beyond a limit */
export async function previewMerge(ctx: StaffContext, id: number, otherId: number): Promise<CustomerMerge> {
  if (id === otherId) throw new AppError('invalid', customerMessages.sameCustomer)
  const [kept, other] = [await getCustomer(ctx, id), await getCustomer(ctx, otherId)]
  const result = mergedFrom(kept, other)
  if (!customerInput.shape.notes.safeParse(result.notes).success)
    throw new AppError('conflict', customerMessages.mergedNotesTooLong)
  if (areTagsTooLong(result.tags)) throw new AppError('conflict', customerMessages.tooManyMergedTags)
  const countAddresses = (id: number) => ctx.db.$count(addresses, eq(addresses.customerId, id))
  const moved = await countAddresses(otherId)
  if (moved + (await countAddresses(id)) > MAX_ADDRESSES)
    throw new AppError('conflict', customerMessages.tooManyMergedAddresses)
  const addedEmails = result.alsoEmails.filter((email) => !kept.alsoEmails.includes(email))
  const theirs = and(
    eq(bookings.companyId, ctx.actor.companyId),
    inArray(sql`lower(${bookings.attendeeEmail})`, addedEmails),
  )
  return {
    result,
    other,
    orders: await ctx.db.$count(orders, eq(orders.customerId, otherId)),
    bookings: await ctx.db.$count(bookings, theirs),
    addresses: moved,
  }
}

/**
 * Merges another customer into this one and deletes it. This one keeps its name and email and gets the other's orders,
 * bookings, addresses, notes and tags.
 *
 * @param seen the versions shown in the preview, if the merge should be limited to them
 * @throws AppError as `previewMerge`; changed if either customer has changed since
 */
export async function mergeCustomers(ctx: StaffContext, id: number, otherId: number, seen: CustomerVersions) {
  return inTransaction(ctx, async (ctx) => {
    // Locks the lower id first, so that two opposite merges wait for each other instead of deadlocking.
    const locked = []
    for (const each of [id, otherId].sort((a, b) => a - b)) locked.push(await lockCustomer(ctx, each))
    const before = locked.find((each) => each.id === id)!
    const { result, other, ...moved } = await previewMerge(ctx, id, otherId)
    const { version = result.version, otherVersion = other.version } = seen
    if (version !== result.version || otherVersion !== other.version)
      throw new AppError('changed', customerMessages.changedSinceLook)
    const hasDefault = sql`EXISTS (SELECT FROM addresses AS kept WHERE kept.customer_id = ${id} AND kept.is_default)`
    await ctx.db
      .update(addresses)
      .set({ customerId: id, isDefault: sql`is_default AND NOT ${hasDefault}`, updatedAt: sql`now()` })
      .where(own(ctx, addresses, { customerId: otherId }))
    await ctx.db
      .update(measurings)
      .set({ customerId: id })
      .where(own(ctx, measurings, { customerId: otherId }))
    const theirOrders = own(ctx, orders, { customerId: otherId })
    await ctx.db.update(orders).set({ customerId: id }).where(theirOrders)
    await setRows(ctx, followUps, { customerId: otherId }, { customerId: id })
    await ctx.db.delete(customers).where(ownCustomer(ctx, otherId))
    const { lastName, phone, notes, tags, taxExempt, alsoEmails } = result
    const assigneeId = result.assignee?.id ?? null
    const changes = { lastName, phone, notes, tags, taxExempt, alsoEmails, assigneeId, ...nextVersion }
    const [merged] = await changeRows(ctx, customers, ownCustomer(ctx, id), changes).returning(customerRow)
    const from = `${other.firstName} ${other.lastName}, ${other.email}`
    const paths = (['phone', 'notes', 'tags'] as const).filter((field) => merged![field] !== before[field])
    await recordCustomer(ctx, 'customer.merged', merged!, [{ field: 'customer', from, to: null, paths }])
    return { result: merged!, other, ...moved }
  })
}
