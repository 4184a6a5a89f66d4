import { listEndpoints } from '@trunkshow/contract/api.ts'
import { calendarServices, paths, staffPages } from '@trunkshow/contract/paths.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { expect, test } from 'vitest'
import { emailWriters } from '../../email-writers.ts'
import { makeGrant } from '../../platform/http/grants.ts'
import { type LinkPurpose, links, signId } from '../../platform/http/tokens.ts'
import { noticeMailbox } from '../../platform/mail/notices.ts'
import { hashPassword } from '../../session/hash-password.ts'
import { type Answer, startTestApp, unique } from '../app.ts'
import {
  book,
  bookingNumber,
  eventForm,
  makeCoHost,
  makeCompany,
  makeEvent,
  makeUser,
  takeOrder,
} from '../factories.ts'
import { openMailbox } from '../mail/mailbox.ts'
import { sendDue } from '../mail/sent-mails.ts'

/**
 * What every link still opens once what it is about has changed (docs/decisions/060). A link that is added without a
 * row here fails: its purpose in `tokens.ts`, its address in `contract/paths.ts`, or its call in `contract/api.ts`.
 */
const app = startTestApp({
  PUBLIC_URL: 'http://shows.test',
  SMTP_URL: 'smtp://mail.test',
  MAIL_FROM: 'shows@shows.test',
})

/** The kinds of links; one purpose has two where they differ. The last is tried by using it. */
const kinds = [
  'booking',
  'waitlist',
  'pay',
  'order',
  'guest-data of a booking',
  'guest-data of a wait',
  'email of a contact',
  'email of a user',
  'invitation',
  'co-host',
  'calendar',
  'notices',
  'thanks',
  'event',
  'password',
] as const
type Kind = (typeof kinds)[number]

const purposeOf = (kind: Kind) => kind.replace(/ of .*/, '') as LinkPurpose
type Ending = (typeof links)[LinkPurpose]['ends'][number]
/** What ends a link, from its row in `links`; a contact is no user. */
const endsOf = (kind: Kind): readonly string[] =>
  kind === 'email of a contact' ? [] : links[purposeOf(kind)].ends

/** What opens an address: a link of a purpose, no secret at all, or a session. */
type Opener = LinkPurpose | 'anyone' | 'session'

const openersOfPaths: Record<keyof typeof paths, Opener> = {
  home: 'anyone',
  hostShows: 'event',
  company: 'anyone',
  tour: 'anyone',
  embeddedEvent: 'event',
  embeddedCompany: 'anyone',
  embedScript: 'anyone',
  moreShows: 'anyone',
  auth: 'anyone',
  staffHome: 'session',
  host: 'session',
  events: 'session',
  calendar: 'session',
  board: 'session',
  editEvent: 'session',
  bookings: 'session',
  runSheet: 'session',
  desk: 'session',
  deskWorker: 'anyone',
  orders: 'session',
  printOrders: 'session',
  customers: 'session',
  customerHistory: 'session',
  products: 'session',
  emails: 'session',
  emailBody: 'session',
  messagePreview: 'session',
  reports: 'session',
  settings: 'session',
  settingsSection: 'session',
  activity: 'session',
  security: 'session',
  shopifyLog: 'session',
  forgotPassword: 'anyone',
  resetPassword: 'password',
  confirmEmail: 'email',
  bookingAlerts: 'notices',
  thankYouEmails: 'thanks',
  invitation: 'invitation',
  coHostInvitation: 'co-host',
  event: 'event',
  joinWaitlist: 'event',
  embeddedWaitlist: 'event',
  waitlist: 'waitlist',
  publicEvent: 'event',
  booking: 'booking',
  rescheduleBooking: 'booking',
  sayComing: 'booking',
  requestData: 'booking',
  myData: 'guest-data',
  downloadMyData: 'guest-data',
  calendarFeed: 'calendar',
  bookingCalendar: 'booking',
  calendarService: 'booking',
  bookingPhoto: 'session',
  cancelBooking: 'booking',
  help: 'anyone',
  pay: 'pay',
  paid: 'pay',
  customerOrder: 'order',
  customerOrderSeen: 'order',
  customerOrderPdf: 'order',
  orderReceipt: 'order',
  orderPicture: 'order',
  orderPreview: 'session',
  // The practice Stripe's own page, as Stripe's is.
  practicePay: 'anyone',
}

