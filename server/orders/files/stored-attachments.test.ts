import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { databaseOf } from '../../platform/db/transaction.ts'
import { openFiles } from '../../platform/files/storage.ts'
import { startTestApp } from '../../test/app.ts'
import {
  addFile,
  listFiles,
  makeFormWithFiles,
  makeOrder,
  openFile,
  pdf,
  photo,
} from '../../test/attachments.ts'
import { makeCompany, takeOrder } from '../../test/factories.ts'
import { startS3 } from '../../test/s3.ts'
import { filesOnDisk, formWith } from '../../test/uploads.ts'
import { untilBlocked } from '../../test/while-uncommitted.ts'
import { attachmentKey, removeFiles, removeUnusedFiles } from './store-attachments.ts'

const app = startTestApp()

describe('a stored file', () => {
  test('is not found by another company or without a login', async () => {
    const { host, order } = await makeOrder(app)
    const { body } = await addFile(host, order, await photo())
    const stranger = await makeCompany(app)
    const missing = await openFile(app, stranger, `/uploads/order-2000000000/${body.filename}`)
    const foreign = await openFile(app, stranger, body.filePath)
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(foreign.content.equals(missing.content)).toBe(true)
    const own = `/api/orders/${order.id}/attachments`
    for (const [method, url] of [
      ['GET', own],
      ['DELETE', `${own}/${body.id}`],
    ] as const) {
      const foreign = await stranger.call(method, url)
      const nobodys = await stranger.call(method, url.replace(String(order.id), '2000000000'))
      expect([foreign.status, foreign.text]).toEqual([404, nobodys.text])
    }
    expect((await app.call('GET', body.filePath)).status).toBe(401)
    expect((await openFile(app, host, body.filePath)).status).toBe(200)
  })

  test('is not found by another name, or once the storage has lost it', async () => {
    const { host, order } = await makeOrder(app)
    const { body } = await addFile(host, order, await photo())
    for (const url of [
      `/uploads/order-${order.id}/`,
      `/uploads/order-${order.id}/${body.filename}.bak`,
      `/uploads/order-${order.id}/..%2f..%2fapp-secret`,
      `/uploads/order-${order.id}/%2e%2e%2f${order.id}%2f${body.filename}`,
      `/uploads/order-${order.id}/../../app-secret`,
      `/uploads/order-99999999999/${body.filename}`,
      `/uploads/order--1/${body.filename}`,
      `/uploads/orders/${order.id}/${body.filename}`,
      `/uploads/order-${order.id}/${'0'.repeat(32)}.jpg`,
    ])
      expect([url, (await openFile(app, host, url)).status]).toEqual([url, 404])
    await rm(join(app.config.dataDir, 'uploads', attachmentKey(body)))
    expect((await openFile(app, host, body.filePath)).status).toBe(404)
  })

  test('is deleted when removed; removing it again is not found', async () => {
    const { host, order, url } = await makeOrder(app)
    const before = await filesOnDisk(app)
    const [{ body: kept }, { body: gone }] = [
      await addFile(host, order, await photo(), 'kept.jpg'),
      await addFile(host, order, await photo(), 'gone.jpg', 'sketch'),
    ]
    const remove = () => host.call('DELETE', `${url}/attachments/${gone.id}`)
    expect((await remove()).status).toBe(204)
    expect(await remove()).toMatchObject({ status: 404, body: { message: 'Attachment not found.' } })
    expect(await listFiles(host, order)).toEqual([kept])
    expect((await openFile(app, host, gone.filePath)).status).toBe(404)
    expect(await filesOnDisk(app)).toHaveLength(before.length + 1)
    const { body: timeline } = await host.call('GET', `${url}/timeline`)
    expect(timeline.slice(0, 3)).toMatchObject([
      { activity: 'order.detached', changes: [{ field: 'Sketch', from: 'gone.jpg', to: null }] },
      { activity: 'order.attached', changes: [{ field: 'Sketch', from: null, to: 'gone.jpg' }] },
      { activity: 'order.attached', changes: [{ field: 'Files', from: null, to: 'kept.jpg' }] },
    ])
  })

  test('of one order is not removed through another', async () => {
    const { host, order } = await makeOrder(app)
    const other = await takeOrder(host, {}, await makeFormWithFiles(host))
    const { body } = await addFile(host, order, await photo())
    expect((await host.call('DELETE', `/api/orders/${other.id}/attachments/${body.id}`)).status).toBe(404)
    expect(await listFiles(host, order)).toEqual([body])
  })

  test('stays through every change of its order', async () => {
    const { host, order, url } = await makeOrder(app)
    await addFile(host, order, await photo(), 'hem.jpg', 'sketch')
    await addFile(host, order, pdf, 'plan.pdf')
    const files = await listFiles(host, order)
    const changes: [method: 'PUT' | 'PATCH' | 'POST', path: string, body: unknown][] = [
      ['PUT', '', { version: order.version, formData: { item: 'Ivory gown, longer' } }],
      ['PUT', '', formWith([], { formData: JSON.stringify({ item: 'Ivory gown' }), fileFieldIds: [] })],
      ['PUT', '', { customerName: 'Ann Brandt', notes: 'For May' }],
      ['POST', '/comments', { comment: 'Called her' }],
      ['PATCH', '/status', { status: 'paid' }],
      ['POST', '/cancel', undefined],
    ]
    for (const [method, path, body] of changes) {
      const { status } = await host.call(method, `${url}${path}`, body)
      expect([path, status]).toEqual([path, path === '/comments' ? 201 : 200])
      expect(await listFiles(host, order)).toEqual(files)
      for (const { filePath } of files) expect((await openFile(app, host, filePath)).status).toBe(200)
    }
  })

  test('stays with a canceled order, which takes no more files', async () => {
    const { host, order, url } = await makeOrder(app)
    const { body } = await addFile(host, order, await photo())
    await host.call('POST', `${url}/cancel`)
    const final = { status: 409, body: { message: 'This order is canceled.' } }
    expect(await addFile(host, order, await photo())).toMatchObject(final)
    expect(await host.call('DELETE', `${url}/attachments/${body.id}`)).toMatchObject(final)
    expect(await listFiles(host, order)).toEqual([body])
  })

  test('is deleted with its order, without files of others', async () => {
    const { host, order, url } = await makeOrder(app)
    const other = await takeOrder(host, {}, await makeFormWithFiles(host))
    const before = await filesOnDisk(app)
    const { body: kept } = await addFile(host, other, await photo())
    const { body: gone } = await addFile(host, order, await photo())
    await addFile(host, order, pdf, 'plan.pdf')
    expect((await host.call('DELETE', url)).status).toBe(204)
    expect((await openFile(app, host, gone.filePath)).status).toBe(404)
    expect((await openFile(app, host, kept.filePath)).status).toBe(200)
    expect(await filesOnDisk(app)).toHaveLength(before.length + 1)
  })
})

