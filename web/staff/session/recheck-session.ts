import type { QueryClient } from '@tanstack/react-query'
import { storedUserKey } from '../api/stored-user.ts'
import { sessionQuery } from './session-query.ts'

interface Router {
  invalidate: () => Promise<void>
}

/** After a 401: asks again who is signed in; the routes then lead a signed-out user to /auth and back. */
export async function recheckSession(queryClient: QueryClient, router: Router) {
  if (!queryClient.getQueryData(sessionQuery().queryKey)) return
  await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
  await router.invalidate()
}

/** Follows a sign-in or sign-out made in another tab, so that one tab never shows what is another user's. */
export function watchOtherTabs(queryClient: QueryClient, router: Router) {
  addEventListener('storage', async ({ key, oldValue, newValue }) => {
    if (key !== storedUserKey || idOf(oldValue) === idOf(newValue)) return
    await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
    await router.invalidate()
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  })
}

function idOf(stored: string | null): number | null {
  return JSON.parse(stored ?? 'null')?.id ?? null
}
