import * as RadixToast from '@radix-ui/react-toast'
import { useSyncExternalStore } from 'react'
import { CloseIcon } from '../page/frame-icons.tsx'
import { dismissToast, toastStore } from './toast.ts'
import styles from './toasts.module.css'

const DURATION_MS = 5000
const SWIPE_PX = 50

/** Renders the toasts; F8 moves the focus to them. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  return (
    <RadixToast.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {toasts.map(({ id, open, title, description, tone = 'plain' }) => (
        <RadixToast.Root
          key={id}
          open={open}
          onOpenChange={(stays) => !stays && dismissToast(id)}
          className={styles.toast}
          data-tone={tone}
        >
          <RadixToast.Title className={styles.title}>{title}</RadixToast.Title>
          {description && (
            <RadixToast.Description className={styles.text}>{description}</RadixToast.Description>
          )}
          <RadixToast.Close className={styles.close} aria-label="Close">
            <CloseIcon />
          </RadixToast.Close>
        </RadixToast.Root>
      ))}
      <RadixToast.Viewport className={styles.viewport} />
    </RadixToast.Provider>
  )
}
