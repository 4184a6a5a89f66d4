import { fieldError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { OrderInput } from '@trunkshow/contract/orders/schema.ts'
import type { StaffContext } from '../../context.ts'
import { own } from '../../platform/db/rows.ts'
import { bookings, timeSlots } from '../../platform/db/schema/bookings.ts'
import { events } from '../../platform/db/schema/events.ts'

interface EventLinks {
  bookingId: number | null
  eventId: number | null
  timeSlotId: number | null
}

/**
 * Resolves the booking, event and time slot of a new order; event and slot default to the booking's. Locks them until
 * the order is stored.
 *
 * @throws AppError conflict for a booking or event of another company; invalid for a booking or slot of another event
 */
export async function chooseEvent(
  ctx: StaffContext,
  { bookingId, ...input }: Pick<OrderInput, keyof EventLinks>,
): Promise<EventLinks> {
  const booking = bookingId === null ? null : await findBooking(ctx, bookingId)
  const eventId = input.eventId ?? booking?.eventId ?? null
  if (booking && booking.eventId !== eventId)
    throw fieldError('invalid', 'eventId', orderMessages.bookingNotOfEvent)
  if (eventId !== null && !booking) await lockEvent(ctx, eventId)
  const booked = booking?.timeSlotId ?? null
  const timeSlotId = input.timeSlotId ?? booked
  if (timeSlotId !== null && timeSlotId !== booked) await assertSlot(ctx, timeSlotId, eventId)
  return { bookingId, eventId, timeSlotId }
}

async function findBooking(ctx: StaffContext, id: number) {
  const [found] = await ctx.db
    .select({ eventId: bookings.eventId, timeSlotId: bookings.timeSlotId })
    .from(bookings)
    .where(own(ctx, bookings, { id }))
    .for('key share')
  if (!found) {
    throw fieldError('conflict', 'bookingId', orderMessages.bookingGone)
  }
  return found
}

/** Returns an event of the company, locked until the transaction ends. @throws AppError conflict */
export async function lockEvent(ctx: StaffContext, id: number): Promise<{ name: string }> {
  const [found] = await ctx.db
    .select({ name: events.name })
    .from(events)
    .where(own(ctx, events, { id }))
    .for('key share')
  if (!found) {
    throw fieldError('conflict', 'eventId', eventMessages.notFound)
  }
  return found
}

async function assertSlot(ctx: StaffContext, id: number, eventId: number | null) {
  const [found] = await ctx.db
    .select({ eventId: timeSlots.eventId })
    .from(timeSlots)
    .where(own(ctx, timeSlots, { id }))
    .for('key share')
  if (!found || found.eventId !== eventId) {
    throw fieldError('invalid', 'timeSlotId', orderMessages.slotNotOfEvent)
  }
}
