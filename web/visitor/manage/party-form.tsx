import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { BookingPage } from '@trunkshow/contract/visitor-page.ts'
import { useState } from 'react'
import { post } from '../shell/form.tsx'
import ui from '../shell/ui.module.css'
import { PartyField } from '../slots/party-field.tsx'
import { RefusedNote } from '../slots/refused-note.tsx'
import styles from './booking-page.module.css'

interface PartyFormProps {
  page: BookingPage
  booking: VisitorBooking
  /** Anchor of the answer. */
  answerId: string
}

/**
 * Changes how many people come, as a plain post with or without scripts. If they no longer fit, the nearest times where
 * they do are offered: choosing one moves the booking in the same step (docs/product.md, The party).
 */
export function PartyForm({ page: { event, token, typed, refused }, booking, answerId }: PartyFormProps) {
  const [partySize, setPartySize] = useState(Number(typed?.partySize) || booking.partySize)
  const [slotId, setSlotId] = useState(booking.timeSlotId)
  const hasAlternatives = Boolean(refused?.alternatives?.length)
  return (
    <form action={`${paths.rescheduleBooking(token)}#${answerId}`} {...post}>
      {refused && (
        <RefusedNote
          title="Your booking hasn’t changed"
          refused={refused}
          spots={1}
          name="newTimeSlotId"
          picked={slotId}
          onPick={setSlotId}
        />
      )}
      {hasAlternatives ? (
        <label className={styles.keep}>
          <input
            type="radio"
            name="newTimeSlotId"
            value={booking.timeSlotId}
            checked={slotId === booking.timeSlotId}
            onChange={() => setSlotId(booking.timeSlotId)}
          />
          {`Stay at ${formatTime(booking.startTime)}, ${formatDay(booking.slotDate)}`}
        </label>
      ) : (
        <input type="hidden" name="newTimeSlotId" value={booking.timeSlotId} autoComplete="off" />
      )}
      <PartyField
        most={Math.max(event.maxPartySize, booking.partySize)}
        value={partySize}
        onChange={setPartySize}
      />
      <button type="submit" className={ui.confirm}>
        Save
      </button>
    </form>
  )
}
