import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { noise } from '../../server/test/pictures.ts'
import { runSql } from '../../server/test/run-sql.ts'
import { openS3, type S3Failure } from '../../server/test/s3.ts'
import { type Answer, type Host, registerHost, run, type Show, until } from '../bench/harness.ts'
import { atMost, exactly, info, openScene, type Scene, scenario, within } from './runner.ts'
import { openDatabase, type Stage } from './stage.ts'

const cannotMount =
  (process.platform !== 'linux' || process.getuid?.() !== 0) &&
  'it mounts a small volume, which only root on Linux may do'

type Volume = Awaited<ReturnType<typeof mountVolume>>

/** Mounts an empty volume of this size, in memory. */
async function mountVolume(stage: Stage, folder: string, megabytes: number) {
  await mkdir(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'trunkshow-chaos', folder])
  const filler = join(folder, 'filler')
  let isFull = false
  let filling = Promise.resolve()

  /** Writes until no block is left. */
  const writeToEnd = () =>
    pipeline(createReadStream('/dev/zero'), createWriteStream(filler, { flags: 'a' })).catch(
      ({ code }) => code === 'ENOSPC' || Promise.reject(new Error(`Filling failed: ${code}`)),
    )

  async function keepFull() {
    for (; isFull; await setTimeout(50)) await writeToEnd()
  }

  async function free() {
    isFull = false
    await filling
    await rm(filler, { force: true })
  }

  stage.later(async () => {
    await free()
    await run('umount', ['--lazy', folder])
  })
  return {
    /** Leaves no room, and takes what others free, until `free`. */
    async fill() {
      await writeToEnd()
      isFull = true
      filling = keepFull()
    },
    free,
    files: async () => (await filesBelow(folder)).filter((path) => path !== filler).sort(),
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** A picture that takes about a megabyte. */
const makePicture = (side = 600) => noise(side, side).png().toBuffer()

/** Saves an event with a new name and banner in one form. */
async function uploadBanner(host: Host, show: Show, picture: Buffer, name: string) {
  const body = await host.pictureForm(show, 'banner', picture, { name })
  return host.call(`/api/events/${show.id}`, { method: 'PUT', body, timeoutMs: 20_000 })
}

const REFUSED = 'A name that must not be saved'

/** Uploads that must be refused with 503, and save nothing. @returns the answers */
async function uploadInVain({ host, database, faults }: Scene, uploads: [Show, Buffer][], when: string) {
  const answers = await Promise.all(
    uploads.map(([show, picture]) => uploadBanner(host, show, picture, REFUSED)),
  )
  for (const { status, body } of answers)
    if (status !== 503) faults.push(`${when}, an upload was answered ${status}: ${body.message}`)
  const changed = await database.query('SELECT FROM events WHERE name = $1', [REFUSED])
  if (changed.length) faults.push(`${when}, half of a form was saved`)
  return answers
}

/** An upload that must succeed, and show its picture. @returns its picture's status, now and later */
async function uploadWell({ host, show, faults }: Scene, picture: Buffer, when: string) {
  const { status, body } = await uploadBanner(host, show, picture, `Saved ${when}`)
  if (status !== 200) faults.push(`${when}, an upload was answered ${status}: ${body.message}`)
  const see = async () =>
    (await fetch(host.url + body.bannerUrl, { signal: AbortSignal.timeout(20_000) })).status
  const seen = await see()
  if (seen !== 200) faults.push(`${when}, its picture was answered ${seen}`)
  return see
}

/** Fills the disk of the app's own database; in every other round until PostgreSQL, without a new file for its log, ends itself. */
export const fullDatabase = scenario({
  title: "a full disk under the app's own database",
  skip: cannotMount,
  sizes: { usual: { rounds: 2, fullSeconds: 5 }, full: { rounds: 6, fullSeconds: 60 } },
  hurry: true,
  async run(stage, { rounds, fullSeconds }) {
    const volume = await mountVolume(stage, stage.dataDir, 400)
    const scene = await openScene(stage)
    const { guests } = scene
    const { query, adminUrl } = await openDatabase(stage.dataDir)
    const hasCrashed = async () => !(await query('SELECT 1').catch(() => null))
    let panics = 0
    const outages = await scene.outages(rounds, 100, async (n) => {
      await volume.fill()
      const filledAt = performance.now()
      // Each switch begins a new file of the log; the ones made in advance are used first.
      for (let files = 0; n % 2 === 0 && files < 50 && !(await hasCrashed()); files++) {
        await runSql(adminUrl, 'SELECT pg_switch_wal()').catch(() => {})
        await setTimeout(20)
      }
      if (await hasCrashed()) panics++
      await guests.waitForRefusal(filledAt)
      await setTimeout(fullSeconds * 1000)
      await volume.free()
      return [performance.now()]
    })
    const outcome = await scene.finish({ kills: rounds })
    return [
      info('times the disk was full', rounds),
      info('of them PostgreSQL ended itself', panics),
      info('what guests were told', [...guests.refusals].join(' ')),
      within('longest time from room again to the next booking', outages, 10),
      ...outcome,
    ]
  },
})

/** Fills the disks of uploaded pictures, of uploads in progress, and of emails, while guests book, one after another. */
export const fullFolders = scenario({
  title: 'a full disk under uploads and under the outbox',
  skip: cannotMount,
  sizes: { usual: 50, full: 500 },
  hurry: true,
  async run(stage, bookings: number) {
    const mount = (name: string, megabytes: number) =>
      mountVolume(stage, join(stage.dataDir, name), megabytes)
    const [uploads, tmp, outbox] = [
      await mount('uploads', 16),
      await mount('tmp', 64),
      await mount('outbox', 64),
    ]
    const scene = await openScene(stage, { load: { clients: 4, pauseMs: 20 }, mailServer: false })
    const { guests, database, show, faults } = scene
    for (const [name, volume] of Object.entries({ pictures: uploads, 'uploads in progress': tmp })) {
      const picture = await makePicture()
      const before = await uploads.files()
      await volume.fill()
      const when = `with a full disk of ${name}`
      const [refused] = await uploadInVain(scene, [[show, picture]], when)
      const sentence = String(refused!.body.message)
      if (!sentence.startsWith('Files can’t be saved right now'))
        faults.push(`${when}, the sentence was: ${sentence}`)
      await volume.free()
      if (String(await uploads.files()) !== String(before))
        faults.push(`${when}, a refused upload left files`)
      await uploadWell(scene, picture, `with room for ${name}`)
    }
    await outbox.fill()
    await guests.waitForMore(bookings)
    const waiting = await database.query('SELECT FROM email_notifications WHERE sent_at IS NULL')
    faults.push(...(await findPartialEmails(outbox)))
    await outbox.free()
    const outcome = await scene.finish()
    await scene.sendEmails()
    const [sent] = await database.query<{ count: number }>(
      `SELECT count(DISTINCT coalesce(digest_id, id))::int AS count FROM email_notifications WHERE status = 'sent'`,
    )
    const emails = (await outbox.files()).filter((path) => path.endsWith('.eml'))
    faults.push(...(await findPartialEmails(outbox)))
    return [
      exactly('answers 503 to guests', guests.count.refused, 0),
      info('emails that waited for room', waiting.length),
      exactly('emails sent without a file', sent!.count - emails.length, 0),
      ...outcome,
    ]
  },
})

/** Emails whose last part does not end, and files that are no emails. */
async function findPartialEmails(outbox: Volume): Promise<string[]> {
  const faults: string[] = []
  for (const path of await outbox.files())
    if (!path.endsWith('.eml') || !(await readFile(path, 'utf8')).trimEnd().endsWith('--'))
      faults.push(`the outbox has a part of an email: ${path}`)
  return faults
}

/** Browsers give up an upload that is not answered by then. */
const UPLOAD_LIMIT_SECONDS = 15

/** Lets the S3 storage fail in each way while guests book and staff upload, several at once. */
export const storage = scenario({
  title: 'S3 storage that refuses, breaks off in the middle, and hangs',
  sizes: {
    test: { failures: ['breaks off'], atOnce: 2 },
    usual: { failures: ['refuses', 'breaks off', 'hangs'], atOnce: 13 },
  },
  async run(stage, { failures, atOnce }: { failures: S3Failure[]; atOnce: number }) {
    const s3 = await openS3()
    stage.later(s3.close)
    const load = { clients: 4, pauseMs: 20 }
    const scene = await openScene(stage, { load, variables: s3.settings, mailServer: false })
    const { guests, host, show } = scene
    await guests.waitForMore(20)
    // Each has its own content, since the same picture is stored once.
    const uploads: [Show, Buffer][] = [[show, await makePicture(300)]]
    for (let side = 301; side < 300 + atOnce; side++)
      uploads.push([await host.makeShow({ days: 1 }), await makePicture(side)])
    const { faults } = stage
    const refused: Answer[] = []
    for (const failure of failures) {
      const when = `when storage ${failure}`
      s3.fail(failure)
      refused.push(...(await uploadInVain(scene, uploads, when)))
      s3.fail()
      const see = await uploadWell(scene, await makePicture(), `after it ${failure}`)
      s3.fail(failure)
      const lost = await see()
      if (lost !== 503) faults.push(`${when}, a picture was answered ${lost}`)
      const page = await fetch(`${host.url}/event/${show.urlSlug}`)
      if (page.status !== 200) faults.push(`${when}, the event's page was answered ${page.status}`)
      s3.fail()
    }
    const took = refused.map((answer) => answer.took)
    const outcome = await scene.finish()
    return [
      info('uploads refused', refused.length),
      info('what they were told', [...new Set(refused.map(({ body }) => body.message))].join(' ')),
      within('longest refused upload', took, UPLOAD_LIMIT_SECONDS),
      exactly('answers 503 to guests', guests.count.refused, 0),
      within('longest request of a guest', guests.times(), 5),
      ...outcome,
    ]
  },
})

const PART_BYTES = 4_000_000
const AT_ONCE = 10

/** Cuts uploads off in the middle, many at once, and compares what the app holds with what it held before. */
export const abortedUploads = scenario({
  title: 'uploads whose connection breaks in the middle',
  skip: process.platform !== 'linux' && 'it needs Linux',
  sizes: { test: 1, usual: 5, full: 50 },
  async run(stage, rounds) {
    const product = await stage.start()
    const database = await openDatabase(stage.dataDir)
    const host = await registerHost(product.url)
    const show = await host.makeShow({ days: 1 })
    const whole = await uploadBanner(host, show, await makePicture(), 'Before')
    const abort = () => Promise.all(Array.from({ length: AT_ONCE }, () => cutOff(host, show.id)))

    /** Waits up to ten seconds until the app has noticed every cut. @returns what it holds then */
    async function settle(openFiles = Number.POSITIVE_INFINITY) {
      const measure = () => measureHeld(product.pid, stage.dataDir)
      let held = await measure()
      await until(async () => {
        held = await measure()
        return held.temporary === 0 && held.openFiles <= openFiles
      }, 10)
      return held
    }

    await abort()
    const before = await settle()
    for (let round = 0; round < rounds; round++) await abort()
    const after = await settle(before.openFiles)
    const [stored] = await database.query<{ name: string; pictures: number }>(
      'SELECT name, (SELECT count(*)::int FROM pictures) AS pictures FROM events WHERE id = $1',
      [show.id],
    )
    const again = await uploadBanner(host, show, await makePicture(500), 'After')
    return [
      info('uploads cut off', rounds * AT_ONCE),
      exactly('answer to a whole upload before', whole.status, 200),
      exactly('files left', after.uploaded + after.temporary - before.uploaded, 0),
      exactly('open files and connections left', Math.max(0, after.openFiles - before.openFiles), 0),
      exactly('pictures stored', stored!.pictures, 1),
      exactly('events changed', stored!.name === 'Before' ? 0 : 1, 0),
      atMost('megabytes of memory left', after.megabytes - before.megabytes, 100),
      exactly('answer to a whole upload after', again.status, 200),
    ]
  },
})

/** Sends the first part of a file, then closes the connection. */
async function cutOff({ url, cookie }: Host, event: number) {
  const type = 'multipart/form-data; boundary=x'
  const headers = { cookie, 'content-type': type, 'content-length': PART_BYTES * 2 }
  const upload = request(`${url}/api/events/${event}`, { method: 'PUT', headers })
  upload.on('error', () => {})
  upload.write('--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nCut off\r\n')
  upload.write(
    '--x\r\nContent-Disposition: form-data; name="banner"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
  )
  await new Promise((sent) => upload.write(Buffer.alloc(PART_BYTES), sent))
  upload.destroy()
}

async function measureHeld(pid: number, dataDir: string) {
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))
  return {
    uploaded: (await filesBelow(join(dataDir, 'uploads'))).length,
    temporary: (await filesBelow(join(dataDir, 'tmp'))).length,
    openFiles: (await readdir(`/proc/${pid}/fd`)).length,
    megabytes: Math.round(Number(resident![1]) / 1024),
  }
}
