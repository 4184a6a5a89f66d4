import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import type { Customer, CustomerMerge } from '@trunkshow/contract/customers/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { addresses, customers } from '../db/schema/customers.ts'
import { orders } from '../db/schema/orders.ts'
import { inTransaction } from '../db/transaction.ts'
import { customerRow, getCustomer, ownCustomer } from './queries.ts'
import { lockCustomer, recordCustomer } from './save-customer.ts'

/** What stays: the first one's name and address; a phone it lacks; the notes of both. */
function mergedFrom(kept: Customer, other: Customer): Customer {
  const notes = [kept.notes, other.notes].filter(Boolean).join('\n\n')
  const hasOrders = kept.hasOrders || other.hasOrders
  return { ...kept, phone: kept.phone ?? other.phone, notes, hasOrders }
}

function refuseItself(id: number, otherId: number) {
  if (id === otherId) throw new AppError('invalid', customerMessages.sameCustomer)
}

/** What merging would leave, changing nothing. @throws AppError not_found, invalid for one and the same */
export async function previewMerge(ctx: StaffContext, id: number, otherId: number): Promise<CustomerMerge> {
  refuseItself(id, otherId)
  const [kept, other] = [await getCustomer(ctx, id), await getCustomer(ctx, otherId)]
  return {
    result: mergedFrom(kept, other),
    orders: await ctx.db.$count(orders, eq(orders.customerId, otherId)),
    addresses: await ctx.db.$count(addresses, eq(addresses.customerId, otherId)),
  }
}

/**
 * Merges another customer into this one, which keeps its name and e-mail and gets the other's orders, addresses and
 * notes; the other one is gone.
 *
 * @throws AppError not_found, invalid for one and the same
 */
export async function mergeCustomers(ctx: StaffContext, id: number, otherId: number): Promise<CustomerMerge> {
  refuseItself(id, otherId)
  return inTransaction(ctx, async (ctx) => {
    // The lower number first, so that two merges crossing each other wait instead of blocking.
    for (const each of [id, otherId].sort((a, b) => a - b)) await lockCustomer(ctx, each)
    const { result, ...moved } = await previewMerge(ctx, id, otherId)
    const hasDefault = sql`EXISTS (SELECT FROM addresses AS kept WHERE kept.customer_id = ${id} AND kept.is_default)`
    await ctx.db
      .update(addresses)
      .set({ customerId: id, isDefault: sql`is_default AND NOT ${hasDefault}`, updatedAt: sql`now()` })
      .where(and(eq(addresses.customerId, otherId), eq(addresses.companyId, ctx.actor.companyId)))
    await ctx.db
      .update(orders)
      .set({ customerId: id })
      .where(and(eq(orders.customerId, otherId), eq(orders.companyId, ctx.actor.companyId)))
    const other = await getCustomer(ctx, otherId)
    await ctx.db.delete(customers).where(ownCustomer(ctx, otherId))
    const [merged] = await ctx.db
      .update(customers)
      .set({ phone: result.phone, notes: result.notes, version: sql`version + 1`, updatedAt: sql`now()` })
      .where(ownCustomer(ctx, id))
      .returning(customerRow)
    await recordCustomer(ctx, 'customer.merged', merged!, [
      { field: 'customer', from: `${other.firstName} ${other.lastName}, ${other.email}`, to: null },
    ])
    return { result: merged!, ...moved }
  })
}
