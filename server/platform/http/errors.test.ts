import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { errorBody } from '@trunkshow/contract/errors.ts'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { type Answer, startTestApp, unique } from '../../test/app.ts'
import { book, dayAhead, eventForm, makeCompany, makeEvent } from '../../test/factories.ts'
import { openPage } from '../../test/visitor-page.ts'
import { createPool } from '../db/pool.ts'
import { handleErrors } from './errors.ts'

const app = startTestApp()

/** Every error has this form: the message twice, a known code, and nothing else. */
function expectRefusal(answer: Answer, status: number, code: string) {
  expect(answer, answer.text).toMatchObject({ status, body: { code } })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(errorBody.strict().parse(answer.body)).toEqual(answer.body)
  expect(answer.body.error).toBe(answer.body.message)
  expect(answer.body.message).toMatch(/^[A-Z].+[.!?)]$/)
}

describe('a body', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/xml',
    'application/octet-stream',
    'nonsense',
  ])('sent as %s is 415', async (type) => {
    const answer = await app.call('POST', '/api/login', 'username=a', { 'content-type': type })
    expectRefusal(answer, 415, 'unsupported_media_type')
  })

  test('sent as urlencoded from a plain form is 415, on a page', async () => {
    const event = await makeEvent(await makeCompany(app))
    const answer = await app.call('POST', `/event/${event.urlSlug}`, 'timeSlotId=1', {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
    })
    expect(answer).toMatchObject({ status: 415, headers: { 'content-type': 'text/html; charset=utf-8' } })
  })

  test.each([
    ['gzip', gzipSync],
    ['GZip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, gzip', gzipSync],
  ])('compressed by %s is 415, since a small one can unpack to gigabytes', async (encoding, compress) => {
    const body = compress(JSON.stringify({ username: 'nobody', password: 'a long password' }))
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const { statusCode, ...answer } = await app.app.inject({
      method: 'POST',
      url: '/api/login',
      headers,
      payload: body,
    })
    expectRefusal(
      { ...answer, status: statusCode, body: answer.json(), text: answer.payload },
      415,
      'unsupported_media_type',
    )
  })

  test('can be any JSON media type', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json;charset=UTF-8',
    ]) {
      const answer = await app.call('POST', '/api/login', '{}', { 'content-type': type })
      expectFields(answer)
    }
  })

  function expectFields(answer: Answer) {
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { username: 'Username or email is required' } },
    })
  }

  test('that is empty, missing or null is an empty form', async () => {
    expectFields(await app.call('POST', '/api/login'))
    expectFields(await app.call('POST', '/api/login', ''))
    expectFields(await app.call('POST', '/api/login', 'null'))
    expectFields(await app.call('POST', '/api/login', new FormData(), {}))
  })

  test.each([
    ['cut off', '{"username":"a"'],
    ['not JSON', 'username=a'],
    ['two documents', '{}{}'],
    ['after the prototype', '{"__proto__":{"role":"admin"}}'],
    ['after the constructor', '{"constructor":{"prototype":{"role":"admin"}}}'],
  ])('of JSON that is %s is 400', async (_how, body) => {
    expectRefusal(await app.call('POST', '/api/login', body), 400, 'invalid')
  })

  test('of JSON with a hundred thousand lists inside each other is 400, also where anything is accepted', async () => {
    const guest = { attendeeName: 'Ann Lee', attendeeEmail: 'ann@lee.test' }
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const body = JSON.stringify({ ...guest, answers: { size: 1 } }).replace('1', deep)
    expectRefusal(await app.call('POST', '/api/timeslots/1/book', body), 400, 'invalid')
  })

  const boundary = { 'content-type': 'multipart/form-data; boundary=x' }
  test.each([
    ['without a boundary', { 'content-type': 'multipart/form-data' }, '--x\r\n'],
    [
      'with an endless boundary',
      { 'content-type': `multipart/form-data; boundary=${'x'.repeat(300)}` },
      '--x\r\n',
    ],
    ['that never begins', boundary, 'username=a'],
    ['that breaks off', boundary, '--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nMa'],
    [
      'after the prototype',
      boundary,
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nM\r\n--x--\r\n',
    ],
  ])('of multipart %s is 400', async (_how, headers, body) => {
    expectRefusal(await app.call('POST', '/api/login', body, headers), 400, 'invalid')
  })

  test('of more than a megabyte is 413', async () => {
    const answer = await app.call('POST', '/api/login', { username: 'x'.repeat(1_100_000) })
    expectRefusal(answer, 413, 'too_large')
  })

  const many = (wrong: unknown) =>
    Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`field${at}`, wrong]))
  const dropdown = { id: 'a', label: 'A', type: 'dropdown', options: Array(200).fill(1) }
  test.each([
    ['states', '/api/company', { companyName: 'Vale', selectedStates: Array(400_000).fill(0) }],
    ['answers', '/api/orders', { orderData: { customFields: many({}) } }],
    ['options', '/api/order-templates', { templateName: 'Gowns', fields: Array(100).fill(dropdown) }],
    ['unknown words', '/api/order-filters', { name: 'Gowns', filter: many('x') }],
  ])('with any number of wrong %s is 400 and names some', async (_which, path, sent) => {
    const answer = await (await makeCompany(app)).call('POST', path, sent)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(answer.text.length).toBeLessThan(10_000)
  })

  test('of multipart with too many fields, or with a file, is 413', async () => {
    const many = new FormData()
    for (let index = 0; index < 60; index++) many.set(`field${index}`, 'x')
    expectRefusal(await app.call('POST', '/api/login', many), 413, 'too_large')

    const withFile = new FormData()
    const username = unique()
    const fields = { username, email: `${username}@mail.test`, name: 'N', password: 'secret 1' }
    for (const [name, value] of Object.entries(fields)) withFile.set(name, value)
    withFile.set('logo', new Blob(['<svg onload="x"/>'], { type: 'image/svg+xml' }), 'logo.svg')
    const answer = await app.call('POST', '/api/register', withFile)
    expectRefusal(answer, 413, 'too_large')
    expect(answer.body.message).toBe('Files cannot be sent here.')
    expect(await app.rows('SELECT id FROM users WHERE username = $1', [username])).toEqual([])
  })

  test('with a character that cannot be stored is 400', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    for (const answer of [
      await host.call('POST', '/api/events', eventForm({ description: '\u0000' })),
      await app.call('POST', '/api/login', { username: 'a\u0000b', password: 'secret 1' }),
    ]) {
      expectRefusal(answer, 400, 'invalid')
    }
    const posted = await openPage(app, `/event/${event.urlSlug}`, {
      form: {
        timeSlotId: String(event.slots[0]!.id),
        attendeeName: 'Eve',
        attendeeEmail: 'eve@mail.test',
        idempotencyKey: 'a\u0000b',
      },
    })
    expect(posted.status).toBe(400)
    expect(await app.rows('SELECT id FROM bookings WHERE event_id = $1', [event.id])).toEqual([])
  })
})

