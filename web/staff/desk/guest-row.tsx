import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Attendance, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { GivenAnswers } from '../ui/list/given-answers.tsx'
import { Tag } from '../ui/list/tag.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import type { DeskRow } from './day-rows.ts'
import styles from './desk.module.css'

interface GuestRowProps {
  row: DeskRow
  offline: boolean
  /** Absent before the day, and for a walk-in that was not sent yet. */
  onMark?: (attendance: Attendance | null) => void
  /** Absent if the user takes no orders. */
  onOrder?: () => void
  /** Removes a walk-in that was not sent yet. */
  onRemove?: () => void
}

const edges = { arrived: '--good', no_show: '--line-strong' } as const

/** One guest: the buttons are at the thumb’s side, and pressing one again undoes it. */
export function GuestRow({ row, offline, onMark, onOrder, onRemove }: GuestRowProps) {
  const { name, partySize, attendance, waits, booking } = row
  return (
    <li
      className={styles.guest}
      style={attendance ? { boxShadow: `inset 4px 0 var(${edges[attendance]})` } : undefined}
    >
      <Stack gap={4} className={styles.who}>
        <Text
          ff="heading"
          fz="lg"
          lh={1.2}
          {...(attendance === 'no_show' && { c: 'dimmed', td: 'line-through' })}
        >
          {name}
        </Text>
        <Group component="p" gap={4}>
          {partySize > 1 && <Tag>{peopleOf(partySize)}</Tag>}
          {waits && <Tag tone="warn">Not sent yet</Tag>}
          {booking?.hasOrders && (
            <Link to="/orders" search={{ bookingId: booking.id }} aria-label={`Has Orders: ${name}`}>
              <Tag tone="accent">Has Orders</Tag>
            </Link>
          )}
        </Group>
        {booking && <GivenAnswers booking={booking} />}
        {booking?.notes && <p className={surfaces.note}>{booking.notes}</p>}
      </Stack>
      <Group gap="xs" justify="end" className={styles.actions}>
        {onOrder && (
          <ReasonButton
            variant="subtle"
            reason={offline ? 'Orders need the network. Try again when it’s back.' : null}
            aria-label={`Create Order for ${name}`}
            onClick={onOrder}
          >
            Create Order
          </ReasonButton>
        )}
        {onRemove && (
          <Button variant="subtle" color="bad" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        )}
        {onMark && (
          <>
            <Mark label="No-show" name={name} value="no_show" now={attendance} onMark={onMark} />
            <Mark label="Arrived" name={name} value="arrived" now={attendance} onMark={onMark} />
          </>
        )}
      </Group>
    </li>
  )
}

interface MarkProps {
  label: string
  name: string
  value: Attendance
  now: Attendance | null
  onMark: (attendance: Attendance | null) => void
}

function Mark({ label, name, value, now, onMark }: MarkProps) {
  const pressed = now === value
  return (
    <button
      type="button"
      className={styles.mark}
      data-value={value}
      aria-pressed={pressed}
      aria-label={`${label}: ${name}`}
      onClick={() => onMark(pressed ? null : value)}
    >
      {label}
    </button>
  )
}
