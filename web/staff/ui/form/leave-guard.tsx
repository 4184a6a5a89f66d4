import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lazyDialog } from '../dialog/lazy-dialog.tsx'

const ConfirmDialog = lazyDialog(() =>
  import('../dialog/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
)

/** One function per guarded form on the screen: whether it has unsaved changes. */
const guarded = new Set<() => boolean>()

/** Whether anything on the screen was changed and not saved. */
export function hasUnsavedChanges(): boolean {
  return [...guarded].some((isDirty) => isDirty())
}

/**
 * Asks before a filled form is left: by a link, by Back, by closing its dialog or the tab. The dialog's code is fetched
 * when something is typed, so it is there when it is needed and is no part of the first load.
 *
 * @param isDirty whether anything was changed, read at the moment of leaving
 */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: (move) => leavesPage(move) && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  useEffect(() => {
    guarded.add(isDirty)
    return () => {
      guarded.delete(isDirty)
    }
  }, [isDirty])
  const dirty = isDirty()
  useEffect(() => {
    if (dirty) void ConfirmDialog.preload()
  }, [dirty])
  if (blocker.status !== 'blocked') return null
  return <Question onLeave={blocker.proceed} onStay={blocker.reset} />
}

/**
 * The same for a dialog that is no part of the address.
 *
 * @returns what its closing does in place of `onClose`, and the question to show in it
 */
export function useCloseGuard(isDirty: () => boolean, onClose: () => void) {
  const [asking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  const leave = () => {
    stay()
    onClose()
  }
  return {
    close: () => (isDirty() ? setAsking(true) : onClose()),
    question: asking && <Question onLeave={leave} onStay={stay} />,
  }
}

function Question({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      opened
      title="Leave without saving?"
      confirmLabel="Discard changes"
      keepLabel="Keep editing"
      loading={false}
      onConfirm={onLeave}
      onClose={onStay}
    >
      You have unsaved changes.
    </ConfirmDialog>
  )
}

/** An open dialog is part of the address too, some in its search; a jump within the page is not. */
function leavesPage({ current, next }: Parameters<ShouldBlockFn>[0]) {
  const placeOf = ({ pathname, search }: { pathname: string; search: object }) =>
    pathname + JSON.stringify(search)
  return placeOf(current) !== placeOf(next)
}
