import { describe, expect, test } from 'vitest'
import { bookingEmails } from '../bookings/emails.ts'
import { companyEmails } from '../company/emails.ts'
import { eventEmails } from '../events/emails.ts'
import { databaseOf } from '../platform/db/transaction.ts'
import { drainOutbox } from '../platform/mail/drain-outbox.ts'
import type { RenderedMessage } from '../platform/mail/transport.ts'
import { startTestApp, type TestApp, unique } from '../test/app.ts'
import { book, eventForm, makeCompany, makeEvent } from '../test/factories.ts'
import { readLinks } from '../test/mail/sent-mails.ts'
import { queueResetMails } from './change-password.ts'
import { sessionEmails } from './emails.ts'

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shows@trunkshow.test' }
const app = startTestApp(mail)
const writers = { ...bookingEmails, ...companyEmails, ...sessionEmails, ...eventEmails }

/** Registers an account and returns the requests its browser makes. */
async function register(changes: object = {}, test: TestApp = app) {
  const username = unique('maya')
  const form = {
    username,
    email: `${username}@mail.test`,
    name: 'Maya Vale',
    password: 'a long one',
    ...changes,
  }
  const answer = await test.call('POST', '/api/register', form)
  if (answer.status !== 201) throw new Error(`Nobody was registered: ${answer.text}`)
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  const call: TestApp['call'] = (method, url, body) => test.call(method, url, body, { cookie })
  const state = async () => (await call('GET', '/api/user/mail')).body
  const emailNow = async () => (await call('GET', '/api/user')).body.email
  return { ...form, id: answer.body.id as number, call, state, emailNow }
}

const linksTo = (email: string, page = '/confirm-email') => readLinks(app, writers, page, email)
const open = (token: string) => app.call('GET', `/confirm-email/${token}`, undefined, { accept: 'text/html' })
const confirm = (token: string) => app.call('POST', `/confirm-email/${token}`, new FormData())

/** Sends all due email and returns the messages. */
async function drain(config: object = {}) {
  const sent: RenderedMessage[] = []
  const transport = {
    async send(_name: string, message: RenderedMessage) {
      sent.push(message)
    },
    close() {},
  }
  const ctx = { config: { ...app.config, ...config }, db: databaseOf(app.pool), files: app.files }
  await queueResetMails(ctx)
  await drainOutbox(ctx, writers, transport)
  return sent
}

