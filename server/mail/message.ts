import type { ReactElement } from 'react'

/** A mail as a feature writes it; the transport adds the sender and turns the body into HTML and text. */
export interface Message {
  to: { name: string; address: string }
  replyTo?: string
  /**
   * How many mails of one company the address may get in a day, where anyone can type anyone's address into a
   * form. What is over waits for the next day.
   */
  mostPerDay?: number
  subject: string
  body: ReactElement
  /** The calendar entry, with its method in the body and in the MIME type (design §10). */
  calendar?: { method: string; text: string }
}

/** A row of the outbox that is due. */
export interface Notification {
  id: number
  companyId: number
  bookingId: number | null
  userId: number | null
  coHostId: number | null
  emailType: string
  sequence: number
  attempts: number
}
