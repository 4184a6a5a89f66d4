import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, TextInput } from '@mantine/core'
import { connectInput } from '@trunkshow/contract/shopify/schema.ts'
import { FieldRow } from '../ui/form-section.tsx'
import { FormShell } from '../ui/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../ui/use-schema-form.ts'
import type { WayFormProps } from './app-form.tsx'
import { useConnectStore } from './queries.ts'

/** The store's address with the access token of an app from before. */
export function TokenForm({ address, secondary, onDone }: WayFormProps) {
  const connect = useConnectStore()
  const empty = { kind: 'token' as const, address, accessToken: '' }
  const form = useSchemaForm(connectInput, empty, connect.error)
  const send = form.onSubmit((values) => connect.mutate(values, { onSuccess: onDone }), focusFirstError)
  return (
    <FormShell
      onSubmit={send}
      loading={connect.isPending}
      error={connect.error}
      submitLabel="Connect store"
      pendingLabel="Connecting..."
      failedLabel="Failed to connect the store"
      secondary={secondary}
    >
      <FieldRow>
        <TextInput
          label="Store address"
          description="As in Shopify's own screens"
          placeholder="your-store.myshopify.com"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('address')}
        />
        <PasswordInput
          label="Access token"
          description="Kept encrypted, never shown again"
          autoComplete="off"
          {...form.getInputProps('accessToken')}
        />
      </FieldRow>
    </FormShell>
  )
}
