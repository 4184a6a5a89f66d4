import type { PageSlots } from '@trunkshow/contract/visitor-page.ts'
import type { Context } from '../context.ts'
import { callerOf } from '../events/queries.ts'
import type { SharedResults } from '../http/pages/shared-results.ts'
import { listSlotDates, listSlots } from './queries.ts'

type Counted = Awaited<ReturnType<typeof listSlotDates>>[number]

interface ReadDates {
  eventId: number
  /** The event's company. */
  owner: number
  /** Whether the caller has just changed the event. */
  mustBeFresh?: boolean
}

const BYTES_PER_DATE = 150

/** How many time slots a page holds, unless one date alone has more: about 20 KB of gzip (decision 033). */
export const SLOTS_PER_PAGE = 300

/** The dates on which an event's page offers slots, shared by all who may see the event (decision 033). */
export function readSlotDates(
  ctx: Context,
  shared: SharedResults,
  { eventId, owner, mustBeFresh }: ReadDates,
): Promise<Counted[]> {
  return shared.get({ owner, key: `dates ${eventId}`, mustBeFresh: mustBeFresh ?? false }, async () => {
    const value = await listSlotDates(ctx, { eventId, ...callerOf(ctx) })
    return { value, bytes: value.length * BYTES_PER_DATE }
  })
}

/** Which of these dates an address asks for, and whether for another one; nothing of `wanted` is taken on trust. */
export function askedDate(dates: Counted[], wanted: unknown): Pick<PageSlots, 'date' | 'dateGone'> {
  if (wanted === undefined) return {}
  const found = dates.find(({ date }) => date === wanted)
  return found ? { date: found.date } : { dateGone: true }
}

/**
 * The offered slots that a page of the event comes with: all of them, or of an event with more than `SLOTS_PER_PAGE`
 * whole dates up to that many, from the date asked for, or the first one, with every date's numbers beside them.
 *
 * @param ctx of a caller who may see the event
 * @param dates of `readSlotDates`; the slots themselves are read now
 */
export async function listPageSlots(
  ctx: Context,
  eventId: number,
  dates: Counted[],
  asked: Pick<PageSlots, 'date' | 'dateGone'>,
): Promise<PageSlots> {
  const held = takeDates(dates, asked.date)
  if (held.length === dates.length) {
    return { slots: await listSlots(ctx, eventId, { bookable: true }), ...asked }
  }
  const days = { from: held[0]!.date, to: held.at(-1)!.date }
  const slots = await listSlots(ctx, eventId, { bookable: true, days })
  return { slots, dates: dates.map(({ date, free, all }) => ({ date, free, all })), ...asked }
}

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
