import type { PageSlots } from '@trunkshow/contract/visitor-page.ts'
import type { Context } from '../context.ts'
import { callerOf } from '../events/queries.ts'
import type { SharedResults } from '../platform/http/pages/shared-results.ts'
import { listSlotDates, listSlots } from './queries.ts'

type Counted = Awaited<ReturnType<typeof listSlotDates>>[number]

interface ReadDates {
  eventId: number
  /** The event's company. */
  owner: number
  /** Whether the caller must see their own changes at once. */
  mustBeFresh?: boolean
}

const BYTES_PER_DATE = 150

/** How many time slots a page has, unless one date alone has more: about 20 KB of gzip (decision 033). */
export const SLOTS_PER_PAGE = 300

/** Returns the dates with offered slots, shared by everyone who may see the event (decision 033). */
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

/** Returns the date that the address selects, or that it is no longer offered; `wanted` is not trusted. */
export function selectDate(dates: Counted[], wanted: unknown): Pick<PageSlots, 'date' | 'dateGone'> {
  if (wanted === undefined) return {}
  const found = dates.find(({ date }) => date === wanted)
  return found ? { date: found.date } : { dateGone: true }
}

/**
 * Returns the offered slots of one page: all of them or, for events with more than `SLOTS_PER_PAGE`, as many whole
 * dates as fit, starting at the selected one. Every date's counts come along.
 *
 * @param ctx of a caller who may see the event
 * @param dates from `readSlotDates`; the slots themselves are read now
 */
export async function listPageSlots(
  ctx: Context,
  eventId: number,
  dates: Counted[],
  asked: Pick<PageSlots, 'date' | 'dateGone'>,
): Promise<PageSlots> {
  const taken = takeDates(dates, asked.date)
  if (taken.length === dates.length) {
    return { slots: await listSlots(ctx, eventId, { bookable: true }), ...asked }
  }
  const days = { from: taken[0]!.date, to: taken.at(-1)!.date }
  const slots = await listSlots(ctx, eventId, { bookable: true, days })
  return { slots, dates: dates.map(({ slots: _, ...date }) => date), ...asked }
}

/** Returns the dates on a page: all, or those that fit from `first` on, at least one. */
function takeDates(dates: Counted[], first: string | undefined): Counted[] {
  if (dates.reduce((sum, { slots }) => sum + slots, 0) <= SLOTS_PER_PAGE) return dates
  const taken: Counted[] = []
  let count = 0
  for (const day of dates) {
    if (first && day.date < first) continue
    count += day.slots
    if (taken.length > 0 && count > SLOTS_PER_PAGE) break
    taken.push(day)
  }
  return taken
}
