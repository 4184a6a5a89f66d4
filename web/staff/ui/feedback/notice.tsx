import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  tone?: 'plain' | 'good' | 'warn' | 'bad'
  title: string
  /** The heading's level: 1 if the notice is the whole page. */
  level?: 1 | 2
  /** What happened, or what the page is for, and the next step. */
  children?: ReactNode
  action?: ReactNode
}

/** A panel instead of content: empty, failed, not allowed, done. Failures are announced to screen readers. */
export function Notice({ tone = 'plain', title, level = 2, children, action }: NoticeProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </section>
  )
}
