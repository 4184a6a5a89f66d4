import { test as anyTest, expect } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, takeOrder } from '../../test/factories.ts'
import { blank, makeHugePng, noise } from '../../test/pictures.ts'
import { type Files, formWith, sendPatiently } from '../../test/uploads.ts'
import { startWebProcess } from '../../test/web-process.ts'

const app = startTestApp()
/** Only Linux reports the memory of other processes. */
const test = anyTest.runIf(process.platform === 'linux')

/**
 * Starts a web process and sends it one small and one large picture, so that its decoders are running, and measures how
 * much memory it uses beyond that, in megabytes.
 */
async function startWithDecoders() {
  const host = await makeCompany(app)
  const { origin, peakMegabytes } = await startWebProcess(app)
  // Changes to one order wait for each other, so each change gets its own order.
  async function send(count: number, file: Buffer) {
    const order = await takeOrder(host)
    const body = formWith(Array.from({ length: count }, (): Files[number] => ['files', file]))
    const url = `${origin}/api/orders/${order.id}`
    return sendPatiently(() => fetch(url, { method: 'PUT', headers: { cookie: host.cookie }, body }))
  }

  expect(await send(1, await noise(40, 40).png().toBuffer())).toBe(200)
  expect(await send(1, await noise(600, 500).png().toBuffer())).toBe(200)
  const before = await peakMegabytes()
  return { send, memoryGrowth: async () => (await peakMegabytes()) - before }
}

test('files of any kind, many at once, take less than 250 MB', { timeout: 300_000 }, async () => {
  const { send, memoryGrowth } = await startWithDecoders()
  const photo = await noise(4000, 3000).jpeg({ quality: 60 }).withMetadata({ orientation: 6 }).toBuffer()
  const plan = Buffer.alloc(20 * 1024 * 1024, '%PDF-1.7\n')
  const turns = [send(8, photo), send(1, makeHugePng()), ...[1, 2, 3, 4].map(() => send(3, plan))]
  expect(await Promise.all(turns)).toEqual([200, 400, 200, 200, 200, 200])
  expect(await memoryGrowth()).toBeLessThan(250)
})

test('the 108 megapixels of a phone, held upright, take less than 250 MB', { timeout: 300_000 }, async () => {
  const { send, memoryGrowth } = await startWithDecoders()
  const large = await blank(12_000, 9000).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await Promise.all([send(2, large), send(1, large)])).toEqual([200, 200])
  expect(await memoryGrowth()).toBeLessThan(250)
})
