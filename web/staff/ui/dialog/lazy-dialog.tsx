import { CloseButton } from '@mantine/core'
import { type ComponentType, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { LoadFailure } from '../feedback/load-failure.tsx'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import styles from './lazy-dialog.module.css'
import { codeFailed, lazyCode, useCode } from './use-code.ts'

interface Closable {
  onClose: () => void
}

/**
 * A dialog whose code is fetched when first opened. Until then, a placeholder dialog shows loading or failure; the
 * page below stays.
 *
 * @returns the dialog, with `preload` to fetch its code earlier
 */
export function lazyDialog<Props extends Closable>(load: () => Promise<ComponentType<Props>>) {
  const code = lazyCode(load)
  function LazyDialog(props: Props) {
    const sheet = useRef<HTMLDialogElement>(null)
    // Closing the placeholder first restores the focus, so the real dialog can return it there.
    const closeSheet = useCallback(() => sheet.current?.close(), [])
    const { Loaded, failed, retrying, retry } = useCode(code, closeSheet)
    if (Loaded) return <Loaded {...props} />
    return <Sheet ref={sheet} failed={failed} retrying={retrying} retry={retry} onClose={props.onClose} />
  }
  return Object.assign(LazyDialog, { preload: code.preload })
}

interface SheetProps extends Closable {
  ref: RefObject<HTMLDialogElement | null>
  failed: boolean
  retrying: boolean
  retry: () => void
}

/** A native dialog, since it needs no code that could fail to load. */
function Sheet({ ref, failed, retrying, retry, onClose }: SheetProps) {
  // Closed before it is removed, because only then the browser restores the focus.
  useLayoutEffect(() => {
    const sheet = ref.current
    sheet?.showModal()
    return () => sheet?.close()
  }, [ref])
  return (
    <dialog
      ref={ref}
      className={styles.sheet}
      aria-label={failed ? 'We couldn’t open this' : 'Loading...'}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.head}>
        <CloseButton iconSize={18} size="var(--control)" aria-label="Close" onClick={onClose} />
      </div>
      <div className={styles.body}>
        {failed ? (
          <LoadFailure title="We couldn’t open this" retrying={retrying} onRetry={retry}>
            {codeFailed}
          </LoadFailure>
        ) : (
          <ListSkeleton label="Loading..." />
        )}
      </div>
    </dialog>
  )
}
