import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { coHostRights, mayDo, type Right } from '@trunkshow/contract/permissions.ts'
import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { CallError } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import { fresh } from '../api/query-client.ts'
import { clearStoredUser, readStoredUser, storeUser } from '../api/stored-user.ts'
import { isLogOutPending } from './end-session.ts'

/** Who is signed in; null when nobody is. */
export function sessionQuery() {
  return queryOptions({ queryKey: ['session'], queryFn: fetchSession })
}

/**
 * A session that has ended forgets the stored user, any other failure falls back to it.
 *
 * @throws CallError, or Error 'Authentication Error: …', when there is none to fall back to
 */
async function fetchSession(): Promise<SessionUser | null> {
  // A user who logged out stays logged out, even where the server does not know it yet.
  if (isLogOutPending()) return null
  try {
    const user = await call(api.session.current)
    storeUser(user)
    return user
  } catch (error) {
    if (error instanceof CallError && error.sessionEnded) {
      clearStoredUser()
      return null
    }
    const stored = readStoredUser()
    if (stored) return stored
    if (!(error instanceof CallError) || !error.status) throw error
    throw new Error(`Authentication Error: ${error.statusText || error.status}`)
  }
}

/** Whether anyone may make an account; taken for granted until the server says otherwise, since it decides anyway. */
export function useRegistrationOpen(): boolean {
  const registration = useQuery({
    queryKey: ['registration'],
    queryFn: () => call(api.session.registration),
    staleTime: fresh.long,
  })
  return registration.data?.open ?? true
}

export function useUser(): SessionUser | null {
  return useQuery(sessionQuery()).data ?? null
}

/**
 * Whether the screen offers what needs this right. True while nobody is known to be signed in, so that a
 * session that ends never takes a filled form off the screen; the server decides anyway.
 */
export function useMayDo(right: Right): boolean {
  const user = useUser()
  return !user || mayDo(user.role, right)
}

/**
 * The same for one event: what somebody may do with an event they co-host does not hang on their role
 * (docs/product.md, Co-hosts).
 */
export function useMayDoOn(event: Pick<Event, 'coHosted'>, right: Right): boolean {
  const byRole = useMayDo(right)
  return event.coHosted ? coHostRights.includes(right) : byRole
}

export function nameOf(user: SessionUser): string {
  return user.name || user.username
}
