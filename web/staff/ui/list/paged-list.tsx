import { Box, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { NotLoaded, type NotLoadedProps } from '../feedback/notice.tsx'
import { groupDigits } from './count-of.ts'

/** The loaded rows of a paged list, and its `X-Total-Count`. */
export interface Listed<Row> {
  rows: readonly Row[]
  total: string | undefined
}

export interface ShowMoreProps {
  /** A paged query, as useInfiniteQuery gives it. */
  list: {
    data: Listed<unknown> | undefined
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** Loads the next page of a list, while there is one. */
export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage || !list.data) return null
  const { rows, total } = list.data
  return (
    <Box mt="md">
      {total && (
        <Text mb="xs" ta="center" c="dimmed">
          {`${rows.length.toLocaleString('en-US')} of ${groupDigits(total)}`}
        </Text>
      )}
      {list.isFetchNextPageError && (
        <Text mb="xs" ta="center" c="bad" role="alert">
          Couldn’t load more. Please try again.
        </Text>
      )}
      <Button
        variant="default"
        fullWidth
        disabled={list.isFetchingNextPage}
        onClick={() => list.fetchNextPage()}
      >
        {list.isFetchingNextPage ? 'Loading...' : 'Show more'}
      </Button>
    </Box>
  )
}

export interface PagedListProps<Row> extends Pick<NotLoadedProps, 'failed' | 'isSafe'> {
  /** A paged query, as useInfiniteQuery gives it. */
  list: Omit<ShowMoreProps['list'], 'data'> & {
    data: Listed<Row> | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => Promise<unknown>
  }
  /** What is listed, in the plural, such as `orders`. */
  noun: string
  /** In place of a list without rows. */
  empty: ReactNode
  /** @param outdated whether the rows are those of the last filter, shown while the next ones load */
  children: (rows: readonly Row[], outdated: boolean) => ReactNode
}

/**
 * A list that loads page by page: a placeholder, a failure to load with the way to retry, what an empty list says, or
 * the rows. `children` is also called for no rows, so that a dialog opened from a row outlives it.
 */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, noun, failed, isSafe } = props
  const rows = list.data?.rows
  if (!rows) return <NotLoaded query={list} noun={noun} failed={failed} isSafe={isSafe} />
  return (
    <>
      {rows.length === 0 && props.empty}
      {props.children(rows, list.isPlaceholderData)}
      <ShowMore list={list} />
    </>
  )
}
