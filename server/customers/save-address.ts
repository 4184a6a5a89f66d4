import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import type { Address, AddressInput } from '@trunkshow/contract/customers/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { isZipWrong } from '@trunkshow/contract/us-states.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { addresses } from '../platform/db/schema/customers.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { addressRow, ownAddress } from './queries.ts'
import { lockCustomer } from './save-customer.ts'

export const MAX_ADDRESSES = 50

/** Only one address per customer is the default; the customer's lock prevents two at once. */
async function clearDefault(ctx: StaffContext, customerId: number, exceptId = 0) {
  await ctx.db
    .update(addresses)
    .set({ isDefault: false, updatedAt: sql`now()` })
    .where(and(eq(addresses.customerId, customerId), addresses.isDefault, ne(addresses.id, exceptId)))
}

/** Adds an address; a customer's first one becomes the default. @throws AppError not_found, conflict at fifty */
export async function createAddress(
  ctx: StaffContext,
  customerId: number,
  input: AddressInput,
): Promise<Address> {
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
  const [found] = await ctx.db.select(addressRow).from(addresses).where(ownAddress(ctx, id))
  if (!found) throw new AppError('not_found', customerMessages.addressNotFound)
  await lockCustomer(ctx, found.customerId)
  return found
}

/** Changes an address. @throws AppError not_found; invalid for a wrong ZIP code that wasn't stored */
export async function updateAddress(ctx: StaffContext, id: number, input: AddressInput): Promise<Address> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockAddress(ctx, id)
    if (isZipWrong(input, before)) {
      const zip = customerMessages.zipInvalid
      throw new AppError('invalid', zip, { fields: { zip } })
    }
    if (input.isDefault) await clearDefault(ctx, before.customerId, id)
    const [address] = await ctx.db
      .update(addresses)
      .set({ ...input, updatedAt: sql`now()` })
      .where(ownAddress(ctx, id))
      .returning(addressRow)
    if (!address) throw new AppError('not_found', customerMessages.addressNotFound)
    return address
  })
}

/** Deletes an address. @throws AppError not_found */
export async function deleteAddress(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockAddress(ctx, id)
    await ctx.db.delete(addresses).where(ownAddress(ctx, id))
  })
}