/** The calls that a link's token opens, in their address or their body. */
const openersOfCalls: Record<string, LinkPurpose> = {
  'bookings.manage': 'booking',
  'bookings.rescheduleByVisitor': 'booking',
  'bookings.cancelByVisitor': 'booking',
  'company.invitation': 'invitation',
  'company.accept': 'invitation',
  'coHosts.invitation': 'co-host',
  'coHosts.accept': 'co-host',
  'session.reset': 'password',
  // Its address is no secret: what is sent there is signed.
  'stripe.webhook': 'stripe',
}

const secret = 'secret-1'

/** Makes one link of each kind, each to its own address. Lea, an admin, created the event and sent the invitations. */
async function makeLinks() {
  const owner = await makeCompany(app)
  const { companyId } = owner
  await app.rows(`UPDATE companies SET company_name = 'Maison Vale' WHERE id = $1`, [companyId])
  const lea = await makeUser(app, companyId, 'admin', { name: 'Lea' })
  await app.rows('UPDATE users SET password_hash = $1 WHERE id = $2', [await hashPassword(secret), lea.id])
  const mailOf = (word: string) => `${unique(word)}@mail.test`
  const [guest, waits, contact, colleague, cohost, pending] = [
    mailOf('guest'),
    mailOf('waits'),
    mailOf('contact'),
    mailOf('colleague'),
    mailOf('cohost'),
    mailOf('pending'),
  ]
  const form = { endTime: '11:30', maxBookingsPerSlot: 1, contactEmail: contact }
  const event = await makeEvent(lea, form)
  await app.rows('UPDATE email_confirmations SET confirmed_at = NULL WHERE email = $1', [contact])
  const [first, second] = event.slots as [ListedSlot, ListedSlot]
  const { body: booked } = await book(app, first.id, { attendeeName: 'Grace Okafor', attendeeEmail: guest })
  const { body: taken } = await book(app, second.id, { attendeeEmail: mailOf('taken') })
  const post = (url: string, fields: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return app.call('POST', url, body, { accept: 'text/html' })
  }
  const wish = { waitsFor: String(second.id), attendeeName: 'Nora Lind', attendeeEmail: waits }
  expect((await post(paths.joinWaitlist(event.urlSlug), wish)).status).toBe(201)
  await app.call('POST', paths.cancelBooking(taken.id))
  const { body: closed } = await lea.call(
    'PUT',
    `/api/events/${event.id}`,
    eventForm({ ...form, isPublic: false }),
  )

  await lea.call('POST', '/api/company/users', { name: 'Cleo', email: colleague, role: 'view only' })
  await lea.call('POST', `/api/events/${event.id}/co-hosts`, { email: cohost })
  await lea.call('POST', `/api/events/${event.id}/contact-confirmation`)
  await lea.call('PUT', '/api/user/email', { email: pending, password: secret })
  await app.call('POST', '/api/password/forgot', { email: lea.email })
  const { body: feed } = await lea.call('POST', '/api/calendar-feeds', { eventId: null })

  /** Sends what is due. @returns the newest token that went to an address in a link to a page */
  async function mailed() {
    const mailbox = await openMailbox()
    await sendDue(app, emailWriters, mailbox.url)
    await mailbox.close()
    return (address: string, page: string) => {
      const link = new RegExp(`http://shows.test/${page}/([\\w-]+)`)
      const tokens = mailbox.to(address).flatMap(({ text }) => link.exec(text ?? '')?.[1] ?? [])
      if (!tokens.length) throw new Error(`No link to ${page} for ${address}`)
      return tokens.at(-1)!
    }
  }
  await lea.call('POST', '/api/stripe/practice')
  const order = await takeOrder(lea, { customerEmail: guest })
  const asked = { purpose: 'balance', email: true }
  expect((await lea.call('POST', `/api/orders/${order.id}/payment-link`, asked)).status).toBe(201)
  expect((await lea.call('POST', `/api/orders/${order.id}/proposals`, {})).status).toBe(201)
  const sent = await mailed()
  const waiting = sent(waits, 'waitlist')
  expect((await post(paths.requestData('booking', booked.id))).status).toBe(200)
  expect((await post(paths.requestData('waitlist', waiting))).status).toBe(200)
  const requested = await mailed()
  const [entry] = await app.rows<{ id: number }>(
    'SELECT id FROM waitlist_entries WHERE attendee_email = $1',
    [waits],
  )
  const optional = (kind: 'notices' | 'thanks', address: string) =>
    signId(app.config, kind, noticeMailbox(app.config, address), companyId)
  const tokens: Record<Kind, string> = {
    booking: booked.id,
    waitlist: waiting,
    pay: sent(guest, 'pay'),
    order: sent(guest, 'order'),
    'guest-data of a booking': requested(guest, 'my-data'),
    'guest-data of a wait': requested(waits, 'my-data'),
    'email of a contact': sent(contact, 'confirm-email'),
    'email of a user': sent(pending, 'confirm-email'),
    password: sent(lea.email, 'reset-password'),
    invitation: sent(colleague, 'invitation'),
    'co-host': sent(cohost, 'co-host'),
    calendar: /calendar\/([\w-]+)\.ics/.exec(feed.url)![1]!,
    notices: optional('notices', contact),
    thanks: optional('thanks', guest),
    event: closed.urlSlug,
  }
  const [link] = await app.rows<{ version: number }>(
    'SELECT link_version AS version FROM events WHERE id = $1',
    [event.id],
  )
  return {
    owner,
    lea,
    event: { ...closed, slots: event.slots, form },
    tokens,
    bookingId: await bookingNumber(app, booked.id),
    entryId: entry!.id,
    order,
    grant: makeGrant(app.config, { id: event.id, linkVersion: link!.version }),
    colleague,
    cohost,
    post,
    mailed,
    mailOf,
  }
}

