import type { ReactNode } from 'react'
import { countOf } from './count-of.ts'
import styles from './list-tools.module.css'
import { SearchField } from './search-field.tsx'

/** So many entries are seen at a glance; more need a search. */
const AT_A_GLANCE = 8

interface ListToolsProps {
  /** What is listed, such as `template`. */
  noun: string
  /** Of the search, which then is there however few entries there are. */
  label?: string
  /** What is searched for now. */
  q: string | undefined
  onSearch: (q: string | undefined) => void
  /** How many entries fit, as the server counts them; undefined while that is not known. */
  total: string | undefined
  /** Filters, and last the button that adds an entry, or files. */
  children: ReactNode
}

/**
 * The head of a list: a search, which a list that is short for most has only once there are many; filters; how many
 * entries there are.
 */
export function ListTools({ noun, label, q, onSearch, total, children }: ListToolsProps) {
  const searched = label !== undefined || q !== undefined || Number.parseInt(total ?? '0', 10) > AT_A_GLANCE
  return (
    <>
      <search className={styles.tools}>
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
      </search>
      <p className={styles.count} role="status">
        {total !== undefined && countOf(total, noun)}
      </p>
    </>
  )
}
