import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { SizeRow } from './report.ts'
import { percentile } from './rounds.ts'
import { makeStaffCalls, openSession } from './staff-calls.ts'
import type { Scene } from './stage.ts'

const COMPANIES = 8
const FILE_BYTES = 15_000_000
const IDLE_CONNECTIONS = 100
const ALONE_SECONDS = 20
const INTERVAL_MS = 50

/** Files of 15 MB: what people have, and what takes long. */
const files: Record<string, (bytes: number) => string> = {
  'usual rows': (bytes) => {
    const row = (n: number) =>
      `Guest ${n},Imported,imported-${n}@mail.test,2125550100,${'likes silk '.repeat(10)}`
    const count = Math.floor(bytes / row(99_999).length)
    return [
      'First name,Last name,Email,Phone,Notes',
      ...Array.from({ length: count }, (_, n) => row(n)),
    ].join('\n')
  },
  'one line': (bytes) => `First name,Last name,Email\n${'a'.repeat(bytes)}`,
  'empty rows of another length': (bytes) => `First name,Last name,Email\n${',,,,\n'.repeat(bytes / 5)}`,
}

/**
 * Compares `/healthz` and the memory of the app beside eight checks of files of 15 MB, each of another company, with both
 * before, with 100 idle connections.
 */
export async function compareDuringChecks(scene: Scene): Promise<SizeRow[]> {
  const { url, pid } = scene.server
  const staff = []
  for (let n = 0; n < COMPANIES; n++) {
    await scene.addCompany(`owner-${n}`)
    staff.push(makeStaffCalls(await openSession(scene, `owner-${n}`)))
  }
  const sockets = Array.from({ length: IDLE_CONNECTIONS }, () =>
    connect(Number(new URL(url).port), '127.0.0.1'),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))

  /** Asks twenty times a second, also while earlier answers are missing, as a load balancer would. */
  async function sample(isOver: () => boolean) {
    const [times, memory]: [number[], number[]] = [[], []]
    const asked: Promise<void>[] = []
    while (!isOver()) {
      const begin = performance.now()
      asked.push(
        fetch(`${url}/healthz`).then(async (answer) => {
          await answer.arrayBuffer()
          if (!answer.ok) throw new Error(`/healthz answered ${answer.status}`)
          times.push(performance.now() - begin)
        }),
      )
      memory.push(await megabytesOf(pid))
      await setTimeout(Math.max(0, INTERVAL_MS - (performance.now() - begin)))
    }
    await Promise.all(asked)
    return { p95: percentile(times, 0.95), most: Math.max(...memory) }
  }
  const forSeconds = (seconds: number) => {
    const end = performance.now() + seconds * 1000
    return () => performance.now() > end
  }

  await sample(forSeconds(3))
  const idle = await sample(forSeconds(3))
  const rows: SizeRow[] = []
  for (const [name, make] of Object.entries(files)) {
    // Bytes, since encoding it eight times would delay the samples.
    const body = Buffer.from(JSON.stringify({ kind: 'customers', csv: make(FILE_BYTES) }))
    const alone = await sample(forSeconds(ALONE_SECONDS))
    let isOver = false
    const begin = performance.now()
    const checks = Promise.all(staff.map(({ sendJson }) => sendJson('POST', '/api/imports', body))).finally(
      () => {
        isOver = true
      },
    )
    const [answers, beside] = await Promise.all([checks, sample(() => isOver)])
    console.log(
      `${name}: answered ${answers.join(', ')} within ${Math.round((performance.now() - begin) / 1000)} s`,
    )
    rows.push(
      { name: `/healthz, p95: ${name}`, large: beside.p95, small: alone.p95, unit: 'ms', maxRatio: 3 },
      {
        name: `memory, above before: ${name}`,
        large: beside.most - idle.most,
        small: idle.most,
        unit: 'MB',
        maxLarge: 300,
      },
    )
  }
  for (const socket of sockets) socket.destroy()
  return rows
}

/** The memory of a process and of those it started, in megabytes; what they share counts once. Linux alone tells. */
async function megabytesOf(pid: number): Promise<number> {
  const read = (path: string) => readFile(`/proc/${path}`, 'utf8').catch(() => '')
  const children = (await read(`${pid}/task/${pid}/children`)).match(/\d+/g) ?? []
  const rollups = await Promise.all([pid, ...children].map((id) => read(`${id}/smaps_rollup`)))
  return rollups.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0), 0) / 1024
}
