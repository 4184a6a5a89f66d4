import '@mantine/core/styles/PasswordInput.layer.css'
import type { ReactNode } from 'react'
import { ThemeSwitch } from '../../ui/page/theme-switch.tsx'
import { usePageTitle } from '../../ui/page/use-page-title.ts'
import styles from './link-page.module.css'

interface LinkPageProps {
  title: string
  /** What the page is about, in a sentence or two. */
  lead?: ReactNode
  children?: ReactNode
}

/** The frame of the pages behind mailed links: they stand alone like the sign-in, with one matter each. */
export function LinkPage({ title, lead, children }: LinkPageProps) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <a href="/" className={styles.brand}>
          Trunkshow
        </a>
        <ThemeSwitch />
      </header>
      <main className={styles.main}>
        <div aria-live="polite">
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </main>
    </div>
  )
}

/** What the holder of a link is invited to, a line each. */
export function LinkFacts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The ways on from a link's page, the usual one first. */
export function LinkActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
