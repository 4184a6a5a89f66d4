import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgresPlace, runAs } from '../../platform/db/postgres-place.ts'

/** Copies all but what belongs to the running server. Files may change meanwhile: replayed WAL corrects the copy. */
const COPY = `mkdir -p "$1" && tar -C "$0" -cf - --exclude='./cluster/pg_wal/?*' --exclude=./cluster/postmaster.pid . |
  tar -C "$1" -xpf - && mkdir -p "$1/cluster/pg_wal" && chown -R --reference="$0" "$1"`

/**
 * Copies a running server into a new data folder, which starts as its streaming replica, as pg_basebackup does; the npm
 * package does not include that program
 * (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). Linux only.
 *
 * @param folder the data folder of the running server
 */
export async function copyToReplica({ adminUrl }: { adminUrl: string }, folder: string, newFolder: string) {
  const { home, account } = await findPostgresPlace(folder)
  const newHome = join(newFolder, 'postgres')
  const { password, port, username } = new URL(adminUrl)
  const session = new pg.Client({ connectionString: adminUrl })
  await session.connect()
  try {
    await session.query(`ALTER SYSTEM SET wal_keep_size = '512MB'`)
    await session.query('SELECT pg_reload_conf()')
    await session.query(`SELECT pg_backup_start('replica', true)`)
    const { ok, output } = await runAs(undefined, '/bin/sh', ['-c', COPY, home, newHome])
    if (!ok) throw new Error(`The copy for a replica failed: ${output}`)
    const { rows } = await session.query('SELECT labelfile FROM pg_backup_stop(false)')
    const files = {
      backup_label: rows[0].labelfile,
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(newHome, 'cluster', name), text)
    if (account) await runAs(undefined, 'chown', ['-R', `${account.uid}:${account.gid}`, newHome])
  } finally {
    await session.end()
  }
}
