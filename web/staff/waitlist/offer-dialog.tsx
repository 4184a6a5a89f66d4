import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { formatShortDate, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { formatOfferTime } from '@trunkshow/contract/waitlist/rules.ts'
import type { WaitlistEntry } from '@trunkshow/contract/waitlist/schema.ts'
import { useState } from 'react'
import { slotsQuery } from '../slots/queries.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useOfferSlot } from './queries.ts'

interface OfferDialogProps {
  event: Event
  entry: WaitlistEntry
  onClose: () => void
}

/** Offers an open time slot to a guest out of turn. */
export function OfferDialog({ event, entry, onClose }: OfferDialogProps) {
  const slots = useQuery(slotsQuery(String(event.id)))
  const offer = useOfferSlot(event.id)
  const spots = spotsOf(event, entry.partySize)
  const open = slots.data?.filter((slot) => slot.isAvailable && slot.availableSpots >= spots) ?? []
  const [chosen, setChosen] = useState('')
  const timeSlotId = Number(chosen || open[0]?.id)
  return (
    <Dialog title={`Offer a time to ${entry.attendeeName}`} onClose={onClose}>
      {slots.data && open.length === 0 ? (
        <p>
          {spots === 1 ? 'No time slot has an open spot.' : `No time slot has ${spots} open spots.`} Add spots
          under Availability, or wait until one opens up.
        </p>
      ) : (
        <>
          <p>
            We’ll email the offer and keep {spots === 1 ? 'the spot' : `${spots} spots`} for{' '}
            {formatOfferTime(event.offerMinutes)}.
          </p>
          <NativeSelect
            label="Time slot"
            value={String(timeSlotId)}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={open.map((slot) => ({
              value: String(slot.id),
              label: `${formatShortDate(slot.slotDate)}, ${formatTimeRange(slot.startTime, slot.endTime)}`,
            }))}
          />
          <Button
            mt="md"
            disabled={offer.isPending || !timeSlotId}
            onClick={() => offer.mutate({ id: entry.id, timeSlotId }, { onSuccess: onClose })}
          >
            {offer.isPending ? 'Offering...' : 'Offer'}
          </Button>
        </>
      )}
    </Dialog>
  )
}
