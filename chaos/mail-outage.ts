import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../server/db/embedded/find-free-port.ts'
import { type Finding, info, type Report, within } from './findings.ts'
import { startGuests } from './guests.ts'
import { openMailServer } from './mail-server.ts'
import { compareOutcome } from './outcome.ts'
import { startProduct } from './product.ts'
import { registerHost } from './show.ts'
import { confirmHostEmails, openDatabase, openStage, waitForEmptyOutbox } from './stage.ts'

/**
 * Takes the mail server down, then lets it accept emails without answering, and restores it after each. Booking times
 * are compared with those before and after, because other work on the machine affects them too.
 */
export async function loseMailServer(size: {
  seconds: number
  hangSeconds: number
  hurry: boolean
}): Promise<Report> {
  const stage = await openStage()
  try {
    const mails = await openMailServer(await findFreePort())
    stage.later(() => mails.down())
    const product = await startProduct({ DATA_DIR: stage.dataDir, PORT: stage.port, SMTP_URL: mails.url })
    stage.later(() => product.stop())
    const database = await openDatabase(stage.dataDir)
    const host = await registerHost(product.url)
    await confirmHostEmails(database)
    const show = await host.makeShow({ days: 60, spots: 5 })
    const guests = startGuests({ pick: () => product.url, show, clients: 4, pauseMs: 100 })

    await guests.waitForMore(20)
    const p95 = async (seconds: number) => {
      const begin = performance.now()
      await setTimeout(seconds * 1000)
      const times = guests.answered.filter(({ at }) => at > begin).map(({ took }) => took)
      return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)]!
    }
    const arrivals: number[] = []
    const waitForAllEmails = async () => {
      const restoredAt = performance.now()
      await mails.up()
      const last = await database.query<{ id: number }>('SELECT max(id) AS id FROM email_notifications')
      await waitForEmailsUpTo(last[0]!.id)
      arrivals.push(performance.now() - restoredAt)
    }
    async function waitForEmailsUpTo(id: number) {
      const waiting = `SELECT 1 FROM email_notifications 
        WHERE id <= $1 AND status IN ('pending', 'sending') AND audience = 'others' LIMIT 1`
      const deadline = performance.now() + 300_000
      while ((await database.query(waiting, [id])).length) {
        if (performance.now() > deadline) throw new Error('Emails did not arrive within 5 minutes')
        await setTimeout(200)
      }
    }

    const normal = await p95(size.seconds)
    await mails.down()
    const down = await p95(size.seconds)
    await waitForAllEmails()
    const normalAgain = await p95(size.seconds)
    const before = mails.countDuplicates()
    mails.hang()
    const hanging = await p95(size.hangSeconds)
    await waitForAllEmails()
    const normalAtLast = await p95(size.seconds)
    await guests.stop()
    await waitForEmptyOutbox(database, size.hurry ? () => host.wakeEmailWorker(show) : undefined)

    // An email that was being sent while the server hung was accepted without an answer.
    const inDoubt = Math.ceil(size.hangSeconds / 20) + 1
    const outcome = await compareOutcome({ database, guests, show, mails, kills: inDoubt })
    const normals = [normal, normalAgain, normalAtLast].map((time) => time.toFixed(1))
    return {
      title: 'a mail server that goes down, hangs after DATA, and comes back',
      findings: [
        info('booking p95, mail server up', `${normals.join(', ')} ms`),
        ratio('booking p95, mail server down', down, (normal + normalAgain) / 2),
        ratio('booking p95, mail server hanging', hanging, (normalAgain + normalAtLast) / 2),
        within('longest time from back up to all emails arrived', arrivals, 120),
        info('emails sent twice while it was down', before),
        ...outcome.findings,
      ],
      faults: [...product.faults, ...outcome.faults],
    }
  } finally {
    await stage.close()
  }
}

function ratio(what: string, time: number, usual: number): Finding {
  const measured = `${time.toFixed(1)} ms, ${(time / usual).toFixed(2)}×`
  return { what, measured, threshold: '≤ 1.2×', ok: time / usual <= 1.2, timed: true }
}
