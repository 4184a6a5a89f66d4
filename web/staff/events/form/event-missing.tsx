import { Notice } from '../../ui/feedback/notice.tsx'

/** What a page of an unknown event shows. */
export function EventMissing() {
  return <Notice title="Event not found.">It may have been deleted, or the link is wrong.</Notice>
}
