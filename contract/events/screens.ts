import { z } from 'zod'
import { firstCall, id, searchOf, words } from '../endpoint.ts'
import { paths } from '../paths.ts'

/** Filters and sort order of events. */
export const whichEvents = z.strictObject({
  /** Words of the name; for staff, of the location or city too. */
  q: words.optional(),
  isActive: z.stringbool().optional(),
  isHidden: z.stringbool().optional(),
  when: z.enum(['upcoming', 'past']).optional(),
  sort: z.literal('newest').optional(),
})
/** The events of each tab; those without `when` list upcoming events, then past ones. */
export const eventTabs = {
  active: { isActive: true },
  inactive: { isActive: false },
  upcoming: { isHidden: false, when: 'upcoming' },
  past: { isHidden: false, when: 'past' },
  hidden: { isHidden: true },
} as const
export type EventTab = keyof typeof eventTabs

/** The lists of a tab. */
export const listsOf = (tab: EventTab): z.output<typeof whichEvents>[] => {
  const which = eventTabs[tab]
  return 'when' in which
    ? [which]
    : [
        { ...which, when: 'upcoming' },
        { ...which, when: 'past' },
      ]
}

const search = searchOf(
  z.object({
    tab: z.enum(['active', 'inactive', 'upcoming', 'past', 'hidden', 'tours']).optional(),
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
export const firstCallsOfEvents = ({ tab = 'active' }: z.output<typeof search>) => [
  ...(tab === 'tours'
    ? [firstCall('tours.list')]
    : listsOf(tab).map((which) => firstCall('events.list', which))),
  ...[true, false].map((isActive) => firstCall('events.list', { isActive, limit: 1 })),
]
