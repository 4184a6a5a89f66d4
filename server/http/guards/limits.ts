import { hourlyNetworkLimit } from '@trunkshow/contract/bookings/rules.ts'
import type { Limit } from './rate-limits.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 3600
const DAY = 24 * HOUR

/**
 * How often something may be tried before it is refused with 429, counted in `rate_limits`: `points` within `seconds`.
 * Where any address can be typed, the limit is on the emails that a stranger would get (decisions 027, 028, 032).
 */
export const rateLimits = {
  failedLogInsOfNetwork: { name: 'login-network', points: 50, seconds: QUARTER_HOUR },
  failedLogInsOfAccountAndNetwork: { name: 'login-account-network', points: 10, seconds: QUARTER_HOUR },
  failedLogInsOfAccount: { name: 'login-account', points: 100, seconds: QUARTER_HOUR },
  /** Right passwords have limits too, since each costs the server a check and a session. */
  logInsOfAccount: { name: 'logins-account', points: 30, seconds: QUARTER_HOUR },
  logInsOfNetwork: { name: 'logins-network', points: 300, seconds: QUARTER_HOUR },
  registrationsOfNetwork: { name: 'register-address', points: 20, seconds: HOUR },
  passwordResetsOfNetwork: { name: 'forgot-network', points: 20, seconds: HOUR },
  passwordResetsOfEmail: { name: 'forgot-address', points: 5, seconds: HOUR },
  passwordChecksOfUser: { name: 'change-password', points: 10, seconds: QUARTER_HOUR },
  emailConfirmationsOfUser: { name: 'confirmations', points: 5, seconds: DAY },
  contactConfirmationsOfCompany: { name: 'contact-confirmations', points: 10, seconds: DAY },
  invitationsOfCompany: { name: 'invitations', points: 50, seconds: DAY },
  coHostInvitationsOfCompany: { name: 'co-host-invitations', points: 50, seconds: DAY },
  /** More wrong links than people follow, and few for guessing a private one. */
  wrongLinksOfNetwork: { name: 'wrong-link', points: 60, seconds: HOUR },
} as const satisfies Record<string, Limit>

/**
 * How many bookings may come in a time before more are refused with 429. The stored bookings are counted, canceled ones
 * too (decisions 008 and 031).
 */
export const bookingLimits = {
  perNetwork: { count: 60, seconds: 600 },
  /** What one network gets of one event. */
  perEvent: { ...hourlyNetworkLimit, seconds: HOUR },
  /**
   * In place of both for the event's staff, for networks they have logged in from (often a shop's, with all its guests),
   * and for everyone where the host has lifted the limit.
   */
  trusted: { count: 600, seconds: HOUR },
  perAttendee: { count: 10, seconds: DAY },
} as const
