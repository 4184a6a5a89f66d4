import { guestEmailTypes } from '@trunkshow/contract/emails/rules.ts'
import type { RecipientCap } from './message.ts'

/** Anyone can type someone else's address into the booking forms of any number of companies. */
export const guestCap: RecipientCap = {
  perDay: 30,
  kinds: guestEmailTypes,
}

/** Anyone can type someone else's address into an invitation. */
export const invitationCap: RecipientCap = { perDay: 5, kinds: ['invitation', 'co_host_invitation'] }

/** Anyone who books with someone else's address can have links to their data sent to it. */
export const guestDataCap: RecipientCap = { perDay: 5, kinds: ['guest_data'] }

/** Who registered with someone else's address, unconfirmed, can change that account as often as they like. */
export const changedCap: RecipientCap = { perDay: 10, kinds: ['password_changed', 'email_changed'] }

/** Anyone can type someone else's address into an account or an event's contact. */
export const confirmationCap: RecipientCap = {
  perDay: 5,
  kinds: ['email_confirmation', 'contact_confirmation'],
}
