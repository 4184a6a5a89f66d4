import { Box, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { attendanceLabels, bookingCan, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { isErasedGuest } from '@trunkshow/contract/privacy/rules.ts'
import type { Zone } from '@trunkshow/contract/zones.ts'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { GivenAnswers } from '../../ui/list/given-answers.tsx'
import { Tag } from '../../ui/list/tag.tsx'
import { GripIcon } from '../../ui/page/icons.tsx'
import { MailLink } from '../../ui/page/mail-link.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import styles from './booking-row.module.css'

interface BookingActions {
  zone: Zone
  reschedule: () => void
  cancel: () => void
  editNotes: () => void
  /** Called when the mouse reaches the row's handle. */
  prepareDrag: () => void
  /** Called with whether the row is being dragged to another time. */
  drag: (dragging: boolean) => void
}

interface BookingRowProps {
  booking: Booking
  /** Absent for roles that can't change bookings. */
  actions?: BookingActions
  /** Takes an order for it; absent if the user can't. */
  onOrder?: () => void
  /** Erases its guest; absent if the user can't. */
  onErase?: () => void
  onEmails: (emailId?: number) => void
}

/** One booking of a time slot: guest, status, actions. */
export function BookingRow({ booking, actions, onOrder, onErase, onEmails }: BookingRowProps) {
  const { attendeeName, attendeeEmail, outsideEventHours } = booking
  const canceled = booking.status === 'cancelled'
  const erased = isErasedGuest(booking)
  const mayChange = !canceled && !erased
  return (
    <Box component="li" c={canceled ? 'dimmed' : undefined} className={styles.row}>
      <p>
        {mayChange && actions && bookingCan.reschedule(booking, actions.zone, new Date()) === null && (
          <Grip {...actions} />
        )}
        {attendeeName}
      </p>
      <p>
        <MailLink email={attendeeEmail} />
      </p>
      <Group component="p" gap={4}>
        {booking.partySize > 1 && <Tag>{peopleOf(booking.partySize)}</Tag>}
        {canceled && <Tag>Cancelled</Tag>}
        {booking.isComing && !booking.attendance && !canceled && <Tag tone="good">Coming</Tag>}
        {booking.attendance && (
          <Tag tone={booking.attendance === 'arrived' ? 'good' : 'warn'}>
            {attendanceLabels[booking.attendance]}
          </Tag>
        )}
        {outsideEventHours && <Tag tone="bad">Outside Event Hours</Tag>}
        {(booking.failedEmailId || booking.emailWaits) && (
          <EmailTag booking={booking} onOpen={() => onEmails(booking.failedEmailId)} />
        )}
        {booking.hasOrders && (
          <Link
            to="/orders"
            search={{ bookingId: booking.id }}
            className={styles.orders}
            aria-label={`Has Orders: ${attendeeName}`}
          >
            <Tag tone="accent">Has Orders</Tag>
          </Link>
        )}
      </Group>
      <GivenAnswers booking={booking} className={styles.answers} />
      {booking.notes && <p className={`${surfaces.note} ${styles.notes}`}>{booking.notes}</p>}
      <Group gap={0} justify="end" className={styles.actions}>
        {mayChange && onOrder && (
          <Button variant="subtle" aria-label={`Create Order for ${attendeeName}`} onClick={onOrder}>
            Create Order
          </Button>
        )}
        <Button variant="subtle" aria-label={`Emails for ${attendeeName}`} onClick={() => onEmails()}>
          Emails
        </Button>
        {mayChange && actions && <Changes booking={booking} {...actions} />}
        {onErase && !erased && (
          <Button
            variant="subtle"
            color="bad"
            aria-label={`Erase data for ${attendeeName}`}
            onClick={onErase}
          >
            Erase
          </Button>
        )}
      </Group>
    </Box>
  )
}

/** Says that an email failed or waits, and opens it, or the emails of the booking. */
function EmailTag({ booking, onOpen }: { booking: Booking; onOpen: () => void }) {
  const label = booking.failedEmailId ? 'Email failed' : 'Email waiting'
  return (
    <button
      type="button"
      className={styles.orders}
      aria-label={`${label}: ${booking.attendeeName}`}
      onClick={onOpen}
    >
      <Tag tone={booking.failedEmailId ? 'bad' : 'warn'}>{label}</Tag>
    </button>
  )
}

/** Drags its row by mouse to another time slot; Reschedule does the same by keyboard and touch. */
function Grip({ prepareDrag, drag }: Pick<BookingActions, 'prepareDrag' | 'drag'>) {
  return (
    <span
      className={styles.grip}
      aria-hidden="true"
      title="Drag to another time"
      draggable
      onPointerEnter={prepareDrag}
      onDragStart={({ currentTarget, dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', '') // Firefox starts no drag without data.
        // The name alone, since the whole row would cover the time slots.
        dataTransfer.setDragImage(currentTarget.closest('p')!, -12, 8)
        drag(true)
      }}
      onDragEnd={() => drag(false)}
    >
      <GripIcon />
    </span>
  )
}

interface ChangesProps extends Omit<BookingActions, 'prepareDrag' | 'drag'> {
  booking: Booking
}

function Changes({ booking, zone, reschedule, cancel, editNotes }: ChangesProps) {
  const { attendeeName } = booking
  return (
    <>
      <Button variant="subtle" aria-label={`Notes for ${attendeeName}`} onClick={editNotes}>
        Notes
      </Button>
      <ReasonButton
        variant="subtle"
        reason={bookingCan.reschedule(booking, zone, new Date())}
        aria-label={`Reschedule booking for ${attendeeName}`}
        onClick={reschedule}
      >
        Reschedule
      </ReasonButton>
      <Button variant="subtle" color="bad" aria-label={`Cancel booking for ${attendeeName}`} onClick={cancel}>
        Cancel
      </Button>
    </>
  )
}
