import { dayParts, formatTime } from '@trunkshow/contract/dates.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { createElement } from 'react'
import type { Config } from '../config.ts'
import { Letter } from '../mail/letter.tsx'
import type { Message, Notification } from '../mail/message.ts'
import type { listBookingsOfMails } from './queries.ts'

type Told = Awaited<ReturnType<typeof listBookingsOfMails>>

/** Lines a mail still reads well with; the others are on the page it links to. */
const MOST_LINES = 100

/**
 * The one mail that tells a host of many bookings at once (decision 028): each as it stands now, under its event.
 *
 * @param notifications what the host is told, at least two
 */
export function writeDigest(
  config: Config,
  to: Message['to'],
  told: Told,
  notifications: readonly Notification[],
): Message {
  const moved = new Set(
    notifications
      .filter((row) => row.emailType.startsWith('booking_rescheduled'))
      .map((row) => row.bookingId),
  )
  const stateOf = ({ id, status }: Told[number]['booking']) =>
    status === 'cancelled' ? 'Canceled' : moved.has(id) ? 'Moved' : 'New'
  const when = ({ slotDate, startTime }: Told[number]['booking']) => {
    const { weekday, month, day } = dayParts(slotDate)
    return `${weekday}, ${month} ${day} at ${formatTime(startTime)}`
  }
  const byEvent = Map.groupBy(told, ({ event }) => event.id)
  const groups = [...byEvent.values()].map((bookings) => ({
    title: bookings[0]!.event.name,
    href: config.publicUrl + paths.bookings(bookings[0]!.event.id),
    lines: bookings.map(({ booking }) => `${stateOf(booking)}: ${booking.attendeeName}, ${when(booking)}`),
  }))
  let room = MOST_LINES
  for (const group of groups) {
    const { length } = group.lines
    group.lines = group.lines.slice(0, room)
    room -= group.lines.length
    if (group.lines.length < length) group.lines.push(`and ${length - group.lines.length} more`)
  }
  const only = groups.length === 1 ? groups[0] : undefined
  const subject = `${told.length} booking updates${only ? `: ${only.title}` : ''}`
  return {
    to,
    subject,
    body: createElement(
      Letter,
      {
        preview: subject,
        heading: `${told.length} booking updates`,
        facts: [],
        groups,
        ...(only && { action: { label: 'See all bookings', href: only.href } }),
        note: 'When many bookings come in at once, we send them together.',
      },
      'Here is what changed since our last email.',
    ),
  }
}
