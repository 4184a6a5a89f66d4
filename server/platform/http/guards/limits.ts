import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { hourlyNetworkLimit } from '@trunkshow/contract/bookings/rules.ts'
import type { Config } from '../../../config.ts'
import type { Limit } from './rate-limits.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 3600
const DAY = 24 * HOUR

/**
 * Rate limits: `points` within `seconds`, counted in `rate_limits`; more are rejected with 429. Where anyone can type
 * any address, the limit counts the emails it would cause (decisions 027, 028, 032).
 */
export const rateLimits = {
  failedLogInsOfNetwork: { name: 'login-network', points: 50, seconds: QUARTER_HOUR },
  failedLogInsOfAccountAndNetwork: { name: 'login-account-network', points: 10, seconds: QUARTER_HOUR },
  failedLogInsOfAccount: { name: 'login-account', points: 100, seconds: QUARTER_HOUR },
  /** Successful logins are limited too, since each costs a password check and a session. */
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
  /** More wrong links than guests follow, but too few to guess a private one. */
  wrongLinksOfNetwork: { name: 'wrong-link', points: 60, seconds: HOUR },
  /** Calendar programs read a feed every few minutes at most; each read lists all its bookings. */
  readsOfCalendar: { name: 'calendar', points: 120, seconds: HOUR },
  /** Bookings with photos, counted before a photo is read, since they take disk space and the decoder's time. */
  photoBookingsOfNetwork: { name: 'guest-photos', points: 30, seconds: 600 },
} as const satisfies Record<string, Limit>

/**
 * How many bookings are accepted in a time span; more are rejected with 429. Counts stored bookings, including
 * canceled ones (decisions 008 and 031).
 */
export const bookingLimits = {
  perNetwork: { count: 60, seconds: 600 },
  /** Spots per network and event. */
  perEvent: { ...hourlyNetworkLimit, seconds: HOUR },
  /** The same share, by the day: for guests who add people to a booking. */
  perEventForMore: { ...hourlyNetworkLimit, seconds: DAY },
  /**
   * Replaces both for staff, for networks staff logged in from (often a store's, with all its guests), and for everyone
   * when the host turned off the limit.
   */
  trusted: { count: 600, seconds: HOUR },
  perAttendee: { count: 10, seconds: DAY },
} as const

/** Returns the /64 prefix of an IPv6 address: what a provider assigns to one household or store. */
function prefixOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array(8 - groups.length - last.length).fill('0')
  return [...groups, ...zeros, ...last].slice(0, 4).join(':')
}

/**
 * Returns a keyed hash of a network address, which limits count by. An IPv6 address counts as its /64, since one
 * machine can use all of it.
 */
export function networkOf(config: Config, address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  const network = isIPv6(plain) ? prefixOf(plain) : plain
  return createHmac('sha256', config.appSecret).update(`network:${network}`).digest('hex').slice(0, 16)
}
