import { type ComponentType, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { WaitingDialog, type WaitingProps } from './waiting.tsx'

/**
 * Makes a component whose code is fetched when it is first shown (decision 071).
 *
 * A browser keeps a failed import, or a stylesheet that it was to bring, for as long as the page is open. So a failed
 * fetch is not repeated: Retry reloads the page once the server answers, which also gets the code of an update. A form
 * must bring the code of all its dialogs, so that no reload takes what was typed.
 *
 * @param load imports the module
 * @param name of the component in it
 * @param Waiting shown until then; without it, a dialog that is loading
 * @returns the component, with `preload` to fetch its code earlier; that ignores failures
 */
export function lazy<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  Waiting = WaitingDialog as ComponentType<WaitingProps & Props>,
) {
  let Loaded: ComponentType<Props> | undefined
  let arrival: Promise<void> | undefined
  const arrive = () => {
    arrival ??= load().then((module) => {
      Loaded = module[name]
    })
    return arrival
  }
  function Lazy(props: Props) {
    const [state, setState] = useState<WaitingProps['state'] | 'arrived' | 'loaded'>(
      Loaded ? 'loaded' : 'loading',
    )
    useEffect(() => {
      if (state !== 'loading') return
      const show = () => {
        // A waiting dialog goes first and returns the focus, so that the real one returns it there, too.
        flushSync(() => setState('arrived'))
        setState('loaded')
      }
      arrive().then(show, () => setState('failed'))
    }, [state])
    if (Loaded && state === 'loaded') return <Loaded {...props} />
    if (state === 'arrived' || state === 'loaded') return null
    const retry = async () => {
      setState('retrying')
      if (await isOnline()) location.reload()
      else setState('failed')
    }
    return <Waiting {...props} state={state} onRetry={() => void retry()} />
  }
  return Object.assign(Lazy, { preload: () => arrive().catch(() => undefined) })
}

/** Whether the server answers at the moment. */
export function isOnline(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
