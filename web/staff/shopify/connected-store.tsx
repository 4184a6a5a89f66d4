import { Button, Flex, Group, Text } from '@mantine/core'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import type { Store } from '@trunkshow/contract/shopify/schema.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Tag } from '../ui/list/tag.tsx'
import { ButtonLink } from '../ui/page/button-link.tsx'
import { OutsideLink } from '../ui/page/outside-link.tsx'
import { ConnectStore } from './connect-store.tsx'
import { useDisconnectStore, useEnableStore, useTestStore } from './queries.ts'
import { reasonAgainstStore } from './reason-against-store.ts'
import styles from './store.module.css'

/** The connected store, whether it works, and the actions for it. */
export function ConnectedStore({ store }: { store: Store }) {
  const [asking, setAsking] = useState<'reconnect' | 'disconnect'>()
  const test = useTestStore()
  const enable = useEnableStore(!store.enabled)
  const { kind, address, shopName, adminBaseUrl, enabled } = store
  if (asking === 'reconnect')
    return <ConnectStore address={address ?? ''} onCancel={() => setAsking(undefined)} />
  return (
    <>
      <Flex gap="md" align="start" justify="space-between">
        <div>
          <Text ff="heading" fz="lg" lh={1.2}>
            {shopName ?? address ?? 'Practice store'}
          </Text>
          <Text c="dimmed" mt={4}>
            {kind === 'practice' ? 'Safe to try: nothing reaches a real store.' : shopName && address}
          </Text>
        </div>
        <StateTag store={store} />
      </Flex>
      <Text c={toneOf(store, test.data)} className={styles.result} role="status">
        {test.isPending ? 'Checking the store...' : (test.data?.message ?? wordsOf(store))}
      </Text>
      <Group gap="sm" className={styles.actions}>
        <Button variant="default" disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? 'Testing...' : 'Test connection'}
        </Button>
        <Button variant="default" disabled={enable.isPending} onClick={() => enable.mutate(undefined)}>
          {enabled ? 'Turn off' : 'Turn on'}
        </Button>
        {adminBaseUrl && (
          <OutsideLink variant="subtle" href={adminBaseUrl}>
            Open in Shopify
          </OutsideLink>
        )}
        <ButtonLink to="/settings/shopify" variant="subtle">
          Shopify log
        </ButtonLink>
        <Button variant="subtle" onClick={() => setAsking('reconnect')}>
          {kind === 'practice' ? 'Connect a real store' : 'Reconnect'}
        </Button>
        <Button variant="subtle" color="bad" onClick={() => setAsking('disconnect')}>
          Disconnect
        </Button>
      </Group>
      {asking === 'disconnect' && <DisconnectDialog store={store} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function StateTag({ store: { enabled, mustReconnect } }: { store: Store }) {
  if (enabled && mustReconnect) return <Tag tone="bad">Reconnect</Tag>
  return enabled ? <Tag tone="good">On</Tag> : <Tag>Off</Tag>
}

/** The connection's status before a test. */
function wordsOf(store: Store): string {
  const { missingScopes, enabled } = store
  if (!enabled) return 'While this is off, nothing is sent to the store and nothing is imported from it.'
  return (
    reasonAgainstStore(store) ??
    (missingScopes.length > 0 ? shopifyMessages.scopesMissing(missingScopes) : '')
  )
}

function toneOf(store: Store, test: { ok: boolean } | undefined) {
  if (test) return test.ok ? 'good' : 'bad'
  return store.enabled && wordsOf(store) ? 'bad' : undefined
}

/** Confirms disconnecting the store. */
function DisconnectDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const disconnect = useDisconnectStore()
  return (
    <ConfirmDialog
      opened
      title={`Disconnect ${store.shopName ?? store.address ?? 'this store'}?`}
      confirmLabel="Disconnect"
      pendingLabel="Disconnecting..."
      keepLabel="Keep connected"
      loading={disconnect.isPending}
      onConfirm={() => disconnect.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      We’ll delete the saved credentials. Connecting a different store unlinks your products, orders, and
      codes.
    </ConfirmDialog>
  )
}
