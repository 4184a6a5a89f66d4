import { findBookingFaults } from '../../server/test/booking-faults.ts'
import { type MailServer, openMailServer, registerHost, until } from '../bench/harness.ts'
import { repeat } from '../bench/measure.ts'
import { printColumns } from '../bench/report.ts'
import { type Guests, type Load, startGuests } from './guests.ts'
import { type ChaosDatabase, openDatabase, openStage, type Stage } from './stage.ts'

/** A measurement and its target. */
export interface Finding {
  what: string
  measured: number | string
  target?: string
  ok: boolean
  /** A time, which depends on the machine: no test asserts it. */
  timed?: boolean
}

/** What a scenario found, and the problems that are not a number. */
interface Found {
  findings: Finding[]
  faults: string[]
}

type Effort = 'test' | 'usual' | 'full'

/** A number without a target. */
export const info = (what: string, measured: number | string): Finding => ({ what, measured, ok: true })
export const exactly = (what: string, measured: number, wanted: number): Finding => {
  return { what, measured, target: String(wanted), ok: measured === wanted }
}
export const atMost = (what: string, measured: number, limit: number): Finding => {
  return { what, measured, target: `≤ ${limit}`, ok: measured <= limit }
}
export const atLeast = (what: string, measured: number, limit: number): Finding => {
  return { what, measured, target: `≥ ${limit}`, ok: measured >= limit }
}

/** The longest of these times in milliseconds, with a limit in seconds; no times at all fail. */
export function within(what: string, times: number[], seconds: number): Finding {
  const longest = Math.max(...times) / 1000
  const ok = times.length > 0 && longest <= seconds
  return { what, measured: `${longest.toFixed(2)} s`, target: `≤ ${seconds} s`, ok, timed: true }
}

export function printReport({ findings, faults }: Found) {
  printColumns(
    findings.map(({ what, measured, target = '', ok }) => [
      `  ${what}`,
      String(measured),
      target,
      target && (ok ? 'ok' : 'FAILED'),
    ]),
  )
  for (const fault of faults.slice(0, 10)) console.log(`  ! ${fault}`)
  if (faults.length > 10) console.log(`  ! and ${faults.length - 10} more`)
}

/** All problems except times. */
export function faultsOf({ findings, faults }: Found): string[] {
  const wrong = findings.filter(({ ok, timed }) => !ok && !timed)
  return [...faults, ...wrong.map(({ what, measured, target }) => `${what}: ${measured}, not ${target}`)]
}

/** What is broken, how often, and what must hold afterwards. */
export interface Scenario {
  title: string
  /** Whether it has a short version for tests: filling disks takes longer, and root. */
  isTested: boolean
  /** Why it cannot run here. */
  skip: string | false
  run(effort: Effort): Promise<Found>
}

interface Options<Size> {
  title: string
  skip?: string | false
  /** How much is done by effort; `full` with `--full`. */
  sizes: Partial<Record<Effort, Size>> & Record<'usual', Size>
  /** Whether leases of emails end early, as in tests. */
  hurry?: boolean
  run(stage: Stage, size: Size): Promise<Finding[]>
}

export function scenario<const Size>({ title, skip = false, sizes, hurry, run }: Options<Size>): Scenario {
  return {
    title,
    isTested: 'test' in sizes,
    skip,
    async run(effort) {
      await using stage = await openStage(hurry || effort === 'test')
      const { faults } = stage
      const findings = await run(stage, (sizes[effort] ?? sizes.usual) as Size).catch((error: Error) => {
        faults.push(error.stack ?? error.message)
        return []
      })
      return { findings, faults: [...faults] } // not what stopping adds
    },
  }
}

export type Scene = Awaited<ReturnType<typeof openScene>>

/**
 * Starts the app with a host, an event, and guests who book in it.
 *
 * @param options.mailServer whether emails go to one; if not, the app writes them to its outbox
 * @param options.database the app's, if it is not its own
 * @param options.readers whether guests also read pages
 */
