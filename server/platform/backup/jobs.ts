import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from 'flydrive'
import type { Config } from '../../config.ts'
import { makeBackup } from './make-backup.ts'

const HOUR_MS = 3_600_000
/** A little less than a day, so that the backup of a day does not come later than that of the day before. */
const INTERVAL_MS = 23.5 * HOUR_MS

const nameOf = (now: Date) => `trunkshow-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`
const scheduled = /^trunkshow-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/

/**
 * Writes a backup to BACKUP_DIR when the newest one there is a day old, and then deletes the oldest beyond BACKUP_KEEP
 * (decision 047). Does nothing without BACKUP_DIR.
 *
 * @throws what `makeBackup` throws; the older backups stay then
 */
export async function backUpDaily(options: {
  config: Config
  databaseUrl: string
  files: Disk
  stopping?: AbortSignal
}): Promise<void> {
  const { backupDir, backupsToKeep } = options.config
  if (!backupDir) return
  const newest = (await listBackups(backupDir)).at(-1)
  const age = newest ? Date.now() - newest.takenAt : Number.POSITIVE_INFINITY
  if (age >= 0 && age < INTERVAL_MS) return
  await removeDrafts(backupDir)
  await makeBackup({ ...options, path: join(backupDir, nameOf(new Date())) })
  for (const { name } of (await listBackups(backupDir)).slice(0, -backupsToKeep))
    await rm(join(backupDir, name))
}

/** Lists the scheduled backups of a folder, oldest first, with the time each was taken at, in milliseconds. */
export async function listBackups(folder: string): Promise<{ name: string; takenAt: number }[]> {
  return (await readdir(folder)).sort().flatMap((name) => {
    const [, day, ...time] = scheduled.exec(name) ?? []
    return day ? [{ name, takenAt: Date.parse(`${day}T${time.join(':')}Z`) }] : []
  })
}

/** Deletes what workers left that were killed while they wrote. */
async function removeDrafts(folder: string) {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.partial')) continue
    const path = join(folder, name)
    if (Date.now() - (await stat(path)).mtimeMs > INTERVAL_MS) await rm(path)
  }
}
