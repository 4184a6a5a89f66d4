import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { lazy, reloadIfOnline, WaitingPart } from '../ui/lazy/lazy.tsx'
import { StandAlone } from './whole-page.tsx'

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
