import { addDays } from '@trunkshow/contract/dates.ts'
import { isOnClocks } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { formatSlotTime, isOnClock } from '@trunkshow/contract/zones.ts'
import type { BookingRow } from '../../bookings/queries.ts'
import { writeCalendar } from '../../bookings/write-calendar.ts'
import type { Config } from '../../config.ts'
import { startView, zoneOf, zoneOfEvent } from '../../zones.ts'

const timeZones = [
  'America/New_York',
  'Europe/London',
  'Australia/Sydney',
  'America/Phoenix',
  'Asia/Kolkata',
  'America/Edmonton',
  'Australia/Lord_Howe',
]
/** Most on the hours in which these zones' clocks change. */
const times = ['00:30', '01:00', '01:30', '02:00', '02:15', '02:30', '03:00', '10:00', '23:15']

const config = {
  publicUrl: 'https://shows.test',
  mailFrom: 'a@shows.test',
  secret: 'x'.repeat(32),
} as unknown as Config

/** The lines of a calendar's entry with its start and end, which name their time zone. */
const linesOf = (text: string) =>
  text.match(/^DT(START|END);?[^\r\n]*\d{8}T\d{6}Z?(?=\r?\n(?!RRULE|RDATE|END))/gm)!.slice(-2)

/** Prints how page, email, list and calendar show a slot on every day of two years in each zone, as lines. */
for (const timeZone of timeZones)
  for (
    let [slotDate, day] = ['2027-01-01', 0];
    slotDate < '2029-01-01';
    slotDate = addDays(slotDate, 1), day++
  ) {
    // Every time on the days when a clock changes somewhere, else one of them in turn.
    const isNear =
      !isOnClock(slotDate, '02:15', zoneOf(timeZone)) ||
      zoneOfEvent({ timeZone, eventDate: slotDate, endDate: null }).some(
        ({ from }) =>
          new Date(from + 86_400_000).toISOString().startsWith(slotDate) ||
          new Date(from).toISOString().startsWith(slotDate),
      )
    for (const startTime of isNear ? times : [times[day % times.length]!]) {
      const endTime = startTime.slice(0, 3) + String(Number(startTime.slice(3)) + 20)
      const slot = { slotDate, startTime, endTime }
      if (!isOnClocks(slot, zoneOf(timeZone))) continue
      const event = {
        id: 1,
        name: 'Show',
        hostName: 'Vale',
        location: '',
        contactEmail: null,
        timeZone,
      } as unknown as Event
      const booking = {
        publicId: 'p',
        calendarId: 'p',
        sequence: 0,
        status: 'active',
        attendeeName: 'Grace',
        attendeeEmail: 'g@g.test',
        ...slot,
      }
      const onPage = formatSlotTime(slot, zoneOfEvent({ timeZone, eventDate: slotDate, endDate: null }))
      const inEmail = formatSlotTime(slot, zoneOf(timeZone))
      const { startsAt } = startView({ ...slot, timeZone })
      const calendar = writeCalendar(config, booking as unknown as BookingRow, event, 'host', null)
      console.log(
        [timeZone, slotDate, startTime, onPage, inEmail, startsAt, ...linesOf(calendar.text)].join('|'),
      )
    }
  }
