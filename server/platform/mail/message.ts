import type { EmailFailure, EmailType, NoticeSchedule } from '@trunkshow/contract/emails/rules.ts'
import type { ReactElement } from 'react'

/** How many emails of these kinds a mailbox gets per day from all companies; more are delayed (decision 028). */
export interface RecipientCap {
  perDay: number
  kinds: readonly string[]
}

/** An email as its writer returns it; the transport adds the sender and renders HTML and text. */
export interface Message {
  to: { name: string; address: string }
  replyTo?: string
  /** Set where anyone can type someone else's address into a form. */
  cap?: RecipientCap
  /** When its recipient gets several in one email: on a schedule, or when there are many. */
  digest?: { schedule: NoticeSchedule; timeZone: string }
  /**
   * For emails that the recipient can do without: opening this address shows a page, and posting to it ends them
   * (RFC 8058).
   */
  unsubscribeUrl?: string
  subject: string
  body: ReactElement
  /** The calendar entry, with its method in the body and in the MIME type (docs/product.md, Calendar entries). */
  calendar?: { method: string; text: string }
}

/** Why an email that still applies is not sent. */
export type SkipReason = Extract<EmailFailure, 'ownAction' | 'turnedOff'>

/** A row of the outbox that is due. */
export interface Notification {
  id: number
  companyId: number
  bookingId: number | null
  userId: number | null
  coHostId: number | null
  confirmationId: number | null
  waitlistEntryId: number | null
  emailType: EmailType
  /** Set for a preview, which shows an email whether it is due or not. */
  isPreview?: true
  sequence: number
  /** The user who made the change, if it was not the guest. */
  actorId: number | null
  attempts: number
  waitsFor: 'digest' | null
  /** Where it was sent, or is to be sent instead of the user's email of then. */
  recipientEmail: string | null
  recipientHash: string | null
}
