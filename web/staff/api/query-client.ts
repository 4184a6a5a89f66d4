import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const MINUTE = 60_000

/** How long lists and records stay fresh (design §7.16). */
export const fresh = { usual: 5 * MINUTE, long: 10 * MINUTE } as const

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The call belongs to a filled form, which must stay on the screen when the session has ended. */
      keepsForm?: boolean
    }
  }
}

/**
 * The cache rules of spec booking §9: fresh 5 minutes, kept 10, no refetch on focus or interval, queries
 * retried twice unless refused, mutations never. `networkMode` lets a call without network fail at once.
 *
 * @param onSignedOut called when any call answers 401, except those of a filled form
 */
export function createQueryClient(onSignedOut: () => void) {
  const heed = (error: Error) => {
    if (error instanceof CallError && error.status === 401) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: heed }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, mutation) => {
        if (!mutation.meta?.keepsForm) heed(error)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: fresh.usual,
        gcTime: 10 * MINUTE,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && !(error instanceof CallError && error.isRefusal),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
