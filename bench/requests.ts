import { randomUUID } from 'node:crypto'
import { stampForm } from '../server/bookings/refuse-bots.ts'
import { config } from './server.ts'

/** Visitors opened the page as the bench began, so long enough ago for people. */
const opened = stampForm(config)
let visitors = 0

/** Bookings as the page's script sends them, each by another visitor from another network, of any of these slots. */
export function makeBooking(url: string, slots: number[]) {
  const { host } = new URL(url)
  return () => {
    const visitor = ++visitors
    const slot = slots[Math.floor(Math.random() * slots.length)]
    const body = JSON.stringify({
      attendeeName: 'Grace Okafor',
      attendeeEmail: `grace-${process.pid}-${visitor}@okafor.test`,
      opened,
    })
    return (
      `POST /api/timeslots/${slot}/book HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\n` +
      `sec-fetch-site: same-origin\r\nuser-agent: bench\r\naccept: application/json\r\n` +
      `x-forwarded-for: 10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}\r\n` +
      `idempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    )
  }
}

/** The same booking as a call of its own. @returns whose address it was @throws when it is refused */
export function makeBookingCall(url: string, slots: number[]) {
  return async (): Promise<string> => {
    const visitor = ++visitors
    const slot = slots[visitor % slots.length]
    const attendeeEmail = `grace-${process.pid}-${visitor}@okafor.test`
    const answer = await fetch(`${url}/api/timeslots/${slot}/book`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'x-forwarded-for': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
      },
      body: JSON.stringify({
        attendeeName: 'Grace Okafor',
        attendeeEmail,
        opened,
      }),
    })
    await answer.arrayBuffer()
    if (answer.status !== 201) throw new Error(`A booking was answered ${answer.status}`)
    return attendeeEmail
  }
}

/** GET requests for one path, logged out or with a session's cookie. */
export function makeGet(url: string, path: string, cookie = '') {
  const head = `GET ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nuser-agent: bench\r\naccept: */*\r\n`
  const request = `${head}${cookie && `cookie: ${cookie}\r\n`}\r\n`
  return () => request
}
