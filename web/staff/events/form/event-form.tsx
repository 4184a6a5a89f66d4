import { Checkbox, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ScheduledEmailType } from '@trunkshow/contract/emails/rules.ts'
import type { EventDetail } from '@trunkshow/contract/events/schema.ts'
import { eventImages } from '@trunkshow/contract/images.ts'
import type { ReactNode } from 'react'
import { UsageNote } from '../../company/usage.tsx'
import { ImageField } from '../../ui/files/image-field.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { focusFirstError, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import type { useSaveEvent } from '../queries.ts'
import { LinkFields, QuestionsFields, ShowFields, StateFields } from './event-fields.tsx'
import styles from './event-form.module.css'
import { type EventFormValues, type EventToSend, eventForm, eventToSend } from './event-form-values.ts'
import { EventPreview } from './event-preview.tsx'
import { AppointmentFields, TimeFields } from './event-time-fields.tsx'

interface EventFormProps {
  values: EventFormValues
  event?: EventDetail
  /** Sends the event; calling `done` clears the unsaved-changes warning. */
  onSubmit: (event: EventToSend, done: () => void) => void
  save: ReturnType<typeof useSaveEvent>
  submitLabel: string
  pendingLabel: string
  secondary?: ReactNode
  /** Whether the values are another event's without its dates, which come first then. */
  copying?: boolean
  /** Whether there is room for a preview beside the form. */
  preview?: boolean
}

/** All of an event's fields with their rules (docs/product.md, Making an event), for creating and editing. */
export function EventForm({
  values,
  event,
  onSubmit,
  save,
  secondary,
  preview = false,
  copying = false,
  ...shell
}: EventFormProps) {
  const form = useSchemaForm(eventForm, values, save.error)
  const editing = values.isActive !== undefined
  const send = form.onSubmit(
    (typed) => onSubmit(eventToSend(typed, values), form.resetDirty),
    focusFirstError,
  )
  return (
    <div className={styles.columns} data-preview={preview}>
      <FormShell
        onSubmit={send}
        sticky
        loading={save.isPending}
        error={save.error}
        secondary={save.sent === undefined ? secondary : <UploadProgress sent={save.sent} />}
        {...shell}
      >
        {!editing && <UsageNote kinds={['events', 'slots', 'files', 'bytes']} />}
        {copying && <TimeFields form={form} editing={editing} leads />}
        <ShowFields form={form} event={event} />
        <ImageFields form={form} />
        {!copying && <TimeFields form={form} editing={editing} />}
        <AppointmentFields form={form} editing={editing} />
        <QuestionsFields form={form} />
        <GuestEmailsFields form={form} />
        <LinkFields form={form} editing={editing} />
        {editing && <StateFields form={form} />}
      </FormShell>
      {preview && <EventPreview values={form.values} />}
      <LeaveGuard isDirty={() => form.isDirty()} />
    </div>
  )
}

function UploadProgress({ sent }: { sent: number }) {
  const label = sent < 1 ? 'Uploading images' : 'Preparing images'
  return (
    <Stack component="label" gap={4} flex="1 1 200px" c="dimmed">
      {label}
      <progress value={sent < 1 ? sent : undefined} />
    </Stack>
  )
}

function ImageFields({ form }: { form: UseFormReturnType<EventFormValues> }) {
  return (
    <FormSection
      title="Pictures"
      hint="Optional. Without a logo, we show your company’s logo or the host’s name."
    >
      <ImageField
        label="Banner"
        kind="banner"
        description={`A wide picture above the event name, up to ${eventImages.banner.megabytes} MB`}
        {...form.getInputProps('banner')}
      />
      <ImageField
        label="Logo"
        kind="logo"
        description={`Shown in a circle. Wide logos aren’t cropped. Up to ${eventImages.logo.megabytes} MB`}
        {...form.getInputProps('logo')}
      />
    </FormSection>
  )
}

const choices: Record<ScheduledEmailType, { label: string; description?: string }> = {
  booking_reminder: { label: 'Remind guests the day before' },
  booking_reminder_soon: { label: 'Remind guests three hours before' },
  booking_thanks: {
    label: 'Thank guests the day after',
    description: 'With their order, if they made one. No-shows don’t get one.',
  },
}

/** Which emails guests get besides those about their booking (docs/product.md, Reminders). */
function GuestEmailsFields({ form }: { form: UseFormReturnType<EventFormValues> }) {
  return (
    <FormSection
      title="Emails to guests"
      hint="Sent in the event’s time zone, in addition to booking emails."
    >
      <Checkbox.Group {...form.getInputProps('guestEmails')}>
        <Fields>
          {Object.entries(choices).map(([type, texts]) => (
            <Checkbox key={type} value={type} {...texts} />
          ))}
        </Fields>
      </Checkbox.Group>
    </FormSection>
  )
}
