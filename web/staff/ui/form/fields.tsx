import type { ReactNode } from 'react'
import styles from './fields.module.css'

/** Stacked fields in a form that is only part of its section. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>
}
