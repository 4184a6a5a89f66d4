import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import type { Page } from './client.ts'

interface PagedOptions {
  /** Milliseconds; as of other queries by default. */
  staleTime?: number
  /** Whether the rows of the last filter stay until those of the next one are there; true by default. */
  keepsRows?: boolean
}

/** A list that loads page by page, with its total. @param fetchPage the first page has no cursor */
export function pagedQuery<Row>(
  queryKey: QueryKey,
  fetchPage: (cursor: string | undefined, client: QueryClient) => Promise<Page<Row>>,
  { staleTime, keepsRows = true }: PagedOptions = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, client }) => fetchPage(pageParam, client),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: joinPages,
    ...(keepsRows && { placeholderData: keepPreviousData }),
    ...(staleTime !== undefined && { staleTime }),
  })
}

function joinPages<Row>({ pages }: { pages: Page<Row>[] }) {
  return { rows: pages.flatMap((page) => page.rows), total: pages.at(-1)?.total }
}
