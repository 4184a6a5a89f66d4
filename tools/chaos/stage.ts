import { join } from 'node:path'
import { findFreePort, startEmbeddedPostgres } from '../../server/platform/db/embedded.ts'
import { findPostgresPlace, findPostmaster } from '../../server/platform/db/postgres-place.ts'
import { startPooler, throughPooler } from '../../server/test/processes/pooler.ts'
import { runSql } from '../../server/test/run-sql.ts'
import { childrenOf, openFolder, startServer } from '../bench/harness.ts'

/** Limits are off, because all bookings come from a few addresses. */
export const settings = {
  LOG_LEVEL: 'error',
  RATE_LIMIT: 'off',
  MAIL_BUDGET_PER_DAY: '1000000',
  MAIL_FROM: 'shows@trunkshow.test',
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * Creates the data folder and finds the port of the app in one scenario. With `hurry`, leases of emails end early. What goes
 * wrong anywhere in it is added to `faults`: unexpected errors of requests and Node warnings, and what it finds itself.
 */
export async function openStage(hurry = false) {
  const opened = await openFolder('chaos')
  const { folder, later } = opened
  const dataDir = join(folder, 'data')
  const port = String(await findFreePort())
  const faults: string[] = []
  return {
    ...opened,
    dataDir,
    port,
    hurry,
    faults,
    /** Starts the app, which stops at the end. */
    async start(variables: Record<string, string> = {}) {
      const said: string[] = []
      const app = await startServer(
        { ...settings, DATA_DIR: dataDir, PORT: port, ...variables },
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
        ...app,
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
      later(product.stop)
      return product
    },
    /** Starts a DATABASE_URL server, which stops at the end. */
    async openServer() {
      const database = await openDatabase(dataDir)
      later(database.stop)
      return database
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
  const database = await stage.openServer()
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
