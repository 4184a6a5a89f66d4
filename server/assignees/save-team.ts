import { assigneeMessages as text } from '@trunkshow/contract/assignees/messages.ts'
import type { Team, TeamInput } from '@trunkshow/contract/assignees/schema.ts'
import { formatShortDate } from '@trunkshow/contract/dates.ts'
import { AppError, fieldError, firstOf } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { and, asc, eq } from 'drizzle-orm'
import { findLastActor } from '../activity/queries.ts'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { getReachableEvent } from '../events/queries.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { userName, users } from '../platform/db/schema/company.ts'
import { events, shifts } from '../platform/db/schema/events.ts'
import { changeRows, own, rowsOf } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'

const { id, name, eventDate, lastDay, namesOnSlots, teamVersion: version } = events
const person = { userId: users.id, name: userName }

/** Returns who works when at an event within the caller's reach, and whom they serve. @throws AppError not_found */
export async function readTeam(ctx: StaffContext, eventId: number): Promise<Team> {
  const event = await getReachableEvent(ctx, 'bookings.see', eventId)
  const owner = { ...ctx, actor: event }
  const [set] = await rowsOf(owner, events, { id: eventId }, { namesOnSlots, version })
  const { day, startTime, endTime } = shifts
  const at = await ctx.db
    .select({ ...person, day, startTime, endTime })
    .from(shifts)
    .innerJoin(users, eq(users.id, shifts.userId))
    .where(own(owner, shifts, { eventId }))
    .orderBy(asc(day), asc(startTime), asc(userName), asc(users.id))
  const { slotDate } = timeSlots
  const times = { slotDate, startTime: timeSlots.startTime, endTime: timeSlots.endTime }
  const serving = await ctx.db
    .select({ ...person, attendeeName: bookings.attendeeName, ...times })
    .from(bookings)
    .innerJoin(timeSlots, eq(timeSlots.id, bookings.timeSlotId))
    .innerJoin(users, eq(users.id, bookings.assigneeId))
    .where(and(own(owner, bookings, { eventId, status: 'active' })))
    .orderBy(asc(slotDate), asc(times.startTime), asc(bookings.id))
  return { ...set!, shifts: at, serving }
}

/** What the activity log shows of a day's team. */
function inWords({ shifts, namesOnSlots }: Team, of: string) {
  const times = shifts.flatMap(({ day, name, startTime, endTime }) =>
    day === of ? [`${name} ${startTime}–${endTime}`] : [],
  )
  return { namesOnSlots, shifts: times.length > 0 ? `${formatShortDate(of)}: ${times.join(', ')}` : null }
}

/**
 * Says who works when on one day of the company's event (docs/product.md, Who works when). Of two who save at once, the
 * second is told.
 *
 * @throws AppError not_found; changed, naming who saved since `version`; invalid for a day that isn't the event's;
 *   conflict for a user who isn't an active one of the company
 */
export async function saveTeam(ctx: StaffContext, eventId: number, input: TeamInput): Promise<Team> {
  const { companyId } = ctx.actor
  const { day } = input
  return inTransaction(ctx, async (ctx) => {
    const row = { id, name, eventDate, lastDay, version }
    const found = await rowsOf(ctx, events, { id: eventId }, row).for('no key update')
    const event = firstOf(found, eventMessages.notFound)
    if (event.version !== input.version)
      throw new AppError(
        'changed',
        text.teamChangedBy(await findLastActor(ctx, 'event', eventId, ['event.team'])),
      )
    if (day < event.eventDate || day > event.lastDay) throw fieldError('invalid', 'day', text.otherDay)
    // Locked, so that they don't leave before they are on the list.
    const ids = [...new Set(input.shifts.map(({ userId }) => userId))]
    const active = await rowsOf(ctx, users, { id: ids, isActive: true }, { id: users.id }).for('share')
    if (active.length < ids.length) throw new AppError('conflict', text.gone)
    const before = await readTeam(ctx, eventId)
    await ctx.db.delete(shifts).where(own(ctx, shifts, { eventId, day }))
    if (ids.length > 0)
      await ctx.db.insert(shifts).values(input.shifts.map((shift) => ({ ...shift, day, eventId, companyId })))
    await changeRows(ctx, events, own(ctx, events, { id: eventId }), {
      teamVersion: event.version + 1,
      namesOnSlots: input.namesOnSlots,
    })
    const after = await readTeam(ctx, eventId)
    const changes = changesBetween(inWords(before, day), inWords(after, day), ['shifts', 'namesOnSlots'])
    if (changes.length > 0) await record(ctx, 'event.team', event, changes)
    return after
  })
}
