import { readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attachment } from '@trunkshow/contract/orders/schema.ts'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import type { Actor, StaffContext } from '../context.ts'
import { databaseOf, inTransaction } from '../db/transaction.ts'
import { openFiles } from '../files/storage.ts'
import { startTestApp } from '../test/app.ts'
import {
  formField,
  makeCompany,
  makeForm,
  makeUser,
  orderForm,
  type TestUser,
  takeOrder,
} from '../test/factories.ts'
import { makeHugePng, noise } from '../test/pictures.ts'
import { startS3 } from '../test/s3.ts'
import { abandonUpload, type Files, filesOnDisk, formWith } from '../test/uploads.ts'
import { removeUnusedFiles } from './jobs.ts'
import { attachmentKey, removeFiles, storeAttachments } from './store-attachments.ts'

const app = startTestApp()
const notAllowed = 'Please upload images (JPG, PNG, GIF, WebP) or PDF files only'
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')
const photo = () => noise(60, 40).jpeg().toBuffer()

/** A template with a text and two fields for files, and a product. */
async function makeFormWithFiles(user: TestUser) {
  const { productId } = await makeForm(user)
  const { body } = await user.call('POST', '/api/order-templates', {
    templateName: 'Gown with sketches',
    fields: [
      formField({ id: 'item', label: 'Item Description', required: true }),
      formField({ id: 'sketch', label: 'Sketch', type: 'attachment' }),
      formField({ id: 'fabric', label: 'Fabric photo', type: 'attachment' }),
    ],
  })
  return { templateId: body.id as number, productId }
}

/** A company with an order that has fields for files. */
async function makeOrder() {
  const host = await makeCompany(app)
  const order = await takeOrder(host, {}, await makeFormWithFiles(host))
  return { host, order, url: `/api/orders/${order.id}` }
}

function add(
  user: TestUser,
  order: { id: number },
  content: Buffer | string,
  name = 'photo.jpg',
  fieldId = '',
) {
  return user.call(
    'POST',
    '/api/attachments',
    formWith([['file', content, name]], { orderId: order.id, fieldId }),
  )
}

async function listFiles(user: TestUser, { id }: { id: number }): Promise<Attachment[]> {
  return (await user.call('GET', `/api/orders/${id}/attachments`)).body
}

async function open(user: TestUser, url: string, headers: Record<string, string> = {}) {
  const answer = await app.app.inject({ url, headers: { cookie: user.cookie, ...headers } })
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload }
}

