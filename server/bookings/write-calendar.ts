import { TZDate } from '@date-fns/tz'
import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { type CalendarService, paths } from '@trunkshow/contract/paths.ts'
import { endToInstant, isRepeated, wallToInstant } from '@trunkshow/contract/zones.ts'
import ical, {
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type { Config } from '../config.ts'
import { linkTo } from '../platform/http/tokens.ts'
import { addressOf, withoutLinks } from '../platform/mail/guest-names.ts'
import { calendarZone, zoneOf } from '../zones.ts'
import type { BookingRow } from './queries.ts'

/** What an entry says of its event. */
type FeedEvent = Pick<Event, 'id' | 'name' | 'hostName' | 'location' | 'timeZone'>

/** Who the entry is for: only the guest's links to the manage page. */
type CalendarReader = 'visitor' | 'host'

/**
 * Returns the appointment as iCalendar. The UID stays the same and SEQUENCE rises with every change, so that
 * calendars update or remove their entry (docs/product.md, Calendar entries). Times are in the venue's time zone.
 *
 * The guest is invited. The host is not, so their entry is published and has no attendee; what was published is canceled
 * as an invitation is (RFC 5546, 3.2.1).
 *
 * @param contact the event's contact email if it is confirmed
 * @returns the text and its method
 */
export function writeCalendar(
  config: Config,
  booking: BookingRow,
  event: Event,
  reader: CalendarReader,
  contact: string | null,
) {
  const canceled = booking.status === 'cancelled'
  const forGuest = reader === 'visitor'
  const { CANCEL, REQUEST, PUBLISH } = ICalCalendarMethod
  const method = canceled ? CANCEL : forGuest ? REQUEST : PUBLISH
  const calendar = openCalendar(method, [booking])
  const entry = addEntry(calendar, config, booking, event, reader)
  if (canceled) entry.description('This appointment is canceled.')
  entry.organizer({ name: withoutLinks(event.hostName), email: contact ?? addressOf(config.mailFrom) })
  const { attendeeName: name, attendeeEmail: email } = booking
  if (forGuest && email)
    entry.createAttendee({ name: withoutLinks(name), email, status: ICalAttendeeStatus.ACCEPTED })
  return { text: calendar.toString(), method }
}

/**
 * Returns a host's bookings as a calendar to subscribe to. A canceled booking is left out, so calendars remove it as
 * they read the calendar again. No organizer and no attendee: RFC 5546 (3.2.1) wants no answer to what is published.
 *
 * @param name what the calendar is called
 */
export function writeFeed(config: Config, rows: { booking: BookingRow; event: FeedEvent }[], name: string) {
  const calendar = openCalendar(
    ICalCalendarMethod.PUBLISH,
    rows.map(({ booking }) => booking),
  )
  calendar.name(name).ttl(FEED_REFRESH_SECONDS)
  for (const { booking, event } of rows) {
    const entry = addEntry(calendar, config, booking, event, 'host')
    const { attendeeEmail, phone } = booking
    const lines = [attendeeEmail, phone, entry.description()?.plain]
    entry.description(lines.filter(Boolean).join('\n'))
  }
  return calendar.toString()
}

/** How often a feed asks to be read. Google reads it when it likes, a few times a day. */
const FEED_REFRESH_SECONDS = 15 * 60

function openCalendar(method: ICalCalendarMethod, bookings: readonly Pick<BookingRow, 'slotDate'>[]) {
  const days = bookings.map(({ slotDate }) => slotDate).sort()
  return ical({
    method,
    prodId: '//Trunkshow//Appointments//EN',
    // The entry carries the time zone; one on the calendar would drop the UTC suffix from DTSTAMP.
    timezone: { name: null, generator: (timeZone) => calendarZone(timeZone, days[0]!, days.at(-1)!) },
  })
}

function addEntry(
  calendar: ICalCalendar,
  config: Config,
  booking: BookingRow,
  event: FeedEvent,
  reader: CalendarReader,
) {
  const { slotDate, startTime, endTime } = booking
  const zone = zoneOf(event.timeZone)
  const { link, summary, howToChange, start, end } = describeEntry(config, booking, event, reader)
  return calendar.createEvent({
    id: `booking-${booking.calendarId}@${new URL(config.publicUrl).hostname}`,
    sequence: booking.sequence,
    // TZDate, since the library writes other dates in this machine's time zone.
    start: new TZDate(start.getTime(), event.timeZone),
    end: new TZDate(end.getTime(), event.timeZone),
    // Calendars interpret the hour that repeats in fall differently, so it is written in UTC.
    timezone: [startTime, endTime].some((time) => isRepeated(slotDate, time, zone)) ? null : event.timeZone,
    summary,
    description: howToChange,
    location: event.location ?? '',
    url: link,
    status: booking.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
}

/** What an entry says in every calendar. */
function describeEntry(config: Config, booking: BookingRow, event: FeedEvent, reader: CalendarReader) {
  const zone = zoneOf(event.timeZone)
  const forVisitor = reader === 'visitor'
  const link = forVisitor
    ? linkTo(config, 'booking', booking.publicId)
    : config.publicUrl + paths.bookings(event.id)
  const isParty = booking.partySize > 1
  const party = isParty ? `${peopleOf(booking.partySize)}. ` : ''
  const guest = isParty ? `${booking.attendeeName} (${booking.partySize})` : booking.attendeeName
  return {
    link,
    summary: forVisitor ? withoutLinks(`${event.name}, ${event.hostName}`) : `${guest}, ${event.name}`,
    howToChange: party + (forVisitor ? `Reschedule or cancel: ${link}` : `All bookings: ${link}`),
    start: wallToInstant(booking.slotDate, booking.startTime, zone),
    end: endToInstant(booking, zone),
  }
}

/**
 * Returns the URL of a calendar service's form for a new entry, filled in with a guest's appointment. Neither service
 * documents it (https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs describes both).
 */
export function linkToCalendar(config: Config, booking: BookingRow, event: Event, service: CalendarService) {
  const { summary, howToChange, start, end } = describeEntry(config, booking, event, 'visitor')
  const location = event.location ?? ''
  if (service === 'google') {
    const compact = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, '')
    const dates = `${compact(start)}/${compact(end)}`
    const form = new URLSearchParams({
      action: 'TEMPLATE',
      text: summary,
      dates,
      details: howToChange,
      location,
    })
    return `https://calendar.google.com/calendar/render?${form}`
  }
  const form = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: summary,
    startdt: start.toISOString(),
    enddt: end.toISOString(),
    body: howToChange,
    location,
  })
  // Outlook shows a plus sign as itself.
  return `https://outlook.live.com/calendar/0/deeplink/compose?${String(form).replaceAll('+', '%20')}`
}
