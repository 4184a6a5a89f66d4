import { Box, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { EmptyList, type EmptyListProps, NotLoaded, type NotLoadedProps } from '../feedback/notice.tsx'
import { Choose, type ChooseProps, choicesOf } from '../form/choose.tsx'
import { Fold } from '../page/fold.tsx'
import { countOf, groupDigits, QuietButton, QuietText } from '../page/words.tsx'
import styles from './list-tools.module.css'

/** Longer lists need a search. */
const MAX_ROWS_WITHOUT_SEARCH = 8

interface ListScreenProps<Row> extends Omit<PagedListProps<Row>, 'empty'> {
  /** What a row is, such as `template`. */
  noun: string
  /** The search field's label; if set, the search is always shown. */
  label?: string
  /** The current search text. */
  q: string | undefined
  onSearch: (q: string | undefined) => void
  filters?: ReactNode
  /** The button that adds an entry, or the view, import and export. */
  actions?: ReactNode
  empty: Omit<EmptyListProps, 'noun'>
}

/**
 * A list below its header: a search, hidden for usually short lists until they have many entries; filters; the count
 * of matching entries; buttons.
 */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { list, noun, label, q, onSearch, filters, actions, empty } = props
  const total = list.isPlaceholderData ? undefined : list.data?.total
  const isLong = Number.parseInt(total ?? '0', 10) > MAX_ROWS_WITHOUT_SEARCH
  return (
    <>
      <Group mb="md" className={styles.bar}>
        <Group component="search" className={styles.tools}>
          {(label !== undefined || q !== undefined || isLong) && (
            <Box flex="1 1 160px">
              <SearchField
                label={label ?? `Find a ${noun}`}
                value={q ?? ''}
                onSearch={(text) => onSearch(text || undefined)}
              />
            </Box>
          )}
          {filters && (
            <Fold label="Filter" active={Boolean(empty.filtered) && q === undefined}>
              {filters}
            </Fold>
          )}
        </Group>
        <QuietText className={styles.count} role="status">
          {total !== undefined && countOf(total, noun)}
        </QuietText>
        {actions}
      </Group>
      <PagedList {...props} noun={`${noun}s`} empty={<EmptyList noun={`${noun}s`} {...empty} />} />
    </>
  )
}

/** One of a list's filters, or its sort. */
export const ListFilter = <Value extends string>({
  label,
  ...filter
}: ChooseProps<Value> & { label: string }) => <Choose aria-label={label} {...filter} />

interface ActiveFilterProps {
  isActive: boolean | undefined
  onFilter: (change: { isActive: boolean | undefined }) => void
}

export function ActiveFilter({ isActive, onFilter }: ActiveFilterProps) {
  return (
    <ListFilter
      label="Show"
      value={isActive === undefined ? undefined : isActive ? 'active' : 'inactive'}
      choices={choicesOf({ '': 'All', active: 'Active', inactive: 'Inactive' })}
      onChoose={(value) => onFilter({ isActive: value && value === 'active' })}
    />
  )
}

interface ArchivedFilterProps {
  archived: boolean | undefined
  onFilter: (change: { archived: true | undefined }) => void
}

export function ArchivedFilter({ archived, onFilter }: ArchivedFilterProps) {
  return (
    <ListFilter
      label="Show"
      value={archived ? 'archived' : undefined}
      choices={choicesOf({ '': 'Active', archived: 'Archived' })}
      onChoose={(value) => onFilter({ archived: value && true })}
    />
  )
}

interface ListFilesProps {
  /** The export's URL. */
  url: string
  /** The import button. */
  children?: ReactNode
}

export function ListFiles({ url, children }: ListFilesProps) {
  return (
    <Group className={styles.files}>
      {children}
      <QuietButton component="a" download href={url}>
        Export CSV
      </QuietButton>
    </Group>
  )
}

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
        <QuietText mb="xs" ta="center">
          {`${rows.length.toLocaleString('en-US')} of ${groupDigits(total)}`}
        </QuietText>
      )}
      {list.isFetchNextPageError && (
        <Text mb="xs" ta="center" c="bad" role="alert">
          Couldn’t load more. Please try again.
        </Text>
      )}
      <QuietButton fullWidth disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {list.isFetchingNextPage ? 'Loading...' : 'Show more'}
      </QuietButton>
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

const DEBOUNCE_MS = 250

interface SearchFieldProps {
  label: string
  /** The current search text; may also change through Back and Forward. */
  value: string
  onSearch: (text: string) => void
  /** Whether one of the results must be selected. */
  error?: ReactNode
}

/** Searches when typing pauses. */
export function SearchField({ label, value, onSearch, error }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const searched = useRef(value)
  const search = useDebouncedCallback((text: string) => {
    searched.current = text.trim()
    onSearch(searched.current)
  }, DEBOUNCE_MS)
  useEffect(() => {
    // An own search that comes back as `value` must not undo newer typing.
    if (value === searched.current) return
    searched.current = value
    setText(value)
  }, [value])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={text}
      error={error}
      onKeyDown={(event) => {
        // Within a form, Enter searches instead of submitting the form.
        if (event.key === 'Enter') event.preventDefault()
      }}
      onChange={(change) => {
        setText(change.currentTarget.value)
        search(change.currentTarget.value)
      }}
    />
  )
}
