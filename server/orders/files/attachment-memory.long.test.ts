import { test as anyTest, expect } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, takeOrder } from '../../test/factories.ts'
import { blank, makeHugePng, noise } from '../../test/pictures.ts'
import { MAX_MEGABYTES, startWebProcess } from '../../test/processes/web-process.ts'
import { type Files, formWith, sendPatiently } from '../../test/uploads.ts'

const app = startTestApp()
/** Only Linux reports the memory of other processes. */
const test = anyTest.runIf(process.platform === 'linux')

/** Starts a web process. */
async function startStudio() {
  const host = await makeCompany(app)
  const { origin, peakMegabytes } = await startWebProcess(app)
  // Changes to one order wait for each other, so each change gets its own order.
  async function send(count: number, file: Buffer) {
    const order = await takeOrder(host)
    const body = formWith(Array.from({ length: count }, (): Files[number] => ['files', file]))
    const url = `${origin}/api/orders/${order.id}`
    return sendPatiently(() => fetch(url, { method: 'PUT', headers: { cookie: host.cookie }, body }))
  }

  return { send, peakMegabytes }
}

test('files of any kind, many at once, fit in the memory of a small server', async () => {
  const { send, peakMegabytes } = await startStudio()
  const photo = await noise(4000, 3000).jpeg({ quality: 60 }).withMetadata({ orientation: 6 }).toBuffer()
  const plan = Buffer.alloc(20 * 1024 * 1024, '%PDF-1.7\n')
  const turns = [send(8, photo), send(1, makeHugePng()), ...[1, 2, 3, 4].map(() => send(3, plan))]
  expect(await Promise.all(turns)).toEqual([200, 400, 200, 200, 200, 200])
  expect(await peakMegabytes()).toBeLessThan(MAX_MEGABYTES)
})

test('the 108 megapixels of a phone, held upright, fit too', async () => {
  const { send, peakMegabytes } = await startStudio()
  const large = await blank(12_000, 9000).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await Promise.all([send(2, large), send(1, large)])).toEqual([200, 200])
  expect(await peakMegabytes()).toBeLessThan(450)
})
