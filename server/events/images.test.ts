import type { Event } from '@trunkshow/contract/events/schema.ts'
import { eventImages, srcSetOf } from '@trunkshow/contract/images.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { removeUnusedPictures } from '../platform/files/pictures.ts'
import { openFiles } from '../platform/files/storage.ts'
import { startTestApp, unique } from '../test/app.ts'
import { eventForm, makeCompany, makeEvent, makeUser, type TestUser } from '../test/factories.ts'
import { blank, heic, makeHugePng, noise } from '../test/pictures.ts'
import { abandonUpload, type Files, filesOnDisk, formWith } from '../test/uploads.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

/** The event form with files. */
function eventWith(files: Files, changes: Record<string, unknown> = {}) {
  return formWith(files, eventForm(changes))
}

async function put(user: TestUser, event: { id: number }, files: Files, changes?: Record<string, unknown>) {
  return user.call('PUT', `/api/events/${event.id}`, eventWith(files, changes))
}

/** Fetches a stored picture without a login. */
async function fetchPicture(url: string) {
  const answer = await app.app.inject({ url })
  expect(answer.statusCode, url).toBe(200)
  return {
    headers: answer.headers,
    content: answer.rawPayload,
    ...(await sharp(answer.rawPayload).metadata()),
  }
}

/** Returns the addresses of all versions of a picture. */
function versionsOf(url: string, kind: keyof typeof eventImages) {
  return srcSetOf(url, eventImages[kind])!
    .split(', ')
    .map((version) => version.split(' ')[0]!)
}

const notImage = 'Please upload an image file'

test('a copy of an event shows its images until they are replaced, and other companies cannot copy it', async () => {
  const [host, stranger] = [await makeCompany(app), await makeCompany(app)]
  const files: Files = [
    ['logo', await noise(500, 500).png().toBuffer()],
    ['banner', await noise(2400, 800).jpeg().toBuffer()],
  ]
  const { body: original } = await host.call('POST', '/api/events', eventWith(files))
  const { logoUrl, bannerUrl } = original
  const copy = (user: TestUser, changes: object, sent: Files = []) =>
    user.call('POST', '/api/events', eventWith(sent, { copyOf: original.id, ...changes }))
  expect((await copy(host, {})).body).toMatchObject({ logoUrl, bannerUrl })
  expect((await copy(host, { removeLogo: true })).body).toMatchObject({ logoUrl: null, bannerUrl })
  const own = await copy(host, {}, [['banner', await noise(1200, 400).jpeg().toBuffer()]])
  expect(own.body).toMatchObject({ logoUrl, bannerUrl: expect.not.stringMatching(bannerUrl) })
  expect((await copy(stranger, {})).status).toBe(404)
  expect((await stranger.call('GET', '/api/events')).body).toEqual([])

  // The copies keep the images of a deleted event.
  expect((await host.call('DELETE', `/api/events/${original.id}`)).status).toBe(204)
  await removeUnusedPictures({ db: databaseOf(app.pool), files: await openFiles(app.config) })
  await fetchPicture(logoUrl)
})

