/** Local parts of addresses that say nothing of who it is: the shop's own name is before the domain's first dot. */
const GENERIC = /^(admin|contact|hello|hi|info|mail|me|office|sales|shop|store|studio|support|team)$/i

/**
 * The username to propose for an email: `anna.vale@mail.test` → `anna.vale`, `hello@maisonvale.test` → `maisonvale`.
 *
 * @returns what the Register form accepts; empty for an email that yields no such name
 */
export function proposeUsername(email: string): string {
  const [local = '', domain = ''] = email.trim().split('@')
  const [host = ''] = domain.split('.')
  const allowed = (text: string) => text.replace(/\+.*/, '').replace(/[^\w.-]/g, '')
  const proposed = GENERIC.test(local) && host ? allowed(host) : allowed(local)
  return proposed.length < 3 ? '' : proposed.slice(0, 50)
}
