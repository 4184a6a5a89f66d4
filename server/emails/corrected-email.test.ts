import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { emailWriters } from '../email-writers.ts'
import { unique } from '../test/app.ts'
import { book, bookingNumber, makeCoHost, makeShow } from '../test/factories.ts'
import { openMailbox } from '../test/mail/mailbox.ts'
import { sendDue } from '../test/mail/sent-mails.ts'
import { startWaitlistApp } from '../test/waits.ts'
import { whileUncommitted } from '../test/while-uncommitted.ts'

const { app, join, find, choose, open, cancel, makeFullShow, post } = startWaitlistApp()

/** Sends what is due. @returns the token of the newest link to a page that went to an address */
async function mailed(address: string, page: string) {
  const mailbox = await openMailbox()
  await sendDue(app, emailWriters, mailbox.url)
  await mailbox.close()
  const link = new RegExp(`http://shows.test/${page}/([\\w-]+)`)
  return mailbox
    .to(address)
    .flatMap(({ text }) => link.exec(text ?? '')?.[1] ?? [])
    .at(-1)!
}

const mailOf = (word: string) => `${unique(word)}@mail.test`

/** Corrects the email of a guest as a co-host, who has no other right. @param of the query for their emails */
async function correct(event: { id: number }, of: string, emailType: string, attendeeEmail: string) {
  const coHost = await makeCoHost(app, event)
  const { body } = await coHost.call('GET', `/api/emails?${of}`)
  const { id } = body.find((email: { emailType: string }) => email.emailType === emailType)
  const answer = await coHost.call('POST', `/api/emails/${id}/resend`, { attendeeEmail })
  expect(answer.status).toBe(201)
}

async function makeBooking(headers = {}) {
  const { host, event, slots } = await makeShow(app)
  const guest = { attendeeName: 'Grace Okafor', attendeeEmail: mailOf('typo') }
  const booked = await book(app, slots[0]!.id, guest, headers)
  const token: string = booked.body.id
  const id = await bookingNumber(app, token)
  expect(await mailed(guest.attendeeEmail, 'booking')).toBe(token)
  const corrected = mailOf('right')
  const correctIt = () => correct(event, `bookingId=${id}`, 'booking_confirmation', corrected)
  return { host, event, slots, guest, token, id, corrected, correctIt }
}

describe('a booking whose email was corrected', () => {
  test('is opened by the link to the new email, and by none that went to the one before', async () => {
    const { guest, token, corrected, correctIt, slots } = await makeBooking()
    await post(`/booking/${token}/data`, {})
    const data = await mailed(guest.attendeeEmail, 'my-data')
    expect((await app.call('GET', `/my-data/${data}`)).status).toBe(200)
    await correctIt()
    expect((await app.call('GET', `/my-data/${data}`)).status).toBe(404)
    expect((await app.call('GET', `/my-data/${data}/my-data.json`)).status).toBe(404)
    expect((await post(`/my-data/${data}`, { confirm: 'yes' })).status).toBe(404)
    expect((await cancel(token)).status).toBe(404)
    const link = await mailed(corrected, 'booking')
    expect((await app.call('GET', `/booking/${link}`)).text).toContain(corrected)
    await post(`/booking/${link}/data`, {})
    const theirs = await mailed(corrected, 'my-data')
    expect((await app.call('GET', `/my-data/${theirs}`)).text).toContain(corrected)
    const moved = await app.call('POST', `/api/bookings/manage/${link}/reschedule`, {
      newTimeSlotId: slots[1]!.id,
    })
    expect(moved.status).toBe(200)
  })

  test('is not opened by repeating the form that made it', async () => {
    const headers = { 'idempotency-key': unique('key') }
    const { guest, slots, correctIt } = await makeBooking(headers)
    expect((await book(app, slots[0]!.id, guest, headers)).status).toBe(201)
    await correctIt()
    const repeated = await book(app, slots[0]!.id, guest, headers)
    expect([repeated.status, repeated.body.id]).toEqual([422, undefined])
  })

  test('keeps its calendar entry', async () => {
    const { host, event, token, corrected, correctIt } = await makeBooking()
    const feed = await host.call('POST', '/api/calendar-feeds', { eventId: event.id })
    const uidOf = async (path: string) => {
      const { text } = await app.call('GET', path)
      return new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')!.getFirstPropertyValue('uid')
    }
    const path = new URL(feed.body.url).pathname
    const before = await uidOf(path)
    expect(await uidOf(`/booking/${token}/appointment.ics`)).toBe(before)
    await correctIt()
    const link = await mailed(corrected, 'booking')
    expect(await uidOf(path)).toBe(before)
    expect(await uidOf(`/booking/${link}/appointment.ics`)).toBe(before)
  })
})

test('a link to a guest’s data acts for the mailbox it was sent to, however the email came to change', async () => {
  const { guest, token, id } = await makeBooking()
  await post(`/booking/${token}/data`, {})
  const data = await mailed(guest.attendeeEmail, 'my-data')
  const to = (email: string) => app.rows('UPDATE bookings SET attendee_email = $1 WHERE id = $2', [email, id])
  await to(mailOf('other'))
  expect((await app.call('GET', `/my-data/${data}`)).status).toBe(410)
  expect((await app.call('GET', `/my-data/${data}/my-data.json`)).status).toBe(410)
  expect((await post(`/my-data/${data}`, { confirm: 'yes' })).status).toBe(410)
  await to(guest.attendeeEmail.toUpperCase())
  expect((await app.call('GET', `/my-data/${data}`)).status).toBe(200)
})

describe('on a waitlist', () => {
  test('an offer is accepted only by the link to the corrected email', async () => {
    const show = await makeFullShow()
    const { email } = await join(show, show.slotId)
    await cancel(show.guest)
    const wrong = await mailed(email, 'waitlist')
    const corrected = mailOf('right')
    await correct(show.event, `waitlistOf=${show.event.id}`, 'waitlist_offer', corrected)
    for (const choice of ['accept', 'leave', 'again']) expect((await choose(wrong, choice)).status).toBe(404)
    expect((await post(`/waitlist/${wrong}/data`, {})).status).toBe(404)
    expect((await choose(await mailed(corrected, 'waitlist'), 'accept')).status).toBe(200)
  })

  test('an offer that is being accepted while its email is corrected is not booked for the one before', async () => {
    const show = await makeFullShow()
    const { email } = await join(show, show.slotId)
    await cancel(show.guest)
    const { token } = await find(email)
    const accepted = await whileUncommitted(
      app,
      `UPDATE waitlist_entries SET attendee_email = $1, public_id = right(md5(public_id), 16) WHERE attendee_email = $2`,
      [mailOf('right'), email],
      () => choose(token, 'accept'),
    )
    expect(accepted.status).not.toBe(200)
    expect(await app.rows('SELECT id FROM bookings WHERE attendee_email = $1', [email])).toEqual([])
  })

  test('the link of one who booked leads to no booking whose email was corrected since', async () => {
    const show = await makeFullShow()
    const { email } = await join(show, show.slotId)
    await cancel(show.guest)
    const { token } = await find(email)
    expect((await choose(token, 'accept')).text).toContain('/booking/')
    await mailed(email, 'booking')
    const [booking] = await app.rows<{ id: number }>('SELECT id FROM bookings WHERE attendee_email = $1', [
      email,
    ])
    const corrected = mailOf('right')
    await correct(show.event, `bookingId=${booking!.id}`, 'booking_confirmation', corrected)
    const page = await open(token)
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('/booking/')
    expect(page.text).not.toContain(corrected)
  })
})
