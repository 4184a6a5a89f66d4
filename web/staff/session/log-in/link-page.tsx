import { Box, Group, Stack, Text } from '@mantine/core'
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
    <Stack gap={0} mih="100dvh">
      <LinkHead />
      <main className={styles.main}>
        <div aria-live="polite">
          <h1 className={styles.title}>{title}</h1>
          {lead && (
            <Text c="dimmed" fz="md">
              {lead}
            </Text>
          )}
        </div>
        {children}
      </main>
    </Stack>
  )
}

/** The product's name, which leads to the landing page, and the theme. */
export function LinkHead() {
  return (
    <Group component="header" justify="space-between" h={60} className={styles.head}>
      <a href="/" className={surfaces.brand}>
        Trunkshow
      </a>
      <ThemeSwitch />
    </Group>
  )
}

/** The invitation's details, one per line. */
export function LinkFacts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Box component="dl" mt="lg" className={`${surfaces.lines} ${styles.facts}`}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Box>
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
