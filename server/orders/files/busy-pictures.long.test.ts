import { expect, onTestFinished, test, vi } from 'vitest'
import { inTurn, waitingPictures } from '../../platform/files/in-turn.ts'
import { startTestApp } from '../../test/app.ts'
import { addFile, listFiles, makeOrder, openTemporaryFiles, pdf } from '../../test/attachments.ts'
import { eventForm, makeEvent, type TestUser } from '../../test/factories.ts'
import { noise } from '../../test/pictures.ts'
import { formWith } from '../../test/uploads.ts'

const app = startTestApp()
const MEGABYTE = 1024 * 1024

/** Keeps the decoder for large pictures busy until released, so that others wait. */
async function blockLargePictures() {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = inTurn(0, { size: MEGABYTE, read: async () => pdf }, async () => {
    begun.resolve()
    await end.promise
  })
  onTestFinished(() => end.resolve())
  await begun.promise
  return () => {
    end.resolve()
    return held
  }
}

const waits = ({ companyId }: TestUser, count: number) =>
  vi.waitFor(() => expect(waitingPictures(companyId)).toBe(count), { timeout: 60_000 })
/** Larger than any small picture can be, since noise doesn't compress. */
const large = () => noise(600, 500).png().toBuffer()

test('a small logo does not wait for large pictures', async () => {
  const { host, order } = await makeOrder(app)
  const letGo = await blockLargePictures()
  const waiting = addFile(host, order, await large())
  await waits(host, 1)
  const { id } = await makeEvent(host)
  const logo = await noise(300, 300).webp().toBuffer()
  const sent = await host.call('PUT', `/api/events/${id}`, formWith([['logo', logo]], eventForm()))
  expect(sent).toMatchObject({ status: 200, body: { logoUrl: expect.stringContaining('300.webp') } })
  expect(waitingPictures(host.companyId)).toBe(1)
  await letGo()
  expect((await waiting).status).toBe(201)
})

test('a company with too many waiting pictures must retry, and none of them is stored', async () => {
  const { host, order } = await makeOrder(app)
  const letGo = await blockLargePictures()
  const picture = await large()
  const file = { size: MEGABYTE, read: async () => picture }
  const waiting = Array.from({ length: 30 }, () => inTurn(host.companyId, file, async () => 'done'))
  const refused = await addFile(host, order, picture)
  const message = 'Too many pictures are being processed right now. Wait a moment, then try again.'
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', message, error: message } })
  expect(refused.headers['retry-after']).toBe('8')
  const other = await makeOrder(app)
  const theirs = addFile(other.host, other.order, picture)
  await waits(other.host, 1)
  await letGo()
  expect((await theirs).status).toBe(201)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']))
  expect(await listFiles(host, order)).toEqual([])
})

test('an aborted upload leaves the queue', async () => {
  const { host, order } = await makeOrder(app)
  await blockLargePictures()
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const body = formWith([['file', await large(), 'photo.png']], { orderId: order.id })
  const { cookie } = host
  const { signal } = leaving
  const sent = fetch(`${origin}/api/attachments`, { method: 'POST', headers: { cookie }, body, signal })
  await waits(host, 1)
  leaving.abort()
  await expect(sent).rejects.toThrow('aborted')
  await waits(host, 0)
  await vi.waitFor(async () => expect(await openTemporaryFiles(app)).toEqual([]), { timeout: 60_000 })
  expect(await listFiles(host, order)).toEqual([])
})
