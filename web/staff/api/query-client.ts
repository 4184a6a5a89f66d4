import { MutationCache, type MutationMeta, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './client.ts'

const MINUTE = 60_000

/** Milliseconds until data is stale (docs/product.md, Fresh data). */
export const fresh = { usual: 5 * MINUTE, long: 10 * MINUTE } as const

/** The toast for a failed call; the server's sentence is below its title. */
export interface FailedCall {
  title: string
  /** Rewords or replaces the sentence. */
  describe?: (sentence: string, error: Error) => string
  /** The sentence if the server sent none. */
  fallback?: string
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The failure toast, or just its title. If absent, the caller shows the failure. */
      failed?: string | FailedCall
      /** The call belongs to a form being edited, which must stay visible if the session ends. */
      keepsForm?: boolean
    }
  }
}

/**
 * The cache rules: data is fresh for 5 minutes and kept for 10, isn't refetched on focus or on a timer, and queries
 * are retried twice unless rejected, mutations never. `networkMode` makes calls fail at once when offline.
 *
 * @param onSessionEnded called when a call finds its session ended, except for forms being edited
 * @param onFailure shows a failed mutation
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
