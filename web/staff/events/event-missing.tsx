import { Notice } from '../ui/feedback/notice.tsx'
import { BackLink } from '../ui/page/page-header.tsx'

export function EventMissing() {
  return <Notice title="Event not found.">It may have been deleted, or the link is wrong.</Notice>
}

export function BackToEvents() {
  return <BackLink to="/events">Back to Events</BackLink>
}
