import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../start-error.ts'
import type { EmbeddedPostgres } from './embedded.ts'

const lockKey = `hashtextextended('trunkshow app', 0)`
const connectionName = 'trunkshow app '

/**
 * Locks an embedded database for this process as long as its connection lasts, so an app that was killed leaves no stale
 * lock. Only the holder may stop the server, with the lock until it is down, and it restarts one that crashed.
 *
 * @param onLost called when the connection broke and the lock cannot be taken again
 * @throws StartError naming the process that holds the lock
 */
export async function acquireAppLock(postgres: EmbeddedPostgres, onLost: (reason: unknown) => void) {
  let held = true
  const stopping = new AbortController()
  let retaking: Promise<void> | undefined
  async function keep() {
    const client = await lock(postgres.url)
    client.once('end', () => {
      if (held) retaking = retake()
    })
  }
  async function retake(tries = 60): Promise<void> {
    try {
      await postgres.revive(stopping.signal)
      await keep()
    } catch (error) {
      if (tries === 0 || error instanceof StartError) {
        held = false
        return onLost(error)
      }
      await setTimeout(500)
      if (held) return retake(tries - 1)
    }
  }
  await keep()
  return {
    /** Stops the server, unless the lock was lost. */
    async stop() {
      if (!held) return
      held = false
      stopping.abort()
      await retaking
      await postgres.stop()
    },
  }
}

async function lock(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: connectionName + process.pid,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  client.on('error', () => {}) // 'end' follows
  try {
    await client.connect()
    // The connection of an app that was just killed may still be open.
    await client.query(`SET lock_timeout = '2s'`)
    await client.query(`SELECT pg_advisory_lock(${lockKey})`)
    return client
  } catch (error) {
    const refusal = (error as pg.DatabaseError).code === '55P03' && (await describeHolder(client))
    await client.end().catch(() => {})
    throw refusal || error
  }
}

async function describeHolder(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND starts_with(application_name, $1)`,
    [connectionName],
  )
  const holder = rows[0] ? `process ${rows[0].name.slice(connectionName.length)}` : 'another process'
  return new StartError(
    `Trunkshow already runs on this data folder as ${holder}: stop that first, or choose another DATA_DIR and PORT.`,
  )
}