describe('the email of a new account', () => {
  test('is confirmed by the button behind the mailed link; opening the link changes nothing', async () => {
    const { email, username, state } = await register()
    expect(await state()).toMatchObject({ confirmed: false, asked: email, ownerConfirmed: false })
    const [token] = (await linksTo(email)) as [string]
    const page = await open(token)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<strong>${email}</strong>`)
    expect(page.text).toContain(`<strong>${username}</strong>`)
    await app.call('HEAD', `/confirm-email/${token}`)
    expect(await state()).toMatchObject({ confirmed: false })

    for (let times = 0; times < 2; times++) {
      const confirmed = await confirm(token)
      expect(confirmed.status).toBe(200)
      expect(confirmed.text).toContain('Email confirmed')
    }
    expect(await state()).toMatchObject({ confirmed: true, asked: null, ownerConfirmed: true })
  })

  test('is not confirmed by another’s button, a made-up link, one of another purpose, or after a week', async () => {
    const { email, id, state } = await register()
    const [token] = (await linksTo(email)) as [string]
    const foreign = await app.call('POST', `/confirm-email/${token}`, new FormData(), {
      origin: 'https://elsewhere.test',
    })
    expect(foreign.status).toBe(403)
    const event = await makeEvent(await makeCompany(app))
    const booked = await book(app, event.slots[0]!.id)
    for (const made of [token.replace(/.$/, 'x'), token.split('-')[0]!, booked.body.id]) {
      expect((await open(made)).status).toBe(404)
      expect((await confirm(made)).status).toBe(404)
    }
    await app.rows(
      `UPDATE email_confirmations SET asked_at = now() - interval '7 days 1 minute' WHERE user_id = $1`,
      [id],
    )
    const late = await confirm(token)
    expect(late.status).toBe(404)
    expect(late.text).toContain('This link is no longer valid. Log in to get a new one.')
    expect(await state()).toMatchObject({ confirmed: false })
  })

  test('gets an email without any text by the person who typed it except the username', async () => {
    const { email, username } = await register({ name: 'Buy cheap watches' })
    const [message] = (await drain()).filter(({ to }) => to.address === email)
    const { subject, to, html, text } = message!
    expect(text).toContain(username)
    expect(`${subject} ${to.name} ${html} ${text}`).not.toContain('watches')
  })

  test('is sent again on request, within a limit', async () => {
    const { email, call } = await register()
    await drain()
    expect((await call('POST', '/api/user/email/confirmation')).status).toBe(204)
    const [token] = (await linksTo(email)) as [string]
    await confirm(token)
    expect(await call('POST', '/api/user/email/confirmation')).toMatchObject({
      status: 409,
      body: { message: 'Your email is already confirmed.' },
    })
  })

  test('counts as confirmed by a password set with a mailed link', async () => {
    const { email } = await register()
    await drain()
    await app.call('POST', '/api/password/forgot', { email })
    const [token] = await linksTo(email, '/reset-password')
    await app.call('POST', '/api/password/reset', { token, password: 'another long one' })
    const [row] = await app.rows(
      'SELECT email_confirmed_at IS NOT NULL AS confirmed FROM users WHERE email = $1',
      [email],
    )
    expect(row).toEqual({ confirmed: true })
  })

  test('counts as confirmed by accepting to host a show with it', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    const guest = await register()
    await drain()
    await host.call('POST', `/api/events/${event.id}/co-hosts`, { email: guest.email })
    const [token] = await linksTo(guest.email, '/co-host')
    expect((await guest.call('POST', `/api/co-host-invitations/${token}`)).status).toBe(200)
    expect(await guest.state()).toMatchObject({ confirmed: true, asked: null })
  })
})

describe('an address that someone else typed first', () => {
  test('belongs to the user who confirms it: the other account loses it and logs in by username', async () => {
    const squatter = await register()
    const owner = await register({ email: squatter.email.toUpperCase() })
    const tokens = await linksTo(squatter.email)
    expect(tokens).toHaveLength(2)
    const [first, second] = tokens as [string, string]
    const ownersToken = (await open(first)).text.includes(owner.username) ? first : second
    await app.call('POST', '/api/password/forgot', { email: squatter.email })
    expect((await confirm(ownersToken)).status).toBe(200)

    expect(await owner.emailNow()).toBe(owner.email)
    expect(await squatter.emailNow()).toBe('')
    expect(await squatter.state()).toMatchObject({ confirmed: false })
    const logIn = (username: string, password: string) =>
      app.call('POST', '/api/login', { username, password })
    expect((await logIn(squatter.username, squatter.password)).status).toBe(200)
    expect((await logIn(owner.email, owner.password)).body).toMatchObject({ id: owner.id })

    const refused = await confirm(ownersToken === first ? second : first)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('An account with this email address already exists')
    expect(await owner.state()).toMatchObject({ confirmed: true })

    const other = `${unique('other')}@mail.test`
    const changed = await squatter.call('PUT', '/api/user/email', {
      email: other,
      password: squatter.password,
    })
    expect(changed).toMatchObject({ status: 200, body: { email: other } })
    const [token] = (await linksTo(other)) as [string]
    await confirm(token)
    expect(await squatter.state()).toMatchObject({ confirmed: true })
  })

  test('can be invited to a company, and is theirs once they accept', async () => {
    const squatter = await register()
    await drain()
    const host = await makeCompany(app)
    await host.call('POST', '/api/company', { companyName: 'Maison Vale' })
    const invited = await host.call('POST', '/api/company/users', { name: 'Nora', email: squatter.email })
    expect(invited.status).toBe(201)
    const [token] = await linksTo(squatter.email, '/invitation')
    const account = { username: unique('nora'), name: 'Nora Lind', password: 'secret 1' }
    expect(await app.call('POST', `/api/invitations/${token}`, account)).toMatchObject({
      status: 201,
      body: { email: squatter.email },
    })
    expect(await squatter.emailNow()).toBe('')
  })

  test('goes to one of two users who confirm it at once', async () => {
    for (let rounds = 0; rounds < 5; rounds++) {
      const one = await register()
      await register({ email: one.email })
      const tokens = await linksTo(one.email)
      const answers = await Promise.all(tokens.map(confirm))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const owners = await app.rows('SELECT id FROM users WHERE lower(email) = lower($1)', [one.email])
      expect(owners).toHaveLength(1)
    }
  })

  test('stays with the account that has confirmed it', async () => {
    const { email, emailNow, state } = await register()
    const [token] = (await linksTo(email)) as [string]
    await confirm(token)
    const taken = { status: 409, body: { code: 'taken' } }
    const form = { username: unique(), email: email.toUpperCase(), name: 'Eve', password: 'secret 1' }
    expect(await app.call('POST', '/api/register', form)).toMatchObject(taken)
    const eve = await register()
    expect(await eve.call('PUT', '/api/user/email', { email, password: eve.password })).toMatchObject(taken)
    const host = await makeCompany(app)
    await host.call('POST', '/api/company', { companyName: 'Maison Vale' })
    expect(await host.call('POST', '/api/company/users', { name: 'Nora', email })).toMatchObject(taken)
    expect([await emailNow(), (await state()).confirmed]).toEqual([email, true])
  })
})

describe('another email', () => {
  test('replaces a confirmed one once its link is opened, for someone who knows the password', async () => {
    const { email, emailNow, call, password, state } = await register()
    await confirm((await linksTo(email))[0]!)
    const other = `${unique('other')}@mail.test`
    expect(await call('PUT', '/api/user/email', { email: other, password: 'not this one' })).toMatchObject({
      status: 400,
      body: { fields: { password: 'This is not your current password' } },
    })
    expect((await call('PUT', '/api/user/email', { email: other, password })).status).toBe(200)
    expect(await emailNow()).toBe(email)
    expect(await state()).toMatchObject({ confirmed: true, asked: other })
    await confirm((await linksTo(other))[0]!)
    expect(await emailNow()).toBe(other)
    expect(await state()).toMatchObject({ confirmed: true, asked: null })
  })

  test('replaces a mistyped one at once, whose links stop working', async () => {
    const { email, emailNow, call, password } = await register()
    const [wrong] = (await linksTo(email)) as [string]
    const other = `${unique('other')}@mail.test`
    await call('PUT', '/api/user/email', { email: other, password })
    expect(await emailNow()).toBe(other)
    expect((await confirm(wrong)).status).toBe(404)
    await confirm((await linksTo(other))[0]!)
    expect(await emailNow()).toBe(other)
  })

  describe('where limits count', () => {
    const limited = startTestApp({ ...mail, RATE_LIMIT: 'on' })

    test('is asked for five times a day', async () => {
      const { call, password } = await register({}, limited)
      const change = () => call('PUT', '/api/user/email', { email: `${unique()}@mail.test`, password })
      const statuses = []
      for (let times = 0; times < 4; times++) statuses.push((await change()).status)
      statuses.push((await call('POST', '/api/user/email/confirmation')).status, (await change()).status)
      statuses.push((await call('POST', '/api/user/email/confirmation')).status)
      expect(statuses).toEqual([200, 200, 200, 200, 204, 429, 429])
    })
  })
})

describe('the contact of an event', () => {
  test('is asked once for all events, and gets notices from then on', async () => {
    const host = await makeCompany(app)
    const contactEmail = `${unique('contact')}@vale.test`
    const save = (changes: object = {}) =>
      host.call('POST', '/api/events', eventForm({ contactEmail, ...changes }))
    const { body: event } = await save()
    await save({ contactEmail: contactEmail.toUpperCase() })
    const detail = async () => (await host.call('GET', `/api/events/${event.id}`)).body.contactConfirmed
    expect(await detail()).toBe(false)
    const tokens = await linksTo(contactEmail)
    expect(tokens).toHaveLength(1)
    expect((await host.call('POST', `/api/events/${event.id}/contact-confirmation`)).status).toBe(204)
    expect(await linksTo(contactEmail)).toEqual(tokens)

    const page = await confirm(tokens[0]!)
    expect(page.text).toContain(`Booking alerts now go to ${contactEmail}.`)
    expect(await detail()).toBe(true)
    await save()
    expect(await linksTo(contactEmail)).toEqual([])
    expect((await app.call('GET', `/api/events/${event.id}`)).body).not.toHaveProperty('contactConfirmed')
  })

  test('needs no question where it is the confirmed email of a colleague', async () => {
    const host = await makeCompany(app)
    const { body: event } = await host.call('POST', '/api/events', eventForm({ contactEmail: host.email }))
    expect((await host.call('GET', `/api/events/${event.id}`)).body.contactConfirmed).toBe(true)
    expect(await linksTo(host.email)).toEqual([])
  })

  test('who confirms it gives the company no account with it', async () => {
    const squatter = await register()
    const contactEmail = `${unique('victim')}@mail.test`
    await squatter.call('POST', '/api/events', eventForm({ contactEmail }))
    await confirm((await linksTo(contactEmail))[0]!)
    await squatter.call('PUT', '/api/user/email', { email: contactEmail, password: squatter.password })
    expect(await squatter.state()).toMatchObject({ confirmed: false })
    expect((await register({ email: contactEmail })).id).toBeGreaterThan(0)
  })
})

test('one fresh account that books 800 strangers sends 20 mails before confirming, and its budget after', async () => {
  const host = await register()
  await drain()
  const { body: event } = await host.call(
    'POST',
    '/api/events',
    eventForm({ name: 'Buy cheap watches', contactEmail: '' }),
  )
  const { body: slots } = await host.call('GET', `/api/events/${event.id}/timeslots`)
  await host.call('PATCH', `/api/timeslots/${slots[0].id}`, { totalSlots: 800 })
  for (let strangers = 0; strangers < 800; strangers++)
    await host.call('POST', `/api/timeslots/${slots[0].id}/book`, {
      attendeeName: 'You',
      attendeeEmail: `${unique('stranger')}@mail.test`,
    })
  const sentToStrangers = (sent: RenderedMessage[]) =>
    sent.filter(({ to }) => to.address.startsWith('stranger'))
  const early = await drain()
  expect(sentToStrangers(early)).toHaveLength(20)
  expect(early).toHaveLength(20)
  expect(await drain()).toEqual([])
  expect(await host.state()).toMatchObject({ confirmed: false, waiting: 1000, overBudget: 0 })

  const bookings = (await host.call('GET', `/api/events/${event.id}/bookings?limit=500`)).body
  const waits = bookings.filter(({ emailWaits }: { emailWaits?: string }) => emailWaits === 'confirmation')
  expect(waits).toHaveLength(480)

  await host.call('POST', '/api/user/email/confirmation')
  const [token] = (await linksTo(host.email)) as [string]
  await confirm(token)
  const budget = { emailBudgetPerDay: 100 }
  const later = await drain(budget)
  expect(sentToStrangers(later)).toHaveLength(80)
  expect(later).toHaveLength(80)
  expect(await drain(budget)).toEqual([])
  expect(await host.state()).toMatchObject({ confirmed: true, waiting: 0, overBudget: 1000 })
})

describe('without a mail server', () => {
  const appWithoutMail = startTestApp()

  test('accounts and contacts count as confirmed', async () => {
    const host = await register({}, appWithoutMail)
    expect(await host.state()).toMatchObject({ confirmed: true, asked: null, ownerConfirmed: true })
    const { body: event } = await host.call(
      'POST',
      '/api/events',
      eventForm({ contactEmail: 'any@vale.test' }),
    )
    expect((await host.call('GET', `/api/events/${event.id}`)).body.contactConfirmed).toBe(true)
    const other = `${unique('other')}@mail.test`
    await host.call('PUT', '/api/user/email', { email: other, password: host.password })
    expect([await host.emailNow(), (await host.state()).confirmed]).toEqual([other, true])
    expect(
      await appWithoutMail.rows(
        'SELECT count(*)::int AS open FROM email_confirmations WHERE confirmed_at IS NULL',
      ),
    ).toEqual([{ open: 0 }])
  })
})
