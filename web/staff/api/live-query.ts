import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'

const POLL_MS = 5000

interface Live<Answer> {
  queryKey: QueryKey
  ask: () => Promise<Answer>
  /** Loads again what the version is about. */
  reload: (client: QueryClient) => Promise<unknown>
}

/**
 * What says whether lists are still true (decision 010). It is asked every few seconds while the page is visible, and
 * when its version has changed the lists are loaded again before the new answer shows, so that both agree.
 */
export function liveQuery<Answer extends { version: string }>({ queryKey, ask, reload }: Live<Answer>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const before = client.getQueryData<Answer>(queryKey)
      const answer = await ask()
      if (before && before.version !== answer.version) await reload(client)
      return answer
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: POLL_MS,
  })
}

/** Before a list is loaded: the version it will at least have, so that no change in between is missed. */
export async function knowVersion<Answer extends { version: string }>(
  client: QueryClient,
  live: ReturnType<typeof liveQuery<Answer>>,
): Promise<void> {
  await client.ensureQueryData(live).catch(() => undefined)
}