/** Square pictures of so many pixels a side, one after the other. */
async function moving(side: number, frames: number, format: 'gif' | 'webp' = 'webp') {
  const colours = await Promise.all(
    ['#fff', '#000'].map((background) =>
      sharp({ create: { width: side, height: side, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const each = Array.from({ length: frames }, (_, at) => colours[at % 2]!)
  return sharp(each, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

describe('a file of an order', () => {
  test.each<[string, string, () => Promise<Buffer>]>([
    ['jpg', 'image/jpeg', () => noise(60, 40).jpeg().toBuffer()],
    ['jpg', 'image/jpeg', () => noise(60, 40).jpeg({ progressive: true }).toBuffer()],
    ['png', 'image/png', () => noise(60, 40).png().toBuffer()],
    ['gif', 'image/gif', () => noise(60, 40).gif().toBuffer()],
    ['webp', 'image/webp', () => noise(60, 40).webp().toBuffer()],
  ])('may be a %s, which shows itself in its size', async (ending, fileType, make) => {
    const { host, order } = await makeOrder()
    const { status, body } = await add(host, order, await make(), `Hem.${ending}`)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      orderId: order.id,
      fieldId: null,
      filename: expect.stringMatching(new RegExp(`^[0-9a-f]{32}\\.${ending}$`)),
      filePath: `/uploads/order-${order.id}/${body.filename}`,
      fileType,
      fileSize: expect.any(Number),
      displayName: `Hem.${ending}`,
      uploadedAt: expect.any(String),
    })
    const file = await open(host, body.filePath)
    expect(file).toMatchObject({
      status: 200,
      headers: { 'content-type': fileType, 'content-length': String(body.fileSize) },
    })
    expect(file.headers['content-disposition']).toMatch(/^inline; /)
    expect(file.content.length).toBe(body.fileSize)
    expect(await sharp(file.content).metadata()).toMatchObject({ width: 60, height: 40 })
    expect(await listFiles(host, order)).toEqual([body])
    expect((await host.call('GET', `/api/orders/${order.id}`)).body.attachments).toEqual([body])
  })

  test.each(['gif', 'webp'] as const)('keeps the frames of a moving %s', async (format) => {
    const { host, order } = await makeOrder()
    const { body } = await add(host, order, await moving(40, 3, format))
    const { content } = await open(host, body.filePath)
    expect(await sharp(content, { animated: true }).metadata()).toMatchObject({ format, pages: 3, width: 40 })
  })

  test('may be a PDF, which stays as it is and is a download', async () => {
    const { host, order } = await makeOrder()
    const { body } = await add(host, order, pdf, 'Maße “Grace”.PDF', 'sketch')
    expect(body).toMatchObject({ fileType: 'application/pdf', fieldId: 'sketch', fileSize: pdf.length })
    const { headers, content } = await open(host, body.filePath)
    expect(content.equals(pdf)).toBe(true)
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Mae Grace.PDF"; filename*=UTF-8''Ma%C3%9Fe%20%E2%80%9CGrace%E2%80%9D.PDF`,
    )
  })

  test('is served to be looked at alone, and kept by nobody but the browser that asks each time', async () => {
    const { host, order } = await makeOrder()
    const { body } = await add(host, order, await photo())
    const { headers } = await open(host, body.filePath)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
      'cache-control': 'private, no-cache',
    })
    const again = await open(host, body.filePath, { 'if-none-match': String(headers.etag) })
    expect([again.status, again.content.length]).toEqual([304, 0])
    const colleague = await makeUser(app, host.companyId, 'view only')
    expect((await open(colleague, body.filePath)).status).toBe(200)
  })

  test.each(['jpeg', 'png', 'webp'] as const)('loses where and with what a %s was taken', async (format) => {
    const { host, order } = await makeOrder()
    const taken = await noise(80, 40)
      .toFormat(format)
      .withExif({
        IFD0: { Make: 'Camera', Copyright: 'Maison Vale' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 43/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Mercer Street</a></x:xmpmeta>')
      .toBuffer()
    expect(await sharp(taken).metadata()).toMatchObject({ exif: expect.anything(), orientation: 6 })
    const { body } = await add(host, order, taken)
    const { content } = await open(host, body.filePath)
    const picture = await sharp(content).metadata()
    expect([picture.format, picture.width, picture.height]).toEqual([format, 40, 80])
    for (const kept of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const)
      expect(picture[kept]).toBeUndefined()
    expect(content.toString('latin1')).not.toMatch(/Camera|Maison|Mercer/)
  })

  test('loses what a program hid behind the picture', async () => {
    const { host, order } = await makeOrder()
    const { body } = await add(
      host,
      order,
      Buffer.concat([await photo(), Buffer.from('<script>hidden</script>')]),
    )
    expect((await open(host, body.filePath)).content.toString('latin1')).not.toContain('hidden')
  })

  test.each([
    ['photo', 'photo.jpg'],
    ['photo.JPEG', 'photo.JPEG'],
    ['page.html', 'page.html.jpg'],
    ['C:\\Users\\Grace\\hem.jpg', 'hem.jpg'],
    ['../../hem.jpg', 'hem.jpg'],
    ['hem\u202egpj.jpg', 'hemgpj.jpg'],
    ['hem\tof the\u0000 gown.jpg', 'hem of the gown.jpg'],
    [`${'h'.repeat(300)}.jpg`, `${'h'.repeat(200)}.jpg`],
    ['ウェディング.jpg', 'ウェディング.jpg'],
  ])('called %j is called %j', async (name, displayName) => {
    const { host, order } = await makeOrder()
    const { body } = await add(host, order, await photo(), name)
    expect(body.displayName).toBe(displayName)
    const { headers } = await open(host, body.filePath)
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent(displayName)}`)
  })
})

describe('a file that is refused leaves nothing behind:', () => {
  async function expectRefusal(files: Files, status: number, message: string, fields: object = {}) {
    const { host, order, url } = await makeOrder()
    const before = await filesOnDisk(app)
    const [, content, name] = files[0]!
    const parts = files.map(([, content, name]): Files[number] => ['files', content, name ?? 'photo.png'])
    const answers = [
      await add(host, order, content, name),
      await host.call('PUT', url, formWith(parts, { notes: 'Changed' })),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ status, body: { message, error: message, ...fields } })
    expect(answers.map(({ body }) => body.fields)).toEqual([{ file: message }, { files: message }])
    expect(await listFiles(host, order)).toEqual([])
    expect((await host.call('GET', url)).body.notes).toBe('')
    const told = await app.rows(
      `SELECT activity FROM activity_log WHERE company_id = $1 AND subject = 'order' AND activity <> 'order.created'`,
      [host.companyId],
    )
    expect(told).toEqual([])
    expect(await filesOnDisk(app)).toEqual(before)
  }

  test.each<[string, () => Buffer | string | Promise<Buffer>]>([
    ['HTML', () => '<!doctype html><script>alert(1)</script>'],
    ['SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'],
    ['BMP', () => `BM${'\0'.repeat(60)}`],
    ['TIFF', () => noise(20, 20).tiff().toBuffer()],
    ['AVIF', () => noise(20, 20).avif().toBuffer()],
    ['a PDF that starts otherwise', () => ` ${pdf}`],
    ['a program', () => `MZ${'\0'.repeat(60)}`],
    ['an empty file', () => ''],
    ['a PNG of 30,000 × 30,000 pixels', makeHugePng],
    ['a truncated JPEG', async () => (await noise(400, 300).jpeg().toBuffer()).subarray(0, 20_000)],
    ['a JPEG without its last bytes', async () => (await noise(400, 300).jpeg().toBuffer()).subarray(0, -20)],
    ['a truncated PNG', async () => (await noise(400, 300).png().toBuffer()).subarray(0, 20_000)],
    ['a truncated GIF', async () => (await noise(400, 300).gif().toBuffer()).subarray(0, 20_000)],
    ['a truncated WebP', async () => (await noise(400, 300).webp().toBuffer()).subarray(0, 5000)],
    ['a moving picture of too many frames', () => moving(1000, 60)],
  ])('%s named .png', async (_what, make) => {
    await expectRefusal([['file', await make(), 'photo.png']], 400, notAllowed)
  })

  test('one of more than 20 MB', async () => {
    const large = Buffer.alloc(20 * 1024 * 1024 + 1, pdf)
    await expectRefusal([['file', large]], 413, 'File size exceeds 20MB limit')
    const { host, order } = await makeOrder()
    expect(await add(host, order, large.subarray(1), 'photo.jpg')).toMatchObject({ status: 400 })
    expect(await add(host, order, large.subarray(0, -1), 'plan.pdf')).toMatchObject({ status: 201 })
  })

  test('a good one beside a bad one', async () => {
    await expectRefusal(
      [
        ['file', 'text', 'photo.png'],
        ['file', await photo()],
      ],
      400,
      notAllowed,
    )
  })

  test('none, two for one, and one of a field there is not', async () => {
    const { host, order, url } = await makeOrder()
    const fields = { orderId: order.id }
    const send = (files: Files) => host.call('POST', '/api/attachments', formWith(files, fields))
    const good = await photo()
    for (const answer of [await send([]), await host.call('POST', '/api/attachments', fields)])
      expect(answer).toMatchObject({ status: 400, body: { fields: { file: notAllowed } } })
    const only = 'Only one file can be sent as this.'
    expect(
      (
        await send([
          ['file', good],
          ['file', good],
        ])
      ).body,
    ).toMatchObject({ fields: { file: only } })
    for (const name of ['file_0', 'photo', 'files'])
      expect((await send([[name, good]])).body).toMatchObject({
        fields: { [name]: 'No file can be sent as this.' },
      })
    const twice = formWith([
      ['files_0', good],
      ['files_0', good],
    ])
    expect((await host.call('PUT', url, twice)).body).toMatchObject({ fields: { files_0: only } })
    expect(await listFiles(host, order)).toEqual([])
  })

  test('one for a field that takes none', async () => {
    const { host, order } = await makeOrder()
    for (const fieldId of ['item', 'nothing']) {
      expect(await add(host, order, await photo(), 'photo.jpg', fieldId)).toMatchObject({
        status: 400,
        body: { message: 'This field takes no files.', fields: { file: 'This field takes no files.' } },
      })
    }
    expect(await listFiles(host, order)).toEqual([])
  })

  test('one for an order of another company, which is as if there were none', async () => {
    const { order } = await makeOrder()
    const stranger = await makeCompany(app)
    const before = await filesOnDisk(app)
    const foreign = await add(stranger, order, await photo())
    const nobodys = await add(stranger, { id: 2_000_000_000 }, await photo())
    expect([foreign.status, foreign.text]).toEqual([404, nobodys.text])
    expect(await filesOnDisk(app)).toEqual(before)
  })

  test('one whose sender goes away midway', async () => {
    const { host, order, url } = await makeOrder()
    const before = await filesOnDisk(app)
    await abandonUpload(app, host, 'PUT', url, 'files')
    await abandonUpload(app, host, 'POST', '/api/attachments', 'file')
    // The next one is answered after whatever the others left to do.
    expect((await host.call('PUT', url, formWith([], { notes: 'Later' }))).status).toBe(200)
    expect(await listFiles(host, order)).toEqual([])
    expect(await filesOnDisk(app)).toEqual(before)
    expect(await openTemporaryFiles()).toEqual([])
  })
})

test('those stored before one that cannot be are deleted', async () => {
  const { host, order } = await makeOrder()
  const before = await filesOnDisk(app)
  const file = (name: string, read: () => Promise<Buffer>) => ({
    fieldId: null,
    file: {
      filename: name,
      displayName: name,
      fileType: 'application/pdf',
      content: { field: 'files', name, size: pdf.length, read, replace: async () => {} },
    },
  })
  const given = [
    file('a.pdf', async () => pdf),
    file('b.pdf', async () => {
      expect(await filesOnDisk(app)).toHaveLength(before.length + 1)
      throw new Error('given up')
    }),
  ]
  const actor = { companyId: host.companyId } as Actor
  const ctx = { db: databaseOf(app.pool), files: await openFiles(app.config), actor } as StaffContext
  const stored = inTransaction(ctx, (ctx) => storeAttachments(ctx, order.id, given))
  await expect(stored).rejects.toThrow('given up')
  expect(await listFiles(host, order)).toEqual([])
  expect(await filesOnDisk(app)).toEqual(before)
})

/** Files of DATA_DIR/tmp, which have no names, that this process has not closed; where the system tells. */
async function openTemporaryFiles() {
  const numbers = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(
    numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')),
  )
  return paths.filter((path) => path.startsWith(join(app.config.dataDir, 'tmp')))
}

describe('many files', () => {
  test('come with a new order, each for the field whose answer names its part', async () => {
    const host = await makeCompany(app)
    const form = await makeFormWithFiles(host)
    const customFields = {
      item: 'Ivory column gown',
      sketch: ['templateAttachment_0', 'templateAttachment_1'],
      fabric: ['templateAttachment_2'],
    }
    const parts = [
      'templateAttachment_0',
      'templateAttachment_1',
      'templateAttachment_2',
      'orderAttachment_0',
    ]
    const picture = await photo()
    const files = parts.map((part): Files[number] => [part, picture, `${part}.jpg`])
    const orderData = JSON.stringify(orderForm(form, { customFields }))
    const { status, body } = await host.call('POST', '/api/orders', formWith(files, { orderData }))
    expect(status).toBe(201)
    const named = (body.attachments as Attachment[]).map(({ fieldId, displayName }) => [displayName, fieldId])
    expect(named).toEqual([
      ['templateAttachment_0.jpg', 'sketch'],
      ['templateAttachment_1.jpg', 'sketch'],
      ['templateAttachment_2.jpg', 'fabric'],
      ['orderAttachment_0.jpg', null],
    ])
    expect(await openTemporaryFiles()).toEqual([])
  })

  test.each(['files', 'files_'])('come with a change, twenty at once as %s', async (name) => {
    const { host, order, url } = await makeOrder()
    const picture = await photo()
    const files = Array.from({ length: 20 }, (_, at): Files[number] => [
      name === 'files' ? name : `${name}${at}`,
      at % 2 ? picture : pdf,
      at % 2 ? `${at}.jpg` : `${at}.pdf`,
    ])
    const fileFieldIds = files.map((_, at) => ['', 'sketch', 'fabric'][at % 3])
    const { status, body } = await host.call('PUT', url, formWith(files, { fileFieldIds }))
    expect(status).toBe(200)
    const stored: Attachment[] = body.attachments
    expect(stored.map(({ displayName }) => displayName)).toEqual(files.map(([, , name]) => name))
    expect(stored.map(({ fieldId }) => fieldId ?? '')).toEqual(fileFieldIds)
    for (const { filePath, fileSize } of stored)
      expect((await open(host, filePath)).content.length).toBe(fileSize)
    expect(await listFiles(host, order)).toEqual(stored)
  })

  test('are at most 100 at once and 200 of an order', async () => {
    const { host, order, url } = await makeOrder()
    const hundred = Array.from({ length: 100 }, (_, at): Files[number] => ['files', pdf, `${at}.pdf`])
    const before = await filesOnDisk(app)
    const { status, body } = await host.call('PUT', url, formWith([...hundred, ['files', pdf, 'one.pdf']]))
    expect([status, body.message]).toEqual([413, 'At most 100 files can be sent at once.'])
    expect(await filesOnDisk(app)).toEqual(before)
    for (const count of [100, 200]) {
      expect((await host.call('PUT', url, formWith(hundred))).status).toBe(200)
      expect(await listFiles(host, order)).toHaveLength(count)
    }
    expect(await add(host, order, pdf)).toMatchObject({
      status: 409,
      body: { message: 'An order can have at most 200 attachments.' },
    })
    expect(await listFiles(host, order)).toHaveLength(200)
  })

  test('come beside the answers of a whole form; longer ones than it can have are refused', async () => {
    const host = await makeCompany(app)
    const { productId } = await makeForm(host)
    const fields = Array.from({ length: 20 }, (_, at) => formField({ id: `f${at}`, type: 'textarea' }))
    const { body: template } = await host.call('POST', '/api/order-templates', {
      templateName: 'Long',
      fields,
    })
    const customFields = Object.fromEntries(fields.map(({ id }) => [id, 'é'.repeat(5000)]))
    const form = { templateId: template.id, productId }
    const orderData = orderForm(form, { customFields })
    const files: Files = [['orderAttachment_0', pdf, 'a.pdf']]
    const asForm = (data: object) => formWith(files, { orderData: JSON.stringify(data) })
    const { status, body } = await host.call('POST', '/api/orders', asForm(orderData))
    expect(status).toBe(201)
    expect(body.formData).toEqual(customFields)
    expect((await host.call('POST', '/api/orders', { orderData })).status).toBe(201)
    const tooLong = { ...orderData, customFields: { ...customFields, f0: 'x'.repeat(2 * 1024 * 1024) } }
    for (const sent of [asForm(tooLong), { orderData: tooLong }]) {
      expect(await host.call('POST', '/api/orders', sent)).toMatchObject({
        status: 413,
        body: { message: 'What was sent is too large.' },
      })
    }
  })

  test('as neither JSON nor a form are refused', async () => {
    const { host, url } = await makeOrder()
    const { status } = await host.call('PUT', url, 'notes=Changed', { 'content-type': 'text/plain' })
    expect(status).toBe(415)
  })
})

describe('a stored file', () => {
  test('is not there for another company, nor for who is signed out', async () => {
    const { host, order } = await makeOrder()
    const { body } = await add(host, order, await photo())
    const stranger = await makeCompany(app)
    const missing = await open(stranger, `/uploads/order-2000000000/${body.filename}`)
    const foreign = await open(stranger, body.filePath)
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
    expect((await open(host, body.filePath)).status).toBe(200)
  })

  test('is had by no other name, nor when the storage has lost it', async () => {
    const { host, order } = await makeOrder()
    const { body } = await add(host, order, await photo())
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
      expect([url, (await open(host, url)).status]).toEqual([url, 404])
    await rm(join(app.config.dataDir, 'uploads', attachmentKey(body)))
    expect((await open(host, body.filePath)).status).toBe(404)
  })

  test('goes when it is removed; once more it is not there', async () => {
    const { host, order, url } = await makeOrder()
    const before = await filesOnDisk(app)
    const [{ body: kept }, { body: gone }] = [
      await add(host, order, await photo(), 'kept.jpg'),
      await add(host, order, await photo(), 'gone.jpg', 'sketch'),
    ]
    const remove = () => host.call('DELETE', `${url}/attachments/${gone.id}`)
    expect((await remove()).status).toBe(204)
    expect(await remove()).toMatchObject({ status: 404, body: { message: 'Attachment not found.' } })
    expect(await listFiles(host, order)).toEqual([kept])
    expect((await open(host, gone.filePath)).status).toBe(404)
    expect(await filesOnDisk(app)).toHaveLength(before.length + 1)
    const { body: timeline } = await host.call('GET', `${url}/timeline`)
    expect(timeline.slice(0, 3)).toMatchObject([
      { activity: 'order.detached', changes: [{ field: 'Sketch', from: 'gone.jpg', to: null }] },
      { activity: 'order.attached', changes: [{ field: 'Sketch', from: null, to: 'gone.jpg' }] },
      { activity: 'order.attached', changes: [{ field: 'Files', from: null, to: 'kept.jpg' }] },
    ])
  })

  test('of one order is not removed through another', async () => {
    const { host, order } = await makeOrder()
    const other = await takeOrder(host, {}, await makeFormWithFiles(host))
    const { body } = await add(host, order, await photo())
    expect((await host.call('DELETE', `/api/orders/${other.id}/attachments/${body.id}`)).status).toBe(404)
    expect(await listFiles(host, order)).toEqual([body])
  })

  test('stays through every change of its order, in the way of none', async () => {
    const { host, order, url } = await makeOrder()
    await add(host, order, await photo(), 'hem.jpg', 'sketch')
    await add(host, order, pdf, 'plan.pdf')
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
      for (const { filePath } of files) expect((await open(host, filePath)).status).toBe(200)
    }
  })

  test('stays with a cancelled order, which gets no other', async () => {
    const { host, order, url } = await makeOrder()
    const { body } = await add(host, order, await photo())
    await host.call('POST', `${url}/cancel`)
    const final = { status: 409, body: { message: 'This order is cancelled.' } }
    expect(await add(host, order, await photo())).toMatchObject(final)
    expect(await host.call('DELETE', `${url}/attachments/${body.id}`)).toMatchObject(final)
    expect(await listFiles(host, order)).toEqual([body])
  })

  test('goes with its order, and no file of another', async () => {
    const { host, order, url } = await makeOrder()
    const other = await takeOrder(host, {}, await makeFormWithFiles(host))
    const before = await filesOnDisk(app)
    const { body: kept } = await add(host, other, await photo())
    const { body: gone } = await add(host, order, await photo())
    await add(host, order, pdf, 'plan.pdf')
    expect((await host.call('DELETE', url)).status).toBe(204)
    expect((await open(host, gone.filePath)).status).toBe(404)
    expect((await open(host, kept.filePath)).status).toBe(200)
    expect(await filesOnDisk(app)).toHaveLength(before.length + 1)
  })
})

test('in a bucket an order’s files go without those of one whose number starts alike', async () => {
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

  test('files go that no row names, and what was half written', async () => {
    const { host, order } = await makeOrder()
    const { body: kept } = await add(host, order, await photo())
    const files = await openFiles(app.config)
    const left = [
      attachmentKey({ orderId: order.id, filename: `${'0'.repeat(32)}.jpg` }),
      attachmentKey({ orderId: order.id, filename: `${kept.filename}.0f1d` }),
      attachmentKey({ orderId: 2_000_000_000, filename: kept.filename }),
    ]
    for (const key of left) await files.put(key, 'left')
    await removeUnused()
    for (const key of left) expect([key, await files.exists(key)]).toEqual([key, false])
    expect((await open(host, kept.filePath)).status).toBe(200)
  })

  test('a file stays whose row is not committed yet', async () => {
    const { host, order } = await makeOrder()
    const { body: like } = await add(host, order, pdf, 'plan.pdf')
    const [filename, never] = [`${'1'.repeat(32)}.pdf`, `${'2'.repeat(32)}.pdf`]
    const files = await openFiles(app.config)
    const storing = await app.pool.connect()
    try {
      await storing.query('BEGIN')
      await storing.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended('trunkshow attachments', 0))`)
      for (const name of [filename, never])
        await files.put(attachmentKey({ orderId: order.id, filename: name }), pdf)
      const removed = removeUnused()
      await vi.waitFor(async () => {
        const waiting = await app.rows(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)
        expect(waiting).toHaveLength(1)
      })
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
    expect((await open(host, `/uploads/order-${order.id}/${filename}`)).status).toBe(200)
    expect(await files.exists(attachmentKey({ orderId: order.id, filename: never }))).toBe(false)
  })
})
