import { answerText, type GivenAnswer, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { dayParts, formatTime } from '@trunkshow/contract/dates.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { oneLine } from '@trunkshow/contract/person.ts'
import type { Config } from '../config.ts'
import { asLabel } from '../platform/mail/email-layout.tsx'
import type { Notification } from '../platform/mail/outbox.ts'
import type { Message } from '../platform/mail/transport.ts'
import type { BookingRow, listBookingsOfEmails } from './queries.ts'

type ListedBookings = Awaited<ReturnType<typeof listBookingsOfEmails>>

/** A longer email is hard to read; the page it links to has the rest. */
const MAX_LINES = 100
const MAX_ANSWER_CHARACTERS = 60

/** The guest's phone and answers with their labels. @param showPhoto what to show for a photo */
export const answersOf = <Photo>(
  { phone, answers }: Pick<BookingRow, 'phone' | 'answers'>,
  showPhoto: (photo: GivenAnswer) => Photo,
): [string, string | Photo][] => [
  ...(phone ? ([['Phone', phone]] as [string, string][]) : []),
  ...(answers ?? []).map((given): [string, string | Photo] => [
    given.label,
    given.type === 'attachment' ? showPhoto(given) : answerText(given),
  ]),
]

const notes = {
  now: 'When many bookings come in at once, we send them together.',
  hourly: 'We send booking alerts together, at most one email an hour.',
  daily: 'We send booking alerts together, one email a day.',
} as const

function shorten(text: string) {
  const characters = [...oneLine(text)]
  if (characters.length <= MAX_ANSWER_CHARACTERS) return characters.join('')
  return `${characters.slice(0, MAX_ANSWER_CHARACTERS - 1).join('')}…`
}

/**
 * Writes one email to a host about many bookings, grouped by event, each in its current state with the beginnings of
 * what the guest answered (decision 028).
 *
 * @param notifications the notices that the email replaces, at least two
 */
export function writeDigest(
  config: Config,
  addressed: Required<Pick<Message, 'to' | 'digest' | 'unsubscribe'>>,
  bookings: ListedBookings,
  notifications: readonly Notification[],
): Message {
  const changed = (kind: string) =>
    new Set(notifications.filter((row) => row.emailType.startsWith(kind)).map((row) => row.bookingId))
  const moved = changed('booking_rescheduled')
  const resized = changed('booking_party_changed')
  const stateOf = ({ id, status }: ListedBookings[number]['booking']) => {
    if (status === 'cancelled') return 'Canceled'
    return moved.has(id) ? 'Rescheduled' : resized.has(id) ? 'Party changed' : 'New'
  }
  const guestOf = ({ attendeeName, partySize }: ListedBookings[number]['booking']) =>
    partySize > 1 ? `${attendeeName} (${peopleOf(partySize)})` : attendeeName
  const when = ({ slotDate, startTime }: ListedBookings[number]['booking']) => {
    const { weekday, month, day } = dayParts(slotDate)
    return `${weekday}, ${month} ${day} at ${formatTime(startTime)}`
  }
  // The stops of a tour have one name.
  const titleOf = ({ name, location }: ListedBookings[number]['event']) =>
    byEvent.size > 1 && location ? `${name}, ${location}` : name
  const byEvent = Map.groupBy(bookings, ({ event }) => event.id)
  const groups = [...byEvent.values()].map((ofEvent) => ({
    title: titleOf(ofEvent[0]!.event),
    href: config.publicUrl + paths.bookings(ofEvent[0]!.event.id),
    lines: ofEvent.map(({ booking }) =>
      [
        `${stateOf(booking)}: ${guestOf(booking)}, ${when(booking)}`,
        ...answersOf(booking, () => 'photo sent').map(
          ([label, answer]) => `${asLabel(label)} ${shorten(answer)}`,
        ),
      ].join(' · '),
    ),
  }))
  let linesLeft = MAX_LINES
  for (const group of groups) {
    const { length } = group.lines.splice(linesLeft)
    linesLeft -= group.lines.length
    if (length > 0) group.lines.push(`and ${length} more`)
  }
  const only = groups.length === 1 ? groups[0] : undefined
  const subject = `${bookings.length} booking updates${only ? `: ${only.title}` : ''}`
  return {
    ...addressed,
    subject,
    preview: subject,
    heading: `${bookings.length} booking updates`,
    lead: 'Here is what changed since our last email.',
    groups,
    ...(only && { action: { label: 'See all bookings', href: only.href } }),
    note: notes[addressed.digest.schedule],
  }
}
