/** Whether this is an address of the product itself, safe to go back to after signing in. */
export function isOwnAddress(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !address.startsWith('/auth')
}

/** What the page asked for says to someone who is not signed in (spec booking §2). */
export function reasonToLogIn(from: string | undefined): string | undefined {
  if (!from) return undefined
  if (/^\/(editevent\/|events\/\d+\/edit)/.test(from)) return 'Please log in to edit events.'
  if (from.startsWith('/bookings/')) return 'Please log in to manage bookings and availability.'
  return 'Please log in to continue.'
}
