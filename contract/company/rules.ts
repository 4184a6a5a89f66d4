import type { Role } from '../permissions.ts'
import { companyMessages as text } from './messages.ts'

/** Days until an invitation expires (docs/product.md, Users and invitations). */
export const INVITATION_DAYS = 7

export const userStates = ['pending', 'active', 'deactivated'] as const

interface CompanyUserState {
  state: (typeof userStates)[number]
  role: Role
  isOwner: boolean
}

/** Whether this is the last active admin: `activeAdmins` counts the company's, this user included. */
function isLastAdmin(user: CompanyUserState, activeAdmins: number) {
  return user.state === 'active' && user.role === 'admin' && activeAdmins <= 1
}

/**
 * What can be done with a user of the company (docs/product.md, Users and invitations). Each function returns null if
 * allowed, else the reason. The server rejects with it, screens disable the button with it.
 */
export const userCan = {
  resend: (user: CompanyUserState) => (user.state === 'pending' ? null : text.alreadyJoined),
  changeRole: (user: CompanyUserState, activeAdmins: number) =>
    user.isOwner ? text.ownerStays : isLastAdmin(user, activeAdmins) ? text.lastAdmin : null,
  deactivate: (user: CompanyUserState, activeAdmins: number) =>
    user.state === 'pending' ? text.notJoined : userCan.changeRole(user, activeAdmins),
  reactivate: (user: CompanyUserState) => (user.state === 'pending' ? text.notJoined : null),
  remove: (user: CompanyUserState, activeAdmins: number) => userCan.changeRole(user, activeAdmins),
}

/** How guests see a company (docs/product.md, Brand). */
export interface Brand {
  name: string
  /** The link name of its page; null before the company is saved. */
  urlSlug: string | null
  logoUrl: string | null
  /** `#rrggbb`; null for the product's own color. */
  accentColor: string | null
  /** Several lines; empty if guests don't see it. */
  address: string
}

/** The values of web/theme/tokens.css that the accent is shown on, and the text on the accent; a test compares them. */
export const themeColors = {
  light: { sheet: '#ffffff', paper: '#faf7f2', sunk: '#f2ede4', accentInk: '#fffaf3' },
  dark: { sheet: '#201c17', paper: '#16130f', sunk: '#2a251e', accentInk: '#23160c' },
} as const
export type ThemeName = keyof typeof themeColors

/** How much of the accent is in the background of what is selected. */
const WASH_SHARE = 0.12
/** WCAG 2.2, 1.4.3: text of normal size. */
export const MIN_CONTRAST = 4.5

/** Red, green and blue, 0 to 255. */
const parseColor = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
const writeColor = (color: readonly number[]) =>
  `#${color.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

function mix(from: string, to: string, share: number): string {
  const end = parseColor(to)
  return writeColor(parseColor(from).map((value, at) => value + (end[at]! - value) * share))
}

/** The color lighter by a share of 0 to 2: toward a tint of its own hue, so that it neither fades nor glares, then white. */
function lighten(color: string, share: number): string {
  const parts = parseColor(color)
  const most = Math.max(...parts) || 1
  const tint = mix(writeColor(parts.map((value) => (value * 255) / most)), '#ffffff', 0.5)
  return share < 1 ? mix(color, tint, share) : mix(tint, '#ffffff', share - 1)
}

/** What red, green and blue contribute to the luminance of a color. */
const weights = [0.2126, 0.7152, 0.0722]

/** Relative luminance (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(color: string): number {
  return parseColor(color).reduce((sum, value, at) => sum + weights[at]! * linear(value / 255), 0)
}

// Stryker disable next-line EqualityOperator: no channel is exactly 0.04045 of 255
const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)

/** The contrast of two colors `#rrggbb`, 1 to 21. */
export function contrast(one: string, other: string): number {
  const luminances = [luminance(one), luminance(other)]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

/**
 * A company's color as one theme shows it: the color itself if it can be read there, else darkened (light theme) or
 * lightened (dark theme) as little as needed, in steps of 2 %. `wash` is the background of what is selected.
 */
export function accentIn(theme: ThemeName, color: string): { accent: string; wash: string } {
  const { sheet, paper, sunk, accentInk } = themeColors[theme]
  for (let share = 0; ; share += 0.02) {
    const accent = theme === 'light' ? mix(color, '#000000', share) : lighten(color, share)
    const wash = mix(sheet, accent, WASH_SHARE)
    const isReadable = [sheet, paper, sunk, wash, accentInk].every(
      // Stryker disable next-line EqualityOperator: no color's contrast with them is exactly 4.5
      (other) => contrast(accent, other) >= MIN_CONTRAST,
    )
    // A color can be read long before 2, which ends the loop for text that is no color.
    // Stryker disable next-line EqualityOperator: one more step changes nothing in such text
    if (isReadable || share >= 2) return { accent, wash }
  }
}

/** The style sheet that gives a guest page the company's color. @param color `#rrggbb` */
export function accentStyle(color: string): string {
  const [light, dark] = [accentIn('light', color), accentIn('dark', color)]
  return `html:root{--accent:light-dark(${light.accent},${dark.accent});--accent-wash:light-dark(${light.wash},${dark.wash})}`
}

/**
 * The origin of a site that may embed booking pages: `www.shop.example/pages/visit` → `https://www.shop.example`. Null
 * for anything else, and for a site without https, whose pages others on the network could change; this computer is an
 * exception. Nothing that means something in a content security policy gets through (decision 053).
 */
export function readOrigin(entered: string): string | null {
  const address = /^(?:(https?:)\/\/)?([a-z0-9][a-z0-9.-]*[a-z0-9])(:\d{1,5})?(?:\/\S*)?$/.exec(
    entered.trim().toLowerCase(),
  )
  if (!address) return null
  const [, scheme = 'https:', , port = ''] = address
  const host = address[2]!
  const isLocal = host === 'localhost' || host === '127.0.0.1'
  const isSite = isLocal || (scheme === 'https:' && /\.[a-z][a-z0-9-]*$/.test(host) && !host.includes('..'))
  return isSite ? `${scheme}//${host}${scheme === 'https:' && port === ':443' ? '' : port}` : null
}
