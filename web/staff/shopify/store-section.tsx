import { Button, Flex, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import type { Store } from '@trunkshow/contract/shopify/schema.ts'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Loaded } from '../ui/feedback/load-failure.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { FormSection } from '../ui/form/form-section.tsx'
import { Tag } from '../ui/list/tag.tsx'
import { ButtonLink } from '../ui/page/button-link.tsx'
import { OutsideLink } from '../ui/page/outside-link.tsx'
import { ConnectStore } from './connect-store.tsx'
import { reasonAgainstStore, storeQuery, useStoreCall } from './queries.ts'
import styles from './store.module.css'

/** The company's Shopify store. @param address of the store to connect, if it is known */
export function StoreSection({ address }: { address: string }) {
  const store = useQuery(storeQuery())
  return (
    <FormSection
      title="Store platform integration"
      hint="Send orders and products to your Shopify store, and import its catalog."
    >
      <Loaded
        query={store}
        noun="store"
        failed="Couldn’t load the connection"
        skeleton={{ className: styles.loading }}
      >
        {(store) =>
          store.connected ? (
            <ConnectedStore store={store} />
          ) : (
            <ConnectStore key={address} address={address} />
          )
        }
      </Loaded>
    </FormSection>
  )
}

/** The connected store, whether it works, and the actions for it. */
function ConnectedStore({ store }: { store: Store }) {
  const [asking, setAsking] = useState<'reconnect' | 'disconnect'>()
  const test = useReportedCall({
    call: () => call(api.shopify.test),
    failed: 'Failed to test the connection',
    reloads: storeQuery().queryKey,
  })
  const { kind, address, shopName, adminBaseUrl, enabled } = store
  const enable = useStoreCall(() => call(api.shopify.enable, { body: { enabled: !enabled } }), {
    done: enabled ? 'Connection turned off' : 'Connection turned on',
    failedTo: 'save settings',
  })
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

function DisconnectDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const disconnect = useStoreCall(() => call(api.shopify.disconnect), {
    done: 'Store disconnected',
    failed: 'Failed to disconnect the store',
  })
  return (
    <ConfirmDialog
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
