import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page is hydrated: false on the server and in the first render, then true. */
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

/** The URL's fragment with its `#`, empty on the server; fragment links work before hydration. */
export const useLocationHash = () =>
  useSyncExternalStore(
    onHashChange,
    () => location.hash,
    () => '',
  )
