import { Notice } from '../ui/feedback/notice.tsx'
import { ButtonLink } from '../ui/page/button-link.tsx'
import { BackIcon } from '../ui/page/icons.tsx'

/** Shown for an unknown event. */
export function EventMissing() {
  return <Notice title="Event not found.">It may have been deleted, or the link is wrong.</Notice>
}

export function BackToEvents() {
  return (
    <ButtonLink to="/events" variant="subtle" size="compact-sm" leftSection={<BackIcon />}>
      Back to Events
    </ButtonLink>
  )
}
