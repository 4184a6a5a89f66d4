import { Button, Group, NativeSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyList, type EmptyListProps } from '../feedback/notice.tsx'
import { countOf } from './count-of.ts'
import styles from './list-tools.module.css'
import { PagedList, type PagedListProps } from './paged-list.tsx'
import { SearchField } from './search-field.tsx'

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
      <Group mb="md">
        <Group component="search" className={styles.tools}>
          {(label !== undefined || q !== undefined || isLong) && (
            <div className={styles.find}>
              <SearchField
                label={label ?? `Find a ${noun}`}
                value={q ?? ''}
                onSearch={(text) => onSearch(text || undefined)}
              />
            </div>
          )}
          {filters}
        </Group>
        <Text c="dimmed" className={styles.count} role="status">
          {total !== undefined && countOf(total, noun)}
        </Text>
        {actions}
      </Group>
      <PagedList {...props} noun={`${noun}s`} empty={<EmptyList noun={`${noun}s`} {...empty} />} />
    </>
  )
}

interface ListFilterProps<Value extends string> {
  label: string
  value: Value | undefined
  /** By their values; the first one, an empty string, is no filter. */
  choices: readonly (readonly [value: Value | '', label: string])[]
  onChoose: (value: Value | undefined) => void
}

/** One of a list's filters, or its sort. */
export function ListFilter<Value extends string>(props: ListFilterProps<Value>) {
  const { label, value = '', choices, onChoose } = props
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) =>
        onChoose(choices.find(([value]) => value === currentTarget.value)?.[0] || undefined)
      }
      data={choices.map(([value, label]) => ({ value, label }))}
    />
  )
}

interface ActiveFilterProps {
  isActive: boolean | undefined
  onFilter: (change: { isActive: boolean | undefined }) => void
}

/** All, the active or the inactive entries. */
export function ActiveFilter({ isActive, onFilter }: ActiveFilterProps) {
  return (
    <ListFilter
      label="Show"
      value={isActive === undefined ? undefined : isActive ? 'active' : 'inactive'}
      choices={[
        ['', 'All'],
        ['active', 'Active'],
        ['inactive', 'Inactive'],
      ]}
      onChoose={(value) => onFilter({ isActive: value && value === 'active' })}
    />
  )
}

interface ArchivedFilterProps {
  archived: boolean | undefined
  onFilter: (change: { archived: true | undefined }) => void
}

/** The active or the archived entries. */
export function ArchivedFilter({ archived, onFilter }: ArchivedFilterProps) {
  return (
    <ListFilter
      label="Show"
      value={archived ? 'archived' : undefined}
      choices={[
        ['', 'Active'],
        ['archived', 'Archived'],
      ]}
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

/** Import and export of a list. */
export function ListFiles({ url, children }: ListFilesProps) {
  return (
    <Group className={styles.files}>
      {children}
      <Button component="a" download href={url} variant="default">
        Export CSV
      </Button>
    </Group>
  )
}
