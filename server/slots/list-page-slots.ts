import type { PageSlots } from '@trunkshow/contract/visitor-page.ts'
import type { Context } from '../context.ts'
import { callerOf } from '../events/queries.ts'
import { listSlotDates, listSlots } from './queries.ts'

/** How many time slots a page holds, unless one date alone has more: about 20 KB of gzip (decision 033). */
export const SLOTS_PER_PAGE = 300

/**
 * The offered slots that a page of the event comes with: all of them, or of an event with more than `SLOTS_PER_PAGE`
 * whole dates up to that many, from the date asked for, or the first one, with every date's numbers beside them.
 *
 * @param ctx of a caller who may see the event
 * @param wanted what the address asks for as its date; nothing of it is taken on trust
 */
export async function listPageSlots(ctx: Context, eventId: number, wanted: unknown): Promise<PageSlots> {
  const dates = await listSlotDates(ctx, { eventId, ...callerOf(ctx) })
  const date = dates.find(({ date }) => date === wanted)?.date
  const asked = { ...(date && { date }), ...(wanted !== undefined && !date && { dateGone: true as const }) }
  const held = takeDates(dates, date)
  if (held.length === dates.length) {
    return { slots: await listSlots(ctx, eventId, { bookable: true }), ...asked }
  }
  const days = { from: held[0]!.date, to: held.at(-1)!.date }
  const slots = await listSlots(ctx, eventId, { bookable: true, days })
  return { slots, dates: dates.map(({ date, free, all }) => ({ date, free, all })), ...asked }
}

type Counted = Awaited<ReturnType<typeof listSlotDates>>[number]

/** The dates whose slots a page holds: all, or those that fit from `first` on, one at least. */
function takeDates(dates: Counted[], first: string | undefined): Counted[] {
  if (dates.reduce((sum, { slots }) => sum + slots, 0) <= SLOTS_PER_PAGE) return dates
  const held: Counted[] = []
  let count = 0
  for (const day of dates) {
    if (first && day.date < first) continue
    count += day.slots
    if (held.length > 0 && count > SLOTS_PER_PAGE) break
    held.push(day)
  }
  return held
}
