import { Button, Group } from '@mantine/core'
import { formatDate, formatTimeRange } from '@trunkshow/contract/dates.ts'
import { isOutsideEvent } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { Tag } from '../ui/list/tag.tsx'
import { countBooked } from './slot-days.ts'
import styles from './slot-row.module.css'

interface SlotRowProps {
  event: Event
  slot: ListedSlot
  /** Absent for roles that can't change slots. */
  actions?: { edit: () => void; remove: () => void }
}

/** One slot: its time, bookings, actions. */
export function SlotRow({ event, slot, actions }: SlotRowProps) {
  const booked = countBooked(slot)
  const full = slot.availableSpots <= 0
  const time = formatTimeRange(slot.startTime, slot.endTime)
  const name = `${time} on ${formatDate(slot.slotDate)}`
  return (
    <li className={styles.row}>
      <p className={styles.time}>
        <span>{time}</span>
        <small>{formatDate(slot.slotDate)}</small>
      </p>
      <Group wrap="nowrap" className={styles.places}>
        <Tag tone={full ? 'bad' : 'plain'}>{`${booked}/${slot.totalSlots}`}</Tag>
        <span className={styles.word}>{full ? 'Full' : 'booked'}</span>
        <progress
          className={styles.bar}
          data-full={full}
          value={booked}
          max={slot.totalSlots}
          aria-label={`Spots booked, ${name}`}
        />
      </Group>
      <p className={styles.tags}>
        {isOutsideEvent(slot, event) && <Tag tone="bad">Outside Event Hours</Tag>}
        {!slot.isAvailable && <Tag>Hidden</Tag>}
      </p>
      {actions && (
        <Group gap={0} justify="end" wrap="nowrap" className={styles.actions}>
          <Button variant="subtle" aria-label={`Edit ${name}`} onClick={actions.edit}>
            Edit
          </Button>
          <ReasonButton
            variant="subtle"
            color="bad"
            reason={slot.everBooked === false ? null : slotMessages.hasBookings}
            aria-label={`Delete ${name}`}
            onClick={actions.remove}
          >
            Delete
          </ReasonButton>
        </Group>
      )}
    </li>
  )
}
