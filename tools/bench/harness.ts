import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { addDays, fromMinutes } from '@trunkshow/contract/dates.ts'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../../server/platform/db/embedded.ts'
import { smtpReply } from '../../server/test/mail/mailbox.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { startProduct } from '../../server/test/product.ts'

export const run = promisify(execFile)

/** Makes a folder for what is measured or broken in it. At the end it is removed, after all `later` steps, the last one first. */
export async function openFolder(name: string) {
  const folder = await mkdtemp(join(tmpdir(), `trunkshow-${name}-`))
  await chmod(folder, 0o711) // for PostgreSQL's own user, where this runs as root
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  return {
    folder,
    later: (step: () => Promise<unknown>) => void closing.push(step),
    async [Symbol.asyncDispose]() {
      for (const step of closing.splice(0).reverse()) await step().catch((error) => console.error(error))
    },
  }
}

/** Starts the app as an operator does, and waits until it is ready. @throws if it ends before */
export async function startServer(...options: Parameters<typeof startProduct>) {
  const app = await startProduct(...options)
  // Not localhost, which is looked up as IPv6 first.
  return { ...app, url: app.url.replace('localhost', '127.0.0.1') }
}

/** The processes that a process started. Linux alone tells. */
export async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return (children.match(/\d+/g) ?? []).map(Number)
}

/** Asks until something is so. @returns whether it was within these seconds @throws with the message, if any, if it was not */
export async function until(isSo: () => unknown, seconds = Number.POSITIVE_INFINITY, message?: string) {
  for (const deadline = performance.now() + seconds * 1000; !(await isSo()); await setTimeout(50)) {
    if (performance.now() < deadline) continue
    if (message) throw new Error(message)
    return false
  }
  return true
}

export interface Call {
  method?: string
  /** A form and bytes are sent as they are, anything else as JSON; bytes are JSON too. */
  body?: object
  headers?: Record<string, string>
  timeoutMs?: number
}

export type Answer = Awaited<ReturnType<typeof call>>

/**
 * Makes a call as a plain client does. @returns the answer, with the milliseconds until its last byte
 *
 * @throws if none comes within `timeoutMs` milliseconds
 */
export async function call(url: string, { method, body, headers, timeoutMs = 30_000 }: Call = {}) {
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
  const took = performance.now() - sentAt
  const isJson = text && answer.headers.get('content-type')?.includes('json')
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared by the field that matters
  const parsed: any = isJson ? JSON.parse(text) : null
  return { status: answer.status, body: parsed, headers: answer.headers, took }
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
function eventForm({ days = 60, perDay = 48, spots = 5, maxPartySize = 1 } = {}) {
  const first = addDays(newYorkNow().date, 30)
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
    endTime: fromMinutes(8 * 60 + perDay * 15),
    slotDuration: 15,
    maxBookingsPerSlot: spots,
    maxPartySize,
    spotPerGuest: true,
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

/**
 * What a mail server does to its clients: it accepts emails, is not there, refuses the connection for now (RFC 5321, section
 * 3.1), asks once per recipient to try again later (RFC 6647), or takes an email and never acknowledges it.
 */
export type Manner = 'up' | 'down' | 'refusing' | 'greylisting' | 'hanging'

/** The domain whose mailboxes do not exist. */
export const UNKNOWN = 'unknown.test'

/**
 * A mail server that can change its manner. It counts emails by Message-ID, the same when one is sent again.
 *
 * @param onTaken told the recipient of each
 */
export async function openMailServer(onTaken = (_recipient: string) => {}) {
  const port = await findFreePort()
  const taken = new Map<string, number>()
  const greylisted = new Set<string>()
  const faults = new Set<string>()
  let manner: Manner = 'up'
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) =>
      done(manner === 'refusing' ? smtpReply(421, '4.3.2 Closed for maintenance') : undefined),
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length > 0) faults.add(`an email had several recipients: ${address}`)
      if (address.endsWith(`@${UNKNOWN}`)) return done(smtpReply(550, '5.1.1 No such user'))
      if (manner !== 'greylisting' || greylisted.has(address)) return done()
      greylisted.add(address)
      done(smtpReply(451, '4.7.1 Greylisted, try again later'))
    },
    async onData(stream, { envelope }, done) {
      const parts = await stream.toArray().catch(() => undefined)
      if (!parts) return done(new Error('The client hung up before its email was complete'))
      const mail = Buffer.concat(parts).toString('latin1')
      const name = /^message-id:\s*<([^>@]+?)(?:-[0-9a-f]{32})?@/im.exec(mail)?.[1] ?? 'without Message-ID'
      taken.set(name, (taken.get(name) ?? 0) + 1)
      onTaken(envelope.rcptTo[0]!.address)
      if (manner !== 'hanging') done()
    },
  })
  smtp.on('error', () => {}) // a client that hangs up
  const { server } = smtp
  const clients = new Set<Socket>()
  server.on('connection', (client: Socket) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
  })

  /** Treats its clients like this from now on. */
  async function become(next: Manner) {
    manner = next
    const closed = next === 'down' && new Promise((done) => server.close(done))
    if (next !== 'greylisting' && next !== 'hanging') for (const client of clients) client.destroy()
    await closed
    if (next !== 'down' && !server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
  }

  await become('up')
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** How often each Message-ID (without its signature and host) arrived. */
    taken,
    /** What no client should do. */
    faults,
    become,
    /** How many emails it asked to send later. */
    countGreylisted: () => greylisted.size,
    countDuplicates: () => [...taken.values()].reduce((sum, times) => sum + times - 1, 0),
  }
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>
