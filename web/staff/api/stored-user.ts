import type { SessionUser } from '@trunkshow/contract/session/schema.ts'

/** A record that was opened from the search: what it is, its name, and its URL. */
export interface Recent {
  kind: string
  label: string
  hint: string
  href: string
}

/** localStorage key of the records this browser's user opened last; removed with the stored user. */
const recentKey = 'trunkshow-recent'
const MAX_RECENT = 6

/** What this user opened last, latest first. */
export function readRecent(user: Pick<SessionUser, 'id'>): Recent[] {
  try {
    const kept = JSON.parse(localStorage.getItem(recentKey)!)
    return kept.userId === user.id ? kept.items : []
  } catch {
    return []
  }
}

export function keepRecent(user: Pick<SessionUser, 'id'>, item: Recent) {
  const others = readRecent(user).filter(({ href }) => href !== item.href)
  const items = [item, ...others].slice(0, MAX_RECENT)
  localStorage.setItem(recentKey, JSON.stringify({ userId: user.id, items }))
}

/** Whether the desk keeps anything in this browser, so that other screens load no code for it. */
export const hasDesk = () => localStorage.getItem('trunkshow-desk') !== null

/** localStorage key of the logged-in user (docs/product.md, Sessions). */
export const storedUserKey = 'auth_user'

/** The user stored at the last login, or undefined, also if unreadable. */
export function readStoredUser(): SessionUser | undefined {
  try {
    const user = JSON.parse(localStorage.getItem(storedUserKey) ?? 'null')
    return typeof user?.id === 'number' ? user : undefined
  } catch {
    return undefined
  }
}

/** Stores ID, name, username, email and role only, whatever else the server returns. */
export function storeUser({ id, name, username, email, role }: SessionUser) {
  localStorage.setItem(storedUserKey, JSON.stringify({ id, name, username, email, role }))
}

export function clearStoredUser() {
  localStorage.removeItem(storedUserKey)
  localStorage.removeItem(recentKey)
}
