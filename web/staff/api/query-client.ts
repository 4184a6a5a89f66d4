import {
  MutationCache,
  type MutationMeta,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import { api, CallError, call } from './client.ts'

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

/** Queries whose counts include orders. */
const queriesWithCounts = ['discounts', 'templates', 'bookings', 'customers']

/** Marks counts as stale without refetching, so a form open beside an order keeps its choices. */
export function invalidateOrderCounts(queryClient: QueryClient) {
  for (const list of queriesWithCounts)
    void queryClient.invalidateQueries({ queryKey: [list], refetchType: 'none' })
}

/** Queries refetched at once if visible. */
const liveQueries = [['orders'], ['discounts', 'list'], ['customers', 'person'], ['customers', 'bookings']]

/** Polls the version of the company's orders. */
function ordersVersionQuery() {
  return liveQuery({
    queryKey: ['orders-version'],
    fetchVersion: () => call(api.orders.version),
    reload: (client) => {
      invalidateOrderCounts(client)
      return Promise.all(liveQueries.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}

export const ensureOrdersVersion = (client: QueryClient) => ensureVersion(client, ordersVersionQuery())

/** Shows other users' changes to orders on the screen that uses it (decision 010). */
export function useLiveOrders(): void {
  useQuery({ ...ordersVersionQuery(), notifyOnChangeProps: [] })
}
