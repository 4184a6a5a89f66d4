import type { EventImage } from '@trunkshow/contract/images.ts'
import { test as anyTest, expect } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { eventForm, makeCompany, makeEvent } from '../test/factories.ts'
import { blank, makeHugePng, noise } from '../test/pictures.ts'
import { sendPatiently } from '../test/uploads.ts'
import { startWebProcess } from '../test/web-process.ts'

const app = startTestApp()
/** Only Linux reports the peak memory of other processes. */
const test = anyTest.runIf(process.platform === 'linux')

/**
 * Starts a web process whose decoders are running, and measures how much more memory all its processes have needed since,
 * in megabytes.
 */
async function startStudio() {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const { origin, peakMegabytes } = await startWebProcess(app)

  async function send(field: EventImage, file: Buffer) {
    const body = new FormData()
    for (const [name, value] of Object.entries(eventForm())) body.set(name, String(value))
    body.set(field, new Blob([new Uint8Array(file)]), 'picture')
    const url = `${origin}/api/events/${event.id}`
    return sendPatiently(() => fetch(url, { method: 'PUT', headers: { cookie: host.cookie }, body }))
  }

  expect(await send('logo', await noise(40, 40).png().toBuffer())).toBe(200)
  expect(await send('banner', await noise(600, 500).png().toBuffer())).toBe(200)
  const before = await peakMegabytes()
  return { send, memoryGrowth: async () => (await peakMegabytes()) - before }
}

test('pictures of any size, many at once, take less than 150 MB', { timeout: 300_000 }, async () => {
  const { send, memoryGrowth } = await startStudio()
  const huge = makeHugePng()
  const photo = await noise(4000, 3000).jpeg({ quality: 90 }).toBuffer()
  const tooLarge = Buffer.alloc(21 * 1024 * 1024, photo)
  const turns = Array.from({ length: 2 }, () => [
    send('banner', huge),
    send('banner', tooLarge),
    send('banner', photo),
    send('logo', tooLarge),
  ])
  expect(await Promise.all(turns.flat())).toEqual(turns.flatMap(() => [400, 413, 200, 413]))
  expect(await memoryGrowth()).toBeLessThan(150)
})

test('the 108 megapixels of a phone take less than 150 MB', { timeout: 300_000 }, async () => {
  const { send, memoryGrowth } = await startStudio()
  const large = await blank(12_000, 9000).jpeg().toBuffer()
  expect(await Promise.all([send('banner', large), send('logo', large)])).toEqual([200, 200])
  expect(await memoryGrowth()).toBeLessThan(150)
})
