import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { recentKey } from './recent.ts'

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
