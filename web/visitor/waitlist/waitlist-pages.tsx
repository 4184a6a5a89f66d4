import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { JoinWaitlistPage } from './join-waitlist-page.tsx'
import { WaitlistPage } from './waitlist-page.tsx'

/** The pages of the waitlist: other pages load without their code. */
export function WaitlistPages({ content }: Pick<VisitorDocument, 'content'>) {
  if (content.page === 'waitlist') return <WaitlistPage page={content} />
  return content.page === 'join-waitlist' ? <JoinWaitlistPage page={content} /> : null
}
