import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { listBackups } from '../backup/make-backup.ts'
import { openFiles } from '../files/storage.ts'
import { compareClocks, type Finding, type Findings, findingsOn, reasonOf } from './finding.ts'

const MEGABYTE = 1_000_000
const HOUR_MS = 3_600_000
/** Free space, in bytes, and free entries of a disk below which something is about to fail. */
const least = { problem: 300 * MEGABYTE, warning: 3000 * MEGABYTE, share: 0.05, inodes: 10_000 }
const MAX_BACKUP_AGE_MS = 36 * HOUR_MS

/** Checks the folders that the app writes, and that secrets in them are its own. */
export async function checkDisk({ dataDir, s3, backupDir, appSecretFile }: Config): Promise<Findings> {
  const folders = [dataDir, ...(s3 ? [] : [join(dataDir, 'uploads')]), ...(backupDir ? [backupDir] : [])]
  const findings = await Promise.all(folders.map(checkFolder))
  const secrets = [...(appSecretFile ? [appSecretFile] : []), join(dataDir, 'outbox')]
  return [...findings.flat(), ...(await Promise.all(secrets.map(checkMode)))]
}

async function checkFolder(path: string): Promise<Findings> {
  const { ok, problem, warning } = findingsOn('Disk')
  if (!existsSync(path)) return ok(`${path} does not exist yet; the app creates it.`)
  const probe = join(path, `.doctor-${process.pid}`)
  try {
    await writeFile(probe, 'A probe of the doctor, which deletes it.\n')
    await rm(probe)
  } catch (error) {
    return problem(
      `${path} cannot be written: ${reasonOf(error)}.`,
      'Let the user that the app runs as own it.',
    )
  }
  const { bavail, blocks, bsize, ffree, files } = await statfs(path)
  const [free, share] = [bavail * bsize, bavail / blocks]
  const found = `${path} is writable, with ${(free / MEGABYTE).toFixed(0)} MB free (${(share * 100).toFixed(0)}%).`
  const todo = 'Free some space or enlarge the disk: without space, nothing can be booked or stored.'
  return [
    free < least.problem
      ? problem(found, todo)
      : free < least.warning || share < least.share
        ? warning(found, todo)
        : ok(found),
    files > 0 &&
      ffree < least.inodes &&
      warning(`${path} has room for ${ffree} more files (inodes).`, 'Delete files you do not need.'),
  ]
}

/** A secret that other users of this machine can read is no secret. */
async function checkMode(path: string): Promise<Finding | false> {
  const { mode } = (await stat(path).catch(() => null)) ?? { mode: 0 }
  if (process.platform === 'win32' || (mode & 0o007) === 0) return false
  const found = `other users of this machine can read ${path}.`
  return findingsOn('Secrets').problem(found, `Run: chmod o-rwx ${path}`)
}

/** Checks when the last scheduled backup was made. */
export async function checkBackups({ backupDir }: Config): Promise<Finding> {
  const { ok, problem, warning } = findingsOn('Backups')
  if (!backupDir)
    return warning(
      'none are scheduled.',
      'Set BACKUP_DIR to a folder on another disk, or run npm run backup FILE from a scheduler.',
    )
  const newest = (await listBackups(backupDir).catch(() => [])).at(-1)
  if (!newest)
    return warning(`${backupDir} has none yet.`, 'A worker makes the first within an hour of its start.')
  const age = Date.now() - newest.takenAt
  const found = `the newest, ${newest.name}, is ${Math.round(age / HOUR_MS)} hours old.`
  return age > MAX_BACKUP_AGE_MS
    ? problem(found, 'Check that a worker runs; its log has the error of the job backup.')
    : ok(found)
}

/** Checks that a probe can be stored in the bucket, read, and deleted. */
export async function checkStorage(config: Config): Promise<Findings> {
  const { ok, problem } = findingsOn('S3')
  if (!config.s3) return []
  const { bucket, endpoint, region } = config.s3
  const origin = endpoint ?? `https://s3.${region}.amazonaws.com`
  const files = await openFiles(config)
  const [key, content] = [`doctor-${randomUUID()}`, 'A probe of the doctor.']
  let step = 'stored'
  try {
    await files.put(key, content)
    step = 'read'
    if ((await files.get(key)) !== content) throw new Error('it is not what was stored')
    step = 'deleted'
    await files.delete(key)
  } catch (error) {
    const todo =
      'Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys, which must allow to put, get, list and delete.'
    return problem(`a probe in ${bucket} at ${origin} cannot be ${step}: ${reasonOf(error)}.`, todo)
  }
  const date = await fetch(origin, { signal: AbortSignal.timeout(5000) }).then(
    ({ headers }) => headers.get('date'),
    () => null,
  )
  return [
    ok(`a probe in ${bucket} at ${origin} was stored, read and deleted.`),
    date !== null && compareClocks(origin, new Date(date), Date.now(), 1),
  ]
}
