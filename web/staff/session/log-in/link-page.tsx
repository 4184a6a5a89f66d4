import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import surfaces from '../../ui/page/surfaces.module.css'
import { ThemeSwitch } from '../../ui/page/theme-switch.tsx'
import { usePageTitle } from '../../ui/page/use-page-title.ts'
import styles from './link-page.module.css'

interface LinkPageProps {
  title: string
  /** A sentence or two about the page. */
  lead?: ReactNode
  children?: ReactNode
}

/** The frame of the pages behind emailed links: without menu or top bar, like the login page. */
export function LinkPage({ title, lead, children }: LinkPageProps) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <LinkHead />
      <main className={styles.main}>
        <div aria-live="polite">
          <h1 className={styles.title}>{title}</h1>
          {lead && <Text c="dimmed">{lead}</Text>}
        </div>
        {children}
      </main>
    </div>
  )
}

/** The product's name, which leads to the landing page, and the theme. */
export function LinkHead() {
  return (
    <header className={styles.head}>
      <a href="/" className={styles.brand}>
        Trunkshow
      </a>
      <ThemeSwitch />
    </header>
  )
}

/** The invitation's details, one per line. */
export function LinkFacts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={`${surfaces.facts} ${styles.facts}`}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The actions of a link's page, primary one first. */
export function LinkActions({ children }: { children: ReactNode }) {
  return (
    <Group gap="sm" mt="lg">
      {children}
    </Group>
  )
}
