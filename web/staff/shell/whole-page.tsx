import { Box, Button, Stack, Title } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { paths } from '@trunkshow/contract/paths.ts'
import { createContext, type ReactNode, useContext } from 'react'
import { CallError } from '../api/client.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { ButtonLink, usePageTitle } from '../ui/page/page-header.tsx'

/** Whether a page is inside the frame of logged-in screens, which already has a `<main>`. */
export const InFrame = createContext(false)

/** Wraps a message that fills a whole page. */
export function StandAlone({ children }: { children: ReactNode }) {
  return (
    <Box component={useContext(InFrame) ? 'div' : 'main'} w="min(100%, 640px)" mx="auto" my={48} px="md">
      {children}
    </Box>
  )
}

const UNEXPECTED = 'Something went wrong. Try again. If that doesn’t help, reload the page.'

/** Shown if a page can't load at all, for example because fetching the session failed. */
export function PageFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <StandAlone>
      <Notice
        tone="bad"
        title="We couldn’t open this page"
        level={1}
        action={
          <Button variant="default" onClick={() => router.invalidate()}>
            Retry
          </Button>
        }
      >
        {error instanceof CallError ? (error.sentence ?? error.message) : UNEXPECTED}
      </Notice>
    </StandAlone>
  )
}

/** Shown for an unknown URL. */
export function PageNotFound() {
  usePageTitle('Page Not Found')
  return (
    <StandAlone>
      <Notice
        title="Page Not Found"
        level={1}
        action={
          <ButtonLink to={paths.events()} variant="default">
            Back to Events
          </ButtonLink>
        }
      >
        We can’t find this page. The link may be wrong or out of date.
      </Notice>
    </StandAlone>
  )
}

/** Shown while the session loads on a slow network. */
export function PagePending() {
  return (
    <Stack component="main" gap="xs" justify="center" mih="80dvh" c="dimmed" ta="center">
      <Title fz="var(--s4)" lh={1.1} c="bright">
        Trunkshow
      </Title>
      <p role="status">Loading...</p>
    </Stack>
  )
}
