import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../dialog/dialog.tsx'
import { guarded } from './unsaved-changes.ts'

/**
 * Warns before a form with unsaved changes is left through a link, Back, or closing its dialog or tab.
 *
 * @param isDirty whether there are unsaved changes, called on leaving
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
  if (blocker.status !== 'blocked') return null
  return <Question onLeave={blocker.proceed} onStay={blocker.reset} />
}

/**
 * The same warning for a dialog that isn't in the URL.
 *
 * @returns `close` to use instead of `onClose`, and the warning to render
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
      title="Leave without saving?"
      confirmLabel="Discard changes"
      keepLabel="Keep editing"
      onConfirm={onLeave}
      onClose={onStay}
    >
      You have unsaved changes.
    </ConfirmDialog>
  )
}

/** Ignores jumps within the page. An open dialog can be in the URL's search part, so that counts too. */
function leavesPage({ current, next }: Parameters<ShouldBlockFn>[0]) {
  const placeOf = ({ pathname, search }: { pathname: string; search: object }) =>
    pathname + JSON.stringify(search)
  return placeOf(current) !== placeOf(next)
}
