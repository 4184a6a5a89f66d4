import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, TextInput } from '@mantine/core'
import { connectInput } from '@trunkshow/contract/shopify/schema.ts'
import type { ReactNode } from 'react'
import { Fields } from '../ui/fields.tsx'
import { FieldRow } from '../ui/form-section.tsx'
import { FormShell } from '../ui/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../ui/use-schema-form.ts'
import { useConnectStore } from './queries.ts'

export interface WayFormProps {
  address: string
  /** Beside the submit button. */
  secondary: ReactNode
  onDone: (() => void) | undefined
}

/** The store's address with the client ID and secret of the company's own app. */
export function AppForm({ address, secondary, onDone }: WayFormProps) {
  const connect = useConnectStore()
  const empty = { kind: 'app' as const, address, clientId: '', clientSecret: '' }
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
      <Fields>
        <TextInput
          label="Store address"
          placeholder="your-store.myshopify.com"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('address')}
        />
        <FieldRow>
          <TextInput
            label="Client ID"
            description="In your app's settings at Shopify"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('clientId')}
          />
          <PasswordInput
            label="Client secret"
            description="Kept encrypted, never shown again"
            autoComplete="off"
            {...form.getInputProps('clientSecret')}
          />
        </FieldRow>
      </Fields>
    </FormShell>
  )
}
