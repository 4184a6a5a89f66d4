import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { StopsInput, TourInput } from '@trunkshow/contract/tours/schema.ts'
import { call } from '../../api/client.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'

/** The company's tours with their stops, the newest first. */
export function toursQuery() {
  return queryOptions({ queryKey: ['events', 'tours'], queryFn: () => call(api.tours.list) })
}

/**
 * The company's events with these words in their name or place: upcoming ones soonest first, then past ones latest
 * first. Only the first page of each.
 */
export function ownEventsQuery(q: string) {
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

const reloadEvents = (_output: unknown, client: QueryClient) =>
  void client.invalidateQueries({ queryKey: ['events'] })

/** Creates a tour, or adds stops to the given one. */
export function useSaveStops(tourId: number | undefined) {
  return useReportedCall({
    call: ({ name, ...body }: TourInput | (StopsInput & { name?: string })) =>
      tourId === undefined
        ? call(api.tours.create, { body: { name: name ?? '', ...body } })
        : call(api.tours.addStops, { params: { id: tourId }, body }),
    done: ({ name, stops }) => ({ title: 'Tour saved', description: `${name} has ${stops.length} stops.` }),
    failedTo: tourId === undefined ? 'create tour' : 'add stops',
    keepsForm: true,
    onDone: reloadEvents,
  })
}

export function useRenameTour(id: number) {
  return useReportedCall({
    call: (body: { name: string }) => call(api.tours.rename, { params: { id }, body }),
    done: 'Tour renamed',
    failedTo: 'rename tour',
    keepsForm: true,
    onDone: reloadEvents,
  })
}

/** Makes an existing event a stop of a tour. */
export function useAddEvent(id: number) {
  return useReportedCall({
    call: (eventId: number) => call(api.tours.addEvent, { params: { id, eventId } }),
    done: 'Stop added to the tour',
    failedTo: 'add stop',
    onDone: reloadEvents,
    onFailed: reloadEvents,
  })
}

/** Takes an event out of a tour; the event stays. */
export function useRemoveStop(id: number) {
  return useReportedCall({
    call: (eventId: number) => call(api.tours.removeEvent, { params: { id, eventId } }),
    done: 'Stop removed from the tour',
    failedTo: 'remove stop',
    onDone: reloadEvents,
    onFailed: reloadEvents,
  })
}

/** Deletes a tour; its events stay. */
export function useDeleteTour(id: number) {
  return useReportedCall({
    call: () => call(api.tours.remove, { params: { id } }),
    done: 'Tour deleted',
    failedTo: 'delete tour',
    onDone: reloadEvents,
  })
}
