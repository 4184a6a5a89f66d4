import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { connectInput } from '@trunkshow/contract/shopify/schema.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { FormShell } from '../ui/form/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../ui/form/use-schema-form.ts'
import { useConnectStore } from './queries.ts'

/** The properties every connection form receives. */
export interface WayFormProps {
  address: string
  /** Shown beside the submit button. */
  secondary: ReactNode
  onDone: (() => void) | undefined
}

interface ConnectFormProps extends Omit<WayFormProps, 'address'> {
  initial: z.input<typeof connectInput>
  /** The fields, bound to the form with `bind`. */
  children: (bind: (field: string) => object) => ReactNode
}

/** The form for one way to connect a store. */
export function ConnectForm({ initial, secondary, onDone, children }: ConnectFormProps) {
  const connect = useConnectStore()
  const form = useSchemaForm(connectInput, initial, connect.error)
  const send = form.onSubmit((values) => connect.mutate(values, { onSuccess: onDone }), focusFirstError)
  return (
    <FormShell
      onSubmit={send}
      loading={connect.isPending}
      error={connect.error}
      submitLabel="Connect store"
      pendingLabel="Connecting..."
      quiet={!form.isDirty()}
      secondary={secondary}
    >
      {children((field) => form.getInputProps(field))}
    </FormShell>
  )
}

export function AddressField(props: TextInputProps) {
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

export function SecretField(props: PasswordInputProps) {
  return <PasswordInput description="Encrypted and never shown again" autoComplete="off" {...props} />
}
