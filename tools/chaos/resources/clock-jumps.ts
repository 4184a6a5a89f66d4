import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../../server/platform/db/embedded/find-free-port.ts'
import { exactly, info, type Report, within } from '../findings.ts'
import { startGuests } from '../guests.ts'
import { openMailServer } from '../mail-server.ts'
import { compareOutcome } from '../outcome.ts'
import { startProduct } from '../product.ts'
import { type Answer, call, type Host, registerHost, type Show } from '../show.ts'
import {
  type ChaosDatabase,
  confirmHostEmails,
  openDatabase,
  openStage,
  waitForEmptyOutbox,
} from '../stage.ts'

/** Debian's package `libfaketime`; it leaves the clock alone that only counts, as a real jump does. */
const FAKETIME = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`
const fakeClock = (file: string) => ({
  LD_PRELOAD: FAKETIME,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

const HOUR_MS = 3_600_000
/** A locked login is free again after a quarter of an hour. */
const LOCK_SECONDS = 900

/**
 * Lets the app's clock jump an hour ahead, back, an hour behind, and back, while guests book and its database keeps time.
 *
 * @param size.scheduled also waits for a job that runs every minute, after each jump
 */
export async function jumpClock(size: { bookings: number; scheduled: boolean }): Promise<Report> {
  const title = "the app's clock jumps by an hour"
  if (!existsSync(FAKETIME))
    return { title, findings: [], faults: [], skipped: "it needs Debian's package libfaketime" }
  const stage = await openStage()
  try {
    const mails = await openMailServer(await findFreePort())
    stage.later(() => mails.down())
    const database = await openDatabase(stage.dataDir)
    stage.later(() => database.stop())
    const clock = join(stage.folder, 'clock')
    await writeFile(clock, '+0\n')
    const product = await startProduct({
      ...fakeClock(clock),
      DATABASE_URL: database.url,
      APP_SECRET: 'a secret of chaos alone',
      DATA_DIR: stage.dataDir,
      PORT: stage.port,
      SMTP_URL: mails.url,
      RATE_LIMIT: 'on',
    })
    stage.later(() => product.stop())
    const host = await registerHost(product.url)
    await confirmHostEmails(database)
    const show = await host.makeShow({ days: 10, spots: 5 })
    const guests = startGuests({
      pick: () => product.url,
      show,
      clients: 2,
      pauseMs: 200,
      cookie: host.cookie,
    })

    const faults: string[] = []
    const arrivals: number[] = []
    const scene = { url: product.url, host, show, database }
    for (const jump of ['+1h', '+0', '-1h', '+0']) {
      const check = await prepare(scene)
      await writeFile(clock, `${jump}\n`)
      await waitForClock(product.url, jump)
      const jumpedAt = performance.now()
      faults.push(...(await check()).map((fault) => `after a jump to ${jump}, ${fault}`))
      await guests.waitForMore(bookingsPerJump(size.bookings))
      const sent = mails.taken.size
      while (mails.taken.size === sent && performance.now() < jumpedAt + 60_000) await setTimeout(50)
      arrivals.push(performance.now() - jumpedAt)
      if (size.scheduled) await waitForSchedule(database)
    }
    await guests.stop()
    await waitForEmptyOutbox(database, () => host.wakeEmailWorker(show))
    const outcome = await compareOutcome({ database, guests, show, mails, kills: 0 })
    return {
      title,
      findings: [
        info('jumps', arrivals.length),
        within('longest time from a jump to the next email', arrivals, 30),
        exactly('answers 503 to guests', guests.count.refused, 0),
        // The scene books some itself, which the guests did not.
        ...outcome.findings.filter(({ what }) => what !== 'bookings stored but not acknowledged'),
      ],
      faults: [...product.faults, ...outcome.faults, ...faults],
    }
  } finally {
    await stage.close()
  }
}

const bookingsPerJump = (bookings: number) => Math.ceil(bookings / 4)

/** Waits until the app's answers have the new time. */
async function waitForClock(url: string, jump: string) {
  const ahead = (Number.parseInt(jump, 10) || 0) * HOUR_MS
  for (;;) {
    const date = Date.parse((await call(`${url}/healthz`)).headers.get('date')!)
    if (Math.abs(date - Date.now() - ahead) < HOUR_MS / 10) return
    await setTimeout(50)
  }
}

/** Does what lasts for a while before a jump. @returns a check of all of it after the jump, which gives what broke */
async function prepare(scene: { url: string; host: Host; show: Show }) {
  const { url, host, show } = scene
  const slot = show.slots.at(-1 - Math.floor(Math.random() * 100))!
  const html = await (await fetch(`${url}/event/${show.urlSlug}`)).text()
  const opened = /"opened":"([^"]+)"|name="opened" value="([^"]+)"/.exec(html)?.slice(1).find(Boolean)
  const book = (key: string, stamp?: string) =>
    call(`${url}/api/timeslots/${slot}/book`, {
      method: 'POST',
      body: {
        attendeeName: 'Grace Okafor',
        attendeeEmail: `${key}@mail.test`,
        ...(stamp && { opened: stamp }),
      },
      headers: { 'idempotency-key': key },
    })
  const logIn = () =>
    call(`${url}/api/login`, {
      method: 'POST',
      body: { username: host.username, password: 'a wrong password' },
    })
  const key = randomUUID()
  const first = await book(key)
  for (let tries = 0; tries < 11; tries++) await logIn()
  await setTimeout(2500) // longer than a form has to be open

  return async () => {
    const faults: string[] = []
    const expect = (ok: boolean, fault: string, { status, body }: Answer) =>
      ok || faults.push(`${fault}: ${status} ${JSON.stringify(body)}`)
    const form = await book(randomUUID(), opened)
    expect(form.status === 201 && Boolean(opened), 'a form opened before it was refused', form)
    const again = await book(key)
    expect(again.body.id === first.body.id, 'a repeated booking was another one', again)
    const user = await host.call('/api/user')
    expect(user.status === 200, 'a session had ended', user)
    const manage = await call(`${url}/booking/${first.body.id}`)
    expect(manage.status === 200, 'a link of an email did not open', manage)
    const locked = await logIn()
    const retryAfter = Number(locked.headers.get('retry-after'))
    expect(locked.status === 429, 'a locked login was free', locked)
    expect(retryAfter <= LOCK_SECONDS, `a locked login stays locked for ${retryAfter} seconds`, locked)
    return faults
  }
}

/** Waits until a job's schedule has started it. */
async function waitForSchedule(database: ChaosDatabase) {
  const [{ now }] = (await database.query<{ now: Date }>('SELECT now()')) as [{ now: Date }]
  const started = `SELECT 1 FROM pgboss.job WHERE name = 'import' AND created_on > $1`
  const deadline = performance.now() + 180_000
  while ((await database.query(started, [now])).length === 0) {
    if (performance.now() > deadline) throw new Error('No scheduled job ran within three minutes of a jump')
    await setTimeout(500)
  }
}
