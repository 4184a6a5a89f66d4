import { formatDate, formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { formatSlotTime } from '@trunkshow/contract/zones.ts'
import { databaseNow } from '../../platform/db/transaction.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { Letter } from '../../platform/mail/letter/letter.tsx'
import { zoneOf } from '../../zones.ts'
import { deadlineOf } from '../queries.ts'
import { findEntry, frameOf, note } from './about-waitlist.ts'

/** The offer, with its deadline. Dropped once it is no longer open. */
export const offered: EmailWriter = async (ctx, notification) => {
  const found = await findEntry(ctx, notification)
  const offer = found?.offer
  if (!found || offer?.id !== notification.sequence || !offer.isOpen) return null
  const { event } = found
  const zone = zoneOf(event.timeZone)
  const until = deadlineOf(offer.until, zone, await databaseNow(ctx))
  const { addressed, hello, href, facts } = await frameOf(ctx, found)
  const when = `${formatDate(offer.slotDate)} at ${formatTime(offer.startTime)}`
  return {
    ...addressed,
    subject: `A spot opened up: ${event.name}, ${when}`,
    body: (
      <Letter
        preview={`Yours until ${until}`}
        heading="A Spot Opened Up"
        facts={[
          ['Event', event.name],
          ['Date', formatDay(offer.slotDate)],
          ['Time', formatSlotTime(offer, zone)],
          ...facts,
          ['Accept by', until],
        ]}
        action={{ label: 'See your offer', href }}
        note={note}
      >
        {hello}, {offer.spots === 1 ? 'a spot is' : `${offer.spots} spots are`} yours until {until}. After
        that, we’ll offer {offer.spots === 1 ? 'it' : 'them'} to the next guest.
      </Letter>
    ),
  }
}
