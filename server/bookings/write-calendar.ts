import { TZDate } from '@date-fns/tz'
import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import { endToInstant, isRepeated, VENUE_TIME_ZONE, wallToInstant } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { isErasedGuest } from '@trunkshow/contract/privacy/rules.ts'
import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Config } from '../config.ts'
import { signId } from '../http/tokens.ts'
import type { BookingRow } from './queries.ts'

/** Who the entry is for: the guest's has the link to the manage page, which nobody else may get. */
export type CalendarReader = 'visitor' | 'host'

/**
 * The appointment as iCalendar: one UID for the booking's whole life and a SEQUENCE that rises with every
 * change, so that calendars move or remove the entry they have (docs/product.md, Calendar entries). Times are the
 * venue's.
 *
 * @returns the text and its method, REQUEST while the booking is active, else CANCEL
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
    // The entry has the zone; a zone of the calendar's own would take the UTC off DTSTAMP.
    timezone: { name: null, generator: getVtimezoneComponent },
  })
  const entry = calendar.createEvent({
    id: `booking-${booking.publicId}@${new URL(config.publicUrl).hostname}`,
    sequence: booking.sequence,
    start: atVenue(wallToInstant(slotDate, startTime)),
    end: atVenue(endToInstant(slotDate, startTime, endTime)),
    // Calendars disagree about which pass a time is in that autumn repeats: UTC says it.
    timezone: [startTime, endTime].some((time) => isRepeated(slotDate, time)) ? null : VENUE_TIME_ZONE,
    summary: forVisitor ? `${event.name}, ${event.hostName}` : `${booking.attendeeName}, ${event.name}`,
    description: cancelled ? 'This appointment is canceled.' : howToChange,
    location: event.location ?? '',
    url: link,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: event.hostName, email: event.contactEmail ?? addressOf(config.mailFrom) },
  })
  const { attendeeName: name, attendeeEmail: email } = booking
  if (!isErasedGuest(booking)) entry.createAttendee({ name, email, status: ICalAttendeeStatus.ACCEPTED })
  return { text: calendar.toString(), method }
}

/** An instant that the calendar library writes as the venue's wall clock, whatever this machine's zone. */
function atVenue(instant: Date) {
  return new TZDate(instant.getTime(), VENUE_TIME_ZONE)
}

/** `Your Shop <shop@example.com>` → `shop@example.com`. */
function addressOf(mailbox: string): string {
  return /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox
}
