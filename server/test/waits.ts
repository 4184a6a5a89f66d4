import { bookingEmails } from '../bookings/emails.ts'
import { databaseOf } from '../platform/db/transaction.ts'
import { signId } from '../platform/http/tokens.ts'
import { waitlistEmails } from '../waitlist/emails.ts'
import { runWaitlist } from '../waitlist/manage-waitlist.ts'
import { unique } from './app.ts'
import { book, makeShow, tokenOf } from './factories.ts'
import { startMailApp } from './mail/mail-app.ts'
import { sendDue } from './mail/sent-mails.ts'

export type Show = Awaited<ReturnType<typeof makeShow>>

interface Waiting {
  id: number
  status: string
  slotId: number | null
  token: string
}

/** Starts an app that sends emails, with helpers for tests of waitlists. */
export function startWaitlistApp() {
  const app = startMailApp()

  function post(url: string, fields: Record<string, string>) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return app.call('POST', url, form, { accept: 'text/html' })
  }

  /** Joins as a guest, who is found by their email afterwards. */
  async function join(
    { event }: Pick<Show, 'event'>,
    waitsFor: string | number,
    changes: Record<string, string> = {},
  ) {
    const attendeeEmail = `${unique('waits')}@mail.test`
    const answer = await post(`/event/${event.urlSlug}/waitlist`, {
      waitsFor: String(waitsFor),
      attendeeName: 'Nora Lind',
      attendeeEmail,
      ...changes,
    })
    return { status: answer.status, text: answer.text, email: changes.attendeeEmail ?? attendeeEmail }
  }

  async function find(email: string): Promise<Waiting> {
    const [row] = await app.rows<Omit<Waiting, 'token'> & { publicId: string }>(
      `SELECT w.id, w.status, w.public_id AS "publicId",
         (SELECT time_slot_id FROM waitlist_offers WHERE entry_id = w.id AND state = 'open') AS "slotId"
       FROM waitlist_entries AS w WHERE attendee_email = $1 ORDER BY w.id DESC`,
      [email],
    )
    return { ...row!, token: signId(app.config, 'waitlist', row!.publicId) }
  }

  /** Posts a choice and, as a browser does, opens the page that the answer leads to. */
  const choose = async (token: string, what: string, fields: Record<string, string> = {}) => {
    const answer = await post(`/waitlist/${token}`, { do: what, ...fields })
    return answer.status === 303 ? open(token) : answer
  }
  const open = (token: string) => app.call('GET', `/waitlist/${token}`, undefined, { accept: 'text/html' })
  const cancel = (token: string) => app.call('POST', `/cancel-booking/${token}`)
  const expire = (email: string) =>
    app.rows(
      `UPDATE waitlist_offers SET emailed_at = created_at, expires_at = now() - interval '1 second'
       WHERE state = 'open' AND entry_id IN (SELECT id FROM waitlist_entries WHERE attendee_email = $1)`,
      [email],
    )
  /** Skips the time within which an offer's email should be sent. */
  const loseMailTime = (email: string) =>
    app.rows(
      `UPDATE waitlist_offers SET expires_at = now() - interval '1 second'
       WHERE state = 'open' AND entry_id IN (SELECT id FROM waitlist_entries WHERE attendee_email = $1)`,
      [email],
    )
  const run = () => runWaitlist({ db: databaseOf(app.pool) })

  /** A show of one slot, which is full, with the token of its booking. */
  async function makeFullShow(changes: Record<string, unknown> = {}) {
    const show = await makeShow(app, { endTime: '10:30', maxBookingsPerSlot: 1, ...changes })
    const slotId = show.slots[0]!.id
    const guest = tokenOf(await book(app, slotId, { attendeeEmail: `${unique()}@mail.test` }))
    return { ...show, slotId, guest }
  }

  const drain = (smtpUrl: string) => sendDue(app, { ...bookingEmails, ...waitlistEmails }, smtpUrl)

  return { app, post, join, find, choose, open, cancel, expire, loseMailTime, run, makeFullShow, drain }
}
