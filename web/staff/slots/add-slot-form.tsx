import { Box, Button, TextInput, Title } from '@mantine/core'
import { TimeInput } from '@mantine/dates'
import { isDate } from '@trunkshow/contract/dates.ts'
import { isOutsideEvent } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import { newSlotInput } from '@trunkshow/contract/slots/schema.ts'
import { useEffect, useId, useRef } from 'react'
import { Note } from '../ui/feedback/note.tsx'
import { DateField, EndTimeInput } from '../ui/form/date-field.tsx'
import { FormShell } from '../ui/form/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../ui/form/use-schema-form.ts'
import surfaces from '../ui/page/surfaces.module.css'
import styles from './availability.module.css'
import { useCreateSlot } from './queries.ts'
import { parseSpots } from './slot-edits.ts'

/** The Add form for a new slot, initially on the event's date with one spot. */
export function AddSlotForm({ event, onClose }: { event: Event; onClose: () => void }) {
  const titleId = useId()
  const start = useRef<HTMLInputElement>(null)
  const create = useCreateSlot(String(event.id), true)
  const form = useSchemaForm(
    newSlotInput,
    { slotDate: event.eventDate, startTime: '', endTime: '', totalSlots: '1' },
    create.error,
  )
  useEffect(() => start.current?.focus(), [])
  const { slotDate, startTime, endTime } = form.values
  const complete = slotDate !== '' && startTime !== '' && endTime !== ''
  return (
    <Box component="section" className={surfaces.panel} mb="md" aria-labelledby={titleId}>
      <Title id={titleId} order={2} size="h3" mb="sm">
        Add a time slot
      </Title>
      <FormShell
        onSubmit={form.onSubmit(
          (values) =>
            create.mutate({ ...values, totalSlots: parseSpots(values.totalSlots) }, { onSuccess: onClose }),
          focusFirstError,
        )}
        loading={create.isPending}
        error={create.error}
        submitLabel="Create"
        pendingLabel="Creating..."
        disabledReason={complete ? undefined : slotMessages.setTimes}
        secondary={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <div className={styles.fields}>
          <DateField label="Date" {...form.getInputProps('slotDate')} />
          <TimeInput ref={start} label="Start Time" {...form.getInputProps('startTime')} />
          <EndTimeInput label="End Time" {...form.getInputProps('endTime')} />
          <TextInput
            label="Available Spots"
            type="number"
            min={1}
            inputMode="numeric"
            {...form.getInputProps('totalSlots')}
            onBlur={() => form.setFieldValue('totalSlots', String(parseSpots(form.values.totalSlots)))}
          />
        </div>
        {complete && isDate(slotDate) && isOutsideEvent(form.values, event) && (
          <Note mt="md">{slotMessages.outsideEvent}</Note>
        )}
      </FormShell>
    </Box>
  )
}
