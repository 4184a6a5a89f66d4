import { MutationCache, type MutationMeta, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const MINUTE = 60_000

/** How long lists and records stay fresh (docs/product.md, Fresh data). */
export const fresh = { usual: 5 * MINUTE, long: 10 * MINUTE } as const

/** How the failure of a call is told: in one toast, with the server's sentence below its title. */
export interface FailedCall {
  title: string
  /** Puts the sentence into other words, or others in its place. */
  describe?: (sentence: string, error: Error) => string
  /** The sentence where the server gave none. */
  fallback?: string
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** How a failure is told, or the title alone. Without it, the caller shows it. */
      failed?: string | FailedCall | undefined
      /** The call belongs to a filled form, which must stay on the screen when the session has ended. */
      keepsForm?: boolean
    }
  }
}

/**
 * The cache rules: fresh 5 minutes, kept 10, no refetch on focus or interval, queries retried twice unless refused,
 * mutations never. `networkMode` lets a call without network fail at once.
 *
 * @param onSessionEnded called when the session of any call has ended, except those of a filled form
 * @param onFailure tells of a failed mutation
 */
export function createQueryClient(
  onSessionEnded: () => void,
  onFailure: (error: Error, meta: MutationMeta) => void,
) {
  const checkSession = (error: Error) => {
    if (error instanceof CallError && error.sessionEnded) onSessionEnded()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: checkSession }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, { meta = {} }) => {
        onFailure(error, meta)
        if (!meta.keepsForm) checkSession(error)
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
