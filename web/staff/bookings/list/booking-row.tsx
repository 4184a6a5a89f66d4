import { Box, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { attendanceLabels, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { mailLink } from '@trunkshow/contract/paths.ts'
import { draggable } from '../../ui/drag/use-drop-target.ts'
import { RowButton } from '../../ui/feedback/reason-button.tsx'
import { GivenAnswers } from '../../ui/list/given-answers.tsx'
import { GripIcon } from '../../ui/page/icons.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { PersonLink, QuietText, Tag } from '../../ui/page/words.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import type { useBookingTasks } from '../booking-tasks.tsx'
import styles from './booking-row.module.css'

interface BookingRowProps {
  booking: Booking
  /** What the user may do with bookings of this event. */
  tasks: ReturnType<typeof useBookingTasks>
  /** Called when the mouse reaches the row's handle. */
  prepareDrag: () => void
  /** Called with whether the row is being dragged to another time. */
  drag: (dragging: boolean) => void
}

/** One booking of a time slot: guest, status, actions. */
export function BookingRow({ booking, tasks, prepareDrag, drag }: BookingRowProps) {
  const { attendeeName, attendeeEmail } = booking
  const all = tasks.tasksOf(booking)
  // Who takes no orders has guests to move.
  const next =
    all.find(({ label }) => label === 'Create Order') ?? all.find(({ label }) => label === 'Reschedule')
  const canceled = booking.status === 'cancelled'
  return (
    <Box component="li" c={canceled ? 'dimmed' : undefined} className={styles.row}>
      <p>
        {tasks.isMovable(booking) && <Grip prepare={prepareDrag} drag={drag} />}
        <PersonLink {...tasks.personOf(booking)}>{attendeeName}</PersonLink>
      </p>
      <QuietText>{attendeeEmail}</QuietText>
      <BookingTags booking={booking} onEmails={() => tasks.showEmails(booking)} />
      <GivenAnswers booking={booking} className={styles.answers} />
      {booking.notes && <p className={`${surfaces.note} ${styles.notes}`}>{booking.notes}</p>}
      <Group gap={0} justify="end" className={styles.actions}>
        {next && (
          <RowButton label={next.label} of={next.of} reason={next.reason ?? null} onClick={next.onRun} />
        )}
        <RowMenu
          name={attendeeName}
          tasks={[
            ...all.filter((task) => task !== next),
            attendeeEmail ? { label: `Write to ${attendeeEmail}`, href: mailLink(attendeeEmail) } : false,
          ]}
        />
      </Group>
    </Box>
  )
}

/** A booking's party and state in a few words. */
export function BookingTags({ booking, onEmails }: { booking: Booking; onEmails: () => void }) {
  const { id, attendeeName, attendance, failedEmailId } = booking
  const canceled = booking.status === 'cancelled'
  const emailState = failedEmailId ? 'Email failed' : 'Email waiting'
  return (
    <Group component="p" gap={4}>
      {booking.partySize > 1 && <Tag>{peopleOf(booking.partySize)}</Tag>}
      {canceled && <Tag>Cancelled</Tag>}
      {booking.isComing && !attendance && !canceled && <Tag tone="good">Coming</Tag>}
      {attendance && (
        <Tag tone={attendance === 'arrived' ? 'good' : 'warn'}>{attendanceLabels[attendance]}</Tag>
      )}
      {booking.assignee && <Tag>With {booking.assignee.name}</Tag>}
      {booking.room && <Tag>Room: {booking.room}</Tag>}
      {booking.outsideEventHours && <Tag tone="bad">Outside Event Hours</Tag>}
      {(failedEmailId || booking.emailWaits) && (
        <button
          type="button"
          className={styles.orders}
          aria-label={`${emailState}: ${attendeeName}`}
          onClick={onEmails}
        >
          <Tag tone={failedEmailId ? 'bad' : 'warn'}>{emailState}</Tag>
        </button>
      )}
      {booking.hasOrders && (
        <Link
          to="/orders"
          search={{ bookingId: id }}
          className={styles.orders}
          aria-label={`Has Orders: ${attendeeName}`}
        >
          <Tag tone="accent">Has Orders</Tag>
        </Link>
      )}
    </Group>
  )
}

/** Drags its row by mouse to another time slot; Reschedule does the same by keyboard and touch. */
function Grip({ prepare, drag }: { prepare: () => void; drag: (dragging: boolean) => void }) {
  return (
    <span
      className={styles.grip}
      aria-hidden="true"
      title="Drag to another time"
      onPointerEnter={prepare}
      // The name alone, since the whole row would cover the time slots.
      {...draggable(drag, (grip) => grip.closest('p')!)}
    >
      <GripIcon />
    </span>
  )
}
