import { hasStarted, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { formatDate, formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { formatSlotTime } from '@trunkshow/contract/zones.ts'
import { eventView } from '../../events/queries.ts'
import { databaseNow } from '../../platform/db/transaction.ts'
import type { EmailContext } from '../../platform/mail/claim-next.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { type Fact, placeFacts } from '../../platform/mail/letter/letter.tsx'
import type { Notification } from '../../platform/mail/message.ts'
import { zoneOf } from '../../zones.ts'
import { type BookingRow, findBookingOfEmail } from '../queries.ts'
import { isStillDue } from '../reminders/scheduled-emails.ts'

/** What one email is about. React escapes the text that guests typed. */
export interface Subject {
  ctx: EmailContext
  booking: BookingRow
  event: Event
  notification: Notification
}

/** Whether an email is still accurate when it is sent; it is dropped if not. */
export type Condition = (subject: Subject) => boolean | Promise<boolean>

export const whileActive: Condition = ({ booking }) => booking.status === 'active'
export const untilNextChange: Condition = ({ booking, notification }) =>
  notification.sequence === booking.sequence
export const always: Condition = () => true
export const whileDue: Condition = ({ ctx, notification }) =>
  notification.isPreview ?? isStillDue(ctx, notification)

/** The same, until the appointment begins: guests get no email about it afterwards. */
export const beforeStart =
  (condition: Condition): Condition =>
  async (subject) =>
    !hasStarted(subject.booking, zoneOf(subject.event.timeZone), await databaseNow(subject.ctx)) &&
    condition(subject)

/** @param compose writes the email; it is asked only while `isAccurate` */
export function write(
  isAccurate: Condition,
  compose: (subject: Subject) => ReturnType<EmailWriter>,
): EmailWriter {
  return async (ctx, notification) => {
    const found = await findBookingOfEmail(ctx, notification)
    if (!found) return null
    const subject = { ctx, notification, booking: found.booking, event: eventView(found.event, null) }
    return (await isAccurate(subject)) ? compose(subject) : null
  }
}

export function when({ booking }: Subject) {
  return `${formatDate(booking.slotDate)} at ${formatTime(booking.startTime)}`
}

export function facts({ booking, event }: Subject): Fact[] {
  return [
    ['Event', event.name],
    ['Date', formatDay(booking.slotDate)],
    ['Time', formatSlotTime(booking, zoneOf(event.timeZone))],
    ...(booking.partySize > 1 || event.maxPartySize > 1
      ? ([['Party', peopleOf(booking.partySize)]] as Fact[])
      : []),
    ...placeFacts(event.location),
  ]
}
