import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { PageSlots } from '@trunkshow/contract/visitor-page.ts'
import { useRef, useState } from 'react'
import { RequestError, request, slotsShape } from '../shell/request.ts'

interface SlotsOf {
  eventId: number
  /** Proof that the guest could open the page, in case the event becomes private. */
  grant?: string | undefined
}

const RETRIES = 2
const RETRY_DELAY_MS = 1000

/**
 * Fetches the slots, with two retries after a network or server error, none after a 4xx (docs/product.md, Fresh
 * data).
 */
async function fetchSlots(
  { eventId, grant }: SlotsOf,
  date: string | undefined,
  retries = RETRIES,
): Promise<TimeSlot[]> {
  const headers = grant ? { 'x-booking-grant': grant } : undefined
  const address = `/api/events/${eventId}/timeslots?bookable=true${date ? `&date=${date}` : ''}`
  try {
    return await request<TimeSlot[]>('GET', address, slotsShape, { headers })
  } catch (failure) {
    const refused = failure instanceof RequestError && failure.status >= 400 && failure.status < 500
    if (refused || retries === 0) throw failure
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    return fetchSlots({ eventId, grant }, date, retries - 1)
  }
}

type Held = Pick<PageSlots, 'slots' | 'dates'>

/** Merges the fetched slots of one date, or of all dates, into the loaded ones. */
function withFresh({ slots, dates }: Held, date: string | undefined, fresh: TimeSlot[]): Held {
  if (!date) return { slots: fresh }
  const others = slots?.filter((slot) => slot.slotDate !== date) ?? []
  return {
    slots: [...others, ...fresh],
    dates: fresh.length > 0 ? dates : dates?.filter((day) => day.date !== date),
  }
}

/**
 * The slots the server rendered, and functions to fetch them again: one date's, since a booking affects only its
 * date, or all if the page has all (decision 033). While loading and after a failure, the known slots stay.
 */
export function useSlots(source: SlotsOf, { slots, dates }: PageSlots) {
  const [held, setHeld] = useState<Held>({ slots, dates })
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>(slots ? 'ready' : 'failed')
  const latest = useRef(0)
  /** Which request each date's slots came from, so an older response never replaces a newer one. */
  const heldFrom = useRef(new Map<string | undefined, number>())
  const inSight = useRef<string | undefined>(undefined)

  async function read(date: string | undefined, turn: number) {
    const fresh = await fetchSlots(source, date)
    const newer = date
      ? [heldFrom.current.get(date), heldFrom.current.get(undefined)]
      : heldFrom.current.values()
    if ([...newer].some((from = 0) => from > turn)) return
    heldFrom.current.set(date, turn)
    setHeld((before) => withFresh(before, date, fresh))
  }

  /** Fetches the slots of these dates; without any, of the visible date, or of all. */
  async function refresh(...changed: string[]) {
    const turn = ++latest.current
    const wanted = changed.length > 0 ? changed : [held.dates && inSight.current]
    setState('loading')
    const reads = await Promise.allSettled(wanted.map((date) => read(date, turn)))
    if (turn !== latest.current) return
    setState(reads.every(({ status }) => status === 'fulfilled') ? 'ready' : 'failed')
  }

  /**
   * A page with some dates fetches each date's slots when it becomes visible, except the first, which it just loaded.
   */
  function show(date: string) {
    const isFirst = inSight.current === undefined && held.slots?.some((slot) => slot.slotDate === date)
    inSight.current = date
    if (held.dates && !isFirst) void refresh(date)
  }

  return { ...held, state, refresh, show }
}
