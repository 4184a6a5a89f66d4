import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'

/** What a token is for; a token for one purpose is invalid for another. */
export const linkPurposes = [
  'booking',
  'calendar',
  'event',
  'invitation',
  'co-host',
  'password',
  'guest-data',
  'email',
  'notices',
  'thanks',
  'waitlist',
  'doctor',
  'message',
  'pay',
  'stripe',
  'order',
] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** A page's address with a token. */
export interface ByToken {
  Params: { token: string }
}

function signature(config: Config, purpose: LinkPurpose, id: string): string {
  return createHmac('sha256', config.appSecret).update(`${purpose}:${id}`).digest('hex').slice(0, 32)
}

/** Signs a permanent link: a random id, and 128 bits of HMAC over it and its purpose (decision 032). */
export function signId(config: Config, purpose: LinkPurpose, publicId: string): string {
  return `${publicId}-${signature(config, purpose, publicId)}`
}

/** Returns the id in a token, or null for a wrong signature. Tokens of older bookings hold their number. */
export function readSignedId(config: Config, purpose: LinkPurpose, token: string): string | null {
  const [, id, given] = /^([0-9a-f]{16}|[1-9]\d{0,9})-([0-9a-f]{32})$/.exec(token) ?? []
  if (!id || !given) return null
  const expected = signature(config, purpose, id)
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? id : null
}

/** Signs a link that a later one replaces: the id, and HMAC over it, its purpose, and its sequence. It is not stored. */
export function signLink(
  config: Config,
  purpose: LinkPurpose,
  id: number | string,
  sequence: number | string,
): string {
  return `${id}-${signature(config, purpose, `${id}:${sequence}`)}`
}

/** Returns the id in a link, unverified: `isLink` verifies it with the stored sequence. */
export function readLinkId(token: string): number | null {
  const [, id] = /^([1-9]\d{0,8})-[0-9a-f]{32}$/.exec(token) ?? []
  return id ? Number(id) : null
}

export function isLink(
  config: Config,
  purpose: LinkPurpose,
  id: number | string,
  sequence: number | string,
  token: string,
): boolean {
  const expected = Buffer.from(signLink(config, purpose, id, sequence))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** A link with a token, or a token alone. */
const tokenLink = /(?:https?:\/\/[^\s"'<>]*?)?\b(?:[0-9a-f]{16}|[1-9]\d{0,9})-[0-9a-f]{32}\b[^\s"'<>)\]]*/g

/** Returns a text without its signed links, which open for anyone who has them. */
export function withoutTokens(text: string): string {
  return text.replace(tokenLink, '[private link]')
}

const MINUTE_MS = 60_000
const DOCTOR_MINUTES = 5

/** Signs the doctor's requests to the app for some minutes. */
export const signDoctor = (config: Config) =>
  signLink(config, 'doctor', Math.floor(Date.now() / MINUTE_MS), 'readyz')

/** Whether the doctor signed this, on a machine whose clock may be off by some minutes. */
export function isDoctor(config: Config, token: string): boolean {
  const minute = readLinkId(token)
  if (minute === null || Math.abs(Date.now() / MINUTE_MS - minute) > DOCTOR_MINUTES) return false
  return isLink(config, 'doctor', minute, 'readyz', token)
}
