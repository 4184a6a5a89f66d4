import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { countOf } from './count-of.ts'
import styles from './list-tools.module.css'
import { SearchField } from './search-field.tsx'

/** Longer lists need a search. */
const MAX_ROWS_WITHOUT_SEARCH = 8

export interface ListToolsProps {
  /** The listed item, such as `template`. */
  noun: string
  /** The search field's label; if set, the search is always shown. */
  label?: string
  /** The current search text. */
  q: string | undefined
  onSearch: (q: string | undefined) => void
  /** Number of matching entries, counted by the server; undefined while unknown. */
  total: string | undefined
  /** Filters. */
  children?: ReactNode
  /** The button that adds an entry, or the view, import and export. */
  actions?: ReactNode
}

/** A list's header: a search, hidden for usually short lists until they have many entries; filters; the count. */
export function ListTools({ noun, label, q, onSearch, total, children, actions }: ListToolsProps) {
  const searched =
    label !== undefined || q !== undefined || Number.parseInt(total ?? '0', 10) > MAX_ROWS_WITHOUT_SEARCH
  return (
    <Group mb="md">
      <Group component="search" className={styles.tools}>
        {searched && (
          <div className={styles.find}>
            <SearchField
              label={label ?? `Find a ${noun}`}
              value={q ?? ''}
              onSearch={(text) => onSearch(text || undefined)}
            />
          </div>
        )}
        {children}
      </Group>
      <Text c="dimmed" className={styles.count} role="status">
        {total !== undefined && countOf(total, noun)}
      </Text>
      {actions}
    </Group>
  )
}
