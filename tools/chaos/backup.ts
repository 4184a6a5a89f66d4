import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { packageFolder } from '../../server/package-folder.ts'
import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
import { findBookingFaults } from '../../server/test/booking-faults.ts'
import { STORE_BOOKINGS } from '../bench/seed-bookings.ts'
import { atLeast, exactly, info, type Report, within } from './findings.ts'
import { startGuests } from './guests.ts'
import { startProduct } from './product.ts'
import { registerHost, type Show } from './show.ts'
import { type ChaosDatabase, openDatabase, openStage } from './stage.ts'

const FILE_BYTES = 50_000

/**
 * Backs up a large shop while guests book in it, restores the backup elsewhere, and checks that every booking that was
 * acknowledged before the backup is there, with all that belongs to it.
 *
 * @param size how many bookings and files are stored before, and how many bookings a second are made during it at most
 */
export async function restoreBusyShop(size: {
  stored: number
  files: number
  perSecond: number
}): Promise<Report> {
  const stage = await openStage()
  try {
    const variables = { DATA_DIR: stage.dataDir, PORT: stage.port }
    const product = await startProduct(variables)
    stage.later(() => product.stop())
    const host = await registerHost(product.url)
    const database = await openDatabase(stage.dataDir)
    const show = await host.makeShow({ days: 60, spots: 5 })
    await database.query('UPDATE time_slots SET total_slots = 1000 WHERE event_id = $1', [show.id])
    await database.query(STORE_BOOKINGS, [show.id, Math.ceil(size.stored / show.slots.length)])
    await storeFiles(join(stage.dataDir, 'uploads/orders/1'), size.files)

    const clients = 64
    const pauseMs = (1000 * clients) / size.perSecond
    const guests = startGuests({ pick: () => product.url, show, clients, pauseMs })
    await guests.waitForMore(size.perSecond)
    const before = [...guests.acknowledged]
    const archive = join(stage.folder, 'shop.tar.gz')
    const backup = await run('backup', archive, stage.dataDir)
    const during = guests.acknowledged.length - before.length
    await guests.stop()

    const restored = join(stage.folder, 'restored')
    const restore = await run('restore', archive, restored)
    const port = String(await findFreePort())
    const other = await startProduct({ DATA_DIR: restored, PORT: port })
    stage.later(() => other.stop())
    const copy = await openDatabase(restored)
    const [added] = await checkGuestsGoOn(other.url, show)
    return {
      title: 'a backup of a busy shop',
      findings: [
        info('bookings acknowledged before it', before.length),
        info('bookings a second while it was written', Math.round(during / (backup.ms / 1000))),
        info('megabytes', ((await stat(archive)).size / 1_000_000).toFixed(1)),
        info('seconds to write it', (backup.ms / 1000).toFixed(1)),
        within('time to restore it', [restore.ms], 60),
        atLeast('bookings restored', await count(copy, 'bookings'), size.stored + before.length),
        exactly('files restored', (await readdir(join(restored, 'uploads/orders/1'))).length, size.files),
        exactly('guests who could not go on there', added ? 0 : 1, 0),
      ],
      faults: [
        ...guests.faults,
        ...product.faults,
        ...other.faults,
        ...(await findBookingFaults(copy.query, show.id, before)),
      ],
    }
  } finally {
    await stage.close()
  }
}

async function storeFiles(folder: string, files: number) {
  await mkdir(folder, { recursive: true })
  for (let file = 0; file < files; file++)
    await writeFile(join(folder, `${randomBytes(16).toString('hex')}.jpg`), randomBytes(FILE_BYTES))
}

/** Runs `npm run backup` or `npm run restore` without npm. */
async function run(command: 'backup' | 'restore', archive: string, dataDir: string) {
  const started = performance.now()
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const args = [join(packageFolder, 'dist/backup.js'), command, archive]
  await promisify(execFile)(process.execPath, args, { env })
  return { ms: performance.now() - started }
}

async function checkGuestsGoOn(url: string, show: Show) {
  const guests = startGuests({ pick: () => url, show, clients: 1 })
  await guests.waitForMore(1)
  await guests.stop()
  return guests.acknowledged
}

async function count(database: ChaosDatabase, table: string): Promise<number> {
  const [row] = await database.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`)
  return row!.rows
}
