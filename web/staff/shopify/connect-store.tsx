import {
  Button,
  Group,
  PasswordInput,
  type PasswordInputProps,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { connectInput } from '@trunkshow/contract/shopify/schema.ts'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import { ChoiceField } from '../ui/form/choice-field.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { FormShell } from '../ui/form/form-shell.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import { useStoreCall } from './queries.ts'
import styles from './store.module.css'

const ways = [
  { value: 'app', label: 'Client ID and secret' },
  { value: 'token', label: 'Access token' },
]

interface ConnectStoreProps {
  /** The connected store, when changing its credentials. */
  address?: string
  onCancel?: () => void
}

/** Ways to connect a store: the company's own app, an older access token, or the practice store. */
export function ConnectStore({ address = '', onCancel }: ConnectStoreProps) {
  const [way, setWay] = useState('app')
  const practice = useStoreCall(() => call(api.shopify.practice), {
    done: 'Practice store connected',
    failed: 'Failed to connect the practice store',
  })
  const cancel = onCancel && (
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  )
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
          <Text c="dimmed" flex="1 1 30ch">
            Don’t have a store yet? The practice store behaves like Shopify. Safe to try: nothing reaches a
            real store.
          </Text>
          <Button variant="default" disabled={practice.isPending} onClick={() => practice.mutate(undefined)}>
            {practice.isPending ? 'Connecting...' : 'Try it without a store'}
          </Button>
        </Group>
      )}
    </>
  )
}

interface ConnectFormProps {
  initial: z.input<typeof connectInput>
  secondary: ReactNode
  onDone: (() => void) | undefined
}

function ConnectForm({ initial, secondary, onDone }: ConnectFormProps) {
  const connect = useStoreCall((body: z.input<typeof connectInput>) => call(api.shopify.connect, { body }), {
    done: 'Store connected',
    failed: 'Failed to connect the store',
    keepsForm: true,
  })
  const form = useSchemaForm(connectInput, initial, connect.error)
  const bind = (field: string) => form.getInputProps(field)
  return (
    <FormShell
      onSubmit={form.onSubmit((values) => connect.mutate(values, { onSuccess: onDone }))}
      call={connect}
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
        <Stack>
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
        </Stack>
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
