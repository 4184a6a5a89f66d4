import { CloseButton, Group, Text } from '@mantine/core'
import * as RadixToast from '@radix-ui/react-toast'
import { useSyncExternalStore } from 'react'
import { SubtleButton } from '../page/words.tsx'
import styles from './toasts.module.css'
import { dismissToast, toastStore } from './use-reported-call.ts'

const DURATION_MS = 5000
/** Long enough to finish a sentence with the guest first. */
const STAYS_MS = 20_000
const SWIPE_PX = 50

/** Renders the toast; F8 moves the focus to it. */
export function Toasts() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const { id = 0, open, title, description, tone = 'plain', actions } = toast ?? {}
  return (
    <RadixToast.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {toast && (
        <RadixToast.Root
          key={id}
          open={open}
          duration={actions ? STAYS_MS : DURATION_MS}
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
          {actions && (
            <Group gap="xs" mt="xs" ml="-sm">
              {actions.map(({ label, act }) => (
                <RadixToast.Action key={label} altText={`${label}: ${title}`} asChild>
                  <SubtleButton onClick={act}>{label}</SubtleButton>
                </RadixToast.Action>
              ))}
            </Group>
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
