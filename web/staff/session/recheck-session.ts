import type { QueryClient } from '@tanstack/react-query'
import { CallError } from '../api/client.ts'
import { storedUserKey } from '../api/stored-user.ts'
import { hasUnsavedChanges } from '../ui/form/unsaved-changes.ts'
import { sessionQuery } from './session-query.ts'

interface Router {
  invalidate: () => Promise<void>
}

/**
 * Refetches the session after it has ended; the routes then redirect to /auth and back. A form with unsaved changes
 * stays: submitting it shows that the session has ended, and it can be submitted again after a new login.
 */
export async function recheckSession(queryClient: QueryClient, router: Router) {
  if (!queryClient.getQueryData(sessionQuery().queryKey) || hasUnsavedChanges()) return
  await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
  await router.invalidate()
}

/**
 * Follows a login or log-out in another tab, so no tab shows another user's data. A form waiting for a new login
 * stays until a different user logs in.
 */
export function watchOtherTabs(queryClient: QueryClient, router: Router) {
  addEventListener('storage', async ({ key, newValue }) => {
    if (key !== storedUserKey) return
    const user = idOf(newValue)
    const shown = queryClient.getQueryData(sessionQuery().queryKey)?.id ?? null
    if (user === shown || (user === null && isFormWaiting(queryClient))) return
    await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
    await router.invalidate()
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  })
}

/** Whether the last submitted form was rejected because its session had ended; it stays, to be submitted again. */
function isFormWaiting(queryClient: QueryClient): boolean {
  const sent = queryClient.getMutationCache().getAll()
  const error = sent.findLast(({ meta }) => meta?.keepsForm)?.state.error
  return error instanceof CallError && error.sessionEnded
}

function idOf(stored: string | null): number | null {
  return JSON.parse(stored ?? 'null')?.id ?? null
}
