import { assigneeMessages as text } from '@trunkshow/contract/assignees/messages.ts'
import type { Assigned, AssigneeChange } from '@trunkshow/contract/assignees/schema.ts'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import { fullName } from '@trunkshow/contract/customers/schema.ts'
import type { Colleague } from '@trunkshow/contract/endpoint.ts'
import { AppError, fieldError, firstOf } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import { asc, type SQL } from 'drizzle-orm'
import { findLastActor } from '../activity/queries.ts'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { userName, users } from '../platform/db/schema/company.ts'
import { customers } from '../platform/db/schema/customers.ts'
import { orders } from '../platform/db/schema/orders.ts'
import { changeRows, own, rowsOf } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'

const row = { id: users.id, name: userName }

/** Lists the company's active users by name: who can serve. */
export const listColleagues = (ctx: StaffContext): Promise<Colleague[]> =>
  rowsOf(ctx, users, { isActive: true }, row).orderBy(asc(userName), asc(users.id)).limit(500)

type Found = { id: number; name: string; assigneeId: number | null }

/** How each kind of record is found, locked, and named. A co-host of an event is of another company, and assigns none. */
const kinds = {
  order: {
    table: orders,
    notFound: orderMessages.notFound,
    find: async (ctx: StaffContext, which: SQL): Promise<Found[]> =>
      (await rowsOf(ctx, orders, which).for('update')).map((order) => ({ ...order, name: orderName(order) })),
  },
  customer: {
    table: customers,
    notFound: customerMessages.notFound,
    find: async (ctx: StaffContext, which: SQL): Promise<Found[]> =>
      (await rowsOf(ctx, customers, which).for('update')).map((one) => ({ ...one, name: fullName(one) })),
  },
  booking: {
    table: bookings,
    notFound: bookingMessages.notFound,
    find: async (ctx: StaffContext, which: SQL): Promise<Found[]> =>
      (await rowsOf(ctx, bookings, which).for('update')).map((one) => ({ ...one, name: one.attendeeName })),
  },
}

/**
 * Assigns a record of the company to a colleague, or to no one, without raising its version: no edit is refused for it
 * (docs/product.md, Who serves whom). Of two who assign at once, the second is told.
 *
 * @throws AppError not_found; conflict for a user who isn't an active one of the company; changed, naming who assigned it,
 *   if its colleague is no longer `from`
 */
export async function assign(
  ctx: StaffContext,
  kind: keyof typeof kinds,
  id: number,
  { assigneeId, from }: AssigneeChange,
): Promise<Assigned> {
  const { table, find, notFound } = kinds[kind]
  return inTransaction(ctx, async (ctx) => {
    const which = own(ctx, table, { id })
    const { name, assigneeId: was } = firstOf(await find(ctx, which), notFound)
    // Locked, so that they don't leave before they serve.
    const [assignee = null] =
      assigneeId === null
        ? []
        : await rowsOf(ctx, users, { id: assigneeId, isActive: true }, row).for('share')
    if (assigneeId !== null && !assignee) throw new AppError('conflict', text.gone)
    if (was === assigneeId) return { assignee }
    const activity = `${kind}.assigned` as const
    if (from !== undefined && from !== was)
      throw fieldError(
        'changed',
        'assigneeId',
        text.changedBy(await findLastActor(ctx, kind, id, [activity])),
      )
    await changeRows(ctx, table, which, { assigneeId })
    const [before] = was === null ? [] : await rowsOf(ctx, users, { id: was }, row)
    const changes = changesBetween({ assignee: before?.name }, { assignee: assignee?.name }, ['assignee'])
    await record(ctx, activity, { id, name }, changes)
    return { assignee }
  })
}
