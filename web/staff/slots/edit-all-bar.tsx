import { Button, Group } from '@mantine/core'
import { formatDate, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import styles from './availability.module.css'
import type { SlotEditing } from './use-slot-edits.ts'

/** How many rejected slots to name. */
const NAMED = 4

/** While all slots are being edited: Save All and Cancel, always visible, with the progress of saving. */
export function EditAllBar({ editing, slots }: { editing: SlotEditing; slots: readonly ListedSlot[] }) {
  const { savingAll, progress, mode } = editing
  return (
    <Group mb="md" className={styles.bar}>
      {mode === 'failed' && !savingAll ? (
        <p className={styles.barText} data-tone="bad" role="alert">
          {describeFailed(slots.filter(({ id }) => editing.failures[id] !== undefined))}
        </p>
      ) : (
        <p className={styles.barText} role="status">
          {savingAll
            ? `Saving ${progress.done} of ${progress.of}...`
            : 'Edit any time slots, then Save All. We’ll email guests whose time changes.'}
        </p>
      )}
      <Button variant="default" disabled={savingAll} onClick={editing.close}>
        Cancel
      </Button>
      <Button disabled={savingAll} onClick={editing.saveAll}>
        {savingAll ? 'Saving...' : 'Save All'}
      </Button>
    </Group>
  )
}

function describeFailed(slots: readonly ListedSlot[]) {
  const named = slots
    .slice(0, NAMED)
    .map((slot) => `${formatDate(slot.slotDate)}, ${formatTimeRange(slot.startTime, slot.endTime)}`)
  const more = slots.length > NAMED ? ` and ${slots.length - NAMED} more` : ''
  const count = `${slots.length} ${slots.length === 1 ? 'time slot' : 'time slots'}`
  return `${count} couldn’t be saved. Fix and save again: ${named.join('; ')}${more}.`
}
