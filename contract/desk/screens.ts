import { z } from 'zod'
import { day, firstCall, isMine, searchOf } from '../endpoint.ts'
import { paths } from '../paths.ts'

/** The day that the desk is for, `yyyy-MM-dd`; today by the venue's clock, or the next one, unless it is named. */
export const whichDay = z.strictObject({ date: day.optional() })
/** The guests of all, or those assigned to the caller. */
export const deskScreen = { path: paths.desk, search: searchOf(whichDay.extend({ mine: isMine })) }
export const firstCallsOfDesk = ({ date }: z.output<typeof deskScreen.search>, { id }: { id?: string }) => [
  firstCall('events.summary', {}, { id }),
  firstCall('desk.day', { date }, { id }),
]
