import type { ComponentType } from 'react'
import { LoadFailure } from '../feedback/load-failure.tsx'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { codeFailed, lazyCode, useCode } from './use-code.ts'

/**
 * A part of a page whose code is fetched when first shown.
 *
 * @param label for the loading state, such as `Loading templates`
 * @returns the part, with `preload` to fetch its code earlier
 */
export function lazyPart<Props extends object>(label: string, load: () => Promise<ComponentType<Props>>) {
  const code = lazyCode(load)
  function LazyPart(props: Props) {
    const { Loaded, failed, retrying, retry } = useCode(code)
    if (Loaded) return <Loaded {...props} />
    if (!failed) return <ListSkeleton label={label} />
    return (
      <LoadFailure title="We couldn’t open this" retrying={retrying} onRetry={retry}>
        {codeFailed}
      </LoadFailure>
    )
  }
  return Object.assign(LazyPart, { preload: code.preload })
}
