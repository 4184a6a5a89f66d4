import { setTimeout } from 'node:timers/promises'
import type { EmailFailure } from '@trunkshow/contract/emails/messages.ts'
import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { type Answer, call, type Manner, makeGuest, UNKNOWN, until } from '../bench/harness.ts'
import { percentile } from '../bench/measure.ts'
import { exactly, type Finding, info, openScene, type Scene, scenario, within } from './runner.ts'

/** What goes wrong in turn, and why emails then wait, as staff read it. */
const outages: [Manner, EmailFailure][] = [
  ['down', 'unreachable'],
  ['refusing', 'busy'],
  ['greylisting', 'later'],
  ['hanging', 'unanswered'],
]

/**
 * Lets the mail server fail in each way, while guests book, and compares what staff read about emails with what it took.
 * Booking times are compared with those before and after, because other work on the machine affects them too.
 */
export const mail = scenario({
  title: 'a mail server that goes down, refuses, greylists, hangs after DATA, and comes back',
  // Emails are sent below normal priority: on a machine that is busy otherwise, faster guests leave them behind for good.
  sizes: { test: [1, 2, 1000], usual: [10, 25, 100], full: [30, 60, 100] },
  async run(stage, [seconds, hangSeconds, pauseMs]) {
    const scene = await openScene(stage, { load: { clients: 4, pauseMs }, readers: false })
    const { host, guests, database, mails, show } = scene
    await guests.waitForMore(20)
    const p95 = async (seconds: number) => {
      const begin = performance.now()
      // On a machine that is busy otherwise, the time alone may pass without an answer.
      await Promise.all([setTimeout(seconds * 1000), guests.waitForMore(1)])
      const times = guests.answered.filter(({ at }) => at > begin).map(({ took }) => took)
      return percentile(times, 0.95)
    }
    async function waitForEmailsUpToNow() {
      const [last] = await database.query<{ id: number }>('SELECT max(id) AS id FROM email_notifications')
      const waiting = `SELECT 1 FROM email_notifications
        WHERE id <= $1 AND status IN ('pending', 'sending') AND audience = 'guest' LIMIT 1`
      const haveArrived = async () => !(await database.query(waiting, [last!.id])).length
      await until(haveArrived, 300, 'Emails did not arrive within 5 minutes')
    }
    const unreached = makeGuest({ attendeeEmail: `grace@${UNKNOWN}` })
    const booked = await call(`${host.url}/api/timeslots/${show.slots[0]}/book`, unreached)
    guests.acknowledged.push(booked.body.id)

    const ledger = watchLedger(scene)
    const arrivals: number[] = []
    const times: Finding[] = []
    let normal = await p95(seconds)
    for (const [manner, failure] of outages) {
      await mails.become(manner)
      const during = await p95(manner === 'hanging' ? hangSeconds : seconds)
      await ledger.waitForFailure(failure)
      await ledger.compareSent()
      const restoredAt = performance.now()
      await mails.become('up')
      await waitForEmailsUpToNow()
      arrivals.push(performance.now() - restoredAt)
      const normalAgain = await p95(seconds)
      times.push(info('booking p95, mail server up', `${normal.toFixed(1)}, ${normalAgain.toFixed(1)} ms`))
      times.push(ratio(`booking p95, mail server ${manner}`, during, (normal + normalAgain) / 2))
      normal = normalAgain
    }
    // An email that was being sent while the server hung was accepted without an answer.
    const inDoubt = Math.ceil((hangSeconds + 30) / 20) + 1
    const outcome = await scene.finish({ kills: inDoubt, refused: 1 })
    const told = await ledger.compareSent()
    const failed = await ledger.list('failed')
    const unknown = failed.filter(
      ({ toEmail, failure, needsAttention }) =>
        toEmail === unreached.body.attendeeEmail && failure === 'unknownAddress' && needsAttention,
    )
    const untold = [...mails.taken.keys()].filter((name) => !told.has(name))
    return [
      ...times,
      within('longest time from back up to all emails arrived', arrivals, 120),
      info('emails asked to come later', mails.countGreylisted()),
      exactly('failed emails that staff see, with the reason', unknown.length, 1),
      exactly('failed emails that should not have', failed.length - unknown.length, 0),
      exactly('emails that arrived and are not listed as sent', untold.length, 0),
      ...outcome,
    ]
  },
})

/** Compares the list of emails, as the host reads it, with what the mail server took. */
function watchLedger({ host, mails, faults }: Scene) {
  async function list(state: string): Promise<ListedEmail[]> {
    const found: ListedEmail[] = []
    for (let next: string | undefined = `/api/emails?state=${state}&limit=100`; next; ) {
      const { body, headers }: Answer = await host.call(next)
      found.push(...body)
      next = /^<([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    return found
  }

  return {
    list,
    /** @returns the names of all emails that are listed as sent; each that did not arrive is a fault */
    async compareSent(): Promise<Set<string>> {
      const names = (await list('sent')).map(({ id, emailType }) => `mail-${id}-${emailType}`)
      for (const name of names)
        if (!mails.taken.has(name)) faults.push(`${name} is listed as sent and did not arrive`)
      return new Set(names)
    },
    /** Waits until an email waits for this reason; none within a minute is a fault. */
    async waitForFailure(failure: EmailFailure) {
      const isListed = async () => (await list('waiting')).some((email) => email.failure === failure)
      if (!(await until(isListed, 60))) faults.push(`no email was listed as waiting because of ${failure}`)
    },
  }
}

function ratio(what: string, time: number, usual: number): Finding {
  const measured = `${time.toFixed(1)} ms, ${(time / usual).toFixed(2)}×`
  return { what, measured, target: '≤ 1.2×', ok: time / usual <= 1.2, timed: true }
}
