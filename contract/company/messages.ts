import { MEGABYTE } from '../images.ts'
import type { QuotaKind } from '../quotas.ts'

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** `850 of 1,000`, `850` without a limit, `12 of 20,000 MB`. */
function usedOf(kind: QuotaKind, used: number, limit: number | null): string {
  const unit = kind === 'bytes' ? MEGABYTE : 1
  const numbers = [used, ...(limit === null ? [] : [limit])].map((one) =>
    number.format(Math.ceil(one / unit)),
  )
  return numbers.join(' of ') + (kind === 'bytes' ? ' MB' : '')
}

const nouns: Record<QuotaKind, string> = {
  events: 'events',
  slots: 'time slots',
  orders: 'orders',
  files: 'files',
  bytes: 'of storage',
}

const advice = (kind: QuotaKind) =>
  `Delete ${kind === 'bytes' ? 'files' : 'some'} you don’t need, or ask your server’s administrator for more.`

export const companyMessages = {
  companyNameRequired: 'Company name is required',
  companyNameTooLong: 'Company name must be 200 characters or less',
  addressTooLong: 'Address must be 500 characters or less',
  colorInvalid: 'Enter a color as # and six digits, such as #7a4a2b',
  originInvalid: 'Enter the address of a site, such as https://www.your-shop.com',
  tooManyOrigins: 'Enter up to 20 sites',
  pageTaken: 'Another company uses this link. Please choose another.',
  stateUnknown: 'Choose from the 50 US states',
  roleUnknown: 'Choose a role',
  exists: 'Your company was already saved. Save again to update it.',
  notSaved: 'Save your company before you invite people.',
  userNotFound: 'User not found.',
  alreadyColleague: 'This person is already in your company.',
  alreadyInvited: 'This address is already invited. You can resend the invitation.',
  otherCompany: 'This email is already used by an account in another company.',
  ownerStays: 'The company’s owner can’t be removed, deactivated, or given another role.',
  lastAdmin: 'This is the last active admin. Make another user an admin first.',
  alreadyJoined: 'This user has already accepted the invitation.',
  notJoined: 'This user has not accepted the invitation yet.',
  invitationGone: 'This invitation is no longer valid. Ask for a new one.',
  tooManyInvitations: 'Your company sent too many invitations today. Try again tomorrow.',
  usedOf,
  /** @param limit a count, or bytes */
  overQuota: (kind: QuotaKind, limit: number) =>
    `This would take you over your limit of ${usedOf(kind, limit, null)} ${nouns[kind]}. ${advice(kind)}`,
  nearQuota: (kind: QuotaKind, used: number, limit: number | null) =>
    `You’ve used ${usedOf(kind, used, limit)} ${nouns[kind]}. ${advice(kind)}`,
  storeConnected: (address: string | null) =>
    `${address ?? 'The practice store'} is connected. To use another store, change it under Store platform integration.`,
} as const
