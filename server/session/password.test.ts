import type { SessionView } from '@trunkshow/contract/session/schema.ts'
import { describe, expect, test, vi } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { readLinks } from '../test/mail/sent-mails.ts'
import { sessionEmails } from './emails.ts'

const app = startTestApp()
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0]!

async function register() {
  const username = unique('maya')
  const email = `${username}@mail.test`
  const password = 'the first one'
  const answer = await app.call('POST', '/api/register', { username, email, name: 'Maya Vale', password })
  const logIn = (password: string) => app.call('POST', '/api/login', { username, password })
  return { username, email, password, cookie: cookieOf(answer), logIn }
}
const linksTo = (email: string) => readLinks(app, sessionEmails, '/reset-password', email)
const statusWith = async (cookie: string) =>
  (await app.call('GET', '/api/user', undefined, { cookie })).status
const forget = (email: string) => app.call('POST', '/api/password/forgot', { email })
const reset = (token: unknown, password = 'the second one') =>
  app.call('POST', '/api/password/reset', { token, password })
const gone = { status: 404, body: { message: 'This link is no longer valid. Ask for a new one.' } }

describe('a forgotten password', () => {
  test('is reset by the emailed link, once, and every session ends', async () => {
    const { email, cookie, password, logIn } = await register()
    expect(await forget(email.toUpperCase())).toMatchObject({ status: 204, text: '' })
    const [token] = await linksTo(email)
    expect(await statusWith(cookie)).toBe(200)
    expect((await reset(token)).status).toBe(204)
    expect(await statusWith(cookie)).toBe(401)
    expect((await logIn(password)).status).toBe(401)
    expect((await logIn('the second one')).status).toBe(200)
    expect(await reset(token, 'a third one')).toMatchObject(gone)
  })

  test('responds the same for an unknown address, and sends no email', async () => {
    const email = `${unique('nobody')}@mail.test`
    const [known, unknown] = [await forget((await register()).email), await forget(email)]
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(await linksTo(email)).toEqual([])
  })

  test('is the same work for an unknown address: statements, connections and rows', async () => {
    const { email } = await register()
    const query = vi.spyOn(app.pool, 'query')
    const connect = vi.spyOn(app.pool, 'connect')
    const workFor = async (address: string) => {
      query.mockClear()
      connect.mockClear()
      await forget(address)
      const statements = query.mock.calls.map(([first]) => (first as unknown as { text: string }).text)
      const connections = connect.mock.calls.length
      const asked = await app.rows('DELETE FROM password_requests RETURNING email')
      const [rows] = await app.rows(
        `SELECT (SELECT count(*) FROM email_notifications) AS mails, (SELECT sum(reset_sequence) FROM users) AS links`,
      )
      return { statements, connections, asked: asked.length, rows }
    }
    const known = await workFor(email.toUpperCase())
    const unknown = await workFor(`${unique('nobody')}@mail.test`)
    query.mockRestore()
    connect.mockRestore()
    expect(known.statements).toEqual([expect.stringContaining('insert into "password_requests"')])
    expect(known.asked).toBe(1)
    expect(unknown).toEqual(known)
  })

  test('requested twice before the email is sent is sent once, and no address is stored', async () => {
    const { email } = await register()
    for (const address of [email, email.toUpperCase(), `${unique('nobody')}@mail.test`]) await forget(address)
    const tokens = await linksTo(email)
    expect(tokens).toHaveLength(1)
    expect(await app.rows('SELECT id FROM password_requests')).toEqual([])
    expect((await reset(tokens[0])).status).toBe(204)
  })

  test('has one link at a time, for an hour', async () => {
    const { email } = await register()
    await forget(email)
    const [first] = await linksTo(email)
    await forget(email)
    const [second] = await linksTo(email)
    expect(await reset(first)).toMatchObject(gone)
    await app.rows(`UPDATE users SET reset_until = now() WHERE email = $1`, [email])
    expect(await reset(second)).toMatchObject(gone)
  })

  test('is reset once by two requests with the link at once', async () => {
    const { email } = await register()
    await forget(email)
    const [token] = await linksTo(email)
    const answers = await Promise.all([1, 2, 3].map((n) => reset(token, `password ${n}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404])
  })

  test('does not let a deactivated user in, nor anyone with a made-up link', async () => {
    const { email } = await register()
    const [{ id }] = (await app.rows<{ id: number }>('SELECT id FROM users WHERE email = $1', [email])) as [
      { id: number },
    ]
    await forget(email)
    const [token] = await linksTo(email)
    for (const guess of [String(id), `${id}-${'0'.repeat(32)}`, '', 'x'.repeat(300)])
      expect([400, 404]).toContain((await reset(guess)).status)
    await app.rows('UPDATE users SET is_active = false WHERE id = $1', [id])
    expect(await reset(token)).toMatchObject(gone)
    await forget(email)
    expect(await linksTo(email)).toEqual([])
  })

  test('keeps its link out of the database', async () => {
    const { email } = await register()
    await forget(email)
    const [token] = await linksTo(email)
    for (const table of ['users', 'email_notifications']) {
      const rows = await app.rows(
        `SELECT 1 FROM ${table} AS everything WHERE everything::text LIKE '%' || $1 || '%'`,
        [token!.split('-')[1]],
      )
      expect(rows, table).toEqual([])
    }
  })
})

describe('asking for links, with limits on', () => {
  const limited = startTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })
  const ask = (email: string, network: number) =>
    limited.call('POST', '/api/password/forgot', { email }, { 'x-forwarded-for': `10.1.2.${network}` })

  test('is handled five times an hour per address, known or not, with the same response after', async () => {
    const email = `${unique('maya')}@mail.test`
    await limited.call('POST', '/api/register', {
      username: unique('maya'),
      email,
      name: 'Maya Vale',
      password: 'the first one',
    })
    for (const address of [email, `${unique('nobody')}@mail.test`]) {
      const answers = []
      for (let times = 1; times <= 7; times++)
        answers.push(await ask(times % 2 ? address : address.toUpperCase(), times))
      expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(7).fill([204, '']))
      expect(await limited.rows('DELETE FROM password_requests RETURNING email')).toEqual(
        Array(5).fill({ email: address }),
      )
    }
  })

  test('is refused beyond 20 an hour from one network', async () => {
    const answers = []
    for (let times = 0; times < 21; times++) answers.push(await ask(`${unique('nobody')}@mail.test`, 99))
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(204), 429])
    expect(Number(answers[20]!.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('changing the password', () => {
  const change = (cookie: string, oldPassword: string, newPassword = 'the second one') =>
    app.call('POST', '/api/user/password', { oldPassword, newPassword }, { cookie })

  test('needs the old one, ends every other session and keeps the caller logged in', async () => {
    const { cookie, password, logIn } = await register()
    const phone = cookieOf(await logIn(password))
    const message = 'This is not your current password'
    for (const wrong of ['not this one', 'short', ''])
      expect(await change(cookie, wrong)).toMatchObject({
        status: 400,
        body: { message, fields: { oldPassword: message } },
      })
    const changed = await change(cookie, password)
    expect(changed.status).toBe(204)
    expect(await statusWith(cookieOf(changed))).toBe(200)
    for (const ended of [cookie, phone]) expect(await statusWith(ended)).toBe(401)
    expect((await logIn('the second one')).status).toBe(200)
  })

  test('makes a link to reset it worthless', async () => {
    const { cookie, email, password } = await register()
    await forget(email)
    const [token] = await linksTo(email)
    await change(cookie, password)
    expect(await reset(token)).toMatchObject(gone)
  })
})

describe('the sessions of a user', () => {
  /** A user who is logged in in three browsers. */
  async function makeThree() {
    const user = await register()
    const phone = cookieOf(await user.logIn(user.password))
    const tablet = cookieOf(await user.logIn(user.password))
    const list = async (cookie: string) =>
      (await app.call('GET', '/api/user/sessions', undefined, { cookie })).body as SessionView[]
    const idOf = async (cookie: string) => (await list(cookie)).find(({ current }) => current)!.id
    const end = (body: object) => app.call('POST', '/api/user/sessions/end', body, { cookie: user.cookie })
    return { ...user, phone, tablet, list, idOf, end }
  }

  test('are listed only to them, without their secrets', async () => {
    const [mine] = [await makeThree(), await makeThree()]
    const listed = await mine.list(mine.cookie)
    expect(listed).toHaveLength(3)
    expect(listed.filter(({ current }) => current)).toHaveLength(1)
    const stored = await app.rows<{ id_hash: string }>('SELECT id_hash FROM sessions')
    for (const { id_hash } of stored) expect(JSON.stringify(listed)).not.toContain(id_hash)
  })

  test('end one by one, with the password', async () => {
    const { cookie, phone, tablet, password, idOf, end } = await makeThree()
    const id = await idOf(phone)
    const message = 'This is not your current password'
    for (const wrong of ['not this one', 'short', ''])
      expect(await end({ id, password: wrong })).toMatchObject({
        status: 400,
        body: { message, fields: { password: message } },
      })
    expect((await end({ id })).status).toBe(400)
    expect(await statusWith(phone)).toBe(200)
    expect((await end({ id, password })).status).toBe(204)
    expect([await statusWith(phone), await statusWith(tablet), await statusWith(cookie)]).toEqual([
      401, 200, 200,
    ])
    expect(await end({ id, password })).toMatchObject({
      status: 404,
      body: { message: 'This browser is already logged out.' },
    })
  })

  test('of another user, the current one, and made-up ones do not end by their ids', async () => {
    const [mine, other] = [await makeThree(), await makeThree()]
    for (const id of [await other.idOf(other.cookie), await mine.idOf(mine.cookie), '%', '0', `' OR ''='`])
      expect((await mine.end({ id, password: mine.password })).status, id).toBe(404)
    for (const cookie of [mine.cookie, mine.phone, other.cookie, other.phone])
      expect(await statusWith(cookie)).toBe(200)
  })

  test('all end but for the current one, with the password', async () => {
    const [mine, other] = [await makeThree(), await makeThree()]
    expect((await mine.end({ password: 'not this one' })).status).toBe(400)
    expect(await statusWith(mine.phone)).toBe(200)
    expect((await mine.end({ password: mine.password })).status).toBe(204)
    for (const ended of [mine.phone, mine.tablet]) expect(await statusWith(ended)).toBe(401)
    for (const kept of [mine.cookie, other.cookie]) expect(await statusWith(kept)).toBe(200)
  })
})
