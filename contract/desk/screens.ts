import { z } from 'zod'
import { day, firstCall, searchOf } from '../endpoint.ts'
import { paths } from '../paths.ts'

/** The day that the desk is for, `yyyy-MM-dd`; today by the venue's clock, or the next one, unless it is named. */
export const whichDay = z.strictObject({ date: day.optional() })
export const deskScreen = { path: paths.desk, search: searchOf(whichDay) }
export const firstCallsOfDesk = (given: z.output<typeof deskScreen.search>, { id }: { id?: string }) => [
  firstCall('events.summary', {}, { id }),
  firstCall('desk.day', given, { id }),
]
