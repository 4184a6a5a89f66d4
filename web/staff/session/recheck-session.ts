import type { QueryClient } from '@tanstack/react-query'
import { CallError } from '../api/call-error.ts'
import { storedUserKey } from '../api/stored-user.ts'
import { hasUnsavedChanges } from '../ui/form/leave-guard.tsx'
import { sessionQuery } from './session-query.ts'

interface Router {
  invalidate: () => Promise<void>
}

/**
 * After a session has ended: asks again who is signed in; the routes then lead a signed-out user to /auth and back. A filled form is
 * left alone: when it is sent it says that its session has ended, and can be sent again after a new sign-in.
 */
export async function recheckSession(queryClient: QueryClient, router: Router) {
  if (!queryClient.getQueryData(sessionQuery().queryKey) || hasUnsavedChanges()) return
  await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
  await router.invalidate()
}

/**
 * Follows a sign-in or sign-out made in another tab, so that one tab never shows what is another user's. A form
 * that waits for a new sign-in, as its session has ended, is left alone until somebody else signs in.
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

/** Whether the form sent last was refused because nobody is signed in; it stays on the screen, to be sent again. */
function isFormWaiting(queryClient: QueryClient): boolean {
  const sent = queryClient.getMutationCache().getAll()
  const error = sent.findLast(({ meta }) => meta?.keepsForm)?.state.error
  return error instanceof CallError && error.sessionEnded
}

function idOf(stored: string | null): number | null {
  return JSON.parse(stored ?? 'null')?.id ?? null
}
