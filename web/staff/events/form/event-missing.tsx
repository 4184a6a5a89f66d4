import { Notice } from '../../ui/feedback/notice.tsx'

/** Shown for an unknown event. */
export function EventMissing() {
  return <Notice title="Event not found.">It may have been deleted, or the link is wrong.</Notice>
}
