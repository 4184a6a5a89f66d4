import { Box, Button, Text } from '@mantine/core'
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
