import '@mantine/core/styles/Checkbox.layer.css'
import { type EventInput, eventInput } from '@trunkshow/contract/events/schema.ts'
import type { ReactNode } from 'react'
import { FormShell } from '../ui/form-shell.tsx'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { focusFirstError, useSchemaForm } from '../ui/use-schema-form.ts'
import { AddressFields, ShowFields, StateFields } from './event-fields.tsx'
import styles from './event-form.module.css'
import type { EventFormValues } from './event-form-values.ts'
import { EventPreview } from './event-preview.tsx'
import { AppointmentFields, TimeFields } from './event-time-fields.tsx'

interface EventFormProps {
  values: EventFormValues
  /** Sends the event; `done` tells the form that it is saved and may be left. */
  onSubmit: (event: EventInput, done: () => void) => void
  loading: boolean
  error: Error | null
  submitLabel: string
  pendingLabel: string
  failedLabel: string
  secondary?: ReactNode
}

/** Every field of an event with its rule (spec booking §2, §5, §9), for creating and editing. */
export function EventForm({ values, onSubmit, secondary, ...shell }: EventFormProps) {
  const form = useSchemaForm(eventInput, values, shell.error)
  const editing = values.isActive !== undefined
  const send = form.onSubmit((typed) => onSubmit(eventInput.parse(typed), form.resetDirty), focusFirstError)
  return (
    <div className={styles.columns}>
      <FormShell onSubmit={send} secondary={secondary} {...shell}>
        <ShowFields form={form} />
        <TimeFields form={form} editing={editing} />
        <AppointmentFields form={form} editing={editing} />
        <AddressFields form={form} editing={editing} />
        {editing && <StateFields form={form} />}
      </FormShell>
      <EventPreview values={form.values} />
      <LeaveGuard isDirty={() => form.isDirty()} />
    </div>
  )
}
