import { api } from '@trunkshow/contract/api.ts'
import { callMessages } from '@trunkshow/contract/call-messages.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError, call, callPage, sentenceOf } from './client.ts'

let sent: { url: string; init: RequestInit }
let warned: string[]

function answer(status: number, body: string, headers: Record<string, string> = {}) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent = { url, init }
    return new Response(status === 204 ? null : body, { status, statusText: 'Some Status', headers })
  })
}

function signIn(user: unknown) {
  vi.stubGlobal('localStorage', { getItem: () => (user ? JSON.stringify(user) : null) })
}

beforeEach(() => {
  warned = []
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.spyOn(console, 'warn').mockImplementation((text) => void warned.push(text))
  signIn({ id: 7, name: 'Anna' })
})
afterEach(() => vi.unstubAllGlobals())

const booked = {
  id: 5,
  timeSlotId: 9,
  attendeeName: 'Grace Okafor',
  attendeeEmail: 'grace@guest.test',
  partySize: 1,
  spots: 1,
  notes: '',
  room: '',
  version: 0,
  attendance: null,
  isComing: false,
  attendanceVersion: 0,
  status: 'active',
  slotDate: '2026-12-04',
  startTime: '10:00',
  endTime: '10:30',
  outsideEventHours: false,
  booked: 1,
  totalSlots: 2,
  hasOrders: false,
  assignee: null,
}
const json = { 'content-type': 'application/json; charset=utf-8' }
const headersSent = () => new Headers(sent.init.headers)

test('a call fills the path, sends the body as JSON and names the stored user', async () => {
  answer(200, JSON.stringify(booked), json)
  const booking = await call(api.bookings.reschedule, { params: { id: 5 }, body: { newTimeSlotId: 9 } })
  expect(booking.id).toBe(5)
  expect(sent.url).toBe('/api/bookings/5/reschedule')
  expect(sent.init).toMatchObject({ method: 'PATCH', credentials: 'include', body: '{"newTimeSlotId":9}' })
  expect(Object.fromEntries(headersSent())).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'x-user-id': '7',
  })
})

test('a call without a body has no content type, and without a stored user it warns and sends no user ID', async () => {
  signIn(null)
  answer(204, '')
  expect(await call(api.session.logout)).toBeUndefined()
  expect([...headersSent().keys()]).toEqual(['accept'])
  expect(warned).toHaveLength(1)
})

test('a list gives its rows and the cursor of the next page', async () => {
  answer(200, JSON.stringify([booked]), {
    ...json,
    link: '</api/events?limit=100&cursor=a%2Bb>; rel="next"',
    'x-total-count': '10000+',
  })
  const page = await callPage(api.bookings.list, {
    params: { id: 3 },
    query: { cursor: undefined, limit: 100 },
  })
  expect(sent.url).toBe('/api/events/3/bookings?limit=100')
  expect(page).toEqual({ rows: [booked], next: 'a+b', total: '10000+' })
  answer(200, '[]', json)
  expect((await callPage(api.events.list)).next).toBeUndefined()
})

test.each([
  ['the message', 409, '{"message":"Taken.","error":"No."}', json, '409: Taken.', 'Taken.'],
  ['else the error', 400, '{"error":"No."}', json, '400: No.', 'No.'],
  [
    'no message that is no text',
    400,
    '{"message":{"a":1},"fields":null}',
    json,
    '400: {"message":{"a":1},"fields":null}',
    'fallback',
  ],
  ['no JSON that is nothing', 503, 'null', json, '503: null', 'fallback'],
  ['else the whole JSON', 418, '{"tea":true}', json, '418: {"tea":true}', 'fallback'],
  [
    'the text of other answers',
    502,
    'Bad Gateway',
    { 'content-type': 'text/plain' },
    '502: Bad Gateway',
    'fallback',
  ],
  ['else the status text', 503, '', {}, '503: Some Status', 'fallback'],
])('a failure is composed of the status and %s', async (_, status, body, headers, message, sentence) => {
  answer(status, body, headers as Record<string, string>)
  const error = await call(api.session.current).catch((error) => error)
  expect(error).toBeInstanceOf(CallError)
  expect(error.message).toBe(message)
  expect(sentenceOf(error, 'fallback')).toBe(sentence)
})

test.each([
  ['a page of HTML', '<!doctype html><title>Welcome to our network</title>'],
  ['JSON that breaks off', '[{"id":'],
  ['an object without its fields', '{}'],
  ['null', 'null'],
  ['nothing', ''],
  ['a list with another thing in it', '[null]'],
])('a 200 with %s is reported as unreadable, without a parser error', async (_, body) => {
  answer(200, body, json)
  const made = [call(api.session.current), callPage(api.customers.list)]
  for (const { reason: error } of (await Promise.allSettled(made)) as PromiseRejectedResult[]) {
    expect(error).toBeInstanceOf(CallError)
    expect(error.status).toBeUndefined() // the outcome is unknown
    expect(sentenceOf(error)).toBe(
      'We couldn’t read the server’s answer. Check your connection and try again.',
    )
  }
})

test('a 200 with an unexpected body is unreadable too, and an empty one is fine', async () => {
  answer(200, '<!doctype html>', { 'content-type': 'text/html' })
  await expect(call(api.session.logout)).rejects.toThrow(callMessages.unreadable)
  answer(204, '')
  expect(await call(api.session.logout)).toBeUndefined()
})

test('only a call that needs a session reports that it ended', async () => {
  answer(401, JSON.stringify({ message: 'No.', error: 'No.', code: 'signed_out' }), json)
  const ended = await call(api.session.resendConfirmation).catch((error) => error)
  expect(ended.sessionEnded).toBe(true)
  const wrong = await call(api.session.login, { body: { username: 'anna', password: 'not it' } }).catch(
    (error) => error,
  )
  expect(wrong.sessionEnded).toBe(false)
  answer(401, '<h1>Log in to this network</h1>', { 'content-type': 'text/html' })
  const portal = await call(api.session.resendConfirmation).catch((error) => error)
  expect(portal.sessionEnded).toBe(false)
})

test('a timeout shows no path or time, and a network failure is reported', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('late', 'TimeoutError')))
  const late = await call(api.session.current).catch((error) => error)
  expect(late.message).toBe('Query to /api/user timed out after 15000ms')
  expect(sentenceOf(late)).toBe('This is taking too long. Check your connection and try again.')
  await expect(call(api.session.logout)).rejects.toThrow('Request to /api/logout timed out after 15000ms')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const lost = await call(api.session.logout).catch((error) => error)
  expect(sentenceOf(lost)).toBe('We couldn’t reach the server. Check your connection and try again.')
})
