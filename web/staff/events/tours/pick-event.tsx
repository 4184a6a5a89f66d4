import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatDateRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { Tour } from '@trunkshow/contract/tours/schema.ts'
import { type ReactNode, useState } from 'react'
import { api, call } from '../../api/client.ts'
import { RetryLine } from '../../ui/feedback/notice.tsx'
import { PickList } from '../../ui/form/pick-list.tsx'
import { SearchField } from '../../ui/list/list-screen.tsx'
import { QuietText } from '../../ui/page/words.tsx'

const MAX_SHOWN = 8

interface PickEventProps {
  /** The tour to add a stop to: events that are in a tour are shown as such, and cannot be picked. */
  tour?: Tour
  error?: ReactNode
  onPick: (event: Event) => void
}

/** Finds any of the company's events by words of its name or place; before a search, it offers the next ones. */
export function PickEvent({ tour, error, onPick }: PickEventProps) {
  const [q, setQ] = useState('')
  const list = useQuery(ownEventsQuery(q))
  const tours = useQuery(toursQuery())
  const [before] = useState(tour)
  // Stops come last, but not those that were just added, so that no item moves under the pointer.
  const isLast = ({ id, tourId }: Event) =>
    Boolean(tour && tourId) && (tourId !== tour?.id || before?.stops.some((stop) => stop.id === id))
  const events = list.data?.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))
  const wordsOf = (event: Event) => {
    if (!tour || !event.tourId) return wordsOfEvent(event)
    const other = tours.data?.find(({ id }) => id === event.tourId)?.name ?? 'another tour'
    const where = event.tourId === tour.id ? 'In this tour' : `In ${other}`
    return { ...wordsOfEvent(event, where), unavailable: true }
  }
  return (
    <div>
      <SearchField label="Find an event by name or place" value={q} onSearch={setQ} error={error} />
      {list.isError && !events && <RetryLine list={list}>Couldn’t load events.</RetryLine>}
      <QuietText mih="1.5em" mt="xs" mb={4} role="status">
        {list.isPending && 'Loading events...'}
        {events?.length === 0 && (q ? 'No events found' : 'No events yet.')}
        {events && events.length > MAX_SHOWN && `Showing ${MAX_SHOWN}. Search to find more.`}
      </QuietText>
      <PickList label="Events" items={events?.slice(0, MAX_SHOWN) ?? []} wordsOf={wordsOf} onPick={onPick} />
    </div>
  )
}

/** An event's name, and its dates and place. */
export function wordsOfEvent({ name, eventDate, endDate, location, isActive }: Event, more?: string) {
  const state = !isActive && 'Inactive'
  return {
    name,
    detail: [formatDateRange(eventDate, endDate), location, state, more].filter(Boolean).join(' · '),
  }
}

/** The company's tours with their stops, the newest first. */
export function toursQuery() {
  return queryOptions({ queryKey: ['events', 'tours'], queryFn: () => call(api.tours.list) })
}

/** The company's own events with these words: the first page of upcoming ones, then of past ones. */
function ownEventsQuery(q: string) {
  return queryOptions({
    queryKey: ['events', 'own', q],
    queryFn: async () => {
      const lists = (['upcoming', 'past'] as const).map((when) =>
        call(api.events.list, { query: { q: q || undefined, when } }),
      )
      return (await Promise.all(lists)).flat().filter(({ coHosted }) => !coHosted)
    },
    staleTime: 0,
  })
}
