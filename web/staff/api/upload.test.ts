import { api } from '@trunkshow/contract/api.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './client.ts'

/** Fake XMLHttpRequest that records what was sent and lets a test respond, fail or report progress. */
class FakeRequest {
  static last: FakeRequest
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  headers: Record<string, string> = {}
  sent = new FormData()
  aborted = false
  status = 0
  statusText = ''
  responseText = ''
  method = ''
  url = ''
  withCredentials = false
  onload?: () => void
  onerror?: () => void
  onloadend?: () => void

  constructor() {
    FakeRequest.last = this
  }
  open(method: string, url: string) {
    this.method = method
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader(name: string) {
    return name === 'Content-Type' ? 'application/json; charset=utf-8' : null
  }
  send(body: FormData) {
    this.sent = body
  }
  abort() {
    this.aborted = true
    this.onloadend?.()
  }
  answer(status: number, body: string) {
    Object.assign(this, { status, statusText: 'Some Status', responseText: body })
    this.onload?.()
    this.onloadend?.()
  }
}

/** The server's response. */
const saved = {
  id: 5,
  urlSlug: 'spring-abc123',
  name: 'Spring',
  hostName: 'Anna',
  description: '',
  location: null,
  showLocation: false,
  contactEmail: null,
  isMultiDay: false,
  eventDate: '2027-04-16',
  endDate: null,
  startTime: '10:00',
  endTime: '16:00',
  timeZone: 'America/New_York',
  city: null,
  zone: [{ from: 0, offset: -240, name: 'EDT' }],
  dayHours: [],
  noticeMinutes: 0,
  daysAhead: null,
  bookUntil: null,
  slotDuration: 30,
  maxBookingsPerSlot: 2,
  maxPartySize: 1,
  hasWaitlist: true,
  offerMinutes: 120,
  spotPerGuest: true,
  phoneQuestion: 'off',
  questions: [],
  questionsVersion: 0,
  isPublic: true,
  isActive: true,
  logoUrl: null,
  bannerUrl: null,
}
const typed = {
  name: 'Spring',
  hostName: 'Anna',
  contactEmail: null,
  showLocation: false,
  isMultiDay: false,
  eventDate: '2027-04-16',
  startTime: '10:00',
  endTime: '16:00',
  slotDuration: 30,
  isActive: undefined,
}
const logo = new File(['x'], 'logo.png', { type: 'image/png' })

/** The request, which begins once the code for uploads is loaded. */
async function begun() {
  await vi.dynamicImportSettled()
  return FakeRequest.last
}

function send(onProgress?: (share: number) => void) {
  const input = { params: { id: 5 }, body: typed, files: { logo, banner: undefined }, onProgress }
  return call(api.events.update, input)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('localStorage', { getItem: () => '{"id":7}' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a chosen file makes the call multipart: fields as text, none as empty text, fields left out stay out', async () => {
  const answer = send()
  const last = await begun()
  expect(last).toMatchObject({ method: 'PUT', url: '/api/events/5', withCredentials: true })
  expect(last.headers).toEqual({ accept: 'application/json', 'x-user-id': '7' })
  const { logo: sent, ...fields } = Object.fromEntries(last.sent)
  expect(sent).toMatchObject({ name: 'logo.png', type: 'image/png' })
  expect(fields).toEqual({
    name: 'Spring',
    hostName: 'Anna',
    contactEmail: '',
    showLocation: 'false',
    isMultiDay: 'false',
    eventDate: '2027-04-16',
    startTime: '10:00',
    endTime: '16:00',
    slotDuration: '30',
  })
  last.answer(200, JSON.stringify(saved))
  expect(await answer).toEqual(saved)
})

test('lists and objects in a form are sent as JSON; an aborted upload sends nothing more', async () => {
  const stop = new AbortController()
  const failure = call(api.orders.update, {
    params: { id: 5 },
    body: {
      formData: { hem: '59' },
      fileFieldIds: ['sketch', ''],
      shippingAddress: null,
      templateVersion: undefined,
    },
    files: { files: [logo, logo] },
    signal: stop.signal,
  }).catch((error) => error)
  const last = await begun()
  expect(last.sent.getAll('files')).toHaveLength(2)
  const { files: _, ...fields } = Object.fromEntries(last.sent)
  expect(fields).toEqual({
    formData: '{"hem":"59"}',
    fileFieldIds: '["sketch",""]',
    shippingAddress: '',
  })
  stop.abort()
  expect(last.aborted).toBe(true)
  expect(await failure).toMatchObject({ name: 'AbortError' })
})

test('an upload that is aborted before it starts sends nothing', async () => {
  const before = FakeRequest.last
  const stop = new AbortController()
  const input = {
    params: { id: 5 },
    body: { templateVersion: undefined },
    files: { files: [logo] },
    signal: stop.signal,
  }
  stop.abort()
  await expect(call(api.orders.update, input)).rejects.toMatchObject({ name: 'AbortError' })
  expect(FakeRequest.last).toBe(before)
})

test('progress is reported as a fraction and extends the timeout; 15 s without any end the upload', async () => {
  const shares: number[] = []
  const failure = send((share) => shares.push(share)).catch((error) => error)
  const last = await begun()
  vi.advanceTimersByTime(14_000)
  last.upload.onprogress?.({ loaded: 5, total: 20 })
  vi.advanceTimersByTime(14_000)
  last.upload.onprogress?.({ loaded: 20, total: 20 })
  vi.advanceTimersByTime(14_999)
  expect([shares, last.aborted]).toEqual([[0.25, 1], false])
  vi.advanceTimersByTime(1)
  expect(last.aborted).toBe(true)
  expect((await failure).message).toBe('Request to /api/events/5 timed out after 15000ms')
})

test('an error has its message and field, and a network failure is reported', async () => {
  const sentence = 'File size exceeds 2MB limit'
  const refused = send().catch((error) => error)
  const last = await begun()
  last.answer(413, JSON.stringify({ message: sentence, fields: { logo: sentence } }))
  expect(await refused).toMatchObject({
    message: `413: ${sentence}`,
    status: 413,
    sentence,
    fields: { logo: sentence },
  })
  const unreached = send().catch((error) => error)
  const next = await begun()
  next.onerror?.()
  expect(await unreached).toMatchObject({
    message: 'Upload failed',
    sentence: 'We couldn’t reach the server. Check your connection and try again.',
  })
})

test('an upload rejected by another server throws its status, which isn’t shown', async () => {
  const refused = send().catch((error) => error)
  const last = await begun()
  last.answer(502, '<h1>Bad gateway</h1>')
  expect(await refused).toMatchObject({
    message: 'HTTP error! status: 502',
    status: 502,
    sentence: undefined,
  })
})