describe('a picture', () => {
  test('comes with a new event, and is served publicly in three widths with long caching', async () => {
    const host = await makeCompany(app)
    const files: Files = [
      ['logo', await noise(500, 500).png().toBuffer()],
      ['banner', await noise(2400, 800).jpeg().toBuffer(), 'show.jpg'],
    ]
    const { status, body: event } = await host.call('POST', '/api/events', eventWith(files))
    expect(status).toBe(201)
    for (const kind of ['logo', 'banner'] as const) {
      const versions = versionsOf(event[`${kind}Url`], kind)
      const pictures = await Promise.all(versions.map(fetchPicture))
      expect(pictures.map(({ width }) => width)).toEqual(eventImages[kind].widths)
      for (const { format, headers } of pictures) {
        expect(format).toBe('webp')
        expect(headers).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        })
        expect(headers['set-cookie']).toBeUndefined()
      }
    }
  })

  test('that is narrower keeps its width', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    const { body } = await put(host, event, [['logo', await noise(150, 60).png().toBuffer()]])
    expect(body.logoUrl).toMatch(/^\/uploads\/images\/[0-9a-f]{32}\/150\.webp#any$/)
    const pictures = await Promise.all(versionsOf(body.logoUrl, 'logo').map(fetchPicture))
    expect(pictures.map(({ width, height }) => [width, height])).toEqual([
      [96, 38],
      [150, 60],
    ])
  })

  test('loses its location and camera metadata, and is turned upright', async () => {
    const host = await makeCompany(app)
    const photo = await noise(800, 400)
      .jpeg()
      .withExif({
        IFD0: { Make: 'Camera', Copyright: 'Maison Vale' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 43/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Mercer Street</a></x:xmpmeta>')
      .toBuffer()
    expect(await sharp(photo).metadata()).toMatchObject({ exif: expect.anything(), orientation: 6 })
    const { body } = await put(host, await makeEvent(host), [['banner', photo, 'photo.jpg']])
    for (const url of versionsOf(body.bannerUrl, 'banner')) {
      const picture = await fetchPicture(url)
      expect(picture.height).toBe(picture.width * 2)
      for (const kept of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const)
        expect(picture[kept]).toBeUndefined()
      expect(picture.content.toString('latin1')).not.toMatch(/Camera|Maison|Mercer/)
    }
  })

  test.each([
    [8064, 6048],
    [12_000, 9000],
  ])('can be a phone’s JPEG of %i × %i pixels', async (width, height) => {
    const host = await makeCompany(app)
    const photo = await blank(width, height).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const { body } = await put(host, await makeEvent(host), [['banner', photo]])
    expect(await fetchPicture(body.bannerUrl)).toMatchObject({ width: 1920, height: 2560 })
  })

  test.each(['gif', 'webp', 'avif'] as const)(
    'can be a %s; an animation becomes its first frame',
    async (format) => {
      const host = await makeCompany(app)
      const frames = [await noise(40, 30).png().toBuffer(), await noise(40, 30).png().toBuffer()]
      const picture = await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer()
      const { body } = await put(host, await makeEvent(host), [['logo', picture]])
      const { pages = 1, width } = await fetchPicture(body.logoUrl)
      expect([pages, width]).toEqual([1, 40])
    },
  )

  test('is on the pages and social cards of its event', async () => {
    const host = await makeCompany(app)
    const event: Event = (
      await put(host, await makeEvent(host), [
        ['logo', await noise(400, 400).png().toBuffer()],
        ['banner', await noise(2000, 500).png().toBuffer()],
      ])
    ).body
    const page = await openPage(app, `/event/${event.urlSlug}`)
    for (const [kind, src] of [
      ['banner', event.bannerUrl!],
      ['logo', event.logoUrl!],
    ] as const) {
      expect(page.text).toContain(` srcSet="${srcSetOf(src, eventImages[kind])}"`)
      expect(page.text).toContain(` src="${src}"`)
    }
    const [, preview] = /<meta property="og:image" content="([^"]+)"/.exec(page.text)!
    const { origin, pathname } = new URL(preview!)
    expect(origin).toBe(new URL(app.config.publicUrl).origin)
    expect(await fetchPicture(pathname)).toMatchObject({ format: 'jpeg', width: 960, height: 240 })
  })
})

