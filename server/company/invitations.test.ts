import { describe, expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { makeCompany, makeUser, type TestUser } from '../test/factories.ts'
import { openMailbox } from '../test/mail/mailbox.ts'
import { readLinks, sendDue } from '../test/mail/sent-mails.ts'
import { companyEmails } from './emails.ts'

const app = startTestApp()

async function makeHouse() {
  const owner = await makeCompany(app)
  await owner.call('POST', '/api/company', { companyName: 'Maison Vale' })
  return owner
}

async function invite(owner: TestUser, changes: object = {}) {
  const email = `${unique('guest')}@mail.test`
  const answer = await owner.call('POST', '/api/company/users', { name: 'Nora Lind', email, ...changes })
  return { email, answer, id: answer.body?.id as number }
}
const linksTo = (email: string) => readLinks(app, companyEmails, '/invitation', email)
const account = () => ({ username: unique('nora'), name: 'Nora Lind', password: 'a good secret' })
const gone = { status: 404, body: { message: 'This invitation is no longer valid. Ask for a new one.' } }

describe('an invitation', () => {
  test('is emailed, read without changes, accepted once, and logs its user in with the role', async () => {
    const owner = await makeHouse()
    const { email, answer } = await invite(owner)
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'Nora Lind', invitedEmail: email, role: 'view only', isActive: false, state: 'pending' },
    })
    const [token] = await linksTo(email)
    const read = { companyName: 'Maison Vale', name: 'Nora Lind', email, role: 'view only' }
    for (let times = 0; times < 3; times++)
      expect(await app.call('GET', `/api/invitations/${token}`)).toMatchObject({ status: 200, body: read })

    const typed = account()
    const accepted = await app.call('POST', `/api/invitations/${token}`, {
      ...typed,
      email: 'another@mail.test',
      role: 'admin',
    })
    expect(accepted).toMatchObject({
      status: 201,
      body: { username: typed.username, email, name: 'Nora Lind', role: 'view only' },
    })
    const cookie = String(accepted.headers['set-cookie']).split(';')[0]!
    expect((await app.call('GET', '/api/user', undefined, { cookie })).body).toMatchObject({ email })
    expect((await app.call('GET', '/api/events', undefined, { cookie })).status).toBe(200)
    expect((await owner.call('GET', '/api/company/users')).body[1]).toMatchObject({ state: 'active' })

    expect(await app.call('GET', `/api/invitations/${token}`)).toMatchObject(gone)
    expect(await app.call('POST', `/api/invitations/${token}`, account())).toMatchObject(gone)
  })

  test('accepted twice at the same moment makes one user', async () => {
    const { email } = await invite(await makeHouse())
    const [token] = await linksTo(email)
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call('POST', `/api/invitations/${token}`, account())),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404])
  })

  test('sent again invalidates the earlier link', async () => {
    const owner = await makeHouse()
    const { email, id } = await invite(owner)
    const [first] = await linksTo(email)
    expect((await owner.call('POST', `/api/company/users/${id}/resend`)).status).toBe(200)
    const [second] = await linksTo(email)
    expect(await app.call('GET', `/api/invitations/${first}`)).toMatchObject(gone)
    expect((await app.call('POST', `/api/invitations/${second}`, account())).status).toBe(201)
    expect(await owner.call('POST', `/api/company/users/${id}/resend`)).toMatchObject({ status: 409 })
  })

  test('whose user is removed, or that is older than seven days, opens nothing', async () => {
    const owner = await makeHouse()
    const removed = await invite(owner)
    const [first] = await linksTo(removed.email)
    const old = await invite(owner)
    const [second] = await linksTo(old.email)
    expect((await app.call('GET', `/api/invitations/${second}`)).status).toBe(200)
    await owner.call('DELETE', `/api/company/users/${removed.id}`)
    await app.rows(`UPDATE users SET invited_at = now() - interval '7 days 1 minute' WHERE id = $1`, [old.id])
    for (const token of [first, second]) {
      expect(await app.call('GET', `/api/invitations/${token}`)).toMatchObject(gone)
      expect(await app.call('POST', `/api/invitations/${token}`, account())).toMatchObject(gone)
    }
    const again = await owner.call('POST', '/api/company/users', { name: 'Nora Lind', email: removed.email })
    expect(again.status).toBe(201)
  })

  test("can't be guessed or derived from another one", async () => {
    const owner = await makeHouse()
    const [one, other] = [await invite(owner), await invite(owner)]
    const [token] = await linksTo(one.email)
    const signature = token!.split('-')[1]
    for (const guess of [
      String(one.id),
      `${other.id}-${signature}`,
      `${one.id}-${'0'.repeat(32)}`,
      'x',
      `${token}0`,
    ])
      expect(await app.call('GET', `/api/invitations/${guess}`)).toMatchObject(gone)
  })

  test('waits until the company is saved', async () => {
    const { answer } = await invite(await makeCompany(app))
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'Save your company before you invite people.' },
    })
  })

  test('of a company that lost its name reads well', async () => {
    const owner = await makeHouse()
    const { email } = await invite(owner)
    await app.rows('UPDATE companies SET company_name = NULL WHERE id = $1', [owner.companyId])
    const mailbox = await openMailbox()
    await sendDue(app, companyEmails, mailbox.url)
    await mailbox.close()
    const { subject, text } = mailbox.mails.find(({ recipients }) => recipients[0] === email)!
    expect(subject).toBe('Test User invites you to Trunkshow')
    expect(text).toMatch(/^Join your team on Trunkshow\n/i)
    expect(text).toContain('Test User invited you to work on')
    expect(text).toContain('If you don’t know Test User, ignore this email.')
    expect(text).not.toMatch(/null|undefined|Company/)
  })

  test('to an address that has an account or an invitation is refused at the field', async () => {
    const owner = await makeHouse()
    const colleague = await makeUser(app, owner.companyId, 'view only')
    const stranger = await makeCompany(app)
    const invited = await invite(owner)
    for (const [email, message] of [
      [colleague.email.toUpperCase(), 'This person is already in your company.'],
      [stranger.email, 'This email is already used by an account in another company.'],
      [invited.email.toUpperCase(), 'This address is already invited. You can resend the invitation.'],
    ] as const) {
      const { answer } = await invite(owner, { email })
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'taken', message, fields: { email: message } },
      })
    }
    const elsewhere = await invite(await makeHouse(), { email: invited.email })
    expect(elsewhere.answer.status).toBe(201)
  })

  test('to an address that has registered since says that it has an account', async () => {
    const { email } = await invite(await makeHouse())
    const [token] = await linksTo(email)
    await app.call('POST', '/api/register', { ...account(), email })
    const answer = await app.call('POST', `/api/invitations/${token}`, account())
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'An account with this email address already exists' },
    })
  })

  test.each([
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ email: 'nora' }, { email: 'Invalid email address' }],
    [{ role: 'owner' }, { role: 'Choose a role' }],
  ])('with %j is refused', async (changes, fields) => {
    const { answer } = await invite(await makeHouse(), changes)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields } })
  })

  test('keeps its link out of the database', async () => {
    const { email } = await invite(await makeHouse())
    const [token] = await linksTo(email)
    const secret = token!.split('-')[1]!
    for (const table of ['users', 'email_notifications', 'activity_log']) {
      const rows = await app.rows(
        `SELECT * FROM ${table} AS everything WHERE everything::text LIKE '%' || $1 || '%'`,
        [secret],
      )
      expect(rows, table).toEqual([])
    }
  })
})