test('is deleted from a bucket without files of orders whose id starts with the same digits', async () => {
  const files = await openFiles(readConfig({ DATA_DIR: app.config.dataDir, ...(await startS3()) }))
  const [gone, kept] = [1, 12].map((orderId) => attachmentKey({ orderId, filename: 'a.pdf' })) as [
    string,
    string,
  ]
  for (const key of [gone, kept]) await files.put(key, pdf)
  await removeFiles({ files }, 1)
  expect([await files.exists(gone), await files.exists(kept)]).toEqual([false, true])
  await removeUnusedFiles({ db: databaseOf(app.pool), files })
  expect(await files.exists(kept)).toBe(false)
})

describe('at night', () => {
  const removeUnused = async () => {
    await removeUnusedFiles({ db: databaseOf(app.pool), files: await openFiles(app.config) })
  }

  test('unreferenced and half-written files are deleted', async () => {
    const { host, order } = await makeOrder(app)
    const { body: kept } = await addFile(host, order, await photo())
    const files = await openFiles(app.config)
    const left = [
      attachmentKey({ orderId: order.id, filename: `${'0'.repeat(32)}.jpg` }),
      attachmentKey({ orderId: order.id, filename: `${kept.filename}.0f1d` }),
      attachmentKey({ orderId: 2_000_000_000, filename: kept.filename }),
    ]
    for (const key of left) await files.put(key, 'left')
    await removeUnused()
    for (const key of left) expect([key, await files.exists(key)]).toEqual([key, false])
    expect((await openFile(app, host, kept.filePath)).status).toBe(200)
  })

  test('a file with an uncommitted row stays', async () => {
    const { host, order } = await makeOrder(app)
    const { body: like } = await addFile(host, order, pdf, 'plan.pdf')
    const [filename, never] = [`${'1'.repeat(32)}.pdf`, `${'2'.repeat(32)}.pdf`]
    const files = await openFiles(app.config)
    const storing = await app.pool.connect()
    try {
      await storing.query('BEGIN')
      await storing.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended('trunkshow attachments', 0))`)
      for (const name of [filename, never])
        await files.put(attachmentKey({ orderId: order.id, filename: name }), pdf)
      const removed = removeUnused()
      await untilBlocked(app)
      await storing.query(
        `INSERT INTO attachments (company_id, order_id, filename, file_type, file_size, display_name)
         SELECT company_id, order_id, $2, file_type, file_size, display_name FROM attachments WHERE id = $1`,
        [like.id, filename],
      )
      await storing.query('COMMIT')
      await removed
    } finally {
      storing.release()
    }
    expect((await openFile(app, host, `/uploads/order-${order.id}/${filename}`)).status).toBe(200)
    expect(await files.exists(attachmentKey({ orderId: order.id, filename: never }))).toBe(false)
  })
})
