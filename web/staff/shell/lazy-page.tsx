import { type ComponentType, useEffect } from 'react'
import { codeFailed, lazyCode, useCode } from '../ui/dialog/use-code.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { StandAlone } from './stand-alone.tsx'

/**
 * A page whose code is fetched when first opened or preloaded.
 *
 * @param name of the component in the module that `load` imports
 */
export function lazyPage<Module extends object>(load: () => Promise<Module>, name: keyof Module) {
  // The cast breaks a type cycle, since pages use the routes' types.
  const code = lazyCode(() => load().then((module) => module[name] as ComponentType))
  function LazyPage() {
    const { Loaded, failed, retrying, retry } = useCode(code)
    useEffect(() => {
      if (failed) void reloadAfterUpdate()
    }, [failed])
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
  return Object.assign(LazyPage, { preload: code.preload })
}

/** If the server responds but the code is missing, the product was updated: reloads the page once. */
async function reloadAfterUpdate() {
  const key = `trunkshow-reloaded:${location.pathname}`
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!answer?.ok || sessionStorage.getItem(key)) return
  sessionStorage.setItem(key, 'yes')
  location.reload()
}
