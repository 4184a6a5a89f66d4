import { z } from 'zod'
import { firstCall, id, searchOf, words } from '../endpoint.ts'
import { paths } from '../paths.ts'

/** Filters and sort order of events. */
export const whichEvents = z.strictObject({
  /** Words of the name; for staff, of the location or city too. */
  q: words.optional(),
  isActive: z.stringbool().optional(),
  when: z.enum(['upcoming', 'past']).optional(),
  sort: z.literal('newest').optional(),
})
const search = searchOf(
  z.object({
    tab: z.enum(['active', 'inactive', 'tours']).optional(),
    /** In the tab of tours: the event whose copies the dialog makes stops. */
    tour: id.optional(),
    /** The newly created event, whose link the page offers. */
    created: id.optional(),
    /** Whether the dialog for a new event is open. */
    create: z.stringbool().optional(),
    /** The event whose copy the dialog creates. */
    copy: id.optional(),
  }),
)

/** The company's events, upcoming and past, and its tours. */
export const eventsScreen = { path: paths.events, search }
export const firstCallsOfEvents = ({ tab }: z.output<typeof search>) => [
  ...(tab === 'tours'
    ? [firstCall('tours.list')]
    : (['upcoming', 'past'] as const).map((when) =>
        firstCall('events.list', { isActive: tab !== 'inactive', when }),
      )),
  ...[true, false].map((isActive) => firstCall('events.list', { isActive, limit: 1 })),
]
