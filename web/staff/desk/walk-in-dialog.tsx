import { NativeSelect, TextInput } from '@mantine/core'
import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { partySizeField } from '@trunkshow/contract/bookings/schema.ts'
import { formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { personLimits } from '@trunkshow/contract/person.ts'
import { useState } from 'react'
import { z } from 'zod'
import { PartySizeField, useMoreSpots } from '../bookings/add/party-fields.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import type { DeskGroup } from './day-rows.ts'

interface WalkInDialogProps {
  event: Event
  /** The time slots that have not ended. */
  groups: readonly DeskGroup[]
  /** The one that is chosen at first. */
  start: DeskGroup
  onAdd: (group: DeskGroup, guest: { name: string; partySize: number; upToSpots: number | undefined }) => void
  onClose: () => void
}

const walkIn = z.object({ name: z.string().trim().max(personLimits.name), partySize: partySizeField })

/** A walk-in with a name, a party, or another time; over the last spot only once the host agreed. */
export function WalkInDialog({ event, groups, start, onAdd, onClose }: WalkInDialogProps) {
  const [slotId, setSlotId] = useState(start.slot.id)
  const form = useSchemaForm(walkIn, { name: '', partySize: 1 }, null)
  const group = groups.find(({ slot }) => slot.id === slotId) ?? start
  const missing = spotsOf(event, Number(form.values.partySize) || 1) - group.left
  const upToSpots = missing > 0 ? group.slot.totalSlots + missing : undefined
  const moreSpots = useMoreSpots(upToSpots)

  function handleSubmit(values: typeof form.values) {
    if (!moreSpots.check()) return
    onAdd(group, { ...walkIn.parse(values), upToSpots })
    onClose()
  }

  return (
    <FormDialog
      title="Add walk-in"
      form={form}
      call={{ isPending: false, error: null }}
      onSubmit={handleSubmit}
      submitLabel="Add walk-in"
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Optional."
        maxLength={personLimits.name}
        {...form.getInputProps('name')}
      />
      {event.maxPartySize > 1 && <PartySizeField {...form.getInputProps('partySize')} />}
      <NativeSelect
        label="Time slot"
        value={slotId}
        onChange={({ currentTarget: { value } }) => setSlotId(Number(value))}
        data={groups.map(({ slot, left }) => ({
          value: String(slot.id),
          label: `${formatTimeRange(slot.startTime, slot.endTime)}${left > 0 ? '' : ' (full)'}`,
        }))}
      />
      {moreSpots.field}
    </FormDialog>
  )
}
