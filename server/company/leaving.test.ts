import { describe, expect, test } from 'vitest'
import { eventEmails } from '../events/emails.ts'
import { startTestApp, unique } from '../test/app.ts'
import { makeCompany, makeEvent, makeUser, type TestUser } from '../test/factories.ts'
import { readLinks } from '../test/mail/sent-mails.ts'
import { whileUncommitted } from '../test/while-uncommitted.ts'
import { companyEmails } from './emails.ts'

const app = startTestApp()
const account = () => ({ username: unique('zoe'), name: 'Zoe Quill', password: 'a good secret' })

/**
 * Creates a company whose second admin has sent an invitation and has given co-host access, once open and once
 * accepted.
 */
async function makeTeam() {
  const owner = await makeCompany(app)
  await owner.call('POST', '/api/company', { companyName: 'Maison Vale' })
  const leaver = await makeUser(app, owner.companyId, 'admin')
  const event = await makeEvent(owner)
  const coHosts = `/api/events/${event.id}/co-hosts`

  const invitedEmail = `${unique('second')}@mail.test`
  await leaver.call('POST', '/api/company/users', { name: 'Zoe Quill', email: invitedEmail, role: 'admin' })
  const [invitation] = await readLinks(app, companyEmails, '/invitation', invitedEmail)

  const guest = await makeCompany(app)
  const friend = await makeCompany(app)
  await leaver.call('POST', coHosts, { email: guest.email })
  const [open] = await readLinks(app, eventEmails, '/co-host', guest.email)
  await leaver.call('POST', coHosts, { email: friend.email })
  const [accepted] = await readLinks(app, eventEmails, '/co-host', friend.email)
  expect((await friend.call('POST', `/api/co-host-invitations/${accepted}`)).status).toBe(200)

  const bookings = `/api/events/${event.id}/bookings`
  return {
    owner,
    event,
    leaver,
    path: `/api/company/users/${leaver.id}`,
    /** Returns which of the admin's invitations and co-host links still work. */
    async works() {
      const joined = await app.call('POST', `/api/invitations/${invitation}`, account())
      const coHosted = await guest.call('POST', `/api/co-host-invitations/${open}`)
      const seen = await friend.call('GET', bookings)
      return { invitation: joined.status, link: coHosted.status, coHost: seen.status }
    },
  }
}

async function logOf(owner: TestUser) {
  const { body } = await owner.call('GET', '/api/activity')
  return body as { activity: string; subjectName: string }[]
}

const nothing = { invitation: 404, link: 404, coHost: 404 }

describe('access that a person granted', () => {
  test('works while they may grant it', async () => {
    const { works } = await makeTeam()
    expect(await works()).toEqual({ invitation: 201, link: 200, coHost: 200 })
  })

  test('ends when they are removed, and the log says so', async () => {
    const { owner, event, path, works } = await makeTeam()
    expect((await owner.call('DELETE', path)).status).toBe(204)
    expect(await works()).toEqual(nothing)
    const log = await logOf(owner)
    expect(log.filter(({ activity }) => activity === 'user.removed')).toHaveLength(2)
    const ended = log.filter(({ activity }) => activity === 'coHost.removed')
    expect(ended.map(({ subjectName }) => subjectName)).toEqual([event.name, event.name])
  })

  test('ends when they are deactivated, and stays ended when they are back', async () => {
    const { owner, path, works } = await makeTeam()
    for (const isActive of [false, true])
      expect((await owner.call('PUT', path, { isActive })).status).toBe(200)
    expect(await works()).toEqual(nothing)
  })

  test.each([
    ['order management', { invitation: 404, link: 200, coHost: 200 }],
    ['view only', nothing],
  ])('ends as far as the role %s could not grant it', async (role, expected) => {
    const { owner, path, works } = await makeTeam()
    expect((await owner.call('PUT', path, { role })).status).toBe(200)
    expect(await works()).toEqual(expected)
  })

  test('stays where a colleague has sent the invitation again', async () => {
    const { owner, path, leaver } = await makeTeam()
    const { body } = await owner.call('GET', '/api/company/users')
    const pending = body.find(({ state }: { state: string }) => state === 'pending')
    expect((await owner.call('POST', `/api/company/users/${pending.id}/resend`)).status).toBe(200)
    await owner.call('DELETE', path)
    const users = (await owner.call('GET', '/api/company/users')).body.map(({ id }: { id: number }) => id)
    expect(users).toContain(pending.id)
    expect(users).not.toContain(leaver.id)
  })
})

test.each([
  ['an invitation', () => '/api/company/users', { name: 'Zoe Quill', role: 'admin' }],
  ['a co-host', (eventId: number) => `/api/events/${eventId}/co-hosts`, {}],
])('%s sent during the removal of its sender is refused', async (_what, pathOf, body) => {
  const owner = await makeCompany(app)
  await owner.call('POST', '/api/company', { companyName: 'Maison Vale' })
  const leaver = await makeUser(app, owner.companyId, 'admin')
  const event = await makeEvent(owner)
  const email = `${unique('second')}@mail.test`
  const invited = await whileUncommitted(
    app,
    'UPDATE users SET is_active = false WHERE id = $1',
    [leaver.id],
    () => leaver.call('POST', pathOf(event.id), { ...body, email }),
  )
  expect(invited.status).toBe(403)
  const kept = await app.rows(
    `SELECT invited_email FROM users WHERE invited_email = $1
     UNION ALL SELECT invited_email FROM event_co_hosts WHERE invited_email = $1`,
    [email],
  )
  expect(kept).toEqual([])
})
