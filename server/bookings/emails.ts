import type { ScheduledEmailType } from '@trunkshow/contract/emails/rules.ts'
import type { EmailWriter } from '../platform/mail/drain-outbox.ts'
import type { BookingEmailType } from '../platform/mail/outbox.ts'
import { canceled } from './emails/write-canceled.ts'
import { canceledNotice } from './emails/write-canceled-notice.ts'
import { confirmation } from './emails/write-confirmation.ts'
import { notice } from './emails/write-notice.ts'
import { partyChanged } from './emails/write-party-changed.ts'
import { partyChangedNotice } from './emails/write-party-changed-notice.ts'
import { reminder } from './emails/write-reminder.ts'
import { reminderSoon } from './emails/write-reminder-soon.ts'
import { rescheduled } from './emails/write-rescheduled.ts'
import { rescheduledNotice } from './emails/write-rescheduled-notice.ts'
import { thanks } from './emails/write-thanks.ts'

/** The writers of all booking emails, a file each (docs/product.md, What is sent and when). */
export const bookingEmails: Record<BookingEmailType | ScheduledEmailType, EmailWriter> = {
  booking_confirmation: confirmation,
  booking_reminder: reminder,
  booking_reminder_soon: reminderSoon,
  booking_thanks: thanks,
  booking_rescheduled: rescheduled,
  booking_party_changed: partyChanged,
  booking_cancelled: canceled,
  booking_notice: notice,
  booking_rescheduled_notice: rescheduledNotice,
  booking_party_changed_notice: partyChangedNotice,
  booking_cancelled_notice: canceledNotice,
}
