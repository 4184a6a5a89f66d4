import type { ReactNode } from 'react'
import styles from './facts.module.css'

interface FactsProps {
  /** Of the names' column, in pixels; as wide as they are by default. */
  width?: number
  /** The names and values, `dt` and `dd`. */
  children: ReactNode
}

/** What is known of something: names in soft ink, values beside them. */
export function Facts({ width, children }: FactsProps) {
  return (
    <dl
      className={styles.facts}
      style={width ? { gridTemplateColumns: `${width}px minmax(0, 1fr)` } : undefined}
    >
      {children}
    </dl>
  )
}
