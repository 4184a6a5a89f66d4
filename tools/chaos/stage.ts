import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort, startEmbeddedPostgres } from '../../server/platform/db/embedded.ts'
import { findPostgresPlace, findPostmaster } from '../../server/platform/db/postgres-place.ts'
import { startPooler, throughPooler } from '../../server/test/processes/pooler.ts'
import { startProduct as start } from '../../server/test/product.ts'
import { runSql } from '../../server/test/run-sql.ts'
import { childrenOf, openFolder } from '../bench/measure.ts'

/** Limits are off, because all bookings come from a few addresses. */
export const settings = {
  LOG_LEVEL: 'error',
  RATE_LIMIT: 'off',
  MAIL_BUDGET_PER_DAY: '1000000',
  MAIL_FROM: 'shows@trunkshow.test',
}

export type Product = Awaited<ReturnType<typeof startProduct>>

/** Starts the app as an operator does, and waits until it is ready. @throws if it ends before */
async function startProduct(variables: Record<string, string>) {
  const said: string[] = []
  /** Unexpected errors of requests and Node warnings. */
  const faults: string[] = []
  const app = await start(
    { ...settings, ...variables },
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      onLine(line) {
        said.push(line)
        if (/unexpected error|Warning: |Unhandled/.test(line)) faults.push(line)
        if (process.env.CHAOS_SHOW) console.error(`  ${line}`)
      },
    },
  )
  const product = {
    // Not localhost, which is looked up as IPv6 first.
    url: app.url.replace('localhost', '127.0.0.1'),
    pid: app.pid,
    faults,
    /** How it ended and what it said; undefined while it runs. */
    ending: undefined as { code: number | null; complaint: string } | undefined,
    kill: () => app.end('SIGKILL'),
    async stop() {
      await app.end()
      return product.ending!
    },
  }
  app.closed.then(([code]) => {
    product.ending = { code, complaint: said.slice(1).join('\n') }
  })
  return product
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Creates the data folder and finds the port of the app in one scenario. With `hurry`, leases of emails end early. */
export async function openStage(hurry = false) {
  const opened = await openFolder('chaos')
  const { folder, later } = opened
  const dataDir = join(folder, 'data')
  const port = String(await findFreePort())
  return {
    ...opened,
    dataDir,
    port,
    hurry,
    /** Starts the app, which stops at the end. */
    async start(variables: Record<string, string> = {}): Promise<Product> {
      const product = await startProduct({ DATA_DIR: dataDir, PORT: port, ...variables })
      later(() => product.stop())
      return product
    },
    /** Returns the variables of an app on this server; with DATABASE_POOLER, through a pooler in front of it. */
    async databaseVariables({ url }: { url: string }) {
      const variables = { DATABASE_URL: url, APP_SECRET: 'a secret of chaos alone' }
      if (!throughPooler) return variables
      const pooler = await startPooler(url)
      later(pooler.stop)
      return { ...variables, DATABASE_URL: pooler.through(url) }
    },
  }
}

/** Starts two processes of the app on one database, as behind a load balancer. */
export async function startPair(stage: Stage, variables: Record<string, string> = {}) {
  const database = await openDatabase(stage.dataDir)
  stage.later(() => database.stop())
  const all = { ...(await stage.databaseVariables(database)), ...variables }
  const ports = [stage.port, String(await findFreePort())]
  const start = (which: number) => stage.start({ ...all, PORT: ports[which]! })
  const products = [await start(0), await start(1)]
  let turn = 0
  return {
    database,
    ports,
    products,
    start,
    /** The address of one of them in turn. */
    pick: () => products[turn++ % 2]!.url,
    faults: () => products.flatMap(({ faults }) => faults),
  }
}

export type Pair = Awaited<ReturnType<typeof startPair>>
export type ChaosDatabase = Awaited<ReturnType<typeof openDatabase>>

/** Opens the PostgreSQL of a data folder, which can then be killed and frozen. If no app runs there, it starts one. */
export async function openDatabase(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  const { home } = await findPostgresPlace(dataDir)
  const query = <Row extends object>(sql: string, values?: unknown[]) =>
    runSql<Row>(postgres.url, sql, values)

  return {
    ...postgres,
    query,
    /** Signals its first process, or all of them at once, so that none can finish anything. */
    async signal(signal: NodeJS.Signals, which: 'first' | 'all') {
      const running = await findPostmaster(join(home, 'cluster'))
      if (!running) throw new Error('No PostgreSQL runs')
      process.kill(running.pid, signal)
      if (which === 'all') for (const pid of await childrenOf(running.pid)) process.kill(pid, signal)
    },
  }
}

/** Asks until something is so. @returns whether it was within these seconds @throws with the message, if any, if it was not */
export async function until(isSo: () => unknown, seconds = Number.POSITIVE_INFINITY, message?: string) {
  for (const deadline = performance.now() + seconds * 1000; !(await isSo()); await setTimeout(50)) {
    if (performance.now() < deadline) continue
    if (message) throw new Error(message)
    return false
  }
  return true
}
