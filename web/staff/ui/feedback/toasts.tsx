import './toasts.module.css' // with the app's, so the toasts are one file
import { useEffect, useSyncExternalStore } from 'react'
import { lazyCode, useCode } from '../dialog/use-code.ts'
import { toastStore } from './toast.ts'

const code = lazyCode(() => import('./toast-list.tsx').then((module) => module.ToastList))

/** Safari has no requestIdleCallback. */
const whenIdle = globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1000))

/** The toasts. Their code follows the first screen, so it is there when the network fails. */
export function Toasts() {
  const any = useSyncExternalStore(toastStore.subscribe, () => toastStore.read().length > 0)
  useEffect(() => {
    whenIdle(() => void code.preload())
  }, [])
  return any && <LoadedToasts />
}

function LoadedToasts() {
  const { Loaded } = useCode(code)
  return Loaded && <Loaded />
}
