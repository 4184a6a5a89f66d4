import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'

const POLL_MS = 5000
/** A version that was asked for this recently, as by a link or with the document, isn't asked for again. */
const FRESH_MS = 1000

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
    staleTime: FRESH_MS,
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
