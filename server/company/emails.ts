import { invitation } from './emails/write-invitation.tsx'

export const companyEmails = { invitation }
