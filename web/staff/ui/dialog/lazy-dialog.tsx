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
 * A dialog whose code is fetched when it is first opened. Until it is there a sheet stands in its place, which says so
 * where it does not arrive; the page below stays as it is.
 *
 * @returns the dialog, and `preload` to fetch it before it is needed
 */
export function lazyDialog<Props extends Closable>(load: () => Promise<ComponentType<Props>>) {
  const code = lazyCode(load)
  function LazyDialog(props: Props) {
    const sheet = useRef<HTMLDialogElement>(null)
    // The focus is back where it was before the dialog takes it, so that it returns there in the end.
    const closeSheet = useCallback(() => sheet.current?.close(), [])
    const { Loaded, ...fetching } = useCode(code, closeSheet)
    if (Loaded) return <Loaded {...props} />
    return <Sheet ref={sheet} {...fetching} onClose={props.onClose} />
  }
  return Object.assign(LazyDialog, { preload: code.preload })
}

interface SheetProps extends Closable {
  ref: RefObject<HTMLDialogElement | null>
  failed: boolean
  retrying: boolean
  retry: () => void
}

/** The browser's own dialog, since it needs no code: this is what is there when the network is not. */
function Sheet({ ref, failed, retrying, retry, onClose }: SheetProps) {
  // It is closed while it is still in the page: only then does the browser give the focus back.
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
