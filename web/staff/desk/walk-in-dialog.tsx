import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { partySizeField } from '@trunkshow/contract/bookings/schema.ts'
import { formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { personLimits } from '@trunkshow/contract/person.ts'
import { useState } from 'react'
import { z } from 'zod'
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
  const [agreedTo, setAgreedTo] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const form = useSchemaForm(walkIn, { name: '', partySize: 1 }, null)
  const group = groups.find(({ slot }) => slot.id === slotId) ?? start
  const missing = spotsOf(event, Number(form.values.partySize) || 1) - group.left
  const needed = group.slot.totalSlots + missing

  function handleSubmit(values: typeof form.values) {
    if (missing > 0 && agreedTo !== needed) return setProblem('Check this box to add a spot.')
    onAdd(group, { ...walkIn.parse(values), upToSpots: missing > 0 ? needed : undefined })
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
      {event.maxPartySize > 1 && (
        <NumberInput
          label="People"
          min={1}
          max={1000}
          allowDecimal={false}
          {...form.getInputProps('partySize')}
        />
      )}
      <NativeSelect
        label="Time slot"
        value={slotId}
        onChange={({ currentTarget: { value } }) => setSlotId(Number(value))}
        data={groups.map(({ slot, left }) => ({
          value: String(slot.id),
          label: `${formatTimeRange(slot.startTime, slot.endTime)}${left > 0 ? '' : ' (full)'}`,
        }))}
      />
      {missing > 0 && (
        <Checkbox
          label={`Add to this full time slot. This makes it ${needed} spots.`}
          checked={agreedTo === needed}
          error={agreedTo === needed ? undefined : problem}
          onChange={({ currentTarget: { checked } }) => setAgreedTo(checked ? needed : undefined)}
        />
      )}
    </FormDialog>
  )
}
