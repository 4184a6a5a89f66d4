import { MEGABYTE } from '@trunkshow/contract/images.ts'
import type pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { addFile, listFiles, makeFormWithFiles, makeOrder, pdf, photo } from '../../../test/attachments.ts'
import {
  dayAhead,
  eventForm,
  makeCoHost,
  makeCompany,
  makeEvent,
  orderForm,
  sendOrder,
  type TestUser,
  takeOrder,
} from '../../../test/factories.ts'
import { noise } from '../../../test/pictures.ts'
import { filesOnDisk, formWith } from '../../../test/uploads.ts'
import { databaseOf } from '../../db/transaction.ts'
import { removeUnusedPictures } from '../../files/pictures.ts'
import { openFiles } from '../../files/storage.ts'
import { assertRoomFor, assertWithinQuotas, readUsage } from './quotas.ts'

const app = startTestApp({ QUOTAS: 'events=3, slots=20, orders=2, files=3, megabytes=1' })
const refusal = (amount: string, what = 'some') => ({
  status: 409,
  body: {
    code: 'conflict',
    message: `This would take you over your limit of ${amount}. Delete ${what} you don’t need, or ask your server’s administrator for more.`,
  },
})

async function usageOf(user: TestUser): Promise<Record<string, number>> {
  const { body } = await user.call('GET', '/api/company/usage')
  return Object.fromEntries(body.map(({ kind, used }: { kind: string; used: number }) => [kind, used]))
}
const createEvent = (user: TestUser, changes = {}) => user.call('POST', '/api/events', eventForm(changes))

describe('a company can have as many events as its quota', () => {
  test('and no more until it deletes one, without counting other companies’', async () => {
    const [host, other] = [await makeCompany(app), await makeCompany(app)]
    for (let made = 0; made < 3; made++) expect((await createEvent(host)).status).toBe(201)
    expect(await createEvent(host)).toMatchObject(refusal('3 events'))
    expect(await usageOf(host)).toMatchObject({ events: 3, slots: 12 })
    expect(await usageOf(other)).toEqual({ events: 0, slots: 0, orders: 0, files: 0, bytes: 0 })
    expect((await createEvent(other)).status).toBe(201)

    const [first] = await app.rows('SELECT id FROM events WHERE company_id = $1', [host.companyId])
    const { id } = first!
    expect((await host.call('PUT', `/api/events/${id}`, eventForm({ name: 'Still mine' }))).status).toBe(200)
    expect((await host.call('DELETE', `/api/events/${id}`)).status).toBe(204)
    expect((await createEvent(host)).status).toBe(201)
  })

  test('also when ten are created at once', async () => {
    const host = await makeCompany(app)
    await createEvent(host)
    const made = await Promise.all(Array.from({ length: 10 }, () => createEvent(host)))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(made.filter(({ status }) => status === 409)).toHaveLength(8)
    expect(await usageOf(host)).toMatchObject({ events: 3 })
  })

  const copied = `company_id, user_id, name, host_name, description, location, show_location, is_multi_day, event_date,
    start_time, end_time, slot_duration, max_bookings_per_slot`

  /** Runs two transactions that both add the last event before either checks. Returns how many passed. */
  async function cross(ask: (ctx: Parameters<typeof readUsage>[0], companyId: number) => Promise<void>) {
    const host = await makeCompany(app)
    await createEvent(host)
    const { id } = (await createEvent(host)).body
    const clients = [await app.pool.connect(), await app.pool.connect()] as const
    for (const client of clients) {
      await client.query('BEGIN')
      await client.query(
        `INSERT INTO events (url_slug, ${copied}) SELECT gen_random_uuid(), ${copied} FROM events WHERE id = $1`,
        [id],
      )
    }
    const [earlier, later] = clients
    const begin = (client: pg.PoolClient) =>
      ask({ config: app.config, db: databaseOf(client) }, host.companyId)
    const { rows } = await later.query('SELECT pg_backend_pid() AS pid')
    await begin(earlier)
    let answered = false
    const answer = begin(later).then(
      () => 'COMMIT',
      () => 'ROLLBACK',
    )
    answer.then(() => (answered = true))
    await vi.waitFor(async () => {
      const waiting = await app.rows('SELECT 1 FROM pg_locks WHERE pid = $1 AND NOT granted', [rows[0].pid])
      expect(answered || waiting.length > 0).toBe(true)
    }, 60_000)
    await earlier.query('COMMIT')
    await later.query(await answer)
    for (const client of clients) client.release()
    return (await usageOf(host)).events! - 2
  }

  test('of two at once the later is rejected; without the lock both would get the last one', async () => {
    expect(await cross((ctx, id) => assertWithinQuotas(ctx, id, ['events']))).toBe(1)
    expect(await cross((ctx, id) => assertRoomFor(ctx, id, { events: 0 }))).toBe(2)
  })
})

describe('time slots are counted across all events', () => {
  const longDay = { startTime: '08:00', endTime: '16:00' } // 16 slots

  test('when an event is created, synced, or gets another, and a co-host’s count for the host', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host, longDay)
    expect(await createEvent(host, { endTime: '13:00' })).toMatchObject(refusal('20 time slots'))
    expect(await usageOf(host)).toMatchObject({ events: 1, slots: 16 })
    expect((await createEvent(host)).status).toBe(201)

    const one = { slotDate: dayAhead(), startTime: '17:00', endTime: '17:30', totalSlots: 1 }
    expect(await host.call('POST', `/api/events/${event.id}/timeslots`, one)).toMatchObject(
      refusal('20 time slots'),
    )
    const coHost = await makeCoHost(app, event)
    expect(await coHost.call('POST', `/api/events/${event.id}/timeslots`, one)).toMatchObject(
      refusal('20 time slots'),
    )
    await host.call('PUT', `/api/events/${event.id}`, eventForm({ ...longDay, endTime: '17:00' }))
    expect(await host.call('POST', `/api/events/${event.id}/timeslots/sync`)).toMatchObject(
      refusal('20 time slots'),
    )
    expect(await usageOf(host)).toMatchObject({ slots: 20 })
    await host.call('DELETE', `/api/timeslots/${event.slots[0]!.id}`)
    expect((await host.call('POST', `/api/events/${event.id}/timeslots`, one)).status).toBe(201)
  })
})