describe('a rejected file leaves nothing behind and does not change the event:', () => {
  async function expectRefusal(files: Files, status: number, message: string, changes = {}) {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    const before = await filesOnDisk(app)
    const [method, url] = ['PUT', `/api/events/${event.id}`] as const
    const answers = [
      await host.call(method, url, eventWith(files, { name: 'Renamed', ...changes })),
      await host.call('POST', '/api/events', eventWith(files, { name: 'Renamed', ...changes })),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status, body: { message, error: message } })
    const rows = await app.rows('SELECT id, name FROM events WHERE company_id = $1', [host.companyId])
    expect(rows).toEqual([{ id: event.id, name: event.name }])
    expect(await filesOnDisk(app)).toEqual(before)
    return answers[0]!.body.fields
  }

  test.each<[string, () => Buffer | string | Promise<Buffer>]>([
    ['HTML', () => '<!doctype html><script>alert(1)</script>'],
    [
      'SVG',
      () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ],
    ['BMP', () => `BM${'\0'.repeat(60)}`],
    ['TIFF', () => noise(20, 20).tiff().toBuffer()],
    ['an empty file', () => ''],
    ['a truncated JPEG', async () => (await noise(400, 300).jpeg().toBuffer()).subarray(0, 20_000)],
    ['a JPEG without its last bytes', async () => (await noise(400, 300).jpeg().toBuffer()).subarray(0, -20)],
    ['a truncated PNG', async () => (await noise(400, 300).png().toBuffer()).subarray(0, 20_000)],
  ])('%s named .png', async (_what, make) => {
    expect(await expectRefusal([['banner', await make()]], 400, notImage)).toEqual({ banner: notImage })
  })

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    [
      'a PNG',
      makeHugePng,
      'This picture has 900 megapixels; the limit is 25 for PNG. Please upload a smaller one, or save it as a JPEG.',
    ],
    [
      'an interlaced PNG',
      () => blank(4000, 3000).png({ progressive: true }).toBuffer(),
      'This picture has 12 megapixels; the limit is 10 for interlaced PNG. Please upload a smaller one, or save it as a JPEG.',
    ],
    [
      'a JPEG',
      () => blank(12_000, 9200).jpeg().toBuffer(),
      'This picture has 110.4 megapixels; the limit is 110 for JPEG. Please upload a smaller one.',
    ],
    [
      'an AVIF that would take long to read, and not',
      async () => Buffer.concat([await noise(40, 30).avif().toBuffer(), Buffer.alloc(10 * 1024 * 1024)]),
      'An AVIF picture may have up to 10MB. Please upload a smaller one, or save it as a JPEG.',
    ],
  ])('%s with too many pixels, naming their number', async (_what, make, message) => {
    expect(await expectRefusal([['banner', await make()]], 400, message)).toEqual({ banner: message })
  })

  test('HEIC, saying how to get a JPEG', async () => {
    const message = expect.stringMatching(/^HEIC photos can’t be opened here.+ Most Compatible\.$/)
    expect(await expectRefusal([['banner', heic]], 400, message)).toEqual({ banner: message })
  })

  test('a valid one next to an invalid one', async () => {
    const good = await noise(300, 300).png().toBuffer()
    const fields = await expectRefusal(
      [
        ['logo', good],
        ['banner', 'text'],
      ],
      400,
      notImage,
    )
    expect(fields).toEqual({ banner: notImage })
  })

  test.each([
    ['logo', 2],
    ['banner', 20],
  ] as const)('a %s of more than %i MB', async (field, megabytes) => {
    const message = `File size exceeds ${megabytes}MB limit`
    const large = Buffer.alloc(megabytes * 1024 * 1024 + 1, await noise(64, 64).png().toBuffer())
    expect(await expectRefusal([[field, large]], 413, message)).toEqual({ [field]: message })
    // A byte less is read and rejected as invalid.
    await expectRefusal([[field, large.subarray(1)]], 400, notImage)
  })

  test('two in one field, and one in an unknown field', async () => {
    const picture = await noise(20, 20).png().toBuffer()
    await expectRefusal(
      [
        ['logo', picture],
        ['logo', picture],
      ],
      400,
      'Only one file can be sent as this.',
    )
    await expectRefusal([['portrait', picture]], 400, 'No file can be sent as this.')
  })

  test('a valid one in an invalid form, or with a slug that is taken', async () => {
    const picture = await noise(333, 20).png().toBuffer()
    await expectRefusal([['logo', picture]], 400, 'Event name is required', { name: '' })
    const { urlSlug } = await makeEvent(await makeCompany(app), { urlSlug: unique('taken-') })
    await expectRefusal(
      [['logo', picture]],
      409,
      'This custom URL is already in use. Please choose another.',
      { urlSlug },
    )
  })

  test('from another company, a user without the right, or without a login', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    const before = await filesOnDisk(app)
    const files: Files = [['logo', await noise(222, 20).png().toBuffer()]]
    expect((await put(await makeCompany(app), event, files)).status).toBe(404)
    expect((await put(await makeUser(app, host.companyId, 'view only'), event, files)).status).toBe(403)
    expect((await app.call('PUT', `/api/events/${event.id}`, eventWith(files))).status).toBe(401)
    expect(await filesOnDisk(app)).toEqual(before)
  })

  test('one whose upload is aborted', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    const before = await filesOnDisk(app)
    await abandonUpload(app, host, 'PUT', `/api/events/${event.id}`, 'banner')
    // By the time of this response, cleanup of the first request is done.
    expect((await put(host, event, [])).status).toBe(200)
    expect(await filesOnDisk(app)).toEqual(before)
  })
})

