import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import { StartError } from '../../server/start-error.ts'
import { type Call, openFolder, run } from './harness.ts'

export interface Effort {
  /** How many turns each side has, and how long each turn is. */
  rounds: number
  seconds: number
  clients: number
}

/** Responses per second, the milliseconds of each, and how busy this process kept one core, from 0 to 1. */
interface Load {
  rate: number
  latencies: number[]
  busy?: number
}

/** One side of a comparison over all its rounds: its median rate a second, and its latencies in ms. */
export type Side = ReturnType<typeof sideOf>

type Round = () => Promise<Load>

/** The smallest value that is at least as large as this share of all values; a share of 0.5 is the median. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const median = (values: number[]) => percentile(values, 0.5)

/**
 * Runs all sides in turn, each round beginning with another one, so that other work on the machine affects all, each once
 * before to warm up. @returns the sides, each with the median over the rounds of the first one's rate ÷ its own
 */
export async function compareAll(rounds: number, sides: Round[]) {
  for (const side of sides) await side()
  const loads = sides.map((): Load[] => [])
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < sides.length; turn++) {
      const at = (round + turn) % sides.length
      loads[at]!.push(await sides[at]!())
    }
  return loads.map((own) => ({
    ...sideOf(own),
    ratio: median(own.map(({ rate }, round) => loads[0]![round]!.rate / rate)),
  }))
}

/** Compares two sides. @returns both, and the median over the rounds of our rate ÷ the other rate */
export async function compare(rounds: number, ours: Round, other: Round) {
  const [mine, theirs] = await compareAll(rounds, [ours, other])
  return { ours: mine!, other: theirs!, ratio: theirs!.ratio }
}

/** Measures one side without a comparison, after one round to warm up. */
export async function measure(rounds: number, round: Round) {
  await round()
  return sideOf(await repeat(rounds, round))
}

export async function repeat<Result>(times: number, run: (n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let n = 0; n < times; n++) results.push(await run(n))
  return results
}

function sideOf(loads: Load[]) {
  const latencies = loads.flatMap((load) => load.latencies)
  const at = (share: number) => percentile(latencies, share)
  const rate = median(loads.map((load) => load.rate))
  const busy = median(loads.flatMap((load) => load.busy ?? []))
  return { rate, p50: at(0.5), p95: at(0.95), p99: at(0.99), busy }
}

/**
 * Loads a server for some seconds over this many connections; each sends its next request after a response. By
 * undici's dispatcher, since it shares the machine's cores with the server: it takes a third of the time of node:http.
 *
 * @throws if a response has a status other than 200 or 201
 */
export async function loadHttp(
  url: string,
  { clients, seconds }: Pick<Effort, 'clients' | 'seconds'>,
  makeRequest: () => Call & { path: string },
): Promise<Load> {
  const pool = new Pool(url, { connections: clients })
  const latencies: number[] = []
  const cpu = process.cpuUsage()
  const begin = performance.now()
  const send = () =>
    new Promise<void>((done, fail) => {
      const { path, method = 'GET', headers, body } = makeRequest()
      pool.dispatch(
        { path, method, headers: { 'user-agent': 'bench', ...headers }, body: body && JSON.stringify(body) },
        {
          onRequestStart() {},
          onResponseStart(_, status) {
            if (status > 201) fail(new Error(`${path} was answered ${status}`))
          },
          onResponseData() {},
          onResponseEnd: () => done(),
          onResponseError: (_, error) => fail(error),
        },
      )
    })
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let sent = begin; sent < begin + seconds * 1000; ) {
        await send()
        latencies.push(performance.now() - sent)
        sent = performance.now()
      }
    }),
  )
  await pool.destroy()
  const elapsed = performance.now() - begin
  const { user, system } = process.cpuUsage(cpu)
  return { rate: (latencies.length / elapsed) * 1000, latencies, busy: (user + system) / 1000 / elapsed }
}

/** Runs an SQL script repeatedly with pgbench, prepared, for some seconds over this many connections. */
export async function loadSql(
  url: string,
  { clients, seconds }: Pick<Effort, 'clients' | 'seconds'>,
  script: string,
): Promise<Load> {
  await using opened = await openFolder('pgbench')
  const { folder } = opened
  const [file, log] = [join(folder, 'script.sql'), join(folder, 'log')]
  await writeFile(file, script)
  const options = `--no-vacuum --protocol=prepared --jobs=2 --client=${clients} --time=${seconds} --log`
  const stdout = await pgbench(...options.split(' '), `--log-prefix=${log}`, `--file=${file}`, url)
  const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!rate || !/^number of failed transactions: 0 /m.test(stdout))
    throw new Error(`pgbench said:\n${stdout}`)
  const latencies: number[] = []
  // Client, transaction, microseconds, …
  for (const name of await readdir(folder))
    if (name.startsWith('log'))
      for (const line of (await readFile(join(folder, name), 'utf8')).trim().split('\n'))
        latencies.push(Number(line.split(' ')[2]) / 1000)
  return { rate, latencies }
}

/** @returns what pgbench prints @throws StartError if there is none */
export async function pgbench(...args: string[]): Promise<string> {
  try {
    return (await run('pgbench', args)).stdout
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new StartError(
      'The bench compares with pgbench, which is not here: install PostgreSQL’s client programs (Debian: postgresql-contrib or postgresql).',
    )
  }
}

/** Does something every so many milliseconds, also while earlier ones go on if `overlapping`. @returns the milliseconds of each */
export async function sample(
  everyMs: number,
  isOn: () => boolean,
  act: () => Promise<unknown>,
  { overlapping = false } = {},
): Promise<number[]> {
  const times: number[] = []
  const begun: Promise<unknown>[] = []
  while (isOn()) {
    const begin = performance.now()
    const done = act().then(() => times.push(performance.now() - begin))
    begun.push(done)
    if (!overlapping) await done
    await setTimeout(Math.max(0, begin + everyMs - performance.now()))
  }
  await Promise.all(begun)
  return times
}

/** Whether this many seconds have not passed yet. */
export function lasting(seconds: number) {
  const end = performance.now() + seconds * 1000
  return () => performance.now() < end
}

/** Samples while something else goes on. @returns the results of both */
export async function beside<Result, Sampled>(
  work: Promise<Result>,
  take: (isOn: () => boolean) => Promise<Sampled>,
): Promise<[Result, Sampled]> {
  let isOn = true
  const ended = work.finally(() => {
    isOn = false
  })
  return Promise.all([ended, take(() => isOn)])
}
