import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDay } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { formatSlotTime } from '@trunkshow/contract/zones.ts'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { Loaded } from '../ui/feedback/notice.tsx'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { GivenAnswers } from '../ui/list/given-answers.tsx'
import { PersonLink } from '../ui/list/person-link.tsx'
import { Facts } from '../ui/page/facts.tsx'
import { MailLink } from '../ui/page/page-header.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { type Show, useBookingTasks } from './booking-tasks.tsx'
import { BookingTags } from './list/booking-row.tsx'
import { bookingQuery } from './queries.ts'

interface BookingDialogProps {
  event: Event
  id: number
  /** The guest's. */
  name: string
  /** Shows another dialog in its place, or nothing. */
  show: Show
}

/** One booking, with everything that can be done with it. */
export function BookingDialog({ event, id, name, show }: BookingDialogProps) {
  const query = useQuery(bookingQuery(event.id, id))
  const { tasksOf, showEmails, personOf } = useBookingTasks(event, show)
  return (
    <Dialog title={<PersonLink {...personOf({ id })}>{name}</PersonLink>} width={720} onClose={() => show()}>
      <Loaded query={query} noun="booking" skeleton={{ height: 160 }}>
        {(booking) => (
          <>
            <BookingTags booking={booking} onEmails={() => showEmails(booking)} />
            <Facts
              facts={{
                Time: `${formatDay(booking.slotDate)}, ${formatSlotTime(booking, event.zone)}`,
                Event: (
                  <Link
                    to="/bookings/$id"
                    params={{ id: String(event.id) }}
                    search={{ date: booking.slotDate }}
                  >
                    {event.name}
                  </Link>
                ),
                Email: booking.attendeeEmail && <MailLink email={booking.attendeeEmail} />,
              }}
            />
            <GivenAnswers booking={booking} />
            {booking.notes && <p className={surfaces.note}>{booking.notes}</p>}
            <DialogButtons>
              {tasksOf(booking)
                .toSorted((a, b) => Number(b.danger ?? false) - Number(a.danger ?? false))
                .map(({ label, of, danger, reason = null, onRun }) => (
                  <ReasonButton
                    key={label}
                    variant={label === 'Reschedule' ? 'filled' : danger ? 'subtle' : 'default'}
                    color={danger ? 'bad' : undefined}
                    aria-label={`${label} ${of}`}
                    reason={reason}
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
