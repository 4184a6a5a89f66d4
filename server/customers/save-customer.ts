import { activityVerbs } from '@trunkshow/contract/activity/messages.ts'
import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import type { Address, AddressInput } from '@trunkshow/contract/customers/schema.ts'
import {
  type Customer,
  type CustomerChange,
  type CustomerInput,
  customer,
  editableOf,
} from '@trunkshow/contract/customers/schema.ts'
import type { WhichPerson } from '@trunkshow/contract/customers/screens.ts'
import { AppError, assertAllowed, fieldError, firstOf } from '@trunkshow/contract/errors.ts'
import { privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import { isErased } from '@trunkshow/contract/privacy/rules.ts'
import { isZipWrong } from '@trunkshow/contract/us-states.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { changesOfEdit } from '../activity/changes-of-edit.ts'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import type { LoggedChange } from '../platform/db/schema/activity.ts'
import { addresses, customers } from '../platform/db/schema/customers.ts'
import { changeRows, nextVersion, refusing, setRows } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { getPerson } from './get-person.ts'
import { addressRow, customerRow, ownAddress, ownCustomer } from './queries.ts'

const fields = ['firstName', 'lastName', 'email', 'phone', 'notes', 'tags', 'taxExempt'] as const

export function recordCustomer(
  ctx: StaffContext,
  activity: Activity,
  { id, firstName, lastName, version }: Customer,
  changes: LoggedChange[] = [],
) {
  return record(ctx, activity, { id, name: `${firstName} ${lastName}`, version }, changes)
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

/** Lets no other request add a customer with this email until the transaction ends. */
export async function lockCustomerEmail({ db, actor }: StaffContext, email: string) {
  await db.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('customer of ' || ${actor.companyId}::int || ' ' || lower(${email}), 0))`,
  )
}

/**
 * Makes a guest a customer, or returns the active one they are by now. Another email than the guest's is their first, and
 * the guest's stays an additional one; a booking without an email gets it.
 *
 * @throws AppError not_found
 */
export async function addGuest(ctx: StaffContext, who: WhichPerson, input: CustomerInput): Promise<Customer> {
  return inTransaction(ctx, async (ctx) => {
    const { emails } = await getPerson(ctx, who)
    const email = emails[0]?.toLowerCase() ?? input.email.toLowerCase()
    await lockCustomerEmail(ctx, email)
    const { customer: known } = await getPerson(ctx, who)
    if (known && !known.isArchived) return known
    const created = await createCustomer(ctx, input)
    await ctx.db.execute(sql`
      UPDATE bookings SET attendee_email = ${input.email}, updated_at = now()
      WHERE id = ${who.bookingId ?? null}::int AND company_id = ${ctx.actor.companyId} AND attendee_email IS NULL`)
    if (email === input.email.toLowerCase()) return created
    await setRows(ctx, customers, eq(customers.id, created.id), { alsoEmails: [email] })
    return { ...created, alsoEmails: [email] }
  })
}

/** Returns a customer, locked until the transaction ends. @throws AppError not_found; conflict for an erased one */
export async function lockCustomer(ctx: StaffContext, id: number): Promise<Customer> {
  const found = await ctx.db.select(customerRow).from(customers).where(ownCustomer(ctx, id)).for('update')
  const customer = firstOf(found, customerMessages.notFound)
  assertAllowed(isErased(customer) ? privacyMessages.customerErased : null)
  return customer
}

/** Changes the given fields of a customer. @throws AppError not_found; changed, as `changesOfEdit` */
export async function updateCustomer(ctx: StaffContext, id: number, { version, ...change }: CustomerChange) {
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
    const [after] = await changeRows(ctx, customers, ownCustomer(ctx, id), {
      ...changes,
      ...(changes.phone === '' && { phone: null }),
      ...(email && { alsoEmails: sql`array_remove(also_emails, lower(${email}))` }),
      ...nextVersion,
    }).returning(customerRow)
    await recordCustomer(ctx, 'customer.changed', after!, changesBetween(before, after!, fields))
    return after!
  })
}

/** Archives a customer, which hides them from lists and pickers, or restores them. @throws AppError not_found */
export async function archiveCustomer(ctx: StaffContext, id: number, archived: boolean): Promise<Customer> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockCustomer(ctx, id)
    if (before.isArchived === archived) return before
    const [after] = await changeRows(ctx, customers, ownCustomer(ctx, id), {
      archivedAt: archived ? sql`now()` : null,
      ...nextVersion,
    }).returning(customerRow)
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
  }).catch(refusing({ orders_customer_id_customers_id_fk: ['in_use', customerMessages.inUse] }))
}

export const MAX_ADDRESSES = 50

/** Only one address per customer is the default; the customer's lock prevents two at once. */
async function clearDefault(ctx: StaffContext, customerId: number, exceptId = 0) {
  await ctx.db
    .update(addresses)
    .set({ isDefault: false, updatedAt: sql`now()` })
    .where(and(eq(addresses.customerId, customerId), addresses.isDefault, ne(addresses.id, exceptId)))
}

/** Adds an address; a customer's first one becomes the default. @throws AppError not_found, conflict at fifty */
export async function createAddress(ctx: StaffContext, customerId: number, input: AddressInput) {
  return inTransaction(ctx, async (ctx) => {
    await lockCustomer(ctx, customerId)
    const count = await ctx.db.$count(addresses, eq(addresses.customerId, customerId))
    if (count >= MAX_ADDRESSES) throw new AppError('conflict', customerMessages.tooManyAddresses)
    const isDefault = input.isDefault || count === 0
    if (isDefault) await clearDefault(ctx, customerId)
    const [address] = await ctx.db
      .insert(addresses)
      .values({ ...input, isDefault, customerId, companyId: ctx.actor.companyId })
      .returning(addressRow)
    return address!
  })
}

/** Returns an address, with its customer locked. @throws AppError not_found */
async function lockAddress(ctx: StaffContext, id: number): Promise<Address> {
  const found = await ctx.db.select(addressRow).from(addresses).where(ownAddress(ctx, id))
  const address = firstOf(found, customerMessages.addressNotFound)
  await lockCustomer(ctx, address.customerId)
  return address
}

/** Changes an address. @throws AppError not_found; invalid for a wrong ZIP code that wasn't stored */
export async function updateAddress(ctx: StaffContext, id: number, input: AddressInput): Promise<Address> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockAddress(ctx, id)
    if (isZipWrong(input, before)) throw fieldError('invalid', 'zip', customerMessages.zipInvalid)
    if (input.isDefault) await clearDefault(ctx, before.customerId, id)
    const found = await changeRows(ctx, addresses, ownAddress(ctx, id), input).returning(addressRow)
    return firstOf(found, customerMessages.addressNotFound)
  })
}

/** Deletes an address. @throws AppError not_found */
export async function deleteAddress(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockAddress(ctx, id)
    await ctx.db.delete(addresses).where(ownAddress(ctx, id))
  })
}
