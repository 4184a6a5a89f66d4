import { z } from 'zod'
import { day, firstCall, id, searchOf } from '../endpoint.ts'
import { paths } from '../paths.ts'
import { weekOf } from './rules.ts'

/** The week that begins on this day, a Sunday; without it, the one that the company's clock is in. */
export const whichWeek = z.strictObject({ from: day.optional() })

const whichDays = z.strictObject({
  /** Weeks by default. */
  view: z.enum(['day', 'week']).optional(),
  /** Any day of the week that is shown; today by default. */
  date: day.optional(),
  /** The only event that is shown. */
  event: id.optional(),
})

/** The calendar of all events, or of one. */
export const calendarScreen = { path: paths.calendar, search: searchOf(whichDays) }

/** Which week a day (`yyyy-MM-dd`) is in, as the calls take it. */
export const weekWith = (date: string | undefined): z.output<typeof whichWeek> =>
  date ? { from: weekOf(date)[0]! } : {}

export const firstCallsOfCalendar = ({ date }: z.output<typeof calendarScreen.search>) => [
  firstCall('calendars.version', weekWith(date)),
  firstCall('calendars.week', weekWith(date)),
]
