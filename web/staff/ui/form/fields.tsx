import type { ReactNode } from 'react'
import styles from './fields.module.css'

/** Fields below each other, in a form that is only a part of its section. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>
}
