import { CloseButton } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { LoadFailure } from '../feedback/load-failure.tsx'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import styles from './waiting.module.css'

/** What stands where a component's code is missing gets these, beside the component's own properties. */
export interface WaitingProps {
  state: 'loading' | 'failed' | 'retrying'
  onRetry: () => void
}

/** Stands where a part of a page is missing, or the whole `page`. */
export function WaitingPart({ state, onRetry, page = false }: WaitingProps & { page?: boolean }) {
  if (state === 'loading') return <ListSkeleton label="Loading..." />
  return (
    <LoadFailure
      title={page ? 'We couldn’t open this page' : 'We couldn’t open this'}
      level={page ? 1 : 2}
      retrying={state === 'retrying'}
      onRetry={onRetry}
    >
      Check your connection and try again. If that doesn’t help, reload the page.
    </LoadFailure>
  )
}

/** Stands where a dialog is missing: a native one, since it needs no code that could fail to load. */
export function WaitingDialog({ onClose, ...waiting }: WaitingProps & { onClose?: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it is removed, because only then the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={waiting.state === 'loading' ? 'Loading...' : 'We couldn’t open this'}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <CloseButton className={styles.close} size="var(--control)" aria-label="Close" onClick={onClose} />
      <WaitingPart {...waiting} />
    </dialog>
  )
}
