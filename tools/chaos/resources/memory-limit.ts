import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../../../server/platform/db/embedded/find-free-port.ts'
import { exactly, type Report, within } from '../findings.ts'
import { startGuests } from '../guests.ts'
import { openMailServer } from '../mail-server.ts'
import { compareOutcome } from '../outcome.ts'
import { type Product, startProduct } from '../product.ts'
import { registerHost } from '../show.ts'
import { confirmHostEmails, openDatabase, openStage, waitForEmptyOutbox } from '../stage.ts'

const run = promisify(execFile)

/** How far below what a process has its limit is set, so that it gets nothing more even after it has freed some. */
const SHORTAGE_MEGABYTES = 64

/**
 * Lets a process that serves pages run out of memory under load: one of two, which the first process starts again, and
 * the only one, which ends the app, so that the service manager (here the scene) starts it again.
 */
export async function exhaustMemory({ rounds }: { rounds: number }): Promise<Report> {
  const title = 'a process that serves pages runs out of memory'
  if (process.platform !== 'linux') return { title, findings: [], faults: [], skipped: 'it needs Linux' }
  const stage = await openStage()
  try {
    const mails = await openMailServer(await findFreePort())
    stage.later(() => mails.down())
    const start = (processes: number) =>
      startProduct({
        DATA_DIR: stage.dataDir,
        PORT: stage.port,
        SMTP_URL: mails.url,
        WEB_PROCESSES: String(processes),
      })
    let product = await start(2)
    stage.later(() => product.stop())
    const host = await registerHost(product.url)
    await confirmHostEmails(await openDatabase(stage.dataDir))
    const show = await host.makeShow({ days: 60, spots: 5 })
    const guests = startGuests({
      pick: () => product.url,
      show,
      clients: 8,
      pauseMs: 50,
      cookie: host.cookie,
    })

    const ofTwo: number[] = []
    for (let round = 0; round < rounds; round++) {
      await guests.waitForMore(100)
      const [web] = await webProcesses(product)
      const endedAt = await runOutOfMemory(web!)
      ofTwo.push((await guests.firstSuccessAfter(endedAt)) - endedAt)
      while ((await webProcesses(product)).length < 2) await setTimeout(100)
      if (product.ending) throw new Error(`The app ended: ${product.ending.complaint}`)
    }
    const faults = [...product.faults]
    await product.stop()
    product = await start(1)
    const onlyOne: number[] = []
    for (let round = 0; round < rounds; round++) {
      await guests.waitForMore(100)
      const endedAt = await runOutOfMemory(product.pid)
      while (!product.ending) await setTimeout(20)
      faults.push(...product.faults)
      product = await start(1)
      onlyOne.push((await guests.firstSuccessAfter(endedAt)) - endedAt)
    }
    await guests.waitForMore(50)
    await guests.stop()
    const database = await openDatabase(stage.dataDir)
    await waitForEmptyOutbox(database, () => host.wakeEmailWorker(show))
    const outcome = await compareOutcome({ database, guests, show, mails, kills: rounds * 2 + 1 })
    return {
      title,
      findings: [
        exactly('processes that ran out of memory', ofTwo.length + onlyOne.length, rounds * 2),
        within('longest time from the end of one of two to the next booking', ofTwo, 2),
        within('longest time from the end of the only one to the next booking', onlyOne, 10),
        ...outcome.findings,
      ],
      faults: [...faults, ...product.faults, ...outcome.faults],
    }
  } finally {
    await stage.close()
  }
}

/** The app's child processes that serve pages. */
async function webProcesses({ pid }: Product): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number)
  const isWeb = await Promise.all(
    children.map(async (child) =>
      (await readFile(`/proc/${child}/environ`, 'utf8').catch(() => '')).split('\0').includes('ROLE=web'),
    ),
  )
  return children.filter((_, index) => isWeb[index])
}

/** Allows a process no more memory than it has, and waits until that has ended it. @returns when */
async function runOutOfMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/^VmSize:\s+(\d+) kB$/m.exec(status)![1])
  await run('prlimit', [
    '--pid',
    String(pid),
    '--core=0',
    `--as=${(kilobytes - SHORTAGE_MEGABYTES * 1024) * 1024}`,
  ])
  const deadline = performance.now() + 60_000
  while (existsSync(`/proc/${pid}/maps`) && !(await isZombie(pid))) {
    if (performance.now() > deadline) throw new Error(`Process ${pid} has enough memory`)
    await setTimeout(20)
  }
  return performance.now()
}

const isZombie = async (pid: number) =>
  /^State:\s+Z/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State: Z'))
