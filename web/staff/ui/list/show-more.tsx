import { Button } from '@mantine/core'
import styles from './show-more.module.css'

export interface ShowMoreProps {
  /** A paged query, as useInfiniteQuery gives it. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** Loads the next page of a list, while there is one. */
export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <div className={styles.more}>
      {list.isFetchNextPageError && <p role="alert">Couldn’t load more. Please try again.</p>}
      <Button
        variant="default"
        fullWidth
        disabled={list.isFetchingNextPage}
        onClick={() => list.fetchNextPage()}
      >
        {list.isFetchingNextPage ? 'Loading...' : 'Show more'}
      </Button>
    </div>
  )
}
