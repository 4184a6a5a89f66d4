import { z } from 'zod'
import { day, firstCall, id, searchOf } from '../endpoint.ts'
import { paths } from '../paths.ts'

/** What a report is about: an event, or the days from one date to another, `yyyy-MM-dd`, with both. */
export const whichReport = z.strictObject({
  eventId: id.optional(),
  from: day.optional(),
  to: day.optional(),
})
/** Without either, the last twelve months. */
export const reportsScreen = { path: paths.reports, search: searchOf(whichReport) }
export const firstCallsOfReports = ({ eventId, from, to }: z.output<typeof reportsScreen.search>) => [
  firstCall('events.list', { limit: 500 }),
  ...(eventId
    ? [firstCall('reports.get', { eventId })]
    : from && to
      ? [firstCall('reports.get', { from, to })]
      : []),
]
