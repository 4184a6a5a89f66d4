import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { ShareLink } from '../ui/dialog/share-link.tsx'

interface ShareDialogProps {
  event: Pick<Event, 'urlSlug' | 'isActive'>
  onClose: () => void
}

/** The link to an event's public page, to share or print. */
export function ShareDialog({ event, onClose }: ShareDialogProps) {
  return (
    <ShareLink
      path={paths.event(event.urlSlug)}
      fileName={event.urlSlug}
      embed={`data-event="${event.urlSlug}"`}
      text={
        event.isActive
          ? 'Anyone with this link can book a time.'
          : 'This event is inactive. Guests can open the page but can’t book.'
      }
      onClose={onClose}
    />
  )
}
