import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { inTurn, turnOfGuests, waitingPictures } from '../../platform/files/in-turn.ts'
import { openFiles } from '../../platform/files/storage.ts'
import { rateLimits } from '../../platform/http/guards/rate-limits.ts'
import { erasePerson } from '../../privacy/erase-person.ts'
import { exportPerson } from '../../privacy/export-person.ts'
import { startTestApp, unique } from '../../test/app.ts'
import { openFile, openTemporaryFiles } from '../../test/attachments.ts'
import {
  bookingNumber,
  eventForm,
  formField,
  makeCoHost,
  makeCompany,
  makeEvent,
} from '../../test/factories.ts'
import { heic, noise } from '../../test/pictures.ts'
import { type Files, filesOnDisk, formWith } from '../../test/uploads.ts'
import { stampForm } from '../refuse-bots.ts'
import { guestPhotoKey, removeUnusedPhotos } from './guest-photos.ts'

const app = startTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })

let networks = 0
const photo = noise(80, 60)
  .withExif({ IFD0: { Copyright: 'Grace' } })
  .jpeg()
  .toBuffer()
const guestPhotosOnDisk = async () => (await filesOnDisk(app)).filter((path) => path.includes('/bookings/'))

async function makeAsking() {
  const host = await makeCompany(app)
  const event = await makeEvent(host, {
    questions: [
      formField({ id: 'wishes' }),
      formField({ id: 'venue', label: 'Your venue', type: 'attachment', required: true }),
      formField({ id: 'shoes', label: 'Your shoes', type: 'attachment' }),
    ],
  })
  const slot = event.slots[0]!
  const address = `203.1.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
  const email = `${unique('guest')}@mail.test`
  const send = (files: Files, fields: Record<string, unknown> = {}, headers = {}, slotId = slot.id) =>
    app.call(
      'POST',
      `/api/timeslots/${slotId}/book`,
      formWith(files, { attendeeName: 'Grace Okafor', attendeeEmail: email, ...fields }),
      { 'x-forwarded-for': address, ...headers },
    )
  const sendPlain = (files: Files, fields: Record<string, unknown> = {}) =>
    app.call(
      'POST',
      `/event/${event.urlSlug}`,
      formWith(files, {
        timeSlotId: slot.id,
        attendeeName: 'Grace',
        attendeeEmail: email,
        opened: stampForm(app.config, Date.now() - 5000),
        ...fields,
      }),
      { 'x-forwarded-for': address, accept: 'text/html' },
    )
  return { host, event, slot, email, send, sendPlain }
}

/** Books with a photo. @returns its address and its file */
async function makePhoto() {
  const asking = await makeAsking()
  const { status, body } = await asking.send([['photo_1', await photo]], { 'answers.wishes': 'Lace' })
  expect(status).toBe(201)
  const id = await bookingNumber(app, body.id)
  const filename: string = body.answers[1].answer
  return { ...asking, body, id, filename, url: `/uploads/booking-${id}/${filename}` }
}

describe('a photo of a guest', () => {
  test('is re-encoded without metadata, next to the other answers', async () => {
    const { host, body, url } = await makePhoto()
    expect(body.answers).toMatchObject([
      { id: 'wishes', answer: 'Lace' },
      { id: 'venue', label: 'Your venue', type: 'attachment' },
    ])
    const { headers, content } = await openFile(app, host, url)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
    })
    const { format, width, exif } = await sharp(content).metadata()
    expect([format, width, exif]).toEqual(['webp', 80, undefined])
  })

  test('is seen by staff of the company and co-hosts of the event, and by nobody else', async () => {
    const { host, event, id, filename, url } = await makePhoto()
    const coHost = await makeCoHost(app, event, 'view only')
    const stranger = await makeCompany(app)
    const other = await makeEvent(stranger)
    const otherCoHost = await makeCoHost(app, other)
    for (const [user, status] of [
      [host, 200],
      [coHost, 200],
      [stranger, 404],
      [otherCoHost, 404],
    ] as const)
      expect((await openFile(app, user, url)).status).toBe(status)
    expect((await app.call('GET', url)).status).toBe(401)
    for (const wrong of [
      `/uploads/booking-${id + 1}/${filename}`,
      `/uploads/booking-${id}/${'0'.repeat(32)}.webp`,
      `/uploads/booking-${id}/..%2f..%2fapp-secret`,
    ])
      expect((await openFile(app, host, wrong)).status).toBe(404)
  })

  test('is sent without scripts too', async () => {
    const { host, event, sendPlain } = await makeAsking()
    const refused = await sendPlain([['photo_1', '', '']], { questionsVersion: 1 })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Your venue is required')
    const broken = await sendPlain([['photo_1', 'not a picture']], { 'answers.wishes': 'Lace' })
    expect([broken.status, broken.text.includes('Please upload an image file')]).toEqual([400, true])
    expect(broken.text).toContain('value="Lace"')
    const sent = await sendPlain([['photo_1', await photo]], { questionsVersion: 1 })
    expect(sent.status).toBe(201)
    const { body } = await host.call('GET', `/api/events/${event.id}/bookings`)
    expect(body[0].answers).toMatchObject([{ id: 'venue' }])
  })

  test('is refused at its field: not a picture, too large, not asked for, twice, or too many', async () => {
    const { send } = await makeAsking()
    const before = await guestPhotosOnDisk()
    const good = await photo
    const large = Buffer.alloc(20 * 1024 * 1024 + 1)
    for (const [files, status, fields] of [
      [[['photo_1', 'not a picture']], 400, { photo_1: 'Please upload an image file' }],
      [[['photo_1', heic]], 400, { photo_1: expect.stringContaining('HEIC') }],
      [[['photo_1', large]], 413, { photo_1: 'File size exceeds 20MB limit' }],
      [
        [
          ['photo_1', good],
          ['photo_0', good],
        ],
        400,
        { photo_0: 'No photo can be sent with this question' },
      ],
      [
        [
          ['photo_1', good],
          ['photo_1', good],
        ],
        400,
        { photo_1: 'Only one file can be sent as this.' },
      ],
      [
        [1, 2, 3, 4].map((at): Files[number] => [`photo_${at}`, good]),
        413,
        { photo_4: 'At most 3 files can be sent at once.' },
      ],
      [[['shoes', good]], 400, { shoes: 'No file can be sent as this.' }],
    ] as [Files, number, object][]) {
      const { status: actual, body } = await send(files)
      expect([actual, body.fields]).toEqual([status, fields])
    }
    expect(await guestPhotosOnDisk()).toEqual(before)
    expect(await openTemporaryFiles(app)).toEqual([])
  })

  test('leaves no file if the slot cannot be booked, before or after it was decoded', async () => {
    const { host, slot, send } = await makeAsking()
    const before = await guestPhotosOnDisk()
    const good = await photo
    await host.call('PATCH', `/api/timeslots/${slot.id}`, { totalSlots: 1 })
    const rivals = await Promise.all(
      [1, 2, 3].map((at) => send([['photo_1', good]], { attendeeEmail: `${at}${unique()}@mail.test` })),
    )
    expect(rivals.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await send([['photo_1', good]])).body.code).toBe('full')
    expect(await guestPhotosOnDisk()).toHaveLength(before.length + 1)
  })

  test('is not decoded for a guest over the booking limits', async () => {
    const { slot, email, send } = await makeAsking()
    await app.rows(
      `INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email)
       SELECT company_id, event_id, id, 'Grace', $2 FROM time_slots, generate_series(1, 10) WHERE id = $1`,
      [slot.id, email],
    )
    // A file that is no picture would be refused as such if it were decoded.
    const { status, body } = await send([['photo_1', 'not a picture']])
    expect([status, body.code]).toEqual([429, 'too_many'])
  })

  test('is not read once the network has sent too many', async () => {
    const { send } = await makeAsking()
    const { points } = rateLimits.photoBookingsOfNetwork
    const answers = []
    for (let tries = 0; tries <= points; tries++) answers.push(await send([['photo_1', 'not a picture']]))
    expect(answers.slice(0, points).every(({ status }) => status === 400)).toBe(true)
    expect(answers[points]).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/Too many photos/) },
    })
    expect(Number(answers[points]!.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('waits apart from pictures of the staff', async () => {
    const { host, event, send } = await makeAsking()
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const large = await noise(600, 500).png().toBuffer()
    const file = { size: 1024 * 1024, read: async () => large }
    const held = inTurn(0, file, async () => {
      begun.resolve()
      await end.promise
    })
    await begun.promise
    const guests = turnOfGuests(host.companyId)
    let isOver = false
    /** A picture that waits again when it is told to come back later, as on a slow machine. */
    async function keepWaiting() {
      while (!isOver) await inTurn(guests, file, async () => 'done').catch(() => {})
    }
    const waiting = Array.from({ length: 30 }, keepWaiting)
    try {
      expect((await send([['photo_1', large]])).status).toBe(503)
      const banner = host.call('PUT', `/api/events/${event.id}`, formWith([['banner', large]], eventForm()))
      await vi.waitFor(() => expect(waitingPictures(host.companyId)).toBe(1), { timeout: 60_000 })
      isOver = true
      end.resolve()
      expect((await banner).status).toBe(200)
    } finally {
      isOver = true
      end.resolve()
      await Promise.all([held, ...waiting])
    }
  })

  test('is part of what a repeat must send again, and is stored once', async () => {
    const { send } = await makeAsking()
    const key = { 'idempotency-key': unique('photo') }
    const before = await guestPhotosOnDisk()
    const first = await send([['photo_1', await photo]], {}, key)
    const again = await send([['photo_1', await photo]], {}, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    const other = await send([['photo_1', await noise(30, 30).png().toBuffer()]], {}, key)
    expect(other.body.code).toBe('key_reused')
    expect(await guestPhotosOnDisk()).toHaveLength(before.length + 1)
  })

  test('counts toward the quotas of the company, which are refused in words for a guest', async () => {
    const { host, event, send } = await makePhoto()
    const usage = await host.call('GET', '/api/company/usage')
    const used = (kind: string) => usage.body.find((each: { kind: string }) => each.kind === kind).used
    expect([used('files'), used('bytes') > 0]).toEqual([1, true])
    const { quotas } = app.config
    const limits = { ...quotas }
    quotas.files = 1
    try {
      const { status, body } = await send([['photo_1', await photo]], {}, {}, event.slots[1]!.id)
      expect([status, body.fields.photo_1]).toEqual([
        409,
        'Photos can’t be saved right now. Book without one, or contact Maison Vale at hello@vale.test.',
      ])
    } finally {
      Object.assign(quotas, limits)
    }
  })

  test('is exported and erased with the person, together with phone and answers', async () => {
    const { host, id, email, filename } = await makePhoto()
    await app.rows("UPDATE bookings SET phone = '212 555 0199' WHERE id = $1", [id])
    const ctx = {
      config: app.config,
      db: databaseOf(app.pool),
      files: await openFiles(app.config),
      actor: host,
    }
    const data = await exportPerson(ctx, { emails: [email] })
    expect(data.bookings).toMatchObject([
      { phone: '212 555 0199', answers: { wishes: 'Lace', 'Your venue': filename } },
    ])
    expect(await ctx.files.exists(guestPhotoKey(filename))).toBe(true)
    expect(await erasePerson(ctx, { emails: [email] })).toMatchObject({ photos: 1 })
    expect(await ctx.files.exists(guestPhotoKey(filename))).toBe(false)
    const [row] = await app.rows('SELECT phone, answers FROM bookings WHERE id = $1', [id])
    expect(row).toEqual({ phone: null, answers: null })
    expect(await app.rows('SELECT FROM booking_photos WHERE booking_id = $1', [id])).toEqual([])
  })

  test('without a row is deleted at night, others stay', async () => {
    const { filename } = await makePhoto()
    const files = await openFiles(app.config)
    const orphan = guestPhotoKey(`${'a'.repeat(32)}.webp`)
    await files.put(orphan, await photo)
    await removeUnusedPhotos({ db: databaseOf(app.pool), files })
    expect([await files.exists(orphan), await files.exists(guestPhotoKey(filename))]).toEqual([false, true])
  })
})
