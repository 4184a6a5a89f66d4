import type { Attachment } from '@trunkshow/contract/orders/schema.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import {
  addFile,
  listFiles,
  makeAnimation,
  makeFormWithFiles,
  makeOrder,
  openFile,
  openTemporaryFiles,
  pdf,
  photo,
} from '../../test/attachments.ts'
import { formField, makeCompany, makeForm, makeUser, orderForm } from '../../test/factories.ts'
import { blank, noise } from '../../test/pictures.ts'
import { type Files, filesOnDisk, formWith } from '../../test/uploads.ts'

const app = startTestApp()

describe('a file of an order', () => {
  test.each<[string, string, () => Promise<Buffer>]>([
    ['jpg', 'image/jpeg', () => noise(60, 40).jpeg().toBuffer()],
    ['jpg', 'image/jpeg', () => noise(60, 40).jpeg({ progressive: true }).toBuffer()],
    ['png', 'image/png', () => noise(60, 40).png().toBuffer()],
    ['gif', 'image/gif', () => noise(60, 40).gif().toBuffer()],
    ['webp', 'image/webp', () => noise(60, 40).webp().toBuffer()],
  ])('may be a %s, which shows itself in its size', async (ending, fileType, make) => {
    const { host, order } = await makeOrder(app)
    const { status, body } = await addFile(host, order, await make(), `Hem.${ending}`)
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
      isTemp: false,
      tempFileName: null,
    })
    const file = await openFile(app, host, body.filePath)
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

  test.each(['gif', 'webp'] as const)('of a moving %s is its first frame', async (format) => {
    const { host, order } = await makeOrder(app)
    const { body } = await addFile(host, order, await makeAnimation(40, 3, format))
    const { content } = await openFile(app, host, body.filePath)
    const { pages = 1, ...picture } = await sharp(content, { animated: true }).metadata()
    expect({ pages, ...picture }).toMatchObject({ format, pages: 1, width: 40, height: 40 })
    const { dominant } = await sharp(content).stats()
    expect(dominant.r).toBeGreaterThan(200)
  })

  test('may be a PDF, which stays as it is and is a download', async () => {
    const { host, order } = await makeOrder(app)
    const { body } = await addFile(host, order, pdf, 'Maße “Grace”.PDF', 'sketch')
    expect(body).toMatchObject({ fileType: 'application/pdf', fieldId: 'sketch', fileSize: pdf.length })
    const { headers, content } = await openFile(app, host, body.filePath)
    expect(content.equals(pdf)).toBe(true)
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Mae Grace.PDF"; filename*=UTF-8''Ma%C3%9Fe%20%E2%80%9CGrace%E2%80%9D.PDF`,
    )
  })

  test('is served for viewing only, and cached only by browsers that revalidate it', async () => {
    const { host, order } = await makeOrder(app)
    const { body } = await addFile(host, order, await photo())
    const { headers } = await openFile(app, host, body.filePath)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
      'cache-control': 'private, no-cache',
    })
    const again = await openFile(app, host, body.filePath, { 'if-none-match': String(headers.etag) })
    expect([again.status, again.content.length]).toEqual([304, 0])
    const colleague = await makeUser(app, host.companyId, 'view only')
    expect((await openFile(app, colleague, body.filePath)).status).toBe(200)
  })

  test.each(['jpeg', 'png', 'webp'] as const)('loses the location and camera of a %s', async (format) => {
    const { host, order } = await makeOrder(app)
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
    const { body } = await addFile(host, order, taken)
    const { content } = await openFile(app, host, body.filePath)
    const picture = await sharp(content).metadata()
    expect([picture.format, picture.width, picture.height]).toEqual([format, 40, 80])
    for (const kept of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const)
      expect(picture[kept]).toBeUndefined()
    expect(content.toString('latin1')).not.toMatch(/Camera|Maison|Mercer/)
  })

  test('of a phone’s 108 megapixels keeps them all, and its orientation', async () => {
    const { host, order } = await makeOrder(app)
    const taken = await blank(12_000, 9000)
      .jpeg()
      .withExif({ IFD0: { Make: 'Camera', Copyright: 'Maison Vale' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { body } = await addFile(host, order, taken)
    const { content } = await openFile(app, host, body.filePath)
    expect(await sharp(content).metadata()).toMatchObject({ width: 12_000, height: 9000, orientation: 6 })
    expect(content.toString('latin1')).not.toMatch(/Camera|Maison/)
  })

  test('loses data hidden after the picture', async () => {
    const { host, order } = await makeOrder(app)
    const { body } = await addFile(
      host,
      order,
      Buffer.concat([await photo(), Buffer.from('<script>hidden</script>')]),
    )
    expect((await openFile(app, host, body.filePath)).content.toString('latin1')).not.toContain('hidden')
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
    const { host, order } = await makeOrder(app)
    const { body } = await addFile(host, order, await photo(), name)
    expect(body.displayName).toBe(displayName)
    const { headers } = await openFile(app, host, body.filePath)
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent(displayName)}`)
  })
})

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
    expect(await openTemporaryFiles(app)).toEqual([])
  })

  test.each(['files', 'files_'])('come with a change, twenty at once as %s', async (name) => {
    const { host, order, url } = await makeOrder(app)
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
      expect((await openFile(app, host, filePath)).content.length).toBe(fileSize)
    expect(await listFiles(host, order)).toEqual(stored)
  })

  test('are at most 100 at once and 200 of an order', async () => {
    const { host, order, url } = await makeOrder(app)
    const hundred = Array.from({ length: 100 }, (_, at): Files[number] => ['files', pdf, `${at}.pdf`])
    const before = await filesOnDisk(app)
    const { status, body } = await host.call('PUT', url, formWith([...hundred, ['files', pdf, 'one.pdf']]))
    expect([status, body.message]).toEqual([413, 'At most 100 files can be sent at once.'])
    expect(await filesOnDisk(app)).toEqual(before)
    for (const count of [100, 200]) {
      expect((await host.call('PUT', url, formWith(hundred))).status).toBe(200)
      expect(await listFiles(host, order)).toHaveLength(count)
    }
    expect(await addFile(host, order, pdf)).toMatchObject({
      status: 409,
      body: { message: 'An order can have up to 200 attachments.' },
    })
    expect(await listFiles(host, order)).toHaveLength(200)
  })

  test('come with the answers of a whole form; longer ones than it can have are refused', async () => {
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
    const { host, url } = await makeOrder(app)
    const { status } = await host.call('PUT', url, 'notes=Changed', { 'content-type': 'text/plain' })
    expect(status).toBe(415)
  })
})
