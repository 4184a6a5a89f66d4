import type { Address, Customer } from '@trunkshow/contract/customers/schema.ts'
import { fieldError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { splitName } from '@trunkshow/contract/orders/rules.ts'
import type { OrderInput } from '@trunkshow/contract/orders/schema.ts'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import {
  addressRow,
  customerRow,
  hasIdIn,
  idsWithEmail,
  ownAddress,
  ownCustomer,
} from '../../customers/queries.ts'
import { createAddress, createCustomer, updateCustomer } from '../../customers/save-customer.ts'
import { addresses, customers } from '../../platform/db/schema/customers.ts'

/**
 * Finds or creates the customer of a new order: the selected one, or for a booking the one with its email. Fills in a
 * missing phone number or last name; other details stay.
 *
 * @returns the customer's id
 * @throws AppError conflict if the customer isn't the company's or is archived
 */
export async function chooseCustomer(ctx: StaffContext, input: OrderInput): Promise<number> {
  if (input.customerId !== null) {
    const known = await findCustomer(ctx, ownCustomer(ctx, input.customerId))
    if (!known || known.isArchived) {
      throw fieldError(
        'conflict',
        'customerId',
        known ? orderMessages.customerArchived : orderMessages.customerGone,
      )
    }
    return fillMissingDetails(ctx, known, input)
  }
  if (input.bookingId !== null) {
    const known = await findCustomerOf(ctx, input.customerEmail)
    if (known) return fillMissingDetails(ctx, known, input)
  }
  const { id } = await createCustomer(ctx, {
    ...splitName(input.customerName),
    email: input.customerEmail,
    phone: input.customerPhone || null,
    notes: null,
  })
  return id
}

/** Locks the customer until the order is stored, so that no other request deletes them or changes their addresses. */
async function findCustomer(ctx: StaffContext, which: SQL | undefined): Promise<Customer | undefined> {
  const [found] = await ctx.db
    .select(customerRow)
    .from(customers)
    .where(which)
    .orderBy(asc(customers.id))
    .limit(1)
    .for('update')
  return found
}

async function fillMissingDetails(
  ctx: StaffContext,
  known: Customer,
  { customerName, customerPhone }: OrderInput,
) {
  const { id, email } = known
  // Customers from earlier versions may have no last name.
  const { firstName, lastName } = known.lastName ? known : splitName(customerName)
  const phone = known.phone || customerPhone || null
  if (lastName !== known.lastName || phone !== known.phone)
    await updateCustomer(ctx, id, { firstName, lastName, email, phone })
  return id
}

/**
 * Returns the first active customer with this email, including secondary emails. Locks the email, so that two orders at
 * once don't create the customer twice.
 */
async function findCustomerOf(ctx: StaffContext, email: string): Promise<Customer | undefined> {
  const { companyId } = ctx.actor
  await ctx.db.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('customer of ' || ${companyId}::int || ' ' || lower(${email}), 0))`,
  )
  return findCustomer(
    ctx,
    and(
      eq(customers.companyId, companyId),
      hasIdIn(idsWithEmail(companyId, sql`${email}`)),
      isNull(customers.archivedAt),
    ),
  )
}

/**
 * Returns the shipping address of a new order: a saved one, or a new one added to the customer's address book; null if
 * nothing ships.
 *
 * @throws AppError conflict for another customer's address or a full address book
 */
export async function chooseAddress(
  ctx: StaffContext,
  customerId: number,
  { addressId, shippingAddress }: Pick<OrderInput, 'addressId' | 'shippingAddress'>,
): Promise<Address | null> {
  if (addressId === null) {
    return shippingAddress ? createAddress(ctx, customerId, { ...shippingAddress, isDefault: false }) : null
  }
  const [found] = await ctx.db
    .select(addressRow)
    .from(addresses)
    .where(and(ownAddress(ctx, addressId), eq(addresses.customerId, customerId)))
    .for('key share')
  if (!found) {
    throw fieldError('conflict', 'addressId', orderMessages.addressGone)
  }
  return found
}

/** Maps an address to the order's columns. */
export function addressColumns(
  address: Pick<Address, 'street' | 'street2' | 'city' | 'state' | 'zip'> | null | undefined,
) {
  return {
    customerAddress: address?.street ?? null,
    customerAddress2: address?.street2 ?? null,
    customerCity: address?.city ?? null,
    customerState: address?.state ?? null,
    customerZip: address?.zip ?? null,
  }
}
