import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Config, readConfig } from './config.ts'
import { acquireAppLock, startEmbeddedPostgres } from './platform/db/embedded.ts'
import { migrate } from './platform/db/migrate.ts'
import { createPool, watchReplica } from './platform/db/pool.ts'
import { closeBehindProxy } from './platform/http/close-behind-proxy.ts'
import { findNetworkHint } from './platform/http/guards/hosts.ts'
import { announcements, configureLog, log } from './platform/log/log.ts'
import { answerProcesses, describeProcess, watchPool } from './platform/metrics/registry.ts'
import { planProcesses, startChildren } from './processes.ts'
import { StartError } from './start-error.ts'

// What is imported from here on is kept in compiled form for the next start.
enableCompileCache()

// React reads it when it is imported below, and `npm start` does not set it.
process.env.NODE_ENV ??= 'production'

type Modules = [typeof import('./app.ts'), typeof import('./worker.ts')]

const superuserWarning =
  'DATABASE_URL connects as a superuser, who may do more than Trunkshow needs: give it a role that owns its database and no more.'

const poolerWarning =
  'The pooler at DATABASE_URL opens connections without statement_timeout and enable_seqscan=off: set its connect_query as in docs/scaling.md.'

/** Reverts each step of the start; run from last to first. */
const undo: (() => Promise<unknown>)[] = []
let ending = false

// The reader of the output may exit, as with `npm start | head`: reporting that would fail too, over and over.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

const started = start()
started.catch(fail)
process.on('uncaughtException', fail)
// Ctrl-C and service managers signal every process; a child ends when the first process tells it to, or is gone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => cluster.isPrimary && end(0))
if (cluster.isWorker) process.on('message', (message) => message === 'end' && end(0))
answerProcesses()

async function start() {
  const config = readConfig(process.env)
  const { own, children } = planProcesses(config)
  const name = process.env.PROCESS_NAME ?? own?.name ?? 'main'
  configureLog(config, name)
  describeProcess(name)
  const modules = own && Promise.all([import('./app.ts'), import('./worker.ts')])
  modules?.catch(() => {}) // awaited below; the import overlaps with PostgreSQL's start
  const databaseUrl = config.databaseUrl ?? (await startOwnDatabase(config))
  if (cluster.isPrimary) {
    const { asSuperuser, hasSettings } = await migrate(databaseUrl)
    if (asSuperuser) announcements.warn(superuserWarning)
    if (config.databasePooler && !hasSettings) announcements.warn(poolerWarning)
  }
  const others = startChildren(children, { DATABASE_URL: databaseUrl, APP_SECRET: config.appSecret })
  undo.push(others.stop)
  others.ready.catch(() => {}) // awaited below
  if (own) await run({ ...config, ...own, databaseUrl }, await modules!)
  await others.ready
  if (cluster.isWorker) return process.send!('ready', () => {}) // the first process may have been killed
  if (!config.serves)
    return announcements.info('Trunkshow works: it sends emails and runs jobs, but serves no pages')
  announcements.info(`Trunkshow is ready at ${config.publicUrl}`)
  const hint = findNetworkHint(config)
  if (hint) announcements.info(hint)
  if (!config.smtpUrl)
    announcements.info(`Without SMTP_URL, emails are written to ${join(config.dataDir, 'outbox')}`)
}

/** Does this process's own work: runs jobs, serves pages, or both. */
async function run(config: Config & { databaseUrl: string }, [{ createApp }, { startWorker }]: Modules) {
  const { databaseUrl } = config
  const pool = createPool(databaseUrl, config.databasePooler)
  undo.push(() => pool.end())
  watchPool(pool)
  const worker = await startWorker({ config, pool, databaseUrl })
  undo.push(() => worker.stop())
  // A worker that is a child of a web process is asked through it.
  if (config.metricsAddress && (config.serves || cluster.isPrimary)) {
    const { openMetrics, serveMetrics } = await import('./platform/metrics/serve-metrics.ts')
    undo.push(await serveMetrics(config.metricsAddress, openMetrics(pool, config)))
  }
  if (!config.serves) return
  const { databaseReadUrl, databasePooler } = config
  const replica = databaseReadUrl
    ? watchReplica({ primary: pool, url: databaseReadUrl, pooler: databasePooler })
    : undefined
  undo.push(async () => replica?.stop())
  const app = await createApp({
    config,
    pool,
    replica,
    wakeEmailWorker: worker.wakeEmailWorker,
    wake: worker.wake,
  })
  undo.push(() => (config.trustProxy ? closeBehindProxy(app) : app.close()))
  await app.listen({ port: config.port, host: config.host }).catch(({ code, message }) => {
    const reason = code === 'EADDRINUSE' ? 'another program has it' : message
    throw new StartError(`PORT ${config.port} of HOST ${config.host} cannot be listened on: ${reason}.`)
  })
}

async function startOwnDatabase({ dataDir }: Config): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    say: (sentence) => announcements.info(sentence),
  })
  const lock = await acquireAppLock(postgres, fail)
  undo.push(() => lock.stop())
  if (postgres.joined) {
    announcements.info(
      `Carrying on with the database of an app that was killed (it still ran as process ${postgres.joined}).`,
    )
  }
  return postgres.url
}

/** Prints a StartError's sentence, or any other error with its stack. */
function fail(reason: unknown) {
  if (reason instanceof StartError) announcements.fatal(reason.message)
  else log.fatal({ err: reason }, 'The app ends because of an error.')
  return end(1)
}

/** Finishes requests, then the worker, then the database. Under npm, Ctrl-C arrives twice. */
async function end(exitCode: number) {
  if (ending) return
  ending = true
  await started.catch(() => {})
  for (const step of undo.reverse()) {
    const tooLong = setTimeout(30_000).then(() =>
      Promise.reject(new Error('A step of the end took too long')),
    )
    await Promise.race([step(), tooLong]).catch((error) => {
      log.error({ err: error }, 'A step of the end failed.')
      exitCode = 1
    })
  }
  process.exit(exitCode)
}
