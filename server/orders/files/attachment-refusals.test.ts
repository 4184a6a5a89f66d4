import { describe, expect, test } from 'vitest'
import type { Actor, StaffContext } from '../../context.ts'
import { databaseOf, inTransaction } from '../../platform/db/transaction.ts'
import { openFiles } from '../../platform/files/storage.ts'
import { startTestApp } from '../../test/app.ts'
import {
  addFile,
  listFiles,
  makeOrder,
  notAllowed,
  openTemporaryFiles,
  pdf,
  photo,
} from '../../test/attachments.ts'
import { makeCompany } from '../../test/factories.ts'
import { blank, heic, makeHugePng, noise } from '../../test/pictures.ts'
import { abandonUpload, type Files, filesOnDisk, formWith } from '../../test/uploads.ts'
import { storeAttachments } from './store-attachments.ts'

const app = startTestApp()

describe('a file that is refused leaves nothing behind:', () => {
  async function expectRefusal(files: Files, status: number, message: string, fields: object = {}) {
    const { host, order, url } = await makeOrder(app)
    const before = await filesOnDisk(app)
    const [, content, name] = files[0]!
    const parts = files.map(([, content, name]): Files[number] => ['files', content, name ?? 'photo.png'])
    const answers = [
      await addFile(host, order, content, name),
      await host.call('PUT', url, formWith(parts, { notes: 'Changed' })),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ status, body: { message, error: message, ...fields } })
    expect(answers.map(({ body }) => body.fields)).toEqual([{ file: message }, { files: message }])
    expect(await listFiles(host, order)).toEqual([])
    expect((await host.call('GET', url)).body.notes).toBe('')
    const logged = await app.rows(
      `SELECT activity FROM activity_log WHERE company_id = $1 AND subject = 'order' AND activity <> 'order.created'`,
      [host.companyId],
    )
    expect(logged).toEqual([])
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
    ['a truncated JPEG', async () => (await noise(400, 300).jpeg().toBuffer()).subarray(0, 20_000)],
    ['a JPEG without its last bytes', async () => (await noise(400, 300).jpeg().toBuffer()).subarray(0, -20)],
    ['a truncated PNG', async () => (await noise(400, 300).png().toBuffer()).subarray(0, 20_000)],
    ['a truncated GIF', async () => (await noise(400, 300).gif().toBuffer()).subarray(0, 20_000)],
    ['a truncated WebP', async () => (await noise(400, 300).webp().toBuffer()).subarray(0, 5000)],
  ])('%s named .png', async (_what, make) => {
    await expectRefusal([['file', await make(), 'photo.png']], 400, notAllowed)
  })

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    [
      'a PNG of too many pixels',
      makeHugePng,
      'This picture has 900 megapixels; the limit is 25 for PNG. Please upload a smaller one, or save it as a JPEG.',
    ],
    [
      'a GIF that would take long to write',
      () => blank(2100, 2000).gif().toBuffer(),
      'This picture has 4.2 megapixels; the limit is 4 for GIF. Please upload a smaller one, or save it as a JPEG.',
    ],
    [
      'HEIC',
      () => heic,
      'HEIC photos can’t be opened here. Please upload a JPEG: share the photo as a JPEG, or on your iPhone choose Settings > Camera > Formats > Most Compatible.',
    ],
  ])('%s, with what to do', async (_what, make, message) => {
    await expectRefusal([['file', await make()]], 400, message)
  })

  test('one of more than 20 MB', async () => {
    const large = Buffer.alloc(20 * 1024 * 1024 + 1, pdf)
    await expectRefusal([['file', large]], 413, 'File size exceeds 20MB limit')
    const { host, order } = await makeOrder(app)
    expect(await addFile(host, order, large.subarray(1), 'photo.jpg')).toMatchObject({ status: 400 })
    expect(await addFile(host, order, large.subarray(0, -1), 'plan.pdf')).toMatchObject({ status: 201 })
  })

  test('a valid one next to an invalid one', async () => {
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
    const { host, order, url } = await makeOrder(app)
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
    // Several with one name are distinguished by their number.
    const second = formWith([
      ['files', good],
      ['files', Buffer.from('no picture'), 'b.png'],
      ['files', good],
    ])
    expect((await host.call('PUT', url, second)).body.fields).toEqual({ files_1: notAllowed })
    expect(await listFiles(host, order)).toEqual([])
  })

  test('one for a field that takes none', async () => {
    const { host, order } = await makeOrder(app)
    for (const fieldId of ['item', 'nothing']) {
      expect(await addFile(host, order, await photo(), 'photo.jpg', fieldId)).toMatchObject({
        status: 400,
        body: {
          message: 'This field doesn’t accept files.',
          fields: { file: 'This field doesn’t accept files.' },
        },
      })
    }
    expect(await listFiles(host, order)).toEqual([])
  })

  test('one for an order of another company, as for a missing one', async () => {
    const { order } = await makeOrder(app)
    const stranger = await makeCompany(app)
    const before = await filesOnDisk(app)
    const foreign = await addFile(stranger, order, await photo())
    const missing = await addFile(stranger, { id: 2_000_000_000 }, await photo())
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
    expect(await filesOnDisk(app)).toEqual(before)
  })

  test('one whose client disconnects midway', async () => {
    const { host, order, url } = await makeOrder(app)
    const before = await filesOnDisk(app)
    await abandonUpload(app, host, 'PUT', url, 'files')
    await abandonUpload(app, host, 'POST', '/api/attachments', 'file')
    // This request is answered only after the refused ones have cleaned up.
    expect((await host.call('PUT', url, formWith([], { notes: 'Later' }))).status).toBe(200)
    expect(await listFiles(host, order)).toEqual([])
    expect(await filesOnDisk(app)).toEqual(before)
    expect(await openTemporaryFiles(app)).toEqual([])
  })
})

test('those stored before one that fails', async () => {
  const { host, order } = await makeOrder(app)
  const before = await filesOnDisk(app)
  const file = (name: string, read: () => Promise<Buffer>) => ({
    fieldId: null,
    file: {
      filename: name,
      displayName: name,
      fileType: 'application/pdf',
      content: {
        field: 'files',
        name,
        size: pdf.length,
        hash: '',
        read,
        async *pieces() {},
        replace: async () => {},
        abortSignal,
      },
    },
  })
  const { signal: abortSignal } = new AbortController()
  const given = [
    file('a.pdf', async () => pdf),
    file('b.pdf', async () => {
      expect(await filesOnDisk(app)).toHaveLength(before.length + 1)
      throw new Error('given up')
    }),
  ]
  const actor = { companyId: host.companyId } as Actor
  const ctx = {
    config: app.config,
    db: databaseOf(app.pool),
    files: await openFiles(app.config),
    actor,
  } as StaffContext
  const stored = inTransaction(ctx, (ctx) => storeAttachments(ctx, order.id, given))
  await expect(stored).rejects.toThrow('given up')
  expect(await listFiles(host, order)).toEqual([])
  expect(await filesOnDisk(app)).toEqual(before)
})
