import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'
import { type Account, runAs } from './run-as.ts'

export interface PostgresPlace {
  /** Folder of the cluster, its password and its log. */
  home: string
  /** Where a copy of PostgreSQL's programs may go, should they not run in place. */
  cache: string
  /** Whom PostgreSQL runs as; undefined for the user of the app. */
  account: Account | undefined
  /** What was arranged, as a sentence; undefined where nothing was. */
  note: string | undefined
}

/**
 * Decides where the database of a data folder lives and whom it belongs to. As root that is the user `postgres`,
 * or whoever owns a database that is there already; and where this user cannot enter the data folder, a place
 * under /var/lib that follows from the folder's path.
 *
 * @throws StartError rather than begin an empty database beside one that is out of reach
 */
export async function findPostgresPlace(dataDir: string): Promise<PostgresPlace> {
  await mkdir(dataDir, { recursive: true })
  const inside = join(dataDir, 'postgres')
  const outside = join('/var/lib/trunkshow', await nameOf(dataDir))
  let home = existsSync(outside) ? outside : inside
  const owner = existsSync(home) ? await stat(home) : undefined

  if (process.getuid?.() !== 0) {
    if (owner && owner.uid !== process.getuid?.() && process.platform !== 'win32') {
      throw new StartError(
        `The database in ${home} belongs to another user (id ${owner.uid}), so start as root or as that user, or choose another DATA_DIR.`,
      )
    }
    return { home, cache: join(dataDir, 'cache'), account: undefined, note: undefined }
  }

  const account = owner?.uid
    ? { name: `with id ${owner.uid}`, uid: owner.uid, gid: owner.gid }
    : await postgresAccount()
  if (owner?.uid === 0) await runAs(undefined, 'chown', ['-R', `${account.uid}:${account.gid}`, home])
  let reason = ''
  if (home === inside && !(await runAs(account, '/bin/sh', ['-c', 'cd "$0"', dataDir])).ok) {
    if (owner) {
      throw new StartError(
        `The database in ${home} is out of reach for its owner (id ${owner.uid}), who cannot enter a folder above it: allow that with chmod o+x.`,
      )
    }
    home = outside
  }
  if (home === outside) {
    await mkdir('/var/lib/trunkshow', { recursive: true, mode: 0o755 })
    reason = `, as that user cannot enter ${dataDir}`
  }
  const note = `PostgreSQL may not run as root, so it runs as the user ${account.name} and keeps the data in ${home}${reason}.`
  return { home, cache: '/var/cache/trunkshow', account, note }
}

/** Readable for people, and different for every folder. */
async function nameOf(dataDir: string) {
  const path = await realpath(dataDir)
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 12)
  return `${path.replace(/\W+/g, '-').replace(/^-/, '').slice(-40)}-${hash}`
}

/** The user `postgres` (`_postgres` on macOS), made where the system has none. */
async function postgresAccount(): Promise<Account> {
  const ways = [
    ['true'],
    ['useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    ['adduser', '-S', '-D', '-H', 'postgres'],
  ]
  for (const [command, ...args] of ways) {
    await runAs(undefined, command!, args)
    for (const name of ['postgres', '_postgres']) {
      const [uid, gid] = await Promise.all([
        runAs(undefined, 'id', ['-u', name]),
        runAs(undefined, 'id', ['-g', name]),
      ])
      if (!uid.ok || !gid.ok) continue
      const made = command === 'true' ? '' : ' (made for it)'
      return { name: name + made, uid: Number(uid.output), gid: Number(gid.output) }
    }
  }
  throw new StartError(
    'PostgreSQL may not run as root and no user "postgres" could be made for it: start as another user, or set DATABASE_URL.',
  )
}
