import { randomUUID } from 'node:crypto'
import { addDays } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared by the field that matters
  body: any
  headers: Headers
}

/** Makes a JSON call as a plain client does. @throws if no answer comes within `timeoutMs` milliseconds */
export async function call(
  url: string,
  { method = 'GET', body, headers = {}, timeoutMs = 30_000 }: Call = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const isJson = answer.headers.get('content-type')?.includes('json')
  const text = await answer.text()
  return { status: answer.status, body: isJson && text ? JSON.parse(text) : null, headers: answer.headers }
}

interface Call {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  timeoutMs?: number
}

export interface Show {
  id: number
  urlSlug: string
  /** IDs of its time slots. */
  slots: number[]
}

export type Host = Awaited<ReturnType<typeof registerHost>>

/** Registers a new company, with its owner logged in. */
export async function registerHost(url: string) {
  const name = `host-${randomUUID().slice(0, 8)}`
  const account = {
    username: name,
    email: `${name}@shop.test`,
    name: 'Helena Vale',
    password: 'a long password',
  }
  const registered = await call(`${url}/api/register`, { method: 'POST', body: account })
  if (registered.status !== 201) throw new Error(`No host: ${JSON.stringify(registered.body)}`)
  const cookie = registered.headers.getSetCookie()[0]!.split(';')[0]!
  const asHost = (path: string, options: Call = {}) =>
    call(url + path, { ...options, headers: { cookie, ...options.headers } })
  return {
    call: asHost,
    /** A save without changes, which makes the app check its outbox. */
    wakeEmailWorker: ({ slots }: Show) =>
      asHost(`/api/timeslots/${slots[0]}`, { method: 'PATCH', body: { isAvailable: true } }),
    cookie,
    username: name,
    /** A public event: this many days of 48 time slots, with this many spots each. */
    async makeShow({ days, spots }: { days: number; spots: number }): Promise<Show> {
      const first = addDays(newYorkNow().date, 30)
      const body = {
        name: 'Spring Bridal Trunk Show',
        hostName: 'Maison Vale',
        contactEmail: 'hello@vale.test',
        isMultiDay: days > 1,
        eventDate: first,
        endDate: addDays(first, days - 1),
        startTime: '08:00',
        endTime: '20:00',
        slotDuration: 15,
        maxBookingsPerSlot: spots,
      }
      const made = await asHost('/api/events', { method: 'POST', body })
      if (made.status !== 201) throw new Error(`No show: ${JSON.stringify(made.body)}`)
      const { body: slots } = await asHost(`/api/events/${made.body.id}/timeslots`)
      return {
        id: made.body.id,
        urlSlug: made.body.urlSlug,
        slots: slots.map(({ id }: { id: number }) => id),
      }
    },
  }
}
