import { randomUUID } from 'node:crypto'
import { stampForm } from '../../server/bookings/refuse-bots.ts'
import { config } from './server.ts'

/** All guests opened the page when the bench began, so long ago that they do not count as bots. */
const opened = stampForm(config)
let guests = 0

/** Makes bookings as the page's script sends them, each by another guest from another network, for any of these slots. */
export function makeBooking(url: string, slots: number[]) {
  const { host } = new URL(url)
  return () => {
    const guest = ++guests
    const slot = slots[Math.floor(Math.random() * slots.length)]
    const body = JSON.stringify({
      attendeeName: 'Grace Okafor',
      attendeeEmail: `grace-${process.pid}-${guest}@okafor.test`,
      opened,
    })
    return (
      `POST /api/timeslots/${slot}/book HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\n` +
      `sec-fetch-site: same-origin\r\nuser-agent: bench\r\naccept: application/json\r\n` +
      `x-forwarded-for: 10.${(guest >> 16) & 255}.${(guest >> 8) & 255}.${guest & 255}\r\n` +
      `idempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    )
  }
}

/** The same booking as a single call. @returns the guest's email @throws if it is refused */
export function makeBookingCall(url: string, slots: number[]) {
  return async (): Promise<string> => {
    const guest = ++guests
    const slot = slots[guest % slots.length]
    const attendeeEmail = `grace-${process.pid}-${guest}@okafor.test`
    const answer = await fetch(`${url}/api/timeslots/${slot}/book`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'x-forwarded-for': `10.${(guest >> 16) & 255}.${(guest >> 8) & 255}.${guest & 255}`,
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
