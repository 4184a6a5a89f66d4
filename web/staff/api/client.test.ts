import { api } from '@trunkshow/contract/api.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError, sentenceOf } from './call-error.ts'
import { call, callPage } from './client.ts'

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

const json = { 'content-type': 'application/json; charset=utf-8' }
const headersSent = () => new Headers(sent.init.headers)

test('a call fills the path, sends the body as JSON and names the stored user', async () => {
  answer(200, '{"id":5}', json)
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

test('a call without a body names no content type, and without a stored user warns and names none', async () => {
  signIn(null)
  answer(204, '')
  expect(await call(api.session.logout)).toBeUndefined()
  expect([...headersSent().keys()]).toEqual(['accept'])
  expect(warned).toHaveLength(1)
})

test('a list gives its rows and the cursor of the next page', async () => {
  answer(200, '[{"id":1}]', {
    ...json,
    link: '</api/events?limit=100&cursor=a%2Bb>; rel="next"',
    'x-total-count': '10000+',
  })
  const page = await callPage(api.events.list, { query: { cursor: undefined, limit: 100 } })
  expect(sent.url).toBe('/api/events?limit=100')
  expect(page).toEqual({ rows: [{ id: 1 }], next: 'a+b', total: '10000+' })
  answer(200, '[]', json)
  expect((await callPage(api.events.list)).next).toBeUndefined()
})

test.each([
  ['the message', 409, '{"message":"Taken.","error":"No."}', json, '409: Taken.', 'Taken.'],
  ['else the error', 400, '{"error":"No."}', json, '400: No.', 'No.'],
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

test('a time-out names path and time, a broken network says so', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('late', 'TimeoutError')))
  await expect(call(api.session.current)).rejects.toThrow('Query to /api/user timed out after 15000ms')
  await expect(call(api.session.logout)).rejects.toThrow('Request to /api/logout timed out after 15000ms')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(api.session.logout)).rejects.toThrow('The server could not be reached.')
})
