import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
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
  /** Whether it may be combined with others when a recipient gets many. */
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
