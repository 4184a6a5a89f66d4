import { Button } from '@mantine/core'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { Notice } from '../ui/notice.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'

interface NoBookingsProps {
  event: Event
  /** Takes the filters off; absent while there are none. */
  onClear: (() => void) | undefined
}

/** In place of an empty list, with the next step. */
export function NoBookings({ event, onClear }: NoBookingsProps) {
  if (onClear)
    return (
      <Notice
        title="No bookings found."
        action={
          <Button variant="default" onClick={onClear}>
            Show all bookings
          </Button>
        }
      >
        None of this event’s bookings fit what you are looking for.
      </Notice>
    )
  return (
    <Notice
      title="No bookings found."
      action={
        <OutsideLink href={paths.event(event.urlSlug)} variant="default">
          Open the page to share
        </OutsideLink>
      }
    >
      Bookings appear here by themselves as guests choose a time on the public page. Send them its link.
    </Notice>
  )
}