describe('a stored picture', () => {
  const removeUnused = async () => {
    const ctx = { db: databaseOf(app.pool), files: await openFiles(app.config) }
    return removeUnusedPictures(ctx)
  }
  const statusOf = async (url: string) => (await app.call('GET', url)).status

  test('stays when no file is sent, and is removed by its flag', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    const picture = await noise(120, 120).png().toBuffer()
    const { body: shown } = await put(host, event, [
      ['logo', picture],
      ['banner', picture],
    ])
    const urls = { logoUrl: shown.logoUrl, bannerUrl: shown.bannerUrl }
    expect(urls).toEqual({ logoUrl: expect.any(String), bannerUrl: expect.any(String) })
    expect((await put(host, event, [])).body).toMatchObject(urls)
    expect((await host.call('PUT', `/api/events/${event.id}`, eventForm())).body).toMatchObject(urls)
    // What a browser sends for an empty file field.
    expect((await put(host, event, [['logo', '', '']])).body).toMatchObject(urls)

    expect((await put(host, event, [], { removeLogo: true })).body).toMatchObject({ ...urls, logoUrl: null })
    const removed = await host.call('PUT', `/api/events/${event.id}`, eventForm({ removeBanner: true }))
    expect(removed.body).toMatchObject({ logoUrl: null, bannerUrl: null })
    const replaced = await put(host, event, [['logo', picture]], { removeLogo: true })
    expect(replaced.body.logoUrl).toBe(shown.logoUrl)
  })

  test('that was replaced is deleted at night, unless another event has the same one', async () => {
    const [host, other] = [await makeCompany(app), await makeCompany(app)]
    const [event, twin] = [await makeEvent(host), await makeEvent(other)]
    const [shared, later] = [await noise(300, 300).png().toBuffer(), await noise(300, 300).png().toBuffer()]
    const { body: first } = await put(host, event, [['logo', shared]])
    const { body: same } = await put(other, twin, [['logo', shared]])
    expect(same.logoUrl).toBe(first.logoUrl)

    const png = first.logoUrl.replace('webp', 'png')
    await fetchPicture(png)
    const { body: second } = await put(host, event, [['logo', later]])
    expect(second.logoUrl).not.toBe(first.logoUrl)
    await removeUnused()
    for (const url of versionsOf(same.logoUrl, 'logo')) expect(await statusOf(url)).toBe(200)
    await put(other, twin, [], { removeLogo: true })
    await removeUnused()
    for (const url of [png, ...versionsOf(same.logoUrl, 'logo')]) expect(await statusOf(url)).toBe(404)
    for (const url of versionsOf(second.logoUrl, 'logo')) expect(await statusOf(url)).toBe(200)
  })

  test.each([
    '/uploads/',
    '/uploads/images/',
    '/uploads/images/../../app-secret',
    '/uploads/images/%2e%2e%2f%2e%2e%2fapp-secret/1.webp',
    `/uploads/images/${'0'.repeat(32)}/96.webp`,
    `/uploads/images/${'0'.repeat(32)}/96.png`,
    `/uploads/images/${'0'.repeat(32)}/..%2f96.webp`,
  ])('is not served under another name such as %s', async (url) => expect(await statusOf(url)).toBe(404))
})
