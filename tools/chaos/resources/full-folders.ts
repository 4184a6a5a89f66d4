import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exactly, info, type Report } from '../findings.ts'
import { startGuests } from '../guests.ts'
import { startProduct } from '../product.ts'
import { type Host, registerHost, type Show } from '../show.ts'
import {
  type ChaosDatabase,
  confirmHostEmails,
  openDatabase,
  openStage,
  waitForEmptyOutbox,
} from '../stage.ts'
import { filesBelow, makePicture, uploadBanner } from './uploads.ts'
import { cannotMount, mountVolume, type Volume } from './volume.ts'

/** Fills the disks of uploaded pictures, of uploads in progress, and of emails, while guests book, one after another. */
export async function fillFolders({ bookings }: { bookings: number }): Promise<Report> {
  const title = 'a full disk under uploads and under the outbox'
  if (cannotMount) return { title, findings: [], faults: [], skipped: cannotMount }
  const stage = await openStage()
  try {
    const mount = async (name: string, megabytes: number) => {
      const volume = await mountVolume(join(stage.dataDir, name), megabytes)
      stage.later(volume.unmount)
      return volume
    }
    const [uploads, tmp, outbox] = [
      await mount('uploads', 16),
      await mount('tmp', 64),
      await mount('outbox', 64),
    ]
    const product = await startProduct({ DATA_DIR: stage.dataDir, PORT: stage.port })
    stage.later(() => product.stop())
    const database = await openDatabase(stage.dataDir)
    const host = await registerHost(product.url)
    await confirmHostEmails(database)
    const show = await host.makeShow({ days: 60, spots: 5 })
    const scene = { url: product.url, host, show, database }
    const guests = startGuests({
      pick: () => product.url,
      show,
      clients: 4,
      pauseMs: 20,
      cookie: host.cookie,
    })
    const faults = [
      ...(await fillUploads('pictures', uploads, uploads, scene)),
      ...(await fillUploads('uploads in progress', tmp, uploads, scene)),
    ]
    await outbox.fill()
    await guests.waitForMore(bookings)
    const waiting = (await database.query(`SELECT 1 FROM email_notifications WHERE sent_at IS NULL`)).length
    faults.push(...(await partialEmails(outbox.folder)))
    await outbox.free()
    await guests.stop()
    await waitForEmptyOutbox(database, () => host.wakeEmailWorker(show))
    faults.push(...(await partialEmails(outbox.folder)))
    const [sent] = await database.query<{ count: number }>(
      `SELECT count(DISTINCT coalesce(digest_id, id))::int AS count FROM email_notifications WHERE status = 'sent'`,
    )
    const files = (await filesBelow(outbox.folder)).filter((path) => path.endsWith('.eml'))
    const [stored] = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM bookings')
    return {
      title,
      findings: [
        info('bookings acknowledged', guests.acknowledged.length),
        exactly('bookings stored', stored!.count, guests.acknowledged.length),
        exactly('answers 503 to guests', guests.count.refused, 0),
        info('emails that waited for room', waiting),
        exactly('emails sent without a file', sent!.count - files.length, 0),
      ],
      faults: [...product.faults, ...guests.faults, ...faults],
    }
  } finally {
    await stage.close()
  }
}

/** Uploads a banner while a volume is full, and again once it has room. @returns what went wrong */
async function fillUploads(
  what: string,
  full: Volume,
  stored: Volume,
  scene: { url: string; host: Host; show: Show; database: ChaosDatabase },
): Promise<string[]> {
  const { url, host, show, database } = scene
  const faults: string[] = []
  const expect = (ok: boolean, fault: string) => ok || faults.push(`with a full disk of ${what}, ${fault}`)
  const files = async () =>
    (await filesBelow(stored.folder)).filter((path) => !path.endsWith('filler')).sort()
  const picture = await makePicture()
  const before = await files()
  await full.fill()
  const refused = await uploadBanner(url, host, show, picture, 'A name that must not be saved')
  expect(refused.status === 503, `an upload was answered ${refused.status}: ${refused.message}`)
  expect(/^Files can’t be saved right now/.test(refused.message), `the sentence was: ${refused.message}`)
  const [event] = await database.query<{ name: string }>('SELECT name FROM events WHERE id = $1', [show.id])
  expect(event!.name !== 'A name that must not be saved', 'half of a form was saved')
  await full.free()
  expect(String(await files()) === String(before), 'a refused upload left files')
  const saved = await uploadBanner(url, host, show, picture, `Saved with room for ${what}`)
  expect(saved.status === 200, `an upload after it was answered ${saved.status}: ${saved.message}`)
  const shown = await fetch(url + saved.bannerUrl)
  expect(shown.status === 200, `its picture was answered ${shown.status}`)
  return faults
}

/** Emails whose last part does not end, and files that are no emails. */
async function partialEmails(folder: string): Promise<string[]> {
  const files = (await filesBelow(folder)).filter((path) => !path.endsWith('filler'))
  const faults = await Promise.all(
    files.map(async (path) => {
      const isWhole = path.endsWith('.eml') && (await readFile(path, 'utf8')).trimEnd().endsWith('--')
      return isWhole ? [] : [`the outbox has a part of an email: ${path}`]
    }),
  )
  return faults.flat()
}
