import { describe, expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { drainOutbox } from '../platform/mail/drain-outbox.ts'
import type { RenderedMessage } from '../platform/mail/transport.ts'
import { cookiesOf, startTestApp, type TestApp, unique } from '../test/app.ts'
import { queueResetMails } from './change-password.ts'
import { sessionEmails } from './emails.ts'

const PASSWORD = 'a long password'
/** With a mail server, addresses are confirmed by a link; without one, at once. */
const withMail = startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shows@trunkshow.test' })
const withOutbox = startTestApp()

/** Sends all due email. @returns `subject: recipient` of each, and their texts */
async function drain({ config, pool, files }: TestApp) {
  const sent: RenderedMessage[] = []
  const transport = {
    send: async (_: string, message: RenderedMessage) => void sent.push(message),
    close() {},
  }
  const ctx = { config, db: databaseOf(pool), files }
  await queueResetMails(ctx)
  await drainOutbox(ctx, sessionEmails, transport)
  const lines = sent.map(({ subject, to }) => `${subject}: ${to.address}`)
  return { sent, lines, text: (subject: string) => sent.find((mail) => mail.subject === subject)!.text }
}

async function register(app: TestApp, { isConfirmed = true } = {}) {
  const username = unique('maya')
  const email = `${username}@vale.test`
  const form = { username, email, name: 'Maya Vale', password: PASSWORD }
  const answer = await app.call('POST', '/api/register', form)
  if (isConfirmed)
    await app.rows('UPDATE users SET email_confirmed_at = now() WHERE id = $1', [answer.body.id])
  await drain(app)
  const call: TestApp['call'] = (method, url, body) =>
    app.call(method, url, body, { cookie: cookiesOf(answer) })
  return { ...form, id: answer.body.id as number, call }
}
const tokenIn = (text: string, page: string) => new RegExp(`/${page}/([\\w-]+)`).exec(text)![1]!

describe.each([
  ['a mail server', withMail],
  ['the outbox folder', withOutbox],
])('with %s', (_, app) => {
  test('a changed password is emailed to its user, with what to do', async () => {
    const { email, call } = await register(app)
    await call('POST', '/api/user/password', { oldPassword: 'not this one', newPassword: 'the second one' })
    expect((await drain(app)).lines).toEqual([])
    await call('POST', '/api/user/password', { oldPassword: PASSWORD, newPassword: 'the second one' })
    const { lines, text } = await drain(app)
    expect(lines).toEqual([`Your password was changed: ${email}`])
    expect(text('Your password was changed')).toMatch(/If it wasn’t, set a new password now/)
    expect(text('Your password was changed')).toContain(`${app.config.publicUrl}/forgot-password`)
  })

  test('a password set through a link is, too', async () => {
    const { email } = await register(app)
    await app.call('POST', '/api/password/forgot', { email })
    const token = tokenIn((await drain(app)).text('Set a new password'), 'reset-password')
    expect(
      (await app.call('POST', '/api/password/reset', { token, password: 'the second one' })).status,
    ).toBe(204)
    expect((await drain(app)).lines).toEqual([`Your password was changed: ${email}`])
  })

  test('a changed email is reported to the earlier and the new address once it takes effect', async () => {
    const { email, call, username } = await register(app)
    const other = `${unique('new')}@vale.test`
    await call('PUT', '/api/user/email', { email: other, password: PASSWORD })
    let told = await drain(app)
    if (app === withMail) {
      expect(told.lines).toEqual([`Confirm your email: ${other}`])
      const token = tokenIn(told.text('Confirm your email'), 'confirm-email')
      for (let times = 0; times < 2; times++)
        await app.call('POST', `/confirm-email/${token}`, new FormData())
      told = await drain(app)
    }
    expect(told.lines).toEqual([`Your email was changed: ${email}`, `Your email was changed: ${other}`])
    const [earlier, now] = told.sent.map(({ text }) => text)
    expect(earlier).toContain('we’ll send account emails to the new address, not this one')
    expect(now).toContain('was just changed to this address')
    for (const text of [earlier, now]) {
      expect(text).toContain(username)
      expect(text).toMatch(
        /If it wasn’t, log in with your username, then change your password and your email/,
      )
    }
    // The earlier address learns nothing of the new one.
    expect(earlier).not.toContain(other)
  })
})

test('an unconfirmed address learns nothing of its successor', async () => {
  const { email, call } = await register(withMail, { isConfirmed: false })
  const other = `${unique('new')}@vale.test`
  await call('PUT', '/api/user/email', { email: other, password: PASSWORD })
  const asked = await drain(withMail)
  expect(asked.lines).toEqual([`Confirm your email: ${other}`])
  const token = tokenIn(asked.text('Confirm your email'), 'confirm-email')
  await withMail.call('POST', `/confirm-email/${token}`, new FormData())
  for (const { to } of (await drain(withMail)).sent) expect(to.address).not.toBe(email)
})

test('they go although the company’s budget is spent and its alerts are off', async () => {
  const { email, id, call } = await register(withMail)
  const spent = { ...withMail, config: { ...withMail.config, emailBudgetPerDay: 0 } }
  await withMail.rows(
    `INSERT INTO email_notifications (company_id, email_type, audience, status, sent_at)
     SELECT company_id, 'booking_confirmation', 'guest', 'sent', now() FROM users WHERE id = $1`,
    [id],
  )
  await call('POST', '/api/user/password', { oldPassword: PASSWORD, newPassword: 'the second one' })
  expect((await drain(spent)).lines).toEqual([`Your password was changed: ${email}`])
})

test('someone who changes an account over and over sends ten a day to its mailbox', async () => {
  const { email, username } = await register(withOutbox)
  let password = PASSWORD
  for (let times = 1; times <= 12; times++) {
    const cookie = cookiesOf(await withOutbox.call('POST', '/api/login', { username, password }))
    const next = `the next one ${times}`
    await withOutbox.call(
      'POST',
      '/api/user/password',
      { oldPassword: password, newPassword: next },
      { cookie },
    )
    password = next
  }
  expect((await drain(withOutbox)).lines).toEqual(Array(10).fill(`Your password was changed: ${email}`))
})
