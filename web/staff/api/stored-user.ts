import type { SessionUser } from '@trunkshow/contract/session/schema.ts'

/** Where the browser keeps who is signed in (docs/product.md, Sessions). */
export const storedUserKey = 'auth_user'

/** The user stored at the last sign-in, or null; an unreadable entry counts as none. */
export function readStoredUser(): SessionUser | null {
  try {
    const user = JSON.parse(localStorage.getItem(storedUserKey) ?? 'null')
    return typeof user?.id === 'number' ? user : null
  } catch {
    return null
  }
}

/** Keeps id, name, username, e-mail and role, whatever else the server may one day answer. */
export function storeUser({ id, name, username, email, role }: SessionUser) {
  localStorage.setItem(storedUserKey, JSON.stringify({ id, name, username, email, role }))
}

export function clearStoredUser() {
  localStorage.removeItem(storedUserKey)
}
