import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether scripts run this page: false on the server and in the first render, true from the second. */
export const useLive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

function onHashChange(listener: () => void) {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The address' fragment with its `#`; links to it work before the page is live. The server knows none. */
export const useLocationHash = () =>
  useSyncExternalStore(
    onHashChange,
    () => location.hash,
    () => '',
  )