describe('a file download that fails after it started', () => {
  test.each(['orders', 'customers', 'products', 'bookings'])(
    'of %s is JSON that can be read',
    async (kind) => {
      const host = await makeCompany(app)
      const { id } = await makeEvent(host)
      const url = kind === 'bookings' ? `/api/events/${id}/bookings.csv` : `/api/${kind}.csv`
      const answer = await host.call('GET', `${url}?q=%00`, undefined, { 'accept-encoding': 'gzip' })
      expectRefusal(answer, 400, 'invalid')
      expect(answer.headers).not.toHaveProperty('content-encoding')
      expect(answer.headers).not.toHaveProperty('content-disposition')
    },
  )
})

describe('an event as a multipart form', () => {
  test('is created like from JSON: numbers as text, booleans as true and false, empty fields as missing', async () => {
    const host = await makeCompany(app)
    const urlSlug = unique('form-')
    const form = new FormData()
    const fields = {
      ...eventForm({ urlSlug }),
      isMultiDay: 'true',
      endDate: dayAhead(31),
      showLocation: 'false',
      isPublic: 'false',
      isActive: 'true',
      slotDuration: '60',
      maxBookingsPerSlot: '4',
      contactEmail: '',
    }
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    const answer = await host.call('POST', '/api/events', form)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      ...eventForm({ urlSlug }),
      id: expect.any(Number),
      userId: host.id,
      limitPerNetwork: true,
      guestEmails: ['booking_reminder', 'booking_reminder_soon'],
      hasWaitlist: true,
      offerMinutes: 120,
      isMultiDay: true,
      endDate: dayAhead(31),
      showLocation: false,
      isPublic: false,
      isActive: true,
      slotDuration: 60,
      maxBookingsPerSlot: 4,
      contactEmail: null,
      logoUrl: null,
      bannerUrl: null,
      city: null,
      timeZone: 'America/New_York',
      zone: expect.any(Array),
      tourId: null,
      phoneQuestion: 'off',
      questions: [],
      questionsVersion: 0,
      maxPartySize: 1,
      spotPerGuest: true,
      isHidden: false,
      taxRate: null,
      taxState: null,
      bufferBefore: 0,
      bufferAfter: 0,
      breaks: [],
      dayHours: [],
      noticeMinutes: 0,
      daysAhead: null,
      bookUntil: null,
    })
    expect((await host.call('GET', `/api/events/${answer.body.id}/timeslots`)).body).toHaveLength(4)
  })

  test('is rejected with the same messages', async () => {
    const host = await makeCompany(app)
    const form = new FormData()
    for (const [name, value] of Object.entries(eventForm({ name: ' ', endTime: '' })))
      form.set(name, String(value))
    form.set('isMultiDay', 'perhaps')
    const answer = await host.call('POST', '/api/events', form)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid', message: 'Event name is required' },
    })
    expect(answer.body.fields).toEqual({
      name: 'Event name is required',
      endTime: 'End time is required',
      isMultiDay: expect.any(String),
    })
  })
})

