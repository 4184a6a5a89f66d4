import { setTimeout } from 'node:timers/promises'
import type { Scene } from './stage.ts'

const FILE_ROWS = 50_000

/** Logs in a company's owner, by default the owner of the bench's events. */
export async function openSession({ server, logIn }: Scene, owner?: string): Promise<Session> {
  const { name, value } = await logIn(owner)
  return { url: server.url, cookie: `${name}=${value}` }
}

/** A logged-in session on a server. */
export interface Session {
  url: string
  cookie: string
}

/** API calls of a logged-in user. */
export function makeStaffCalls({ url, cookie }: Session) {
  /** @returns the response, with any status */
  function send(method: string, path: string, body?: object): Promise<Response> {
    if (body instanceof FormData) return fetch(url + path, { method, headers: { cookie }, body })
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    return fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }

  /** Sends JSON that is made once, and waits for the answer. @returns its status */
  async function sendJson(method: string, path: string, body: string | Buffer<ArrayBuffer>): Promise<number> {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method, headers, body })
    await answer.arrayBuffer()
    return answer.status
  }

  /** @returns the body of the response @throws if it is refused */
  async function call(method: string, path: string, body?: object) {
    const answer = await send(method, path, body)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  /** Checks and imports a file of 50,000 customers. @returns its number of rows */
  async function importFile(): Promise<number> {
    const rows = Array.from({ length: FILE_ROWS }, (_, n) => `Guest ${n},Imported,imported-${n}@mail.test,,`)
    const csv = ['First name,Last name,Email,Phone,Notes', ...rows].join('\n')
    const { id } = await call('POST', '/api/imports', { kind: 'customers', csv })
    let { state } = await call('POST', `/api/imports/${id}/start`, {})
    while (state === 'running') {
      await setTimeout(1000)
      state = (await call('GET', `/api/imports/${id}`)).state
    }
    if (state !== 'done') throw new Error(`The import ended as ${state}`)
    return FILE_ROWS
  }

  /** A form that changes an event's picture and nothing else. */
  async function pictureForm(show: number, field: 'logo' | 'banner', picture: Buffer): Promise<FormData> {
    const form = new FormData()
    for (const [name, value] of Object.entries(await call('GET', `/api/events/${show}`)))
      if (fields.has(name) && value !== null) form.set(name, String(value))
    form.set(field, new Blob([new Uint8Array(picture)]), 'picture')
    return form
  }

  return { send, sendJson, call, importFile, pictureForm }
}

const fields = new Set(
  `name hostName description location showLocation contactEmail isMultiDay eventDate endDate startTime endTime
  slotDuration maxBookingsPerSlot`.split(/\s+/),
)
