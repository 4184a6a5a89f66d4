import { CloseButton } from '@mantine/core'
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ListSkeleton, LoadFailure } from '../feedback/notice.tsx'

/**
 * Makes a component whose code is fetched when it is first shown (decision 071).
 *
 * Firefox keeps a failed import until the page is reloaded, and every browser a failed stylesheet. So a failed fetch is
 * not repeated: Retry reloads the page once the server answers, which also gets the code of an update. A form must bring
 * the code of all its dialogs, so that no reload loses what was typed.
 *
 * @param load imports the module
 * @param name of the component in it
 * @param Waiting shown until then, with the component's properties; without it, a dialog that is loading
 * @returns the component, with `preload` to fetch its code earlier; that ignores failures
 */
export function lazy<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  Waiting = WaitingDialog as ComponentType<{ failed: boolean } & NoInfer<Props>>,
) {
  let Loaded: ComponentType<Props> | undefined
  const Failed = (props: Props) => <Waiting {...props} failed />
  const arrive = async () => {
    const module = await load().catch(() => undefined)
    Loaded ??= module?.[name] ?? Failed
  }
  function Lazy(props: Props) {
    const [Shown, show] = useState(() => Loaded)
    useEffect(() => {
      if (!Shown) void arrive().then(() => show(() => Loaded))
    }, [Shown])
    return Shown ? <Shown {...props} /> : <Waiting {...props} failed={false} />
  }
  return Object.assign(Lazy, { preload: arrive })
}

/** Reloads the page if the server answers, and calls `before` then. */
export async function reloadIfOnline(before?: () => void) {
  const { ok } = await fetch('/healthz', { cache: 'no-store' }).catch(() => ({ ok: false }))
  if (!ok) return
  before?.()
  location.reload()
}

/** Stands where a part of a page is missing, or the whole page if its level is 1. */
export function WaitingPart({ failed, level = 2 }: { failed: boolean; level?: 1 | 2 }) {
  if (!failed) return <ListSkeleton label="Loading..." />
  const title = level === 1 ? 'We couldn’t open this page' : 'We couldn’t open this'
  return (
    <LoadFailure title={title} level={level} onRetry={() => reloadIfOnline()}>
      Check your connection and try again. If that doesn’t help, reload the page.
    </LoadFailure>
  )
}

/** Stands where a menu is missing: nothing while its code loads, which is soon. */
export const WaitingMenu = (props: { failed: boolean; onClose: () => void }) =>
  props.failed ? <WaitingDialog {...props} /> : null

/** Stands where a dialog is missing: a native one, since it needs no code that could fail to load. */
function WaitingDialog({ failed, onClose }: { failed: boolean; onClose?: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it is removed, because only then the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const label = failed ? 'We couldn’t open this' : 'Loading...'
  return (
    <dialog ref={dialog} aria-label={label} onCancel={() => onClose?.()}>
      <CloseButton display="flex" ml="auto" mb="lg" aria-label="Close" onClick={onClose} />
      <WaitingPart failed={failed} />
    </dialog>
  )
}