describe('an address', () => {
  test.each([
    ['GET', '/api/none'],
    ['GET', '/api/'],
    ['POST', '/api/events/1'],
    ['DELETE', '/api/login'],
    ['PUT', '/api/user'],
    ['OPTIONS', '/api/events'],
    ['GET', '/api/events/1/attendees'],
    ['GET', '/api/%'],
  ] as const)('%s %s that is not part of the API is 404 in JSON', async (method, url) => {
    expectRefusal(await app.call(method, url, undefined, { accept: 'text/html' }), 404, 'not_found')
  })

  test.each([
    '/none',
    '/event',
    '/events/1',
    '/admin/index.php',
    '/.env',
    '/%',
    '/assets/visitor/none.js',
    '/../package.json',
  ])('%s that is not a page is 404 and says Page Not Found', async (url) => {
    const page = await openPage(app, url, { headers: { accept: 'application/json' } })
    expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.read).toContain('Page Not Found')
    expect(page.content).toEqual({ page: 'not-found' })
  })

  test('can end in a slash', async () => {
    expect((await app.call('GET', '/api/events/')).status).toBe(200)
  })
})

describe('an unexpected error', () => {
  const broken = startTestApp()

  test('is 500 with a reference number and no details, and an error page on pages', async () => {
    const host = await makeCompany(broken)
    const event = await makeEvent(host)
    await broken.rows('ALTER TABLE time_slots RENAME TO lost_slots')
    const withoutSlots = await openPage(broken, `/event/${event.urlSlug}`)
    expect(withoutSlots.status).toBe(200)
    expect(withoutSlots.read).toContain('Failed to load time slots. Please try again later.')
    expect(withoutSlots.content).toMatchObject({ event: { id: event.id }, slots: null })

    await broken.rows('ALTER TABLE events RENAME TO lost_events')
    const answers = [
      await broken.call('GET', '/api/events'),
      await broken.call('GET', `/api/events/${event.urlSlug}`),
      await host.call('PUT', `/api/events/${event.id}`, eventForm()),
      await host.call('POST', '/api/events', eventForm()),
      await book(broken, event.slots[0]!.id),
    ]
    for (const answer of answers) {
      expectRefusal(answer, 500, 'internal')
      expect(answer.body.message).toMatch(
        /^Something went wrong on our side\. Please try again\. \(Request [0-9a-f]{12}\)$/,
      )
    }
    const landing = await openPage(broken, '/')
    expect(landing.status).toBe(500)
    expect(landing.read).toContain('Error Loading Events')
    expect(landing.read).toContain('Unable to load available trunk show events.')
    const page = await openPage(broken, `/event/${event.urlSlug}`)
    expect(page.status).toBe(500)
    expect(page.read).toContain('Failed to load event details. Please try again later.')
    const told = answers.map(({ text }) => text)
    for (const { read, content } of [landing, page, withoutSlots]) told.push(read, JSON.stringify(content))
    for (const text of told) {
      expect(text).not.toMatch(/lost_|relation|does not exist|select |insert |Failed query|node_modules/)
    }
  })
})

describe('an answer that cannot be sent', () => {
  const web = fastify()
  handleErrors(web, async () => {
    throw new Error('the page of errors itself')
  })
  web.get('/api/header', async (_, reply) => reply.header('x-name', 'a\r\nb').send('secret'))
  web.get('/header', async (_, reply) => reply.redirect('/\u2603'))
  afterAll(() => web.close())

  test.each(['/api/header', '/header', '/none'])('is a refusal as any other, also of %s', async (url) => {
    const answer = await web.inject({ url })
    expect(errorBody.strict().parse(answer.json())).toMatchObject({
      code: url === '/none' ? 'not_found' : 'internal',
    })
    expect(answer.statusCode).toBe(url === '/none' ? 404 : 500)
    expect(answer.body).not.toMatch(/invalid character|header content|itself/i)
  })
})

describe('a database that is down', () => {
  let away: ReturnType<typeof createPool>
  let web: Awaited<ReturnType<typeof createApp>>
  beforeAll(async () => {
    away = createPool('postgres://nobody@127.0.0.1:1/none', undefined)
    web = await createApp({ config: app.config, pool: away, wakeEmailWorker: () => {}, wake() {} })
  })
  afterAll(async () => {
    await web.close()
    await away.end()
  })

  test('is 503 with Retry-After, for users who are logged in too', async () => {
    const { cookie } = await makeCompany(app)
    for (const headers of [{}, { cookie }]) {
      const answer = await web.inject({ url: '/api/events', headers })
      expect(answer.statusCode).toBe(503)
      expect(answer.headers['retry-after']).toBe('2')
      expect(answer.json()).toEqual({
        message: 'The service is busy for a moment. Please try again.',
        error: 'The service is busy for a moment. Please try again.',
        code: 'unavailable',
      })
    }
    const landing = await web.inject({ url: '/', headers: { accept: 'text/html' } })
    expect(landing.statusCode).toBe(503)
    expect(landing.body).toContain('Unable to load available trunk show events.')
  })
})
