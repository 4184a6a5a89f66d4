import { findBookingFaults } from '../server/test/booking-faults.ts'
import { atMost, exactly, type Finding, noted } from './findings.ts'
import type { MailServer } from './mail-server.ts'
import type { Show } from './show.ts'
import type { ChaosDatabase } from './stage.ts'
import type { Visitors } from './visitors.ts'

/**
 * Compares the responses guests got with the stored bookings and the emails sent, once nothing is running.
 *
 * @param kills how many times something was killed; each kill may send one email twice
 */
export async function compareOutcome(scene: {
  database: ChaosDatabase
  visitors: Visitors
  show: Show
  mails: MailServer
  kills: number
}): Promise<{ findings: Finding[]; faults: string[] }> {
  const { database, visitors, show, mails, kills } = scene
  const stored = await database.query<{ id: string }>(
    'SELECT public_id AS id FROM bookings WHERE event_id = $1',
    [show.id],
  )
  // A notice that was sent in a digest names it.
  const outbox = await database.query<{ name: string; status: string }>(
    `SELECT concat_ws('-', 'mail', teller.id, teller.email_type) AS name, mail.status
     FROM email_notifications AS mail JOIN email_notifications AS teller ON teller.id = coalesce(mail.digest_id, mail.id)`,
  )
  const known = new Set(stored.map(({ id }) => id))
  const told = new Set(visitors.acknowledged.map((token) => token.split('-')[0]!))
  const due = outbox.filter(({ status }) => status !== 'skipped')
  const unsent = due.filter(({ name }) => !mails.taken.has(name))
  return {
    findings: [
      noted('bookings acknowledged', visitors.acknowledged.length),
      noted('requests without an answer, then repeated', visitors.count.lost),
      noted('of them had booked already', visitors.count.replayed),
      noted('answers 503, then repeated', visitors.count.refused),
      exactly('acknowledged and lost', [...told].filter((id) => !known.has(id)).length, 0),
      exactly('acknowledged twice', visitors.acknowledged.length - told.size, 0),
      exactly('stored beyond the acknowledged', stored.filter(({ id }) => !told.has(id)).length, 0),
      noted('mails sent', mails.taken.size),
      noted('mails not to be sent, needless by now', outbox.length - due.length),
      exactly('mails lost', unsent.length, 0),
      atMost('mails doubled', mails.doubled(), kills),
    ],
    faults: [
      ...visitors.faults,
      ...(await findBookingFaults(database.query, show.id, visitors.acknowledged)),
    ],
  }
}
