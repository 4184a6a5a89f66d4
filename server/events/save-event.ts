import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { planSlots } from '@trunkshow/contract/events/rules.ts'
import type { Event, EventInput } from '@trunkshow/contract/events/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { violates } from '../db/errors.ts'
import { events } from '../db/schema/events.ts'
import { timeSlots } from '../db/schema/slots.ts'
import { inTransaction } from '../db/transaction.ts'
import { makeSlug } from './make-slug.ts'
import { eventRow, eventView, ownEvents } from './queries.ts'

function asSlugTaken(error: unknown): unknown {
  if (!violates(error, 'events_slug_key')) return error
  return new AppError('taken', eventMessages.slugTaken, { fields: { urlSlug: eventMessages.slugTaken } })
}

/**
 * Makes an event and, in the same transaction, its slots: every day, every `slotDuration` minutes, each with
 * `maxBookingsPerSlot` places (design §7.1).
 *
 * @throws AppError taken when another event has the slug
 */
export async function createEvent(ctx: StaffContext, input: EventInput): Promise<Event> {
  return inTransaction(ctx, async (ctx) => {
    const [event] = await ctx.db
      .insert(events)
      .values({
        ...input,
        urlSlug: input.urlSlug ?? makeSlug(input.name),
        companyId: ctx.actor.companyId,
        userId: ctx.actor.userId,
      })
      .returning(eventRow)
    const slots = planSlots(event!)
    const column = (values: (string | number)[], type: string) =>
      sql`${sql.param(values)}::${sql.raw(type)}[]`
    if (slots.length > 0) {
      await ctx.db.execute(sql`
        INSERT INTO ${timeSlots} (company_id, event_id, slot_date, start_time, end_time, total_slots)
        SELECT ${event!.companyId}, ${event!.id}, slot_date, start_time, end_time, ${input.maxBookingsPerSlot}
        FROM unnest(
          ${column(
            slots.map((slot) => slot.slotDate),
            'date',
          )},
          ${column(
            slots.map((slot) => slot.startTime),
            'time',
          )},
          ${column(
            slots.map((slot) => slot.endTime),
            'time',
          )}
        ) AS plan (slot_date, start_time, end_time)`)
    }
    return eventView(event!, ctx.actor)
  }).catch((error) => {
    throw asSlugTaken(error)
  })
}

/**
 * Changes an event. Its slots stay as they are, whatever the new days and hours (design §7.1); a slug left
 * empty stays, since it is in links already sent.
 *
 * @throws AppError not_found for an event of another company, taken when another event has the slug
 */
export async function updateEvent(ctx: StaffContext, id: number, input: EventInput): Promise<Event> {
  const { urlSlug, ...changes } = input
  const [event] = await ctx.db
    .update(events)
    .set({ ...changes, ...(urlSlug && { urlSlug }), updatedAt: sql`now()` })
    .where(and(eq(events.id, id), ownEvents(ctx)))
    .returning(eventRow)
    .catch((error) => {
      throw asSlugTaken(error)
    })
  if (!event) throw new AppError('not_found', eventMessages.notFound)
  return eventView(event, ctx.actor)
}
