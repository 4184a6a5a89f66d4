import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { Letter } from '../../platform/mail/letter/letter.tsx'
import { targetOf } from '../queries.ts'
import { findEntry, frameOf, note } from './about-waitlist.ts'

/** Says what the guest waits for, with the link to leave. Dropped once they no longer wait. */
export const joined: EmailWriter = async (ctx, notification) => {
  const found = await findEntry(ctx, notification)
  if (found?.entry.status !== 'waiting') return null
  const { event } = found
  const { addressed, hello, href, facts } = await frameOf(ctx, found)
  return {
    ...addressed,
    subject: `You’re on the waitlist: ${event.name}`,
    body: (
      <Letter
        preview={`${event.name}: ${targetOf(found)}`}
        heading="You’re on the Waitlist"
        facts={[['Event', event.name], ['Waiting for', targetOf(found)], ...facts]}
        action={{ label: 'See or leave the waitlist', href }}
        note={note}
      >
        {hello}, we’ll email you if a spot opens up. It isn’t booked until you accept it.
      </Letter>
    ),
  }
}
