import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import { useRef, useState } from 'react'
import { RequestError, request, slotsShape } from './request.ts'

interface SlotsSource {
  eventId: number
  /** Proof that the page could be opened, where the event is private by the time its slots are read again. */
  grant?: string
  initial: TimeSlot[] | null
}

const RETRIES = 2
const RETRY_DELAY_MS = 1000

/** Reads the slots, twice more where the network or the server failed, never after a refusal (spec booking §9). */
async function fetchSlots(
  eventId: number,
  grant: string | undefined,
  retries = RETRIES,
): Promise<TimeSlot[]> {
  const headers = grant ? { 'x-booking-grant': grant } : undefined
  try {
    return await request<TimeSlot[]>('GET', `/api/events/${eventId}/timeslots?bookable=true`, slotsShape, {
      headers,
    })
  } catch (failure) {
    const refused = failure instanceof RequestError && failure.status >= 400 && failure.status < 500
    if (refused || retries === 0) throw failure
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    return fetchSlots(eventId, grant, retries - 1)
  }
}

/**
 * The slots the server rendered, and the way to read them again. While reading, and after a failure, those
 * known so far stay.
 */
export function useSlots({ eventId, grant, initial }: SlotsSource) {
  const [slots, setSlots] = useState(initial)
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>(initial ? 'ready' : 'failed')
  const latest = useRef(0)

  async function refresh() {
    const turn = ++latest.current
    setState('loading')
    const fresh = await fetchSlots(eventId, grant).catch(() => null)
    if (turn !== latest.current) return
    if (fresh) setSlots(fresh)
    setState(fresh ? 'ready' : 'failed')
  }

  return { slots, state, refresh }
}
