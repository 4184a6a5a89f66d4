import type { ReactElement } from 'react'

/** Every kind of email. Each has a writer, or `server/worker.ts` does not compile. */
export type EmailType =
  | 'booking_confirmation'
  | 'booking_notice'
  | 'booking_rescheduled'
  | 'booking_rescheduled_notice'
  | 'booking_cancelled'
  | 'booking_cancelled_notice'
  | 'co_host_invitation'
  | 'contact_confirmation'
  | 'data_request_notice'
  | 'email_confirmation'
  | 'guest_data'
  | 'invitation'
  | 'password_reset'

/** How many mails of these kinds one mailbox gets in a day, over all companies; what is over waits (decision 028). */
export interface RecipientCap {
  perDay: number
  kinds: readonly string[]
}

/** A mail as a feature writes it; the transport adds the sender and turns the body into HTML and text. */
export interface Message {
  to: { name: string; address: string }
  replyTo?: string
  /** Where anyone can type anyone's address into a form. */
  cap?: RecipientCap
  /** Whether it waits, where many come to its recipient, to be told with others in one mail. */
  mayJoinDigest?: true
  subject: string
  body: ReactElement
  /** The calendar entry, with its method in the body and in the MIME type (docs/product.md, Calendar entries). */
  calendar?: { method: string; text: string }
}

/** A row of the outbox that is due. */
export interface Notification {
  id: number
  companyId: number
  bookingId: number | null
  userId: number | null
  coHostId: number | null
  confirmationId: number | null
  emailType: EmailType
  sequence: number
  attempts: number
  waitsFor: 'digest' | null
  recipientHash: string | null
}