type Made = Awaited<ReturnType<typeof makeLinks>>

const idOf = async (table: string, email: string) =>
  (await app.rows<{ id: number }>(`SELECT id FROM ${table} WHERE invited_email = $1`, [email]))[0]!.id

function expectDone({ status, text }: Answer) {
  expect(status, text).toBeLessThan(300)
}

const saveEvent = ({ lea, event }: Made, changes: object) =>
  lea.call('PUT', `/api/events/${event.id}`, eventForm({ ...event.form, isPublic: false, ...changes }))

const changes: Record<Ending | 'guest moved' | 'event inactive', (made: Made) => Promise<Answer>> = {
  /** Each link's: by a co-host for guests, by the user for their own, by an admin for invitations. */
  async 'address corrected'(made) {
    const { owner, lea, event, bookingId, colleague, cohost, post, mailed, mailOf } = made
    const coHost = await makeCoHost(app, event)
    for (const [of, emailType] of [
      [`bookingId=${bookingId}`, 'booking_confirmation'],
      [`waitlistOf=${event.id}`, 'waitlist_offer'],
    ]) {
      const { body } = await coHost.call('GET', `/api/emails?${of}`)
      const { id } = body.find((email: { emailType: string }) => email.emailType === emailType)
      expectDone(
        await coHost.call('POST', `/api/emails/${id}/resend`, { attendeeEmail: mailOf('corrected') }),
      )
    }
    const corrected = { version: made.order.version, customerEmail: mailOf('corrected') }
    expectDone(await owner.call('PUT', `/api/orders/${made.order.id}`, corrected))
    expectDone(await saveEvent(made, { contactEmail: mailOf('contact') }))
    const email = mailOf('corrected')
    expectDone(await lea.call('PUT', '/api/user/email', { email, password: secret }))
    expectDone(await post(paths.confirmEmail((await mailed())(email, 'confirm-email'))))
    expectDone(await owner.call('DELETE', `/api/company/users/${await idOf('users', colleague)}`))
    const accessId = await idOf('event_co_hosts', cohost)
    return owner.call('DELETE', `/api/events/${event.id}/co-hosts/${accessId}`)
  },
  'guest moved': ({ lea, bookingId, event }) =>
    lea.call('PATCH', `/api/bookings/${bookingId}/reschedule`, { newTimeSlotId: event.slots[2]!.id }),
  'event inactive': (made) => saveEvent(made, { isActive: false }),
  /** By the next one of its kind: the event's link, another email of the user, and each that is sent again. */
  async replaced(made) {
    const { owner, lea, post, tokens, colleague, mailOf } = made
    expectDone(await saveEvent(made, { urlSlug: unique('replaced') }))
    expectDone(await lea.call('PUT', '/api/user/email', { email: mailOf('next'), password: secret }))
    const invitedId = await idOf('users', colleague)
    expectDone(await owner.call('POST', `/api/company/users/${invitedId}/resend`))
    await app.rows(
      `UPDATE email_notifications SET created_at = created_at - interval '1 day' WHERE company_id = $1`,
      [owner.companyId],
    )
    for (const from of ['booking', 'waitlist'] as const)
      expectDone(await post(paths.requestData(from, tokens[from])))
    const asked = await app.call('POST', '/api/password/forgot', { email: lea.email })
    await made.mailed()
    return asked
  },
  async 'person erased'({ owner, bookingId, entryId }) {
    expectDone(await owner.call('POST', '/api/erasures', { bookingId }))
    return owner.call('POST', '/api/erasures', { waitlistEntryId: entryId })
  },
  'role weakened': ({ owner, lea }) =>
    owner.call('PUT', `/api/company/users/${lea.id}`, { role: 'view only' }),
  'password reset': ({ tokens }) =>
    app.call('POST', '/api/password/reset', { token: tokens.password, password: 'another-1' }),
  'user deactivated': ({ owner, lea }) =>
    owner.call('PUT', `/api/company/users/${lea.id}`, { isActive: false }),
  'user removed': ({ owner, lea }) => owner.call('DELETE', `/api/company/users/${lea.id}`),
}

