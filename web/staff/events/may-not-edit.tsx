import { Notice } from '../ui/notice.tsx'

/** For roles that see events and never change them (design §9). */
export function MayNotEdit() {
  return (
    <Notice title="Your role can view events, not change them">
      Ask an admin of your company if you need to create or edit events.
    </Notice>
  )
}
