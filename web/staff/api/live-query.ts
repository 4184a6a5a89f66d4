import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'

const POLL_MS = 5000

interface Live<Answer> {
  queryKey: QueryKey
  fetchVersion: () => Promise<Answer>
  /** Reloads the lists the version covers. */
  reload: (client: QueryClient) => Promise<unknown>
}

/**
 * Polls a version every few seconds while the page is visible (decision 010). If it changed, the lists reload before
 * the new version is stored, so both match.
 */
export function liveQuery<Answer extends { version: string }>({
  queryKey,
  fetchVersion,
  reload,
}: Live<Answer>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const before = client.getQueryData<Answer>(queryKey)
      const answer = await fetchVersion()
      if (before && before.version !== answer.version) await reload(client)
      return answer
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: POLL_MS,
  })
}

/** Fetches the version before a list loads, so no change in between is missed. */
export async function ensureVersion<Answer extends { version: string }>(
  client: QueryClient,
  live: ReturnType<typeof liveQuery<Answer>>,
): Promise<void> {
  await client.ensureQueryData(live).catch(() => undefined)
}
