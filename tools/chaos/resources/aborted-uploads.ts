import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { atMost, exactly, info, type Report } from '../findings.ts'
import { startProduct } from '../product.ts'
import { registerHost } from '../show.ts'
import { openDatabase, openStage } from '../stage.ts'
import { filesBelow, makePicture, uploadBanner } from './uploads.ts'

const PART_BYTES = 4_000_000

/** Cuts uploads off in the middle, many at once, and compares what the app holds with what it held before. */
export async function abortUploads(size: { rounds: number; atOnce: number }): Promise<Report> {
  const { rounds, atOnce } = size
  const stage = await openStage()
  try {
    const product = await startProduct({ DATA_DIR: stage.dataDir, PORT: stage.port })
    stage.later(() => product.stop())
    const database = await openDatabase(stage.dataDir)
    const host = await registerHost(product.url)
    const show = await host.makeShow({ days: 1, spots: 1 })
    const { status } = await uploadBanner(product.url, host, show, await makePicture(), 'Before')
    const abort = () =>
      Promise.all(Array.from({ length: atOnce }, () => cutOff(Number(stage.port), host, show.id)))
    await abort()

    const before = await settle(product.pid, stage.dataDir)
    for (let round = 0; round < rounds; round++) await abort()
    const after = await settle(product.pid, stage.dataDir, before.openFiles)
    const [stored] = await database.query<{ name: string; pictures: number }>(
      'SELECT name, (SELECT count(*)::int FROM pictures) AS pictures FROM events WHERE id = $1',
      [show.id],
    )
    const again = await uploadBanner(product.url, host, show, await makePicture(500), 'After')
    return {
      title: 'uploads whose connection breaks in the middle',
      findings: [
        info('uploads cut off', rounds * atOnce),
        exactly('answer to a whole upload before', status, 200),
        exactly('files left', after.uploaded + after.temporary - before.uploaded, 0),
        exactly('open files and connections left', Math.max(0, after.openFiles - before.openFiles), 0),
        exactly('pictures stored', stored!.pictures, 1),
        exactly('events changed', stored!.name === 'Before' ? 0 : 1, 0),
        atMost('megabytes of memory left', after.megabytes - before.megabytes, 100),
        exactly('answer to a whole upload after', again.status, 200),
      ],
      faults: product.faults,
    }
  } finally {
    await stage.close()
  }
}

/** Sends the first part of a file, then closes the connection. */
async function cutOff(port: number, { cookie }: { cookie: string }, event: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = [
    `PUT /api/events/${event} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${cookie}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${PART_BYTES * 2}`,
    '',
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nCut off',
    '--x\r\nContent-Disposition: form-data; name="banner"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
  ]
  socket.write(head.join('\r\n'))
  await new Promise((sent) => socket.write(Buffer.alloc(PART_BYTES), sent))
  socket.destroy()
}

/** Waits up to ten seconds until the app has noticed every cut. @returns what it holds then */
async function settle(pid: number, dataDir: string, openFiles = Number.POSITIVE_INFINITY) {
  for (let tries = 0; ; tries++) {
    const held = await measure(pid, dataDir)
    if (tries === 100 || (held.temporary === 0 && held.openFiles <= openFiles)) return held
    await setTimeout(100)
  }
}

async function measure(pid: number, dataDir: string) {
  const [uploaded, temporary] = await Promise.all(
    ['uploads', 'tmp'].map(async (name) => (await filesBelow(join(dataDir, name))).length),
  )
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))
  return {
    uploaded: uploaded!,
    temporary: temporary!,
    openFiles: (await readdir(`/proc/${pid}/fd`)).length,
    megabytes: Math.round(Number(resident![1]) / 1024),
  }
}
