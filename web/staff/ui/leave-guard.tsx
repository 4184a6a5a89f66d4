import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'

const loadDialog = () => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog }))
const ConfirmDialog = lazy(loadDialog)

/**
 * Asks before a filled form is left: by a link, by Back, or by closing the tab. The dialog's code is fetched
 * when something is typed, so it is there when it is needed and is no part of the first load.
 *
 * @param isDirty whether anything was changed, read at the moment of leaving
 */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
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
