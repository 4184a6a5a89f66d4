import { paths, staffPages } from '@trunkshow/contract/paths.ts'

const screens = staffPages()
  .filter((page) => page !== paths.auth())
  .map((page) => new RegExp(`^${page.replace(':id', '[1-9]\\d*').replace(':token', '[\\w-]+')}$`))

/** Any origin, to detect addresses that the browser would resolve to another host. */
const BASE = 'https://trunkshow.invalid'

/** Whether this is the normalized path of a staff screen, so redirecting to it after login is safe. */
export function isSafeRedirect(address: string): boolean {
  if (!URL.canParse(address, BASE)) return false
  const { pathname, search, hash } = new URL(address, BASE)
  return pathname + search + hash === address && screens.some((screen) => screen.test(pathname))
}

/** Why the requested page needs a login (docs/product.md, Logging in). */
export function loginReason(from: string | undefined): string | undefined {
  if (!from) return undefined
  if (/^\/(editevent\/|events\/\d+\/edit)/.test(from)) return 'Please log in to edit events.'
  if (from.startsWith('/bookings/')) return 'Please log in to manage bookings and availability.'
  if (from.startsWith('/co-host/')) return 'Log in or register with the email address that was invited.'
  return 'Please log in to continue.'
}
