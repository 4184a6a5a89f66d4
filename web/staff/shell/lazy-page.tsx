import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { CodeMissingError } from '../ui/dialog/fetch-code.ts'
import { codeFailed, lazyCode, useCode } from '../ui/dialog/use-code.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { StandAlone } from './stand-alone.tsx'

/** What a page's module may export as `prefetch`: it fetches the data that the page begins with. */
export type Prefetch = (client: QueryClient, pathname: string) => Promise<unknown>

interface Visit {
  context: { queryClient: QueryClient }
  location: { pathname: string; searchStr: string }
  /** Whether a link to the page is hovered, focused or touched, and the page isn't opened yet. */
  preload: boolean
}

/**
 * A page whose code is fetched when first opened, or when a link to it is hovered, focused or touched. In the latter
 * case, its data is too, unless the link has a filter.
 *
 * @param name of the component in the module that `load` imports
 * @returns the options of its route
 */
export function lazyPage<Module extends object>(load: () => Promise<Module>, name: keyof Module) {
  // The cast breaks a type cycle, since pages use the routes' types.
  const code = lazyCode(() => load().then((module) => module[name] as ComponentType))
  function LazyPage() {
    const { Loaded, failed, error, retrying, retry } = useCode(code)
    useEffect(() => {
      if (error instanceof CodeMissingError) reloadOnce()
    }, [error])
    if (Loaded) return <Loaded />
    if (!failed) return <p role="status">Loading...</p>
    return (
      <StandAlone>
        <LoadFailure title="We couldn’t open this page" level={1} retrying={retrying} onRetry={retry}>
          {codeFailed}
        </LoadFailure>
      </StandAlone>
    )
  }
  return {
    component: Object.assign(LazyPage, { preload: code.preload }),
    async loader({ context, location, preload }: Visit) {
      if (!preload || location.searchStr) return
      const module: { prefetch?: Prefetch } = await load().catch(() => ({}))
      void module.prefetch?.(context.queryClient, location.pathname)
    },
  }
}

/** Loads the page again, with the updated product's code, but only once. */
function reloadOnce() {
  const key = `trunkshow-reloaded:${location.pathname}`
  if (sessionStorage.getItem(key)) return
  sessionStorage.setItem(key, 'yes')
  location.reload()
}
