import { Outlet } from '@tanstack/react-router'
import { PendingLogOut } from '../session/log-out.tsx'
import { Toasts } from '../ui/feedback/toasts.tsx'

/** The root of every screen; toasts outlive the page that showed them. */
export function Root() {
  return (
    <>
      <PendingLogOut />
      <Outlet />
      <Toasts />
    </>
  )
}
