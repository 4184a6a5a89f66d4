import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../../start-error.ts'
import { isAlive } from './postmaster.ts'
import { type Account, runAs } from './run-as.ts'

/** The superuser of the cluster, which older versions connected as. */
export const SUPERUSER = 'trunkshow'

/**
 * Creates `home`: an empty cluster and its superuser's password. It is created in a draft folder and renamed, so that an
 * interrupted start leaves no partial cluster and concurrent starts share the first one.
 *
 * @throws StartError
 */
export async function createCluster(home: string, files: string, account: Account | undefined) {
  await removeDrafts(home)
  const draft = `${home}.draft-${process.pid}`
  const password = join(draft, 'password')
  await mkdir(draft, { mode: 0o700 })
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account) await Promise.all([draft, password].map((path) => chown(path, account.uid, account.gid)))
  const { ok, output } = await runAs(account, join(files, 'bin', 'initdb'), [
    `--pgdata=${join(draft, 'cluster')}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ])
  if (ok) await rename(draft, home).catch((error) => existsSync(home) || Promise.reject(error))
  await rm(draft, { recursive: true, force: true })
  if (!ok)
    throw new StartError(`PostgreSQL could not make a database in ${home}: ${output.split('\n').at(-1)}`)
}

/** Removes the draft folders of first starts that were killed. */
async function removeDrafts(home: string) {
  const prefix = `${basename(home)}.draft-`
  for (const name of await readdir(dirname(home))) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) {
      await rm(join(dirname(home), name), { recursive: true, force: true })
    }
  }
}
