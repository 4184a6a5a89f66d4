import type { ReactNode } from 'react'
import styles from './page-header.module.css'
import { usePageTitle } from './use-page-title.ts'

interface PageHeaderProps {
  title: string
  subtitle?: ReactNode
  /** The back link, above the title. */
  back?: ReactNode
  /** The page's buttons, primary one last. */
  children?: ReactNode
}

/** The header of every staff page; the title is also the browser tab's. */
export function PageHeader({ title, subtitle, back, children }: PageHeaderProps) {
  usePageTitle(title)
  return (
    <header className={styles.header}>
      {back && <div className={styles.back}>{back}</div>}
      <div className={styles.row}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </header>
  )
}
