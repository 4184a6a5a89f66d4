import { randomUUID } from 'node:crypto'
import { addDays } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared by the field that matters
  body: any
  headers: Headers
  /** Milliseconds until its last byte. */
  took: number
}

export interface Call {
  method?: string
  /** A form and bytes are sent as they are, anything else as JSON; bytes are JSON too. */
  body?: object
  headers?: Record<string, string>
  timeoutMs?: number
}

/** Makes a call as a plain client does. @throws if no answer comes within `timeoutMs` milliseconds */
export async function call(url: string, options: Call = {}): Promise<Answer> {
  const { method = 'GET', body, headers, timeoutMs = 30_000 } = options
  const isForm = body instanceof FormData
  const sentAt = performance.now()
  const answer = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm || Buffer.isBuffer(body) ? (body as BodyInit) : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.text()
  const isJson = text && answer.headers.get('content-type')?.includes('json')
  const took = performance.now() - sentAt
  return { status: answer.status, body: isJson ? JSON.parse(text) : null, headers: answer.headers, took }
}

/** The same call, which must be answered 2xx. @throws if it is not */
export async function callOk(url: string, options?: Call): Promise<Answer> {
  const answer = await call(url, options)
  if (answer.status < 300) return answer
  throw new Error(`${url} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** A guest who has not booked before: the body of a booking, and a key of its own. */
export function makeGuest(changes: object = {}) {
  const key = randomUUID()
  const body = { attendeeName: 'Grace Okafor', attendeeEmail: `guest-${key}@mail.test`, ...changes }
  return { body, method: 'POST', headers: { 'idempotency-key': key } }
}

export interface Show {
  id: number
  urlSlug: string
  /** IDs of its time slots, ascending. */
  slots: number[]
}

/** A public event of some days with 48 time slots a day, or fewer, of a quarter of an hour. */
function eventForm({ days = 60, perDay = 48, spots = 5 } = {}) {
  const first = addDays(newYorkNow().date, 30)
  const endMinute = 8 * 60 + perDay * 15
  const pad = (number: number) => String(Math.floor(number)).padStart(2, '0')
  return {
    name: 'Spring Bridal Trunk Show',
    hostName: 'Maison Vale',
    description: 'Try the new season.',
    location: '12 Mercer Street, New York',
    showLocation: true,
    contactEmail: 'hello@vale.test',
    isMultiDay: days > 1,
    eventDate: first,
    endDate: addDays(first, days - 1),
    startTime: '08:00',
    endTime: `${pad(endMinute / 60)}:${pad(endMinute % 60)}`,
    slotDuration: 15,
    maxBookingsPerSlot: spots,
  }
}

/** A logged-in user's calls. */
export function hostOf(url: string, cookie: string) {
  const withCookie = (options: Call) => ({ ...options, headers: { cookie, ...options.headers } })
  const ok = async (path: string, options: Call = {}) =>
    (await callOk(url + path, { timeoutMs: 300_000, ...withCookie(options) })).body
  return {
    url,
    cookie,
    call: (path: string, options: Call = {}) => call(url + path, withCookie(options)),
    /** Waits five minutes at most. @returns the body of the answer @throws if it is refused */
    ok,
    async makeShow(shape?: Parameters<typeof eventForm>[0]): Promise<Show> {
      const { id, urlSlug } = await ok('/api/events', { method: 'POST', body: eventForm(shape) })
      const slots: { id: number }[] = await ok(`/api/events/${id}/timeslots`)
      return { id, urlSlug, slots: slots.map((slot) => slot.id).sort((one, other) => one - other) }
    },
    /** A form that changes an event's picture, and what is named. */
    async pictureForm({ id }: Show, field: 'logo' | 'banner', picture: Buffer, changes: object = {}) {
      const form = new FormData()
      const values = { ...(await ok(`/api/events/${id}`)), ...changes }
      for (const name of Object.keys(eventForm()))
        if (values[name] != null) form.set(name, String(values[name]))
      form.set(field, new Blob([new Uint8Array(picture)]), 'picture')
      return form
    },
  }
}

export type Host = ReturnType<typeof hostOf>

/** Registers a new company, with its owner logged in. */
export async function registerHost(url: string, headers?: Record<string, string>) {
  const username = `host-${randomUUID().slice(0, 8)}`
  const body = { username, email: `${username}@shop.test`, name: 'Helena Vale', password: 'a long password' }
  const registered = await callOk(`${url}/api/register`, { method: 'POST', body, headers })
  const cookie = registered.headers.getSetCookie()[0]!.split(';')[0]!
  return { username, ...hostOf(url, cookie) }
}
