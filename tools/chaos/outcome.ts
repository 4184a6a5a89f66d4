import { findBookingFaults } from '../../server/test/booking-faults.ts'
import { atMost, exactly, type Finding, info } from './findings.ts'
import type { Guests } from './guests.ts'
import type { MailServer } from './mail-server.ts'
import type { Show } from './show.ts'
import type { ChaosDatabase } from './stage.ts'

/**
 * Compares the responses guests got with the stored bookings and the emails sent, once nothing is running.
 *
 * @param kills how many times something was killed; each kill may send one email twice
 * @param refused how many emails the mail server refused for good
 */
export async function compareOutcome(scene: {
  database: Pick<ChaosDatabase, 'query'>
  guests: Guests
  show: Show
  mails: MailServer
  kills: number
  refused?: number
}): Promise<{ findings: Finding[]; faults: string[] }> {
  const { database, guests, show, mails, kills, refused = 0 } = scene
  const stored = await database.query<{ id: string }>(
    'SELECT public_id AS id FROM bookings WHERE event_id = $1',
    [show.id],
  )
  // A notice that was sent in a digest has the name of the digest.
  const outbox = await database.query<{ name: string; status: string }>(
    `SELECT concat_ws('-', 'mail', teller.id, teller.email_type) AS name, mail.status
     FROM email_notifications AS mail JOIN email_notifications AS teller ON teller.id = coalesce(mail.digest_id, mail.id)`,
  )
  const known = new Set(stored.map(({ id }) => id))
  const told = new Set(guests.acknowledged.map((token) => token.split('-')[0]!))
  const due = outbox.filter(({ status }) => status !== 'skipped')
  const unsent = due.filter(({ name, status }) => status !== 'failed' && !mails.taken.has(name))
  return {
    findings: [
      info('bookings acknowledged', guests.acknowledged.length),
      info('requests without an answer, then retried', guests.count.lost),
      info('of them already booked', guests.count.replayed),
      info('answers 503, then retried', guests.count.refused),
      exactly('bookings lost', [...told].filter((id) => !known.has(id)).length, 0),
      exactly('bookings acknowledged twice', guests.acknowledged.length - told.size, 0),
      exactly('bookings stored but not acknowledged', stored.filter(({ id }) => !told.has(id)).length, 0),
      info('emails sent', mails.taken.size),
      info('emails dropped because they are out of date', outbox.length - due.length),
      exactly('emails refused for good', due.filter(({ status }) => status === 'failed').length, refused),
      exactly('emails lost', unsent.length, 0),
      atMost('emails sent twice', mails.countDuplicates(), kills),
    ],
    faults: [...guests.faults, ...(await findBookingFaults(database.query, show.id, guests.acknowledged))],
  }
}
