import { Button, Group, TextInput } from '@mantine/core'
import { TimeInput } from '@mantine/dates'
import { formatDate, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { EndTimeInput } from '../ui/form/date-field.tsx'
import { countBooked } from './slot-days.ts'
import styles from './slot-row.module.css'
import type { SlotEditing } from './use-slot-edits.ts'

/** A slot being edited: start, end and spots, with its own Save and Cancel unless all slots are being edited. */
export function SlotEditRow({ slot, editing }: { slot: ListedSlot; editing: SlotEditing }) {
  const values = editing.valuesOf(slot)
  const saving = editing.savingAll || editing.savingId === slot.id
  const failure = editing.failures[slot.id]
  const name = `${formatTimeRange(slot.startTime, slot.endTime)} on ${formatDate(slot.slotDate)}`
  const field = (key: keyof typeof values) => ({
    value: values[key],
    disabled: saving,
    error: failure?.fields?.[key],
    onChange: (change: string | { currentTarget: HTMLInputElement }) =>
      editing.type(slot.id, { [key]: typeof change === 'string' ? change : change.currentTarget.value }),
  })
  return (
    <li>
      <form
        noValidate
        className={styles.edit}
        data-alone={editing.mode === 'single'}
        aria-label={`Edit ${name}`}
        onSubmit={(submit) => {
          submit.preventDefault()
          if (editing.mode === 'single') editing.save(slot)
        }}
      >
        <TimeInput label="Start Time" {...field('startTime')} />
        <EndTimeInput label="End Time" {...field('endTime')} />
        <TextInput label="Total Slots" type="number" min={1} inputMode="numeric" {...field('totalSlots')} />
        <Group gap="xs" mih="var(--control)" className={styles.editEnd}>
          <p className={styles.booked}>{countBooked(slot)} booked</p>
          {editing.mode === 'single' && (
            <>
              <Button type="submit" disabled={saving}>
                {saving ? 'Saving...' : 'Save'}
              </Button>
              <Button variant="default" disabled={saving} onClick={() => editing.stop(slot.id)}>
                Cancel
              </Button>
            </>
          )}
        </Group>
      </form>
    </li>
  )
}
