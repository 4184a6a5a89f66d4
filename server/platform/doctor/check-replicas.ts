import type { Config } from '../../config.ts'
import { withClient } from '../db/transaction.ts'
import { connectionTo, findingsOn } from './finding.ts'

const { ok, problem, warning } = findingsOn('Replicas')
/** More than a replica in step is ever behind: what an upload of some pictures writes. */
const MAX_BEHIND_BYTES = 50_000_000

interface Replica {
  name: string
  /** Null if the role may not see it. */
  state: string | null
  /** Whether a commit waits for it. */
  isSynchronous: boolean
  /** How many bytes of WAL it has not replayed. */
  behind: number | null
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB behind`

/**
 * Checks who leads and how far its replicas are behind (docs/scaling.md, A cluster that heals itself). Says nothing of a
 * server without replicas that none are expected of.
 */
export async function checkReplicas(config: Pick<Config, 'databaseUrl' | 'databaseReadUrl'>) {
  const { databaseUrl, databaseReadUrl } = config
  if (!databaseUrl) return []
  return withClient(connectionTo(databaseUrl), async (client) => {
    const { rows: replicas } = await client.query<Replica>(
      `SELECT application_name AS name, state, coalesce(sync_state IN ('sync', 'quorum'), false) AS "isSynchronous",
         pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 AS behind
       FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup' ORDER BY application_name`,
    )
    const { rows } = await client.query(
      `SELECT concat_ws(':', host(inet_server_addr()), inet_server_port()) AS leader, current_user AS role,
         current_setting('synchronous_standby_names') <> '' AS waits`,
    )
    const { leader, role, waits } = rows[0]
    const told = replicas.map(({ name, isSynchronous, behind }) =>
      [name, isSynchronous && 'synchronous', behind !== null && megabytes(behind)].filter(Boolean).join(', '),
    )
    const isHidden = replicas.some(({ state }) => state === null)
    return [
      (replicas.length > 0 || waits) && ok(`${leader} leads; ${told.join('; ') || 'no replica follows'}.`),
      isHidden &&
        warning(
          'how far they are behind is hidden from DATABASE_URL’s role.',
          `As a superuser: GRANT pg_monitor TO ${role}.`,
        ),
      waits &&
        !isHidden &&
        !replicas.some(({ isSynchronous }) => isSynchronous) &&
        problem(
          'every booking waits for a synchronous replica, and none is connected.',
          'Start it, or empty synchronous_standby_names until it is back.',
        ),
      ...replicas.map(
        ({ name, behind }) =>
          Number(behind) > MAX_BEHIND_BYTES &&
          warning(`${name} is ${megabytes(Number(behind))}.`, 'Check its disk, its load, and its network.'),
      ),
      databaseReadUrl !== undefined && (await checkReads(databaseReadUrl)),
    ]
  })
}

/** Checks what DATABASE_READ_URL leads to. */
async function checkReads(url: string) {
  const reads = findingsOn('Reads')
  const place = new URL(url).host
  try {
    const { rows } = await withClient(connectionTo(url), (client) =>
      client.query('SELECT pg_is_in_recovery() AS replica'),
    )
    return rows[0].replica
      ? reads.ok(`guests' pages are read from a replica at ${place}.`)
      : reads.warning(
          `DATABASE_READ_URL leads to a primary at ${place}, so all pages are read from DATABASE_URL.`,
          'Set it to a replica.',
        )
  } catch {
    return reads.warning(
      `no replica answers at ${place}, so all pages are read from DATABASE_URL.`,
      'Start it, and check DATABASE_READ_URL.',
    )
  }
}
