import { coHostInvitation } from './emails/write-co-host-invitation.tsx'

export const eventEmails = { co_host_invitation: coHostInvitation }
