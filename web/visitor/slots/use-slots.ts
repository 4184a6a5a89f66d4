import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { PageSlots } from '@trunkshow/contract/visitor-page.ts'
import { useRef, useState } from 'react'
import { RequestError, request, slotsShape } from '../shell/request.ts'

interface SlotsOf {
  eventId: number
  /** Proof that the guest could open the page, in case the event becomes private. */
  grant?: string
}

const RETRIES = 2
const RETRY_DELAY_MS = 1000

/** Fetches the slots, with two retries after a network or server error (docs/product.md, Fresh data). */
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

type LoadedSlots = Pick<PageSlots, 'slots' | 'dates'>

/** Merges the fetched slots of one date, or of all dates, into the loaded ones. */
function mergeSlots({ slots, dates }: LoadedSlots, date: string | undefined, fresh: TimeSlot[]): LoadedSlots {
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
  const [loaded, setLoaded] = useState<LoadedSlots>({ slots, dates })
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>(slots ? 'ready' : 'failed')
  const latestRequest = useRef(0)
  /** Which request each date's slots came from, so an older response never replaces a newer one. */
  const requestByDate = useRef(new Map<string | undefined, number>())
  const visibleDate = useRef<string | undefined>(undefined)

  async function read(date: string | undefined, requestNumber: number) {
    const fresh = await fetchSlots(source, date)
    const newer = date
      ? [requestByDate.current.get(date), requestByDate.current.get(undefined)]
      : requestByDate.current.values()
    if ([...newer].some((from = 0) => from > requestNumber)) return
    requestByDate.current.set(date, requestNumber)
    setLoaded((before) => mergeSlots(before, date, fresh))
  }

  /** Fetches the slots of these dates; without any, of the visible date, or of all. */
  async function refresh(...changed: string[]) {
    const requestNumber = ++latestRequest.current
    const datesToFetch = changed.length > 0 ? changed : [loaded.dates && visibleDate.current]
    setState('loading')
    const reads = await Promise.allSettled(datesToFetch.map((date) => read(date, requestNumber)))
    if (requestNumber !== latestRequest.current) return
    setState(reads.every(({ status }) => status === 'fulfilled') ? 'ready' : 'failed')
  }

  /** A page with some dates fetches a date's slots when it becomes visible, except the first, which it just loaded. */
  function show(date: string) {
    const isFirst = visibleDate.current === undefined && loaded.slots?.some((slot) => slot.slotDate === date)
    visibleDate.current = date
    if (loaded.dates && !isFirst) void refresh(date)
  }

  return { ...loaded, state, refresh, show }
}
