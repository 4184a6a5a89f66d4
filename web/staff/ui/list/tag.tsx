import type { ReactNode } from 'react'
import styles from './tag.module.css'

interface TagProps {
  tone?: 'plain' | 'good' | 'done' | 'warn' | 'bad' | 'info' | 'accent'
  children: ReactNode
}

/** A status in one word. */
export function Tag({ tone = 'plain', children }: TagProps) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  )
}
