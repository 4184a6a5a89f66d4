import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Answer, call, childrenOf, makeGuest, run, until } from '../bench/harness.ts'
import { exactly, info, openScene, type Scene, scenario, within } from './runner.ts'
import type { ChaosDatabase } from './stage.ts'

/** How far below what a process has its limit is set, so that it gets nothing more even after it has freed some. */
const SHORTAGE_MEGABYTES = 64

/** Lets a process run out of memory: one of two, which the app starts again, and the only one, with which the app ends. */
export const memory = scenario({
  title: 'a process that serves pages runs out of memory',
  skip: process.platform !== 'linux' && 'it needs Linux',
  sizes: { usual: 3, full: 20 },
  hurry: true,
  async run(stage, rounds) {
    const variables = { WEB_PROCESSES: '2' }
    const scene = await openScene(stage, { load: { clients: 8, pauseMs: 50 }, variables })
    const { product } = scene
    const ofTwo = await scene.outages(rounds, 100, async () => {
      const [web] = await webProcesses(product().pid)
      const endedAt = await runOutOfMemory(scene, web!)
      await until(async () => (await webProcesses(product().pid)).length === 2)
      return [endedAt]
    })
    await product().stop()
    await scene.restart({ WEB_PROCESSES: '1' })
    const onlyOne = await scene.outages(rounds, 100, async () => {
      const endedAt = await runOutOfMemory(scene, product().pid)
      await until(() => product().ending)
      await scene.restart({ WEB_PROCESSES: '1' })
      return [endedAt]
    })
    const outcome = await scene.finish({ kills: rounds * 2 + 1 })
    return [
      exactly('processes that ran out of memory', ofTwo.length + onlyOne.length, rounds * 2),
      within('longest time from the end of one of two to the next booking', ofTwo, 2),
      within('longest time from the end of the only one to the next booking', onlyOne, 10),
      ...outcome,
    ]
  },
})

const readProcess = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')

/** The app's child processes that serve pages. */
async function webProcesses(pid: number): Promise<number[]> {
  const found: number[] = []
  for (const child of await childrenOf(pid))
    if ((await readProcess(child, 'environ')).split('\0').includes('ROLE=web')) found.push(child)
  return found
}

/**
 * Allows a process no more memory than it has (what V8 merely reserves does not count), and asks for long lists until it
 * has ended: without them, it can serve guests for minutes with what it has.
 *
 * @returns when it ended
 */
async function runOutOfMemory({ host, show }: Scene, pid: number): Promise<number> {
  const kilobytes = Number(/^VmData:\s+(\d+) kB$/m.exec(await readProcess(pid, 'status'))![1])
  const limit = `--data=${(kilobytes - SHORTAGE_MEGABYTES * 1024) * 1024}`
  await run('prlimit', ['--pid', String(pid), '--core=0', limit])
  let isOver = false
  async function ask() {
    while (!isOver) await host.call(`/api/events/${show.id}/timeslots`).catch(() => setTimeout(50))
  }
  for (let asking = 0; asking < 16; asking++) ask()
  // Once it has ended, it has no state, or that of a zombie.
  const hasEnded = async () => !/^State:\s+[^Z]/m.test(await readProcess(pid, 'status'))
  await until(hasEnded, 60, `Process ${pid} has enough memory`).finally(() => {
    isOver = true
  })
  return performance.now()
}

/** Debian's package `libfaketime`; it leaves the clock alone that only counts, as a real jump does. */
const FAKETIME = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`

const HOUR_MS = 3_600_000
/** A locked login is free again after a quarter of an hour. */
const LOCK_SECONDS = 900

/**
 * Lets the app's clock jump an hour ahead, back, an hour behind, and back, while guests book and its database keeps time.
 * With `--full`, it also waits for a job that runs every minute, after each jump.
 */
export const clock = scenario({
  title: "the app's clock jumps by an hour",
  skip: !existsSync(FAKETIME) && "it needs Debian's package libfaketime",
  sizes: { usual: { bookings: 60, scheduled: false }, full: { bookings: 120, scheduled: true } },
  hurry: true,
  async run(stage, { bookings, scheduled }) {
    const database = await stage.openServer()
    const file = join(stage.folder, 'clock')
    await writeFile(file, '+0\n')
    const variables = {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      RATE_LIMIT: 'on',
      ...(await stage.databaseVariables(database)),
    }
    const load = { clients: 2, pauseMs: 200 }
    const scene = await openScene(stage, { load, variables, database, days: 10 })
    const { guests, host, mails } = scene
    const arrivals: number[] = []
    for (const jump of ['+1h', '+0', '-1h', '+0']) {
      const check = await prepareJump(scene)
      await writeFile(file, `${jump}\n`)
      await waitForClock(host.url, jump)
      const jumpedAt = performance.now()
      stage.faults.push(...(await check()).map((fault) => `after a jump to ${jump}, ${fault}`))
      await guests.waitForMore(Math.ceil(bookings / 4))
      const sent = mails.taken.size
      await until(() => mails.taken.size > sent, 60)
      arrivals.push(performance.now() - jumpedAt)
      if (scheduled) await waitForSchedule(database)
    }
    const outcome = await scene.finish()
    return [
      info('jumps', arrivals.length),
      within('longest time from a jump to the next email', arrivals, 30),
      exactly('answers 503 to guests', guests.count.refused, 0),
      ...outcome,
    ]
  },
})

/** Waits until the app's answers have the new time. */
async function waitForClock(url: string, jump: string) {
  const ahead = (Number.parseInt(jump, 10) || 0) * HOUR_MS
  await until(async () => {
    const date = Date.parse((await call(`${url}/healthz`)).headers.get('date')!)
    return Math.abs(date - Date.now() - ahead) < HOUR_MS / 10
  })
}

/** Does what lasts for a while before a jump. @returns a check of all of it after the jump, which gives what broke */
async function prepareJump({ host, show, guests }: Scene) {
  const { url } = host
  const slot = show.slots.at(-1 - Math.floor(Math.random() * 100))!
  const html = await (await fetch(`${url}/event/${show.urlSlug}`)).text()
  const opened = /"opened":"([^"]+)"|name="opened" value="([^"]+)"/.exec(html)?.slice(1).find(Boolean)
  const book = async (guest: ReturnType<typeof makeGuest>) => {
    const answer = await call(`${url}/api/timeslots/${slot}/book`, guest)
    if (answer.status === 201 && !answer.headers.get('idempotent-replayed'))
      guests.acknowledged.push(answer.body.id)
    return answer
  }
  const wrong = { method: 'POST', body: { username: host.username, password: 'a wrong password' } }
  const logIn = () => call(`${url}/api/login`, wrong)
  const guest = makeGuest()
  const first = await book(guest)
  for (let tries = 0; tries < 11; tries++) await logIn()
  await setTimeout(2500) // longer than a form has to be open

  return async () => {
    const faults: string[] = []
    const expect = (ok: boolean, fault: string, { status, body }: Answer) =>
      ok || faults.push(`${fault}: ${status} ${JSON.stringify(body)}`)
    const form = await book(makeGuest({ opened }))
    expect(form.status === 201 && Boolean(opened), 'a form opened before it was refused', form)
    const again = await book(guest)
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
async function waitForSchedule({ query }: ChaosDatabase) {
  const [{ now }] = (await query<{ now: Date }>('SELECT now()')) as [{ now: Date }]
  const started = `SELECT 1 FROM pgboss.job WHERE name = 'import' AND created_on > $1`
  const hasRun = async () => (await query(started, [now])).length
  await until(hasRun, 180, 'No scheduled job ran within three minutes of a jump')
}