export async function openScene(
  stage: Stage,
  options: {
    load?: Load
    variables?: Record<string, string>
    mailServer?: boolean
    database?: Pick<ChaosDatabase, 'query'>
    readers?: boolean
    days?: number
  } = {},
) {
  const { load = { clients: 8 }, variables, mailServer = true, readers = true, days } = options
  const mails = mailServer ? await openMailServer() : undefined
  if (mails) stage.later(() => mails.become('down'))
  const start = (more?: Record<string, string>) =>
    stage.start({ ...(mails && { SMTP_URL: mails.url }), ...variables, ...more })
  const products = [await start()]
  const current = async () => options.database ?? (await openDatabase(stage.dataDir))
  const database = await current()
  const host = await registerHost(products[0]!.url)
  // No email waits for it.
  await database.query('UPDATE users SET email_confirmed_at = now()')
  const show = await host.makeShow({ days })
  const guests = startGuests(stage, { url: host.url, show, load, ...(readers && { cookie: host.cookie }) })

  /**
   * Waits until the app has sent or written all emails. With `hurry`, it ends the leases of killed workers and wakes the
   * next one once nothing has moved for 3 seconds instead of after 90.
   *
   * @throws if it has not within 20 minutes
   */
  async function sendEmails() {
    const { query } = await current()
    const unsent = `status IN ('pending', 'sending', 'waiting')`
    let last = { pending: -1, since: 0 }
    async function areSent() {
      const count = `SELECT count(*)::int AS pending FROM email_notifications WHERE ${unsent}`
      const { pending } = (await query<{ pending: number }>(count))[0]!
      const now = performance.now()
      if (pending !== last.pending) last = { pending, since: now }
      else if (stage.hurry && pending && now - last.since > 3000) {
        await query(`UPDATE email_notifications SET next_attempt_at = now() WHERE ${unsent}`)
        await host.call(`/api/timeslots/${show.slots[0]}`, { method: 'PATCH', body: { isAvailable: true } })
        last.since = now
      }
      return pending === 0
    }
    await until(areSent, 1200, 'Emails were not sent within 20 minutes')
  }

  return {
    host,
    show,
    guests,
    database,
    mails: mails!,
    faults: stage.faults,
    sendEmails,
    /** The app that runs, or has ended last. */
    product: () => products.at(-1)!,
    /** Starts the app again, after it ended. */
    async restart(more?: Record<string, string>) {
      products.push(await start(more))
    },
    /**
     * Breaks something several times, after some bookings each time.
     *
     * @param fail returns the time from which the app should serve again, and that after which no earlier success arrives
     * @returns the milliseconds from then to the next booking
     * @throws if the app has ended
     */
    outages: (
      times: number,
      bookings: number,
      fail: (n: number) => Promise<[since: number, after?: number]>,
    ) =>
      repeat(times, async (n) => {
        await guests.waitForMore(bookings)
        const [since, after = since] = await fail(n)
        const outage = (await guests.outageSince(after)) + after - since
        const { ending } = products.at(-1)!
        if (ending) throw new Error(`The app ended with ${ending.code}: ${ending.complaint}`)
        return outage
      }),
    /**
     * Ends the load, waits until all emails are at the mail server, and compares what was lost or done twice.
     *
     * @param counts how many times something was killed, each of which may send one email twice, and how many emails the mail
     *   server refused for good
     */
    async finish({ kills = 0, refused = 0 } = {}): Promise<Finding[]> {
      await guests.waitForMore(50)
      await guests.stop()
      if (mails) await sendEmails()
      const { query } = await current()
      stage.faults.push(...(mails?.faults ?? []))
      return [
        exactly('times the app ended', products.at(-1)!.ending ? 1 : 0, 0),
        ...(await compareBookings(stage, query, guests, show.id)),
        ...(mails ? await compareEmails(query, mails, kills, refused) : []),
      ]
    },
  }
}

type Query = ChaosDatabase['query']

/** Compares the responses guests got with the stored bookings, once nothing is running. */
export async function compareBookings(stage: Stage, query: Query, guests: Guests, showId: number) {
  const { acknowledged, count } = guests
  const bookings = 'SELECT public_id AS id FROM bookings WHERE event_id = $1'
  const stored = (await query<{ id: string }>(bookings, [showId])).map(({ id }) => id)
  const known = new Set(stored)
  const told = new Set(acknowledged.map((token) => token.split('-')[0]!))
  stage.faults.push(...(await findBookingFaults(query, showId, acknowledged)))
  return [
    info('bookings acknowledged', acknowledged.length),
    info('requests without an answer, then retried', count.lost),
    info('of them already booked', count.replayed),
    info('answers 503, then retried', count.refused),
    exactly('bookings lost', [...told].filter((id) => !known.has(id)).length, 0),
    exactly('bookings acknowledged twice', acknowledged.length - told.size, 0),
    exactly('bookings stored but not acknowledged', stored.filter((id) => !told.has(id)).length, 0),
  ]
}

/** Compares the emails that are due with those that the mail server took. */
async function compareEmails(query: Query, mails: MailServer, kills: number, refused: number) {
  // A notice that was sent in a digest has the name of the digest.
  const outbox = await query<{ name: string; status: string }>(
    `SELECT concat_ws('-', 'mail', teller.id, teller.email_type) AS name, mail.status
     FROM email_notifications AS mail JOIN email_notifications AS teller ON teller.id = coalesce(mail.digest_id, mail.id)`,
  )
  const due = outbox.filter(({ status }) => status !== 'skipped')
  const failed = due.filter(({ status }) => status === 'failed')
  const unsent = due.filter(({ name, status }) => status !== 'failed' && !mails.taken.has(name))
  return [
    info('emails sent', mails.taken.size),
    info('emails dropped because they are out of date', outbox.length - due.length),
    exactly('emails refused for good', failed.length, refused),
    exactly('emails lost', unsent.length, 0),
    atMost('emails sent twice', mails.countDuplicates(), kills),
  ]
}
