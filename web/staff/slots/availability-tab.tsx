import { useQuery } from '@tanstack/react-query'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { ListSkeleton } from '../ui/list/list-skeleton.tsx'
import { Availability } from './availability.tsx'
import { slotsQuery } from './queries.ts'

export interface AvailabilityTabProps {
  event: Event
  /** The only day to show, `yyyy-MM-dd`; undefined for all. */
  date: string | undefined
  onDate: (date: string | undefined) => void
  /** Whether the tab is visible; hidden, it keeps its edits and loads nothing. */
  shown: boolean
}

/** The Availability tab; shows a skeleton until its slots load. */
export function AvailabilityTab({ event, date, onDate, shown }: AvailabilityTabProps) {
  const list = useQuery({ ...slotsQuery(String(event.id)), enabled: shown })
  if (list.data) return <Availability event={event} slots={list.data} date={date} onDate={onDate} />
  if (list.isError)
    return (
      <LoadFailure title={bookingMessages.loadFailed} onRetry={list.refetch}>
        Your time slots are safe. Please try again.
      </LoadFailure>
    )
  return <ListSkeleton label="Loading time slots" />
}
