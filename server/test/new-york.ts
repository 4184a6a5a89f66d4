import { wallClock } from '@trunkshow/contract/zones.ts'
import { zoneOf } from '../zones.ts'

export const newYork = zoneOf('America/New_York')

/** The date and time in New York, where the tests' companies are unless they say otherwise. */
export const newYorkNow = () => wallClock(new Date(), newYork)
