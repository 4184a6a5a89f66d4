import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'

const loadDialog = () => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog }))
const ConfirmDialog = lazy(loadDialog)

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
  const dirty = isDirty()
  useEffect(() => {
    if (dirty) void loadDialog()
  }, [dirty])
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense>
      <ConfirmDialog
        opened
        title="Leave without saving?"
        confirmLabel="Leave"
        keepLabel="Keep editing"
        loading={false}
        onConfirm={blocker.proceed}
        onClose={blocker.reset}
      >
        What you have changed here has not been saved.
      </ConfirmDialog>
    </Suspense>
  )
}

/** An open dialog is part of the address too, some in its search; a jump within the page is not. */
function leavesPage({ current, next }: Parameters<ShouldBlockFn>[0]) {
  const placeOf = ({ pathname, search }: { pathname: string; search: object }) =>
    pathname + JSON.stringify(search)
  return placeOf(current) !== placeOf(next)
}
