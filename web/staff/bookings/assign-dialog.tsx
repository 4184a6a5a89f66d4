import { useQuery } from '@tanstack/react-query'
import { isAway } from '@trunkshow/contract/assignees/rules.ts'
import { teamQuery } from '../assignees/queries.ts'
import { AssigneeField } from '../company/assignee-field.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { QuietText } from '../ui/page/words.tsx'
import { type BookingDialogProps, bookingQuery } from './queries.ts'

/** Who serves a guest at their appointment (docs/product.md, Who serves whom). */
export function AssignDialog({ event, booking, onClose }: BookingDialogProps) {
  const { data } = useQuery({ ...bookingQuery(event.id, booking.id), initialData: booking })
  const { data: team } = useQuery(teamQuery(event.id))
  return (
    <Dialog title={`Assign ${booking.attendeeName}`} onClose={onClose}>
      <AssigneeField
        of="bookings"
        id={booking.id}
        assignee={data.assignee}
        isAway={(id) => Boolean(team && isAway(team.shifts, id, data))}
      />
      <QuietText mt="sm">They find this appointment under Mine, here and at the desk.</QuietText>
    </Dialog>
  )
}