type PathName = keyof typeof paths
const pathNames = Object.keys(openersOfPaths) as PathName[]

/** The addresses of a path with a link's token. */
function addressesOf(name: PathName, token: string, { companyId }: { companyId: number }): string[] {
  if (name === 'requestData') return [] // of two purposes, below
  if (name === 'orderPicture' || name === 'orderReceipt') return [] // they open with their page
  if (name === 'calendarService')
    return calendarServices.map((service) => paths.calendarService(token, service))
  if (name === 'bookingAlerts' || name === 'thankYouEmails') return [paths[name](companyId, token)]
  return [(paths[name] as (token: string) => string)(token)]
}

interface Request {
  method: 'GET' | 'POST'
  url: string
  body?: unknown
}

/** What a link could read, and what it could do. */
function requestsWith(kind: Kind, { owner, event, tokens, grant }: Made): Request[] {
  const purpose = purposeOf(kind)
  const token = tokens[kind]
  // A page of the staff app shows nothing by itself; its calls are below.
  const isStaffs = (name: PathName) =>
    staffPages().some((page) => page === addressesOf(name, ':token', owner)[0])
  const named = pathNames.filter((name) => openersOfPaths[name] === purpose && !isStaffs(name))
  const pages = named.flatMap((name) => addressesOf(name, token, owner))
  if (purpose === 'booking' || purpose === 'waitlist') pages.push(paths.requestData(purpose, token))
  const form = new FormData()
  const fields = { confirm: 'yes', do: 'accept', newTimeSlotId: String(event.slots[2]!.id) }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const calls = listEndpoints()
    .filter(({ name }) => openersOfCalls[name] === purpose)
    .map(({ endpoint: { method, path } }) => ({
      method: method as Request['method'],
      url: path.replace(':token', token),
      ...(method === 'POST' && { body: { token, password: 'another-2', newTimeSlotId: event.slots[2]!.id } }),
    }))
  return [
    ...pages.flatMap((url): Request[] => [
      { method: 'GET', url },
      { method: 'POST', url, body: form },
    ]),
    ...calls,
    ...(kind === 'event' ? [{ method: 'GET' as const, url: `/api/events/${event.id}?grant=${grant}` }] : []),
  ]
}