describe('orders', () => {
  test('are limited, and a rejected one leaves nothing behind', async () => {
    const host = await makeCompany(app)
    const form = await makeFormWithFiles(host)
    const first = await takeOrder(host, {}, form)
    await takeOrder(host, {}, form)
    const rivals = await Promise.all([1, 2, 3].map(() => sendOrder(host, form)))
    for (const rival of rivals) expect(rival).toMatchObject(refusal('2 orders'))
    expect(await usageOf(host)).toMatchObject({ orders: 2 })
    expect((await host.call('DELETE', `/api/orders/${first.id}`)).status).toBe(204)
    const late = await Promise.all([1, 2, 3].map(() => sendOrder(host, form)))
    expect(late.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(late.find(({ status }) => status === 201)?.body).toMatchObject({ orderNumber: 1003 })
  })
})

describe('files', () => {
  test('of orders count until they are deleted', async () => {
    const { host, order } = await makeOrder(app)
    const added = []
    for (let made = 0; made < 3; made++) added.push(await addFile(host, order, pdf, 'a.pdf'))
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201])
    const stored = await filesOnDisk(app)
    expect(await addFile(host, order, pdf, 'a.pdf')).toMatchObject(refusal('3 files'))
    expect(await filesOnDisk(app)).toEqual(stored)
    expect(await usageOf(host)).toMatchObject({ files: 3, bytes: 3 * pdf.length })
    await host.call('DELETE', `/api/orders/${order.id}/attachments/${added[0]!.body.id}`)
    expect((await addFile(host, order, pdf, 'a.pdf')).status).toBe(201)
  })

  test('count by bytes too, also for a new order and for two at once', async () => {
    const { host, order } = await makeOrder(app)
    const large = Buffer.concat([pdf, Buffer.alloc(0.6 * MEGABYTE)])
    const both = await Promise.all([1, 2].map(() => addFile(host, order, large, 'a.pdf')))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject(refusal('1 MB of storage', 'files'))
    expect(await listFiles(host, order)).toHaveLength(1)
    const orderData = JSON.stringify(orderForm(await makeFormWithFiles(host)))
    const withFile = formWith([['orderAttachment_0', large, 'a.pdf']], { orderData })
    expect(await host.call('POST', '/api/orders', withFile)).toMatchObject(
      refusal('1 MB of storage', 'files'),
    )
    expect(await usageOf(host)).toMatchObject({ orders: 1, files: 1, bytes: large.length })
  })

  test('of pictures count once per company, however often they are used', async () => {
    const [host, other] = [await makeCompany(app), await makeCompany(app)]
    const banner = await noise(600, 300).png().toBuffer()
    const send = (user: TestUser, content: Buffer) =>
      user.call('POST', '/api/events', formWith([['banner', content]], eventForm()))
    expect((await send(host, banner)).status).toBe(201)
    expect((await send(host, banner)).status).toBe(201)
    expect((await send(other, banner)).status).toBe(201)
    const { files, bytes } = await usageOf(host)
    expect(files).toBe(1)
    const onDisk = await openFiles(app.config).then((disk) => sizeOf(disk, 'images'))
    expect(onDisk).toBeGreaterThanOrEqual(bytes!)
    expect(bytes).toBeGreaterThan(1000)
    expect(await usageOf(other)).toMatchObject({ files: 1, bytes })
  })

  test('that are no longer used stop counting after the nightly job, and those of earlier versions start', async () => {
    const host = await makeCompany(app)
    const { body: event } = await host.call(
      'POST',
      '/api/events',
      formWith([['logo', await photo(), 'logo.jpg']], eventForm()),
    )
    const before = await usageOf(host)
    expect(before).toMatchObject({ files: 1 })
    const ctx = { config: app.config, db: databaseOf(app.pool), files: await openFiles(app.config) }
    await app.rows('DELETE FROM pictures WHERE company_id = $1', [host.companyId])
    await removeUnusedPictures(ctx)
    expect(await usageOf(host)).toEqual(before)

    await host.call('PUT', `/api/events/${event.id}`, { ...eventForm(), removeLogo: true })
    await removeUnusedPictures(ctx)
    expect(await usageOf(host)).toMatchObject({ files: 0, bytes: 0 })
  })
})

test('with quotas off, nothing is counted or rejected', async () => {
  const host = await makeCompany(app)
  const quotas = { events: null, slots: null, orders: null, files: null, bytes: null }
  const ctx = { config: { ...app.config, quotas }, db: databaseOf(app.pool) }
  await assertRoomFor(ctx, host.companyId, { events: 1_000_000 })
  expect((await readUsage(ctx, host.companyId)).every(({ limit }) => limit === null)).toBe(true)
})

async function sizeOf(disk: Awaited<ReturnType<typeof openFiles>>, folder: string): Promise<number> {
  const { objects } = await disk.listAll(folder, { recursive: true })
  let bytes = 0
  for (const { key } of objects as Iterable<{ key: string }>)
    bytes += (await disk.getMetaData(key)).contentLength
  return bytes
}
