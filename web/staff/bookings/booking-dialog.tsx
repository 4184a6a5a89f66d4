import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { formatSlotTime } from '@trunkshow/contract/zones.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { Loaded } from '../ui/feedback/notice.tsx'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { GivenAnswers } from '../ui/list/given-answers.tsx'
import { Facts } from '../ui/page/facts.tsx'
import { MailLink } from '../ui/page/page-header.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { PersonLink } from '../ui/page/words.tsx'
import { useBookingTasks } from './booking-tasks.tsx'
import { BookingTags } from './list/booking-row.tsx'
import { bookingQuery } from './queries.ts'

/** Of the last buttons; those before are quiet. */
const variants = { Reschedule: 'default', 'Create Order': 'filled' }
const places = Object.keys(variants)

interface BookingDialogProps {
  event: Event
  id: number
  /** The guest's. */
  name: string
  /** What is known of it before it is loaded. */
  known?: Booking
  /** The label of what to do with it at once, such as `Reschedule`. */
  task?: string
  onClose: () => void
}

/** One booking and what can be done with it, over whatever screen is open. */
export function BookingDialog({ event, id, name, known, task, onClose }: BookingDialogProps) {
  const query = useQuery({ ...bookingQuery(event.id, id), initialData: known })
  const [dialog, setDialog] = useState<ReactNode>()
  const { tasksOf, personOf, showEmails } = useBookingTasks(event, (next) =>
    next ? setDialog(next) : onClose(),
  )
  const asked = known && tasksOf(known).find(({ label, reason }) => label === task && !reason)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => asked?.onRun(), [])
  if (dialog || asked) return dialog
  return (
    <Dialog title={<PersonLink {...personOf({ id })}>{name}</PersonLink>} width={600} onClose={onClose}>
      <Loaded query={query} noun="booking" skeleton={{ height: 160 }}>
        {(booking) => (
          <>
            <BookingTags booking={booking} onEmails={() => showEmails(booking)} />
            <Facts
              width={booking.assignee ? undefined : 76}
              facts={{
                When: `${formatDay(booking.slotDate)}, ${formatSlotTime(booking, event.zone)}`,
                Event: (
                  <Link
                    to="/bookings/$id"
                    params={{ id: String(event.id) }}
                    search={{ date: booking.slotDate }}
                  >
                    {event.name}
                  </Link>
                ),
                'Assigned to': booking.assignee?.name,
                Email: booking.attendeeEmail && <MailLink email={booking.attendeeEmail} />,
              }}
            />
            <GivenAnswers booking={booking} />
            {booking.notes && <p className={surfaces.note}>{booking.notes}</p>}
            <DialogButtons>
              {tasksOf(booking)
                // Erasing is for the guest's own page, where it is clear what goes.
                .filter(({ label }) => label !== 'Erase')
                .toSorted((a, b) => places.indexOf(a.label) - places.indexOf(b.label))
                .map(({ label, of, danger, reason = null, onRun }) => (
                  <ReasonButton
                    key={label}
                    variant={variants[label as keyof typeof variants] ?? 'subtle'}
                    color={danger ? 'bad' : undefined}
                    aria-label={`${label} ${of}`}
                    reason={reason}
                    data-autofocus={(label === 'Reschedule' && !reason) || undefined}
                    onClick={onRun}
                  >
                    {label}
                  </ReasonButton>
                ))}
            </DialogButtons>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
