import type { EventImage } from '@trunkshow/contract/images.ts'
import { test as anyTest, expect } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { eventForm, makeCompany, makeEvent } from '../test/factories.ts'
import { blank, makeHugePng, noise } from '../test/pictures.ts'
import { MAX_MEGABYTES, startWebProcess } from '../test/processes/web-process.ts'
import { sendPatiently } from '../test/uploads.ts'

const app = startTestApp()
/** Only Linux reports the peak memory of other processes. */
const test = anyTest.runIf(process.platform === 'linux')

/** Starts a web process. */
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

  return { send, peakMegabytes }
}

test('pictures of any size, many at once, fit in the memory of a small server', async () => {
  const { send, peakMegabytes } = await startStudio()
  const huge = makeHugePng()
  const photo = await noise(4000, 3000).jpeg({ quality: 90 }).toBuffer()
  const tooLarge = Buffer.alloc(21 * 1024 * 1024, photo)
  const turns = Array.from({ length: 3 }, () => [
    send('banner', huge),
    send('banner', photo),
    ...[1, 2, 3].flatMap(() => [send('banner', tooLarge), send('logo', tooLarge)]),
  ])
  const statuses = [400, 200, 413, 413, 413, 413, 413, 413]
  expect(await Promise.all(turns.flat())).toEqual(turns.flatMap(() => statuses))
  expect(await peakMegabytes()).toBeLessThan(MAX_MEGABYTES)
})

test('the 108 megapixels of a phone fit too', async () => {
  const { send, peakMegabytes } = await startStudio()
  const large = await blank(12_000, 9000).jpeg().toBuffer()
  expect(await Promise.all([send('banner', large), send('logo', large)])).toEqual([200, 200])
  expect(await peakMegabytes()).toBeLessThan(450)
})
