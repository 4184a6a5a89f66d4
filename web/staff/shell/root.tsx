import { Outlet } from '@tanstack/react-router'
import { Toasts } from '../ui/toasts.tsx'

/** What every screen has: toasts outlive the page that showed them. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
