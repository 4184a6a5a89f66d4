import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { attendanceLabels, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { FoundBooking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { GivenAnswers } from '../ui/list/given-answers.tsx'
import { PersonLink } from '../ui/list/person-link.tsx'
import { Tag } from '../ui/list/words.tsx'
import { Facts } from '../ui/page/facts.tsx'
import { MailLink } from '../ui/page/page-header.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { useBookingTasks } from './booking-tasks.tsx'

/** Of the last buttons; those before are quiet. */
const variants = { Reschedule: 'default', 'Create Order': 'filled' }
const places = Object.keys(variants)

interface AppointmentDialogProps {
  booking: FoundBooking
  /** The label of what to do with it at once, such as `Reschedule`. */
  task?: string
  onClose: () => void
}

/** One appointment and what can be done with it, over whatever screen is open. */
export function AppointmentDialog({ booking, task, onClose }: AppointmentDialogProps) {
  const { event, attendeeName, slotDate, startTime, endTime, partySize } = booking
  const [dialog, setDialog] = useState<ReactNode>()
  const show = (next?: ReactNode) => (next ? setDialog(next) : onClose())
  // Erasing is for the guest's own page, where it is clear what goes.
  const { tasksOf, personOf } = useBookingTasks(event, show)
  const tasks = tasksOf(booking).filter(({ label }) => label !== 'Erase')
  const asked = tasks.find(({ label, reason }) => label === task && !reason)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => asked?.onRun(), [])
  if (dialog || asked) return dialog
  return (
    <Dialog
      title={<PersonLink {...personOf(booking)}>{attendeeName}</PersonLink>}
      width={600}
      tag={<StateTag booking={booking} />}
      onClose={onClose}
    >
      <Facts
        width={76}
        facts={{
          When: `${formatDay(slotDate)}, ${formatTimeRange(startTime, endTime)}`,
          Event: (
            <Link to="/bookings/$id" params={{ id: String(event.id) }} search={{ date: slotDate }}>
              {event.name}
            </Link>
          ),
          Party: partySize > 1 && peopleOf(partySize),
          Email: <MailLink email={booking.attendeeEmail} />,
          Orders: booking.hasOrders && (
            <Link to="/orders" search={{ bookingId: booking.id }}>
              Show orders
            </Link>
          ),
        }}
      />
      <GivenAnswers booking={booking} />
      {booking.notes && <p className={surfaces.note}>{booking.notes}</p>}
      <DialogButtons>
        {tasks
          .toSorted((a, b) => places.indexOf(a.label) - places.indexOf(b.label))
          .map(({ label, of, danger, reason = null, onRun }) => (
            <ReasonButton
              key={label}
              variant={variants[label as keyof typeof variants] ?? 'subtle'}
              color={danger ? 'bad' : undefined}
              aria-label={`${label} ${of}`}
              reason={reason}
              data-autofocus={label === 'Reschedule' || undefined}
              onClick={onRun}
            >
              {label}
            </ReasonButton>
          ))}
        {tasks.length === 0 && <Button onClick={onClose}>Close</Button>}
      </DialogButtons>
    </Dialog>
  )
}

function StateTag({ booking: { status, attendance, isComing } }: { booking: FoundBooking }) {
  if (status === 'cancelled') return <Tag>Cancelled</Tag>
  if (attendance)
    return <Tag tone={attendance === 'arrived' ? 'good' : 'warn'}>{attendanceLabels[attendance]}</Tag>
  return isComing && <Tag tone="good">Coming</Tag>
}
