import { Box, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { attendanceLabels, bookingCan, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { isErasedGuest } from '@trunkshow/contract/privacy/rules.ts'
import type { ComponentProps, ReactNode } from 'react'
import { RowButton } from '../../ui/feedback/reason-button.tsx'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { GivenAnswers } from '../../ui/list/given-answers.tsx'
import { Tag } from '../../ui/list/words.tsx'
import { GripIcon } from '../../ui/page/icons.tsx'
import { MailLink } from '../../ui/page/page-header.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { orderedBy } from '../queries.ts'
import styles from './booking-row.module.css'

const BookingEmailsDialog = lazy(
  () => import('../../emails/booking-emails-dialog.tsx'),
  'BookingEmailsDialog',
)
const CancelDialog = lazy(() => import('./cancel-dialog.tsx'), 'CancelDialog')
const CreateOrderDialog = lazy(() => import('../../orders/form/create-order-dialog.tsx'), 'CreateOrderDialog')
const EmailDialog = lazy(() => import('../../emails/email-dialog.tsx'), 'EmailDialog')
const EraseDialog = lazy(() => import('../../privacy/erase-dialog.tsx'), 'EraseDialog')
const NotesDialog = lazy(() => import('./notes-dialog.tsx'), 'NotesDialog')
export const RescheduleDialog = lazy(() => import('../reschedule/reschedule-dialog.tsx'), 'RescheduleDialog')

interface BookingRowProps {
  event: Event
  booking: Booking
  /** What the user may do with bookings of this event. */
  may: { manage: boolean; order: boolean; erase: boolean }
  /** Shows a dialog beside the list, so that it stays open if this row disappears; undefined closes it. */
  show: (dialog?: ReactNode) => void
  /** Called when the mouse reaches the row's handle. */
  prepareDrag: () => void
  /** Called with whether the row is being dragged to another time. */
  drag: (dragging: boolean) => void
}

/** One booking of a time slot: guest, status, actions. */
export function BookingRow({ event, booking, may, show, prepareDrag, drag }: BookingRowProps) {
  const { id, attendeeName, attendance, failedEmailId } = booking
  const canceled = booking.status === 'cancelled'
  const erased = isErasedGuest(booking)
  const mayChange = !canceled && !erased && may.manage
  const fixed = bookingCan.reschedule(booking, event.zone, new Date())
  const emailState = failedEmailId ? 'Email failed' : 'Email waiting'
  const onClose = () => show()
  const about = { event, booking, onClose }
  const [ofGuest, ofBooking] = [`for ${attendeeName}`, `booking for ${attendeeName}`]
  const emails = { mayResend: may.manage, onClose }
  const showEmails = () => show(<BookingEmailsDialog booking={booking} {...emails} />)
  return (
    <Box component="li" c={canceled ? 'dimmed' : undefined} className={styles.row}>
      <p>
        {mayChange && fixed === null && <Grip prepare={prepareDrag} drag={drag} />}
        {attendeeName}
      </p>
      <p>
        <MailLink email={booking.attendeeEmail} />
      </p>
      <Group component="p" gap={4}>
        {booking.partySize > 1 && <Tag>{peopleOf(booking.partySize)}</Tag>}
        {canceled && <Tag>Cancelled</Tag>}
        {booking.isComing && !attendance && !canceled && <Tag tone="good">Coming</Tag>}
        {attendance && (
          <Tag tone={attendance === 'arrived' ? 'good' : 'warn'}>{attendanceLabels[attendance]}</Tag>
        )}
        {booking.outsideEventHours && <Tag tone="bad">Outside Event Hours</Tag>}
        {(failedEmailId || booking.emailWaits) && (
          <button
            type="button"
            className={styles.orders}
            aria-label={`${emailState}: ${attendeeName}`}
            onClick={failedEmailId ? () => show(<EmailDialog id={failedEmailId} {...emails} />) : showEmails}
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
      <GivenAnswers booking={booking} className={styles.answers} />
      {booking.notes && <p className={`${surfaces.note} ${styles.notes}`}>{booking.notes}</p>}
      <Group gap={0} justify="end" className={styles.actions}>
        {!canceled && !erased && may.order && (
          <Action
            label="Create Order"
            of={ofGuest}
            onClick={() => show(<CreateOrderDialog booking={orderedBy(booking, event)} onClose={onClose} />)}
          />
        )}
        <Action label="Emails" of={ofGuest} onClick={showEmails} />
        {mayChange && (
          <>
            <Action label="Notes" of={ofGuest} onClick={() => show(<NotesDialog {...about} />)} />
            <Action
              label="Reschedule"
              of={ofBooking}
              reason={fixed}
              onClick={() => show(<RescheduleDialog {...about} />)}
            />
            <Action
              color="bad"
              label="Cancel"
              of={ofBooking}
              onClick={() => show(<CancelDialog {...about} />)}
            />
          </>
        )}
        {may.erase && !erased && (
          <Action
            color="bad"
            label="Erase"
            of={`data for ${attendeeName}`}
            onClick={() =>
              show(<EraseDialog person={{ bookingId: id }} name={attendeeName} onClose={onClose} />)
            }
          />
        )}
      </Group>
    </Box>
  )
}

/** One of the row's buttons, as high as any other. */
function Action(props: ComponentProps<typeof RowButton>) {
  return <RowButton size={undefined} {...props} />
}

/** Drags its row by mouse to another time slot; Reschedule does the same by keyboard and touch. */
function Grip({ prepare, drag }: { prepare: () => void; drag: (dragging: boolean) => void }) {
  return (
    <span
      className={styles.grip}
      aria-hidden="true"
      title="Drag to another time"
      draggable
      onPointerEnter={prepare}
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
