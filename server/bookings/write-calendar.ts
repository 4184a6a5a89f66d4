import { TZDate } from '@date-fns/tz'
import { endToInstant, isRepeated, VENUE_TIME_ZONE, wallToInstant } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { isErasedGuest } from '@trunkshow/contract/privacy/rules.ts'
import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import type { Config } from '../config.ts'
import { signId } from '../http/tokens.ts'
import type { BookingRow } from './queries.ts'

/** Who the entry is for: only the guest's links to the manage page. */
export type CalendarReader = 'visitor' | 'host'

/**
 * Returns the appointment as iCalendar. The UID stays the same and SEQUENCE rises with every change, so that
 * calendars update or remove their entry (docs/product.md, Calendar entries). Times are in the venue's time zone.
 *
 * @returns the text and its method: REQUEST while the booking is active, CANCEL after
 */
export function writeCalendar(config: Config, booking: BookingRow, event: Event, reader: CalendarReader) {
  const { slotDate, startTime, endTime } = booking
  const cancelled = booking.status === 'cancelled'
  const method = cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST
  const forVisitor = reader === 'visitor'
  const page = forVisitor
    ? paths.booking(signId(config, 'booking', booking.publicId))
    : paths.bookings(event.id)
  const link = config.publicUrl + page
  const howToChange = forVisitor ? `Reschedule or cancel: ${link}` : `All bookings: ${link}`
  const calendar = ical({
    method,
    prodId: '//Trunkshow//Appointments//EN',
    // The entry carries the time zone; one on the calendar would drop the UTC suffix from DTSTAMP.
    timezone: { name: null, generator: describeTimeZone },
  })
  const entry = calendar.createEvent({
    id: `booking-${booking.publicId}@${new URL(config.publicUrl).hostname}`,
    sequence: booking.sequence,
    start: atVenue(wallToInstant(slotDate, startTime)),
    end: atVenue(endToInstant(slotDate, startTime, endTime)),
    // Calendars interpret the hour that repeats in fall differently, so it is written in UTC.
    timezone: [startTime, endTime].some((time) => isRepeated(slotDate, time)) ? null : VENUE_TIME_ZONE,
    summary: forVisitor ? `${event.name}, ${event.hostName}` : `${booking.attendeeName}, ${event.name}`,
    description: cancelled ? 'This appointment is canceled.' : howToChange,
    location: event.location ?? '',
    url: link,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: event.hostName, email: event.contactEmail ?? emailOf(config.mailFrom) },
  })
  const { attendeeName: name, attendeeEmail: email } = booking
  if (!isErasedGuest(booking)) entry.createAttendee({ name, email, status: ICalAttendeeStatus.ACCEPTED })
  return { text: calendar.toString(), method }
}

/** Returns the VTIMEZONE block of an IANA time zone. */
function describeTimeZone(name: string) {
  const [block = null] = tzlib_get_ical_block(name)
  return block
}

/** Returns a date that the calendar library writes in the venue's time, whatever this machine's time zone. */
function atVenue(instant: Date) {
  return new TZDate(instant.getTime(), VENUE_TIME_ZONE)
}

/** `Your Shop <shop@example.com>` → `shop@example.com`. */
function emailOf(mailbox: string): string {
  return /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox
}
