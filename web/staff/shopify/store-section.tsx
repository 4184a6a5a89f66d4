import {
  Flex,
  Group,
  PasswordInput,
  type PasswordInputProps,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { connectInput, type Store } from '@trunkshow/contract/shopify/schema.ts'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { api, call } from '../api/client.ts'
import { ConfirmCall } from '../ui/dialog/dialog.tsx'
import { Loaded } from '../ui/feedback/notice.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { ChoiceField } from '../ui/form/fields.tsx'
import { useCallForm } from '../ui/form/form-dialog.tsx'
import { FieldRow, FormSection, FormShell } from '../ui/form/form-shell.tsx'
import { showsConnection } from '../ui/form/settings-form.tsx'
import { ButtonLink, OutsideLink } from '../ui/page/page-header.tsx'
import { QuietButton, QuietText, SubtleButton, Tag } from '../ui/page/words.tsx'
import { reasonAgainstStore, storeQuery } from './queries.ts'
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

function ConnectedStore({ store }: { store: Store }) {
  const [asking, setAsking] = useState<'reconnect' | 'disconnect'>()
  const client = useQueryClient()
  const { queryKey } = storeQuery()
  const test = useReportedCall({
    call: () => call(api.shopify.test),
    failed: 'Failed to test the connection',
    reloads: queryKey,
  })
  const { kind, address, shopName, adminBaseUrl, enabled } = store
  const enable = useReportedCall({
    call: () => call(api.shopify.enable, { body: { enabled: !enabled } }),
    done: enabled ? 'Connection turned off' : 'Connection turned on',
    failedTo: 'save settings',
    ...showsConnection(storeQuery()),
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
          <QuietText mt={4}>
            {kind === 'practice' ? 'Safe to try: nothing reaches a real store.' : shopName && address}
          </QuietText>
        </div>
        <StateTag store={store} />
      </Flex>
      <Text c={toneOf(store, test.data)} className={styles.result} role="status">
        {test.isPending ? 'Checking the store...' : (test.data?.message ?? wordsOf(store))}
      </Text>
      <Group gap="sm" className={styles.actions}>
        <QuietButton disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? 'Testing...' : 'Test connection'}
        </QuietButton>
        <QuietButton disabled={enable.isPending} onClick={() => enable.mutate()}>
          {enabled ? 'Turn off' : 'Turn on'}
        </QuietButton>
        {adminBaseUrl && (
          <OutsideLink variant="subtle" href={adminBaseUrl}>
            Open in Shopify
          </OutsideLink>
        )}
        <ButtonLink to="/settings/shopify" variant="subtle">
          Shopify log
        </ButtonLink>
        <SubtleButton onClick={() => setAsking('reconnect')}>
          {kind === 'practice' ? 'Connect a real store' : 'Reconnect'}
        </SubtleButton>
        <SubtleButton color="bad" onClick={() => setAsking('disconnect')}>
          Disconnect
        </SubtleButton>
      </Group>
      {asking === 'disconnect' && (
        <ConfirmCall
          title={`Disconnect ${shopName ?? address ?? 'this store'}?`}
          confirmLabel="Disconnect"
          keepLabel="Keep connected"
          call={async () => client.setQueryData(queryKey, await call(api.shopify.disconnect))}
          done="Store disconnected"
          failed="Failed to disconnect the store"
          onFailed={() => client.invalidateQueries({ queryKey })}
          onClose={() => setAsking(undefined)}
        >
          We’ll delete the saved credentials. Connecting a different store unlinks your products, orders, and
          codes.
        </ConfirmCall>
      )}
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

const ways = [
  { value: 'app', label: 'Client ID and secret' },
  { value: 'token', label: 'Access token' },
]

interface ConnectStoreProps {
  /** The connected store, when changing its credentials. */
  address?: string
  onCancel?: () => void
}

function ConnectStore({ address = '', onCancel }: ConnectStoreProps) {
  const [way, setWay] = useState('app')
  const practice = useReportedCall({
    call: () => call(api.shopify.practice),
    done: 'Practice store connected',
    failed: 'Failed to connect the practice store',
    ...showsConnection(storeQuery()),
  })
  const cancel = onCancel && <QuietButton onClick={onCancel}>Cancel</QuietButton>
  return (
    <>
      <ChoiceField
        label="How do you want to connect?"
        description="New Shopify apps use a client ID and secret. Older ones use a token that starts with shpat_."
        choices={ways}
        value={way}
        onChange={setWay}
      />
      {onCancel && <Text>Connecting a different store unlinks your products, orders, and codes.</Text>}
      <ConnectForm
        key={way}
        initial={
          way === 'app'
            ? { kind: 'app', address, clientId: '', clientSecret: '' }
            : { kind: 'token', address, accessToken: '' }
        }
        secondary={cancel}
        onDone={onCancel}
      />
      {!onCancel && (
        <Group gap="12px 16px" justify="space-between" pt="md" className={styles.practice}>
          <QuietText flex="1 1 30ch">
            Don’t have a store yet? The practice store behaves like Shopify. Safe to try: nothing reaches a
            real store.
          </QuietText>
          <QuietButton disabled={practice.isPending} onClick={() => practice.mutate()}>
            {practice.isPending ? 'Connecting...' : 'Try it without a store'}
          </QuietButton>
        </Group>
      )}
    </>
  )
}

interface ConnectFormProps {
  initial: z.input<typeof connectInput>
  secondary: ReactNode
  onDone?: () => void
}

function ConnectForm({ initial, secondary, onDone }: ConnectFormProps) {
  const { form, shell } = useCallForm({
    schema: connectInput,
    values: initial,
    call: (body) => call(api.shopify.connect, { body }),
    done: 'Store connected',
    failed: 'Failed to connect the store',
    ...showsConnection(storeQuery()),
    onClose: onDone,
  })
  const bind = (field: string) => form.getInputProps(field)
  return (
    <FormShell
      {...shell}
      submitLabel="Connect store"
      pendingLabel="Connecting..."
      quiet={!form.isDirty()}
      secondary={secondary}
    >
      {initial.kind === 'token' ? (
        <FieldRow>
          <AddressField description="Ends in .myshopify.com" {...bind('address')} />
          <SecretField label="Access token" {...bind('accessToken')} />
        </FieldRow>
      ) : (
        <>
          <AddressField {...bind('address')} />
          <FieldRow>
            <TextInput
              label="Client ID"
              description="In your app’s settings in Shopify"
              autoComplete="off"
              spellCheck={false}
              {...bind('clientId')}
            />
            <SecretField label="Client secret" {...bind('clientSecret')} />
          </FieldRow>
        </>
      )}
    </FormShell>
  )
}

function AddressField(props: TextInputProps) {
  return (
    <TextInput
      label="Store address"
      placeholder="your-store.myshopify.com"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  )
}

function SecretField(props: PasswordInputProps) {
  return <PasswordInput description="Encrypted and never shown again" autoComplete="off" {...props} />
}
