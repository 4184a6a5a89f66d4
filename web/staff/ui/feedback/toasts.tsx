import { CloseButton, Text } from '@mantine/core'
import * as RadixToast from '@radix-ui/react-toast'
import { useSyncExternalStore } from 'react'
import styles from './toasts.module.css'
import { dismissToast, toastStore } from './use-reported-call.ts'

const DURATION_MS = 5000
const SWIPE_PX = 50

/** Renders the toast; F8 moves the focus to it. */
export function Toasts() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const { id = 0, open, title, description, tone = 'plain' } = toast ?? {}
  return (
    <RadixToast.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {toast && (
        <RadixToast.Root
          key={id}
          open={open}
          onOpenChange={(stays) => !stays && dismissToast(id)}
          className={styles.toast}
          data-tone={tone}
        >
          <Text component={RadixToast.Title} fw={600}>
            {title}
          </Text>
          {description && (
            <Text
              component={RadixToast.Description}
              c={tone === 'bad' ? undefined : 'dimmed'}
              style={{ whiteSpace: 'pre-line' }}
            >
              {description}
            </Text>
          )}
          <RadixToast.Close asChild>
            <CloseButton
              pos="absolute"
              top={0}
              right={0}
              size="var(--touch)"
              iconSize={18}
              c="inherit"
              aria-label="Close"
            />
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      <RadixToast.Viewport className={styles.viewport} />
    </RadixToast.Provider>
  )
}
