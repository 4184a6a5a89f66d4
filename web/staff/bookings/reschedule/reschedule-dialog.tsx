import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bookingMessages, guestBookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking, RescheduleInput } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { api, call } from '../../api/client.ts'
import { slotsQuery, summaryQuery } from '../../slots/queries.ts'
import { freeSlots } from '../../slots/slot-days.ts'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { Note, NotLoaded } from '../../ui/feedback/notice.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { QuietButton, QuietText } from '../../ui/page/words.tsx'
import { PartySizeField } from '../add/party-fields.tsx'
import { SlotPicker } from './slot-picker.tsx'

interface RescheduleDialogProps {
  event: Event
  booking: Pick<
    Booking,
    'id' | 'attendeeName' | 'partySize' | 'spots' | 'timeSlotId' | 'slotDate' | 'startTime' | 'endTime'
  >
  onClose: () => void
  /** The time slot chosen at first, if it has room. */
  to?: Pick<Booking, 'timeSlotId' | 'slotDate'>
}

/** Moves a guest to another time of the event (docs/product.md, Canceling and rescheduling). */
export function RescheduleDialog({ event, booking, to, onClose }: RescheduleDialogProps) {
  const eventId = String(event.id)
  const [slotId, setSlotId] = useState(to?.timeSlotId)
  const slots = useQuery(slotsQuery(eventId))
  const reschedule = useReportedCall({
    call: ({ booking: { id }, ...body }: Pick<RescheduleDialogProps, 'booking'> & RescheduleInput) =>
      call(api.bookings.reschedule, { params: { id }, body }),
    done: ({ timeSlotId, attendeeEmail }, { booking }) => {
      const isMoved = timeSlotId !== booking.timeSlotId
      const title = isMoved ? 'Booking Rescheduled' : 'Booking Updated'
      if (!attendeeEmail) return { title, description: 'This guest has no email, so let them know.' }
      const verb = isMoved ? 'has been rescheduled and ' : ''
      return { title, description: `The customer ${verb}will receive a notification email.` }
    },
    failed: { title: 'Error Rescheduling Booking', fallback: guestBookingMessages.rescheduleFailed },
    reloads: summaryQuery(eventId).queryKey,
  })
  const [partySize, setPartySize] = useState(booking.partySize)
  const resizes = partySize !== booking.partySize
  const spots = resizes ? spotsOf(event, partySize) : booking.spots
  // With another party, the current time is a choice too: it has the booking's own spots besides the open ones.
  const choices = slots.data?.map((slot) =>
    slot.id === booking.timeSlotId ? { ...slot, availableSpots: slot.availableSpots + booking.spots } : slot,
  )
  const days =
    choices && freeSlots(choices, resizes ? null : booking.timeSlotId, event.zone, new Date(), spots)
  const chosen = days?.some((day) => day.slots.some(({ id }) => id === slotId)) ? slotId : undefined
  return (
    <Dialog opened title="Reschedule booking" onClose={onClose}>
      <QuietText mb="md">
        <strong>{booking.attendeeName}</strong> is booked for {formatDay(booking.slotDate)},{' '}
        {formatTimeRange(booking.startTime, booking.endTime)}.
      </QuietText>
      {!days && (
        <NotLoaded
          query={slots}
          noun="time slots"
          failed="Failed to fetch time slots"
          text="The booking hasn’t changed."
          skeleton={{ height: 160 }}
        />
      )}
      {(event.maxPartySize > 1 || booking.partySize > 1) && (
        <PartySizeField
          mb="md"
          value={partySize}
          onChange={(value) => {
            setPartySize(Number(value) || 1)
            setSlotId(Number(value) === booking.partySize ? undefined : booking.timeSlotId)
          }}
        />
      )}
      {days?.length === 0 && (
        <Text p="lg" bdrs="sm" bg="var(--sunk)" ta="center">
          {bookingMessages.noSlotsToMoveTo}
        </Text>
      )}
      {days && slotId !== undefined && !chosen && !resizes && (
        <Note mb="md">This time isn’t open anymore. Choose another one.</Note>
      )}
      {days && days.length > 0 && (
        <SlotPicker
          event={event}
          days={days}
          startOn={(to ?? booking).slotDate}
          value={chosen}
          onChange={setSlotId}
        />
      )}
      <DialogButtons>
        <QuietButton onClick={onClose}>{days?.length === 0 ? 'Close' : 'Keep current time'}</QuietButton>
        {days?.length !== 0 && (
          <Button
            disabled={chosen === undefined || reschedule.isPending}
            onClick={() =>
              chosen &&
              reschedule.mutate(
                { booking, newTimeSlotId: chosen, ...(resizes && { partySize }) },
                { onSuccess: onClose },
              )
            }
          >
            {reschedule.isPending ? 'Rescheduling...' : 'Confirm Reschedule'}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}
