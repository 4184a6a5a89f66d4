import { guestBookingMessages as text } from '@trunkshow/contract/bookings/messages.ts'
import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import type { ErrorCode } from '@trunkshow/contract/errors.ts'
import type { Asked } from '@trunkshow/contract/events/rules.ts'
import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { EventPage, Refusal } from '@trunkshow/contract/visitor-page.ts'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { askedShape, bookingShape, fits, RequestError, refusalOf, request } from '../shell/request.ts'
import { useToast } from '../shell/toast.tsx'
import { findFree } from '../slots/slot-days.ts'
import { useChoice } from '../slots/use-live.ts'
import { useSlots } from '../slots/use-slots.ts'
import { checkForm, fieldNames, loadQuestions, readAttendee } from './attendee.ts'

export type Booking = ReturnType<typeof useBooking>

/** Errors after which the selected time can't be booked anymore. */
const slotErrorCodes = new Set<ErrorCode>(['full', 'passed', 'conflict', 'taken', 'not_found'])

/**
 * Books without leaving the page (docs/product.md, Booking a spot). The form keeps what was typed until the booking
 * succeeds, and so does its idempotency key: a retry after a lost response never books twice.
 */
export function useBooking(
  page: EventPage,
  form: RefObject<HTMLFormElement | null>,
  { keep, restore }: ReturnType<typeof useBooked>,
) {
  const showToast = useToast()
  const source = useSlots({ eventId: page.event.id, grant: page.grant }, page)
  const { slots, refresh } = source
  const [partySize, setPartySize] = useChoice(form, 'partySize', Number(page.typed?.partySize) || 1)
  const [chosen, setPicked] = useChoice(form, 'timeSlotId', findFree(page.slots, page.typed?.timeSlotId))
  const [idempotencyKey, setIdempotencyKey] = useState(page.idempotencyKey)
  const [refused, setRefused] = useState(page.refused)
  const [refusals, setRefusals] = useState(0)
  const [pending, setPending] = useState(false)
  /** The newest questions that the server has named. */
  const [asked, setAsked] = useState<Asked>(page.event)

  const spots = spotsOf(page.event, partySize)
  const chosenSlot = [...(slots ?? []), ...(refused?.alternatives ?? [])].find(({ id }) => id === chosen)
  // A larger party needs another time; with fewer people, the first choice is back.
  const isTooSmall = spots > 1 && chosenSlot !== undefined && chosenSlot.availableSpots < spots
  const [picked, slot] = isTooSmall ? [null, undefined] : [chosen, chosenSlot]

  useOnShow((returned) => {
    if (returned) void refresh()
    // A page restored from the cache still has the idempotency key of the booking made on it.
    if (restore()) setIdempotencyKey((key) => (key === page.idempotencyKey ? freshKey() : key))
  })

  function showRefusal(refusal: Refusal) {
    setRefused(refusal)
    setRefusals(refusals + 1)
  }

  /** Shows each message at its field and focuses the first, or another field, maybe of a new question. */
  function showFields(refusal: Refusal, [first] = Object.keys(refusal.fields ?? {}), current = asked) {
    flushSync(() => {
      setAsked(current)
      setRefused(refusal)
    })
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  /** The note says what has changed, and nothing that was typed is lost. */
  function showQuestions(refusal: Refusal, current: Asked) {
    const wrong = Object.keys(refusal.fields ?? {})
    const [, , phone, ...questions] = fieldNames(current)
    const names = wrong.length > 0 ? wrong : current.phoneQuestion === 'off' ? questions : [phone!]
    showFields(refusal, names, current)
  }

  async function refuse(failure: unknown, { slotDate }: TimeSlot) {
    const refusal = refusalOf(failure, text.bookFailed)
    const { current } = refusal
    if (refusal.code === 'changed' && fits<Asked>(current, askedShape) && (await canAsk()))
      return showQuestions(refusal, current)
    // An error that a field shows needs no toast (decision 025).
    if (![...fieldNames(asked), 'partySize'].some((name) => refusal.fields?.[name]))
      showToast({ kind: 'bad', title: text.bookFailedTitle, text: refusal.message })
    if (refusal.code === 'key_reused') setIdempotencyKey(freshKey())
    if (refusal.fields) return showFields(refusal)
    showRefusal(refusal)
    if (!slotErrorCodes.has(refusal.code)) return
    setPicked(null)
    void refresh(slotDate)
  }

  function accept(booking: VisitorBooking) {
    showToast({ kind: 'good', title: 'Booking Successful' })
    keep(booking)
    setRefused(undefined)
    setPicked(null)
    setIdempotencyKey(freshKey())
    void refresh(booking.slotDate)
  }

  async function book(slot: TimeSlot, form: HTMLFormElement) {
    setPending(true)
    const headers = {
      'idempotency-key': idempotencyKey,
      ...(page.grant && { 'x-booking-grant': page.grant }),
    }
    await request<VisitorBooking>('POST', `/api/timeslots/${slot.id}/book`, bookingShape, {
      headers,
      ...(asked.questionsVersion ? { form: new FormData(form) } : { json: readAttendee(form) }),
    }).then(accept, (failure) => refuse(failure, slot))
    setPending(false)
  }

  function submit() {
    if (pending || !form.current) return
    if (!slot) {
      const message = text.slotRequired
      showToast({ kind: 'bad', title: text.bookFailedTitle, text: message })
      return showRefusal({ ...refused, message, error: message, code: 'invalid', fields: undefined })
    }
    const fields = checkForm(form.current, asked)
    const message = Object.values(fields)[0]
    if (message) return showFields({ message, error: message, code: 'invalid', fields })
    return book(slot, form.current)
  }

  /** Selects a time from the list and clears errors about the previous one. */
  function pick(timeSlotId: number) {
    setPicked(timeSlotId)
    setRefused(undefined)
  }

  /** Clears a field's error once the field is edited. */
  function clearField(name: string) {
    setRefused((before) => {
      const { [name]: cleared, ...fields } = before?.fields ?? {}
      return before && cleared ? { ...before, fields } : before
    })
  }

  return {
    source,
    slot,
    partySize,
    spots,
    setPartySize(size: number) {
      setPartySize(size)
      clearField('partySize')
    },
    picked,
    pick,
    /** Selects an alternative from the error, which stays visible. */
    pickAlternative: setPicked,
    idempotencyKey,
    refused,
    refusals,
    asked,
    /** Whether the server rendered the error; later errors are shown in a toast. */
    isInitialRefusal: refused === page.refused,
    clearField,
    pending,
    submit,
  }
}

/** Whether questions can be shown: their code comes late, and may not come. */
const canAsk = () =>
  loadQuestions().then(
    () => true,
    () => false,
  )

/** Makes a key of 128 random bits. `crypto.randomUUID` is missing on plain http pages other than localhost. */
const freshKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * Calls `onShown` once the page is hydrated, and again when the browser restores it from its back/forward cache.
 *
 * @param onShown gets true after Back or Forward, when the page may be out of date
 */
function useOnShow(onShown: (returned: boolean) => void) {
  const handleShown = useEffectEvent(onShown)
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    handleShown(navigation?.type === 'back_forward')
    function handlePageShow(event: PageTransitionEvent) {
      if (event.persisted) handleShown(true)
    }
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
  }, [])
}