/** Follows redirects within the site, as a browser does. */
async function follow({ method, url, body }: Request, headers: Record<string, string>): Promise<Answer> {
  const [address, grant] = url.split('?grant=')
  const answer = await app.call(method, address!, body, {
    ...headers,
    ...(grant && { 'x-booking-grant': grant }),
  })
  const location = String(answer.headers.location ?? '')
  return location.startsWith('/') ? follow({ method: 'GET', url: location }, headers) : answer
}

/** Reads that change nothing. */
const isRead = ({ method, url }: Request) => method === 'GET' && !/\/(cancel|seen)$/.test(url)

test('has a row for every purpose, address and call', () => {
  expect(Object.keys(openersOfPaths).sort()).toEqual(Object.keys(paths).sort())
  const withToken = listEndpoints().filter(({ endpoint: { params, body } }) =>
    [params, body].some((input) => input && 'shape' in input && 'token' in (input.shape as object)),
  )
  expect(Object.keys(openersOfCalls).sort()).toEqual(withToken.map(({ name }) => name).sort())
  // The doctor's opens no page and ends by itself within minutes; a Message-ID is no link, nor is a webhook's address.
  const walked = [...new Set(kinds.map(purposeOf)), 'doctor', 'message', 'stripe']
  expect(walked.sort()).toEqual(Object.keys(links).sort())
})

test('has the purpose of each link at its page', () => {
  for (const purpose of kinds.map(purposeOf)) {
    const link = links[purpose]
    const page = 'page' in link ? link.page(':token', 1) : paths.event(':token')
    const named = pathNames.filter((name) => addressesOf(name, ':token', { companyId: 1 }).includes(page))
    expect(named.map((name) => openersOfPaths[name])).toEqual([purpose])
  }
})

test.each(Object.keys(changes) as (keyof typeof changes)[])(
  'every link after a change: %s',
  { timeout: 60_000 },
  async (column) => {
    const made = await makeLinks()
    const opensAfter = (kind: Kind) => !endsOf(kind).includes(column)
    const answersOf = async (kind: Kind, which: (request: Request) => boolean) => {
      const headers = { accept: 'text/html', ...(kind === 'co-host' && { cookie: made.owner.cookie }) }
      const answers: Answer[] = []
      for (const request of requestsWith(kind, made).filter(which))
        answers.push(await follow(request, headers))
      return answers
    }
    for (const kind of kinds)
      for (const { status } of await answersOf(kind, isRead))
        expect([kind, status < 400]).toEqual([kind, true])

    expectDone(await changes[column](made))

    const found: Partial<Record<Kind, boolean>> = {}
    for (const kind of kinds) {
      const expected = opensAfter(kind)
      const answers = await answersOf(kind, (request) => isRead(request) || !expected)
      // For a link that can only be used, using it shows whether it still works.
      if (kind === 'password' && expected)
        answers.push(...(await answersOf(kind, ({ url }) => url.startsWith('/api/'))))
      const states = new Set(answers.map(({ status }) => status < 400))
      found[kind] = states.size === 1 ? [...states][0]! : undefined!
      // A host's calendar shows its guests.
      if (kind !== 'calendar')
        for (const { text } of answers)
          expect([kind, /corrected[0-9a-f]{8}@/.exec(text)]).toEqual([kind, null])
    }
    expect(found).toEqual(Object.fromEntries(kinds.map((kind) => [kind, opensAfter(kind)])))
  },
)
