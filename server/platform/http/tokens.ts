import { createHmac, timingSafeEqual } from 'node:crypto'
import { INVITATION_DAYS } from '@trunkshow/contract/company/rules.ts'
import { CONFIRMATION_DAYS } from '@trunkshow/contract/emails/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { DATA_LINK_HOURS } from '@trunkshow/contract/privacy/rules.ts'
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'

const ofGuest = ['address corrected', 'person erased'] as const
const ofUser = ['address corrected', 'user deactivated', 'user removed'] as const
const ofSender = [...ofUser, 'role weakened'] as const

/**
 * What tokens are for: the address they open, what ends them besides their own use, and the hours they work. A token for
 * one purpose is invalid for another. `server/test/every-call/every-link.test.ts` shows what ends each (decision 060).
 */
export const links = {
  booking: { page: paths.booking, ends: ofGuest },
  waitlist: { page: paths.waitlist, ends: ofGuest },
  pay: { page: paths.pay, ends: ofGuest },
  order: { page: paths.customerOrder, ends: ofGuest },
  'guest-data': { page: paths.myData, ends: [...ofGuest, 'replaced'], hours: DATA_LINK_HOURS },
  /** A user's; that of an event's contact belongs to the mailbox it was sent to, whatever the contact is now. */
  email: { page: paths.confirmEmail, ends: [...ofUser, 'replaced'], hours: CONFIRMATION_DAYS * 24 },
  password: { page: paths.resetPassword, ends: [...ofUser, 'password reset', 'replaced'], hours: 1 },
  /** Its ends are its sender's; for another address it is removed. */
  invitation: { page: paths.invitation, ends: [...ofSender, 'replaced'], hours: INVITATION_DAYS * 24 },
  'co-host': { page: paths.coHostInvitation, ends: ofSender, hours: INVITATION_DAYS * 24 },
  calendar: { page: paths.calendarFeed, ends: ['password reset', 'user deactivated', 'user removed'] },
  /** What a browser got for the link of a private event (`grants.ts`). */
  event: { ends: ['replaced'] },
  /** These name a mailbox, and do nothing but turn its emails off and on. */
  notices: { page: (token, companyId) => paths.bookingAlerts(companyId, token), ends: [] },
  thanks: { page: (token, companyId) => paths.thankYouEmails(companyId, token), ends: [] },
  stripe: { page: (token) => `/api/stripe/webhook/${token}`, ends: [] },
  doctor: { ends: [], hours: 5 / 60 },
  message: { ends: [] },
} as const satisfies Record<string, { page?: Page; ends: readonly string[]; hours?: number }>

export type LinkPurpose = keyof typeof links
type With<Part extends string> = {
  [Purpose in LinkPurpose]: Part extends keyof (typeof links)[Purpose] ? Purpose : never
}[LinkPurpose]
type Id = number | string
type Page = (token: string, sequence: Id) => string

/** A page's address with a token. */
export interface ByToken {
  Params: { token: string }
}

/**
 * Signs an id: the id, and 128 bits of HMAC over it and its purpose (decision 032). It is not stored.
 *
 * @param sequence of a link that a later one replaces
 */
export function signId(config: Config, purpose: LinkPurpose, id: Id, sequence?: Id): string {
  const signed = [purpose, id, sequence].filter((part) => part !== undefined).join(':')
  const signature = createHmac('sha256', config.appSecret).update(signed).digest('hex')
  return `${id}-${signature.slice(0, 32)}`
}

/** Returns the URL of a page with a signed id. */
export function linkTo(config: Config, purpose: With<'page'>, id: Id, sequence?: Id): string {
  const page: Page = links[purpose].page
  return config.publicUrl + page(signId(config, purpose, id, sequence), sequence ?? '')
}

/** Returns the id in a token, or null for a wrong signature. Tokens of older bookings hold their number. */
export function readSignedId(config: Config, purpose: LinkPurpose, token: string, sequence?: Id) {
  const [, id] = /^([\w-]{1,60})-[0-9a-f]{32}$/.exec(token) ?? []
  if (!id) return null
  const expected = signId(config, purpose, id, sequence)
  return timingSafeEqual(Buffer.from(token), Buffer.from(expected)) ? id : null
}

/** Returns the number in a token, unverified: its sequence is stored there. 0 for none. */
export const readNumber = (token: string) => Number(/^([1-9]\d{0,8})-[0-9a-f]{32}$/.exec(token)?.[1] ?? 0)

/** Whether a link that was sent at this moment has not expired. */
export const isUnexpired = (purpose: With<'hours'>, sentAt: SQLWrapper) =>
  sql<boolean>`${sentAt} > now() - ${links[purpose].hours} * interval '1 hour'`

/** A link with a token, or a token alone. */
const tokenLink = /(?:https?:\/\/[^\s"'<>]*?)?\b(?:[0-9a-f]{16}|[1-9]\d{0,9})-[0-9a-f]{32}\b[^\s"'<>)\]]*/g

/** Returns a text without its signed links, which open for anyone who has them. */
export function withoutTokens(text: string): string {
  return text.replace(tokenLink, '[private link]')
}

const MINUTE_MS = 60_000

/** Signs the doctor's requests to the app for some minutes. */
export const signDoctor = (config: Config) =>
  signId(config, 'doctor', Math.floor(Date.now() / MINUTE_MS), 'readyz')

/** Whether the doctor signed this, on a machine whose clock may be off by some minutes. */
export function isDoctor(config: Config, token: string): boolean {
  const minute = Number(readSignedId(config, 'doctor', token, 'readyz'))
  return Math.abs(Date.now() / MINUTE_MS - minute) <= links.doctor.hours * 60
}