/** Fetches the booking again; null if it was canceled or deleted, the stored one if the server can't be reached. */
async function fetchBooked(kept: VisitorBooking) {
  try {
    const booking = await request<VisitorBooking>('GET', `/api/bookings/manage/${kept.id}`, bookingShape)
    return booking.status === 'active' ? booking : null
  } catch (failure) {
    return failure instanceof RequestError && failure.status === 404 ? null : kept
  }
}

/**
 * The booking made on this page. It is stored in the tab's history entry, not in the URL, so neither a reload nor
 * Back from the manage page shows the form for a second booking.
 *
 * @param initial a booking made by a plain post
 */
export function useBooked(initial: VisitorBooking | undefined) {
  const [booked, setBooked] = useState(initial)

  function keep(booking: VisitorBooking | undefined) {
    history.replaceState({ ...history.state, booked: booking }, '')
    setBooked(booking)
  }

  /** Shows the stored booking, then refreshes it, since it may have changed. Returns false if there is none. */
  function restore(): boolean {
    const kept: VisitorBooking | undefined = history.state?.booked
    if (!kept) return false
    setBooked(kept)
    void fetchBooked(kept).then((booking) => {
      if (history.state?.booked?.id === kept.id) keep(booking ?? undefined)
    })
    return true
  }

  return { booked, keep, restore }
}
