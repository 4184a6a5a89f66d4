import { Box, Stack, Title } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { paths } from '@trunkshow/contract/paths.ts'
import { type ComponentType, createContext, type ReactNode, useContext, useEffect } from 'react'
import { CallError } from '../api/client.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { lazy, reloadIfOnline, WaitingPart } from '../ui/lazy/lazy.tsx'
import { ButtonLink, usePageTitle } from '../ui/page/page-header.tsx'
import { QuietButton } from '../ui/page/words.tsx'

/** What a page's module may export as `prefetch`: it fetches the data that the page begins with. */
export type Prefetch = (client: QueryClient, pathname: string) => Promise<unknown>

interface Visit {
  context: { queryClient: QueryClient }
  location: { pathname: string; searchStr: string }
  /** Whether a link to the page is hovered, focused or touched, and the page isn't opened yet. */
  preload: boolean
}

/**
 * A page whose code the router fetches when it is first opened, or when a link to it is hovered, focused or touched.
 * In the latter case, its data is fetched too, unless the link has a filter.
 *
 * @param name of the component in the module that `load` imports
 * @returns the options of its route
 */
export function lazyPage<Module extends object>(load: () => Promise<Module>, name: keyof Module & string) {
  return {
    // The cast breaks a type cycle, since pages use the routes' types.
    component: lazy(load as () => Promise<Record<string, ComponentType>>, name, WaitingPage),
    loader: prefetchWith(load),
  }
}

/** The loader of a route; `load` gives the page's module. */
export function prefetchWith(load: () => Promise<{ prefetch?: Prefetch }>) {
  return async ({ context, location, preload }: Visit) => {
    if (!preload || location.searchStr) return
    const { prefetch } = await load().catch(() => ({ prefetch: undefined }))
    void prefetch?.(context.queryClient, location.pathname)
  }
}

/** Stands where a page is missing. If the server answers, the page is opened again, once: its code has changed. */
function WaitingPage({ failed }: { failed: boolean }) {
  const key = `trunkshow-reloaded:${location.pathname}`
  useEffect(() => {
    if (!failed || sessionStorage.getItem(key)) return
    void reloadIfOnline(() => sessionStorage.setItem(key, 'yes'))
  }, [failed, key])
  if (!failed) return <p role="status">Loading...</p>
  return (
    <StandAlone>
      <WaitingPart failed level={1} />
    </StandAlone>
  )
}

/** Whether a page is inside the frame of logged-in screens, which already has a `<main>`. */
export const InFrame = createContext(false)

/** Wraps a message that fills a whole page. */
function StandAlone({ children }: { children: ReactNode }) {
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
        action={<QuietButton onClick={() => router.invalidate()}>Retry</QuietButton>}
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
