import { Box, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { isMissing, sentenceOf } from '../../api/client.ts'
import { NotLoaded } from '../../ui/feedback/notice.tsx'
import { ButtonLink, usePageTitle } from '../../ui/page/page-header.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { ThemeSwitch } from '../../ui/page/theme-switch.tsx'
import { QuietText } from '../../ui/page/words.tsx'
import type { useLogOut } from '../log-out.tsx'
import styles from './link-page.module.css'

interface LinkPageProps {
  title: string
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
          {lead && <QuietText fz="md">{lead}</QuietText>}
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
export function LinkFacts({ facts }: { facts: Record<string, string> }) {
  return (
    <Box component="dl" mt="lg" className={`${surfaces.lines} ${styles.facts}`}>
      {Object.entries(facts).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Box>
  )
}

interface ClosedLinkProps {
  /** The query that reads what the link is for. */
  link: { error: Error | null; refetch: () => Promise<unknown> }
  /** The next step for a used, replaced or expired link. */
  expiredHint: { text: ReactNode; action: ReactNode }
}

/** Shown while an emailed link can't be accepted: loading, expired, or failed. */
export function ClosedLink({ link, expiredHint }: ClosedLinkProps) {
  const { error } = link
  if (isMissing(error))
    return (
      <LinkPage title="This link is no longer valid" lead={expiredHint.text}>
        <Group mt="lg">{expiredHint.action}</Group>
      </LinkPage>
    )
  return (
    <LinkPage title="Invitation">
      <NotLoaded
        query={link}
        noun="invitation"
        failed="We couldn’t open the invitation"
        text={`${sentenceOf(error)} The link still works.`}
        skeleton={{ height: 120 }}
      />
    </LinkPage>
  )
}

/**
 * For an invitation that is for another account.
 *
 * @param props.logOut of the page, which reads the user again as it changes
 */
export function SwitchAccount({ logOut }: { logOut: ReturnType<typeof useLogOut> }) {
  return (
    <Group mt="lg">
      <Button disabled={logOut.isPending} onClick={() => logOut.mutate()}>
        {logOut.isPending ? 'Logging out...' : 'Log out'}
      </Button>
      <ButtonLink to="/events" variant="subtle">
        Stay logged in
      </ButtonLink>
    </Group>
  )
}
