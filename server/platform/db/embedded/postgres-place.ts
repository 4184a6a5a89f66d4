import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../../start-error.ts'
import { type Account, runAs } from './run-as.ts'

export interface PostgresPlace {
  /** The folder of the cluster, its password, and its log. */
  home: string
  /** The folder for a copy of PostgreSQL's programs, if they do not run in place. */
  cache: string
  /** The user PostgreSQL runs as; undefined for the app's own user. */
  account: Account | undefined
  /** A sentence on what was set up; undefined when nothing was. */
  note: string | undefined
}

/**
 * Decides where a data folder's database is and which user owns it. When the app runs as root, that is the user
 * `postgres` or the owner of an existing database; if that user cannot enter the data folder, the database goes to a
 * folder under /var/lib derived from its path.
 *
 * @throws StartError rather than create an empty database next to one that cannot be reached
 */
export async function findPostgresPlace(dataDir: string): Promise<PostgresPlace> {
  await mkdir(dataDir, { recursive: true })
  const { inside, outside } = await homesOf(dataDir)
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

async function homesOf(dataDir: string) {
  return { inside: join(dataDir, 'postgres'), outside: join('/var/lib/trunkshow', await nameOf(dataDir)) }
}

/** @returns the folder of a data folder's database, if it has one; changes nothing */
export async function findExistingHome(dataDir: string): Promise<string | undefined> {
  const { inside, outside } = await homesOf(dataDir)
  return [outside, inside].find((home) => existsSync(home))
}

/** Returns a readable name that is unique for the folder. */
async function nameOf(dataDir: string) {
  const path = await realpath(dataDir)
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 12)
  return `${path.replace(/\W+/g, '-').replace(/^-/, '').slice(-40)}-${hash}`
}

/** Returns the user `postgres` (`_postgres` on macOS), created if the system has none. */
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
