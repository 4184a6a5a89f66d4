import { joined } from './emails/write-joined.tsx'
import { offered } from './emails/write-offer.tsx'

export const waitlistEmails = { waitlist_joined: joined, waitlist_offer: offered }
