import { bookingCan } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { Right } from '@trunkshow/contract/permissions.ts'
import { isErasedGuest } from '@trunkshow/contract/privacy/rules.ts'
import type { ReactNode } from 'react'
import { type KnownUser, mayDoOnEvent, useUser } from '../session/session-query.ts'
import { lazy } from '../ui/lazy/lazy.tsx'
import { orderedBy } from './queries.ts'

const AssignDialog = lazy(() => import('./assign-dialog.tsx'), 'AssignDialog')
const BookingEmailsDialog = lazy(() => import('../emails/booking-emails-dialog.tsx'), 'BookingEmailsDialog')
const CancelDialog = lazy(() => import('./list/cancel-dialog.tsx'), 'CancelDialog')
const CreateOrderDialog = lazy(() => import('../orders/form/create-order-dialog.tsx'), 'CreateOrderDialog')
const EmailDialog = lazy(() => import('../emails/email-dialog.tsx'), 'EmailDialog')
const EraseDialog = lazy(() => import('../privacy/erase-dialog.tsx'), 'EraseDialog')
const FollowUpGuest = lazy(() => import('../follow-ups/follow-up-guest.tsx'), 'FollowUpGuest')
const NotesDialog = lazy(() => import('./list/notes-dialog.tsx'), 'NotesDialog')
export const RescheduleDialog = lazy(() => import('./reschedule/reschedule-dialog.tsx'), 'RescheduleDialog')
export const SlotTeam = lazy(
  () => import('../assignees/slot-team.tsx'),
  'SlotTeam',
  () => null,
)

/** Shows a dialog beside what it is about, so that it stays open if that disappears; undefined closes it. */
export type Show = (dialog?: ReactNode) => void

interface BookingTask {
  label: string
  /** What it is done to, for screen readers: `booking for Grace Okafor`. */
  of: string
  onRun: () => void
  /** Whether it can't be undone. */
  danger?: boolean
  /** Why it can't be done now; null if it can. */
  reason?: string | null
}

/** What the user may do with bookings of an event, in a list, a menu or a dialog. */
export const useBookingTasks = (event: Event, show: Show) => bookingTasks(useUser(), event, show)

export function bookingTasks(user: KnownUser | null, event: Event, show: Show) {
  const may = (right: Right) => mayDoOnEvent(user, event, right)
  const mayManage = may('bookings.manage')
  // Co-hosts don't take orders at another company's event (docs/product.md, Co-hosts).
  const mayOrder = may('orders.edit')
  const mayErase = may('orders.delete')
  const onClose = () => show()
  const emails = { mayResend: mayManage, onClose }
  const showEmails = (booking: Booking) => show(<BookingEmailsDialog booking={booking} {...emails} />)
  const mayChange = (booking: Booking) =>
    mayManage && booking.status !== 'cancelled' && !isErasedGuest(booking)
  const whyFixed = (booking: Booking) => bookingCan.reschedule(booking, event.zone, new Date())

  function tasksOf(booking: Booking): BookingTask[] {
    const { id, attendeeName } = booking
    const erased = isErasedGuest(booking)
    const about = { event, booking, onClose }
    const [ofGuest, ofBooking] = [`for ${attendeeName}`, `booking for ${attendeeName}`]
    const changes = [
      ...(event.coHosted
        ? []
        : [{ label: 'Assign', of: ofBooking, onRun: () => show(<AssignDialog {...about} />) }]),
      { label: 'Notes and room', of: ofGuest, onRun: () => show(<NotesDialog {...about} />) },
      {
        label: 'Reschedule',
        of: ofBooking,
        reason: whyFixed(booking),
        onRun: () => show(<RescheduleDialog {...about} />),
      },
      { label: 'Cancel', of: ofBooking, danger: true, onRun: () => show(<CancelDialog {...about} />) },
    ]
    return [
      ...(mayOrder && booking.status !== 'cancelled' && !erased
        ? [
            {
              label: 'Create Order',
              of: ofGuest,
              onRun: () => show(<CreateOrderDialog booking={orderedBy(booking, event)} onClose={onClose} />),
            },
          ]
        : []),
      ...(mayOrder && !booking.hasOrders && !erased
        ? [
            {
              label: 'Follow up',
              of: ofGuest,
              onRun: () => show(<FollowUpGuest {...about} />),
            },
          ]
        : []),
      { label: 'Emails', of: ofGuest, onRun: () => showEmails(booking) },
      ...(mayChange(booking) ? changes : []),
      ...(mayErase && !erased
        ? [
            {
              label: 'Erase',
              of: `data for ${attendeeName}`,
              danger: true,
              onRun: () =>
                show(<EraseDialog person={{ bookingId: id }} name={attendeeName} onClose={onClose} />),
            },
          ]
        : []),
    ]
  }

  return {
    tasksOf,
    /** The guest, for their `PersonLink`; co-hosts see no customers. */
    personOf: ({ id }: Pick<Booking, 'id'>) => ({ bookingId: event.coHosted ? null : id }),
    /** Whether it can be dragged to another time. */
    isMovable: (booking: Booking) => mayChange(booking) && whyFixed(booking) === null,
    /** Shows why the guest has no email, or all emails. */
    showEmails: (booking: Booking) =>
      booking.failedEmailId
        ? show(<EmailDialog id={booking.failedEmailId} {...emails} />)
        : showEmails(booking),
  }
}
