import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Answer, startTestApp, unique } from '../test/app.ts'
import { eventForm, makeCompany, makeUser } from '../test/factories.ts'

const app = startTestApp()

const wrong = 'Wrong username, email or password'

function person(changes: Record<string, unknown> = {}) {
  const username = unique('Maya')
  return { username, email: `${username}@Vale.test`, name: 'Maya Vale', password: 'secret 1', ...changes }
}

async function register() {
  const form = person()
  const answer = await app.call('POST', '/api/register', form)
  if (answer.status !== 201) throw new Error(`Nobody was registered: ${answer.text}`)
  return { ...form, id: answer.body.id as number, cookie: cookieOf(answer) }
}

/** Returns the session cookie that a response sets, as `name=value`; empty if it sets none or removes it. */
function cookieOf(answer: Answer) {
  return /^(__Host-)?session=[^;]+/.exec(setCookie(answer))?.[0] ?? ''
}

function setCookie(answer: Answer) {
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map(String)
  return cookies.find((cookie) => /^(__Host-)?session=/.test(cookie)) ?? ''
}

async function count(table: 'users' | 'companies') {
  const [row] = await app.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)
  return row!.count
}

function logIn(username: string, password: string, headers = {}) {
  return app.call('POST', '/api/login', { username, password }, headers)
}

/** Stores this many sessions, each last seen an hour before the previous one. */
function storeSessions(userId: number, count: number) {
  return app.rows(
    `INSERT INTO sessions (id_hash, user_id, device, last_seen_at, expires_at)
     SELECT $1::int || '-' || n, $1, '', now() - n * interval '1 hour', now() + interval '1 day'
     FROM generate_series(1, $2::int) AS n`,
    [userId, count],
  )
}

async function sessionsOf(userId: number) {
  const rows = await app.rows<{ id: string }>('SELECT id_hash AS id FROM sessions WHERE user_id = $1', [
    userId,
  ])
  return rows.map(({ id }) => id)
}

function currentUser(cookie: string, headers = {}) {
  return app.call('GET', '/api/user', undefined, { cookie, ...headers })
}

describe('registering', () => {
  test('with a shop name also names the company, whose page has an address', async () => {
    const shopName = `Maison ${unique('vale')}`
    const answer = await app.call('POST', '/api/register', { ...person(), shopName })
    expect(answer.status).toBe(201)
    const cookie = cookieOf(answer)
    expect((await currentUser(cookie)).body.company).toMatchObject({ name: shopName })
    expect((await app.call('GET', '/api/company', undefined, { cookie })).body).toMatchObject({
      companyName: shopName,
      urlSlug: shopName.toLowerCase().replace(' ', '-'),
    })
    const refused = { ...person(), shopName, password: shopName.toUpperCase() }
    expect((await app.call('POST', '/api/register', refused)).body.fields).toHaveProperty('password')
    const long = await app.call('POST', '/api/register', { ...person(), shopName: 'x'.repeat(201) })
    expect(long.body.fields).toEqual({ shopName: 'Shop name must be 200 characters or less' })
  })

  test('makes a user, who is admin and owner, with a new company without a name, and logs them in', async () => {
    const form = person()
    const answer = await app.call('POST', '/api/register', form)
    const { password: _, ...shown } = form
    expect(answer).toMatchObject({ status: 201 })
    expect(answer.body).toEqual({ id: expect.any(Number), ...shown, role: 'admin' })
    expect((await currentUser(cookieOf(answer))).body).toEqual({
      ...answer.body,
      companyId: expect.any(Number),
      zone: expect.any(Array),
      phone: '',
      company: { name: '', logoUrl: null, isTeam: false },
      isOwner: true,
      isActive: true,
      invitedEmail: null,
      invitedAt: null,
      invitedBy: null,
      acceptedAt: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })

    const stored = await app.rows(
      `SELECT role, is_owner, is_active, company_name, password_hash,
         (SELECT count(*)::int FROM users AS colleagues WHERE colleagues.company_id = users.company_id) AS people
       FROM users JOIN companies ON companies.id = company_id WHERE users.id = $1`,
      [answer.body.id],
    )
    expect(stored).toEqual([
      {
        role: 'admin',
        is_owner: true,
        is_active: true,
        company_name: null,
        password_hash: expect.stringMatching(/^\$argon2id\$/),
        people: 1,
      },
    ])
  })

  test('sets a cookie that is HttpOnly and SameSite, and over http not Secure', async () => {
    const answer = await app.call('POST', '/api/register', person())
    expect(setCookie(answer)).toMatch(/; HttpOnly(;|$)/)
    expect(setCookie(answer)).toMatch(/; SameSite=Lax(;|$)/)
    expect(setCookie(answer)).toMatch(/; Path=\/(;|$)/)
    expect(setCookie(answer)).not.toContain('Secure')
  })

  test.each([
    [
      { username: undefined, email: undefined, name: undefined, password: undefined },
      {
        username: 'Username must be at least 3 characters',
        email: 'Invalid email address',
        name: 'Name is required',
        password: 'Password must be at least 6 characters',
      },
    ],
    [{ username: 'ab' }, { username: 'Username must be at least 3 characters' }],
    [{ username: 'x'.repeat(51) }, { username: 'Username must be 50 characters or less' }],
    [
      { username: 'maya vale' },
      { username: 'Username can only contain letters, numbers, dots, underscores, and hyphens' },
    ],
    [{ email: 'maya' }, { email: 'Invalid email address' }],
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ name: 'x'.repeat(101) }, { name: 'Name must be 100 characters or less' }],
    [{ password: '12345' }, { password: 'Password must be at least 6 characters' }],
    [{ password: 'x'.repeat(201) }, { password: 'Password must be 200 characters or less' }],
  ])('is refused %j with a sentence at each field', async (changes, fields) => {
    const users = await count('users')
    const answer = await app.call('POST', '/api/register', person(changes))
    const [message] = Object.values(fields)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message, error: message } })
    expect(answer.body.fields).toEqual(fields)
    expect(setCookie(answer)).not.toMatch(/session=\S/)
    expect(await count('users')).toBe(users)
  })

  test('is refused with a username or email in use, in any case, and leaves no company behind', async () => {
    const { username, email } = await register()
    const companies = await count('companies')
    for (const name of [username, username.toUpperCase(), username.toLowerCase(), ` ${username} `]) {
      const sentence = 'This username is already taken'
      const answer = await app.call('POST', '/api/register', person({ username: name }))
      expect(answer).toMatchObject({ status: 409, body: { code: 'taken', message: sentence } })
      expect(answer.body.fields).toEqual({ username: sentence })
    }
    for (const address of [email, email.toUpperCase(), email.toLowerCase()]) {
      const sentence = 'An account with this email address already exists'
      const answer = await app.call('POST', '/api/register', person({ email: address }))
      expect(answer).toMatchObject({ status: 409, body: { code: 'taken', message: sentence } })
      expect(answer.body.fields).toEqual({ email: sentence })
    }
    expect(await count('companies')).toBe(companies)
  })

  test('with one name ten times at once makes one account', async () => {
    const { username } = person()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.call('POST', '/api/register', person({ username }))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(9).fill(409)])
  })
})

describe('logging in', () => {
  test('accepts username or email, in any case', async () => {
    const { id, username, email, name, password } = await register()
    for (const account of [
      username,
      username.toUpperCase(),
      ` ${username.toLowerCase()} `,
      email,
      email.toUpperCase(),
      email.toLowerCase(),
    ]) {
      const answer = await logIn(account, password)
      expect(answer, account).toMatchObject({
        status: 200,
        body: { id, username, email, name, role: 'admin' },
      })
      expect((await currentUser(cookieOf(answer))).body.id).toBe(id)
    }
  })

  test('responds the same for an unknown user and a wrong password', async () => {
    const { username, password } = await register()
    const answers = [
      await logIn(username, 'not this one'),
      await logIn(username, password.toUpperCase()),
      await logIn(username, ` ${password} `),
      await logIn(unique('nobody'), password),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({ message: wrong, error: wrong, code: 'signed_out' })
      expect(cookieOf(answer)).toBe('')
    }
  })

  test.each([
    [{}, { username: 'Username or email is required', password: 'Password must be at least 6 characters' }],
    [{ username: ' ', password: 'secret 1' }, { username: 'Username or email is required' }],
  ])('is refused %j with a sentence at each field', async (form, fields) => {
    const answer = await app.call('POST', '/api/login', form)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(answer.body.fields).toEqual(fields)
  })

  test.each(['', '12345', ' '])(
    'is refused with the short password %j as with any wrong one',
    async (password) => {
      const { username } = await register()
      const answer = await logIn(username, password)
      expect(answer).toMatchObject({ status: 401, body: { message: wrong, code: 'signed_out' } })
    },
  )

  test('issues a new session id, so that a planted one is worthless', async () => {
    const [victim, attacker] = [await register(), await register()]
    const invented = `session=${encodeURIComponent(app.app.signCookie('planted-before'))}`
    for (const planted of [attacker.cookie, invented]) {
      const answer = await logIn(victim.username, victim.password, { cookie: planted })
      expect(answer.status).toBe(200)
      expect(cookieOf(answer)).not.toBe('')
      expect(cookieOf(answer)).not.toBe(planted)
      expect((await currentUser(planted)).status).toBe(401)
      expect((await currentUser(cookieOf(answer))).body.id).toBe(victim.id)
    }
  })

  test('refuses a deactivated user', async () => {
    const { id, username, password } = await register()
    await app.rows('UPDATE users SET is_active = false WHERE id = $1', [id])
    expect(await logIn(username, password)).toMatchObject({ status: 401, body: { message: wrong } })
  })
})

describe('a session', () => {
  test('is stored only by the hash of its id', async () => {
    const { id, cookie } = await register()
    const value = decodeURIComponent(cookie.replace('session=', ''))
    const sessionId = value.slice(0, value.lastIndexOf('.'))
    const stored = await app.rows('SELECT * FROM sessions WHERE user_id = $1', [id])
    expect(stored).toMatchObject([{ id_hash: createHash('sha256').update(sessionId).digest('hex') }])
    expect(JSON.stringify(stored)).not.toContain(sessionId)
  })

  test('lives 30 days from when it was last seen', async () => {
    const { id, cookie } = await register()
    const days = () =>
      app.rows(
        `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS left,
           now() - last_seen_at < interval '1 hour' AS seen FROM sessions WHERE user_id = $1`,
        [id],
      )
    expect(await days()).toEqual([{ left: 30, seen: true }])
    await app.rows(
      `UPDATE sessions SET expires_at = now() + interval '2 days', last_seen_at = now() - interval '28 days'
       WHERE user_id = $1`,
      [id],
    )
    expect((await currentUser(cookie)).status).toBe(200)
    expect(await days()).toEqual([{ left: 30, seen: true }])
  })

  test('is over once it has expired', async () => {
    const { id, cookie } = await register()
    await app.rows(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [id])
    expect((await currentUser(cookie)).status).toBe(401)
  })

  test('ends on the server when its user logs out, and their other sessions stay', async () => {
    const { id, username, password, cookie } = await register()
    const elsewhere = cookieOf(await logIn(username, password))
    const answer = await app.call('POST', '/api/logout', undefined, { cookie })
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(setCookie(answer)).toMatch(/^session=; Max-Age=0;/)
    expect((await currentUser(cookie)).status).toBe(401)
    expect((await currentUser(elsewhere)).body.id).toBe(id)
    expect(await app.rows('SELECT user_id FROM sessions WHERE user_id = $1', [id])).toHaveLength(1)
  })

  test('is one of at most 20 per user: a new one ends the least recently seen', async () => {
    const { id, username, password, cookie } = await register()
    await storeSessions(id, 19)
    expect((await logIn(username, password)).status).toBe(200)
    const left = await sessionsOf(id)
    expect(left).toHaveLength(20)
    expect(left).not.toContain(`${id}-19`)
    expect(left).toContain(`${id}-18`)
    expect((await currentUser(cookie)).body.id).toBe(id)
  })

  test('is one of at most 20 even if many begin at once, and no other user loses any', async () => {
    const [{ id, username, password }, other] = [await register(), await register()]
    await storeSessions(id, 19)
    await storeSessions(other.id, 19)
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(username, password)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const left = await sessionsOf(id)
    expect(left).toHaveLength(20)
    for (const ended of [12, 19]) expect(left).not.toContain(`${id}-${ended}`)
    for (const answer of answers) expect((await currentUser(cookieOf(answer))).body.id).toBe(id)
    expect(await sessionsOf(other.id)).toHaveLength(20)
  })

  test('that has ended can be logged out of again', async () => {
    const { cookie } = await register()
    for (const _twice of [1, 2]) {
      expect((await app.call('POST', '/api/logout', undefined, { cookie })).status).toBe(204)
    }
    expect((await app.call('POST', '/api/logout')).status).toBe(204)
  })

  test('is needed for the current user: without one, or with one made up, it is 401', async () => {
    const { cookie } = await register()
    const sentence = 'Please log in to continue'
    const [, value] = cookie.split('=') as [string, string]
    const changed = `session=${value.startsWith('a') ? 'b' : 'a'}${value.slice(1)}`
    for (const given of ['', 'session=', 'session=1', 'session=%', changed]) {
      const answer = await currentUser(given)
      expect(answer.status, given).toBe(401)
      expect(answer.body).toEqual({ message: sentence, error: sentence, code: 'signed_out' })
    }
  })

  test('ends once its user is deactivated', async () => {
    const user = await makeCompany(app)
    expect((await user.call('GET', '/api/user')).status).toBe(200)
    await app.rows('UPDATE users SET is_active = false WHERE id = $1', [user.id])
    expect((await user.call('GET', '/api/user')).status).toBe(401)
    expect((await user.call('POST', '/api/events', eventForm())).status).toBe(401)
  })

  test('has the role its user has at each request', async () => {
    const user = await makeCompany(app)
    expect((await user.call('POST', '/api/events', eventForm())).status).toBe(201)
    await app.rows(`UPDATE users SET role = 'view only' WHERE id = $1`, [user.id])
    expect(await user.call('POST', '/api/events', eventForm())).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect((await user.call('GET', '/api/user')).body.role).toBe('view only')
    await app.rows(`UPDATE users SET role = 'order management' WHERE id = $1`, [user.id])
    expect((await user.call('POST', '/api/events', eventForm())).status).toBe(201)
  })

  test('alone decides who calls: X-User-Id does not', async () => {
    const [user, other] = [await makeCompany(app), await makeCompany(app)]
    const asked = { 'x-user-id': String(other.id) }
    expect((await user.call('GET', '/api/user', undefined, asked)).body.id).toBe(user.id)
    expect((await app.call('GET', '/api/user', undefined, asked)).status).toBe(401)
    expect((await app.call('POST', '/api/events', eventForm(), asked)).status).toBe(401)
    const { body: event } = await user.call('POST', '/api/events', eventForm(), asked)
    const stored = await app.rows('SELECT user_id, company_id FROM events WHERE id = $1', [event.id])
    expect(stored).toEqual([{ user_id: user.id, company_id: user.companyId }])
  })
})

describe('a call that changes something', () => {
  const foreign: [string, Record<string, string>][] = [
    ['comes from another origin', { origin: 'https://elsewhere.test' }],
    ['comes from this machine on another port', { origin: 'http://localhost:81', host: 'localhost:3000' }],
    ['comes from another name of this machine', { origin: 'http://127.0.0.1:3000', host: 'localhost:3000' }],
    ['comes from a sandboxed page', { origin: 'null' }],
    ['comes from something that is no origin', { origin: 'localhost' }],
    ['is marked as cross-site', { 'sec-fetch-site': 'cross-site' }],
    [
      'is marked as cross-site and claims our origin',
      { origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'cross-site' },
    ],
  ]
  test.each(foreign)('is refused when it %s', async (_why, headers) => {
    const { id, username, password, cookie } = await register()
    const colleague = await makeUser(app, (await makeCompany(app)).companyId, 'admin')
    const refused = [
      await app.call('POST', '/api/login', { username, password }, headers),
      await app.call('POST', '/api/register', person(), headers),
      await app.call('POST', '/api/logout', undefined, { cookie, ...headers }),
      await colleague.call('POST', '/api/events', eventForm(), headers),
      await colleague.call('PUT', '/api/events/1', eventForm(), headers),
      await colleague.call('PATCH', '/api/timeslots/1', {}, headers),
      await colleague.call('DELETE', '/api/timeslots/1', undefined, headers),
    ]
    for (const answer of refused) {
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'forbidden', message: 'This call came from another site and was not made.' },
      })
    }
    expect((await currentUser(cookie)).body.id).toBe(id)
    expect(await app.rows('SELECT id FROM events WHERE company_id = $1', [colleague.companyId])).toEqual([])
  })

  test.each([
    [{ origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'http://localhost:8080', host: 'localhost:8080', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'http://[::1]:3000', host: '[::1]:3000' }],
    [{ 'sec-fetch-site': 'none' }],
    [{}],
  ])('is made when it comes from our own page or from no page: %j', async (headers) => {
    const { username, password } = await register()
    expect((await logIn(username, password, headers)).status).toBe(200)
  })

  test('may come from another site if it only reads, but no other origin is allowed', async () => {
    const answer = await app.call('GET', '/api/events', undefined, { origin: 'https://elsewhere.test' })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('behind a proxy that speaks https', () => {
  const secure = startTestApp({ PUBLIC_URL: 'https://shows.example.com', TRUST_PROXY: 'on' })

  test('the cookie is Secure, and browsers must stay on https', async () => {
    const answer = await secure.call('POST', '/api/register', person(), { 'x-forwarded-proto': 'https' })
    expect(answer.status).toBe(201)
    expect(setCookie(answer)).toMatch(/^__Host-session=[^;]+;.*; Secure(;|$)/)
    expect(setCookie(answer)).toMatch(/; HttpOnly(;|$)/)
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    const cookie = cookieOf(answer)
    const user = await secure.call('GET', '/api/user', undefined, { cookie, 'x-forwarded-proto': 'https' })
    expect(user.body.id).toBe(answer.body.id)
  })

  test.each([
    [{ host: 'shows.example.com' }],
    [{ host: 'shows.example.com:443' }],
    [{ host: '127.0.0.1:3000', 'x-forwarded-host': 'shows.example.com' }],
    [{ host: '127.0.0.1:3000' }],
  ])('our own page may call, however the proxy asks for it: %j', async (headers) => {
    const call = { ...headers, 'x-forwarded-proto': 'https' }
    const own = await secure.call('POST', '/api/register', person(), {
      ...call,
      origin: 'https://shows.example.com',
    })
    expect(own.status).toBe(201)
    for (const origin of [
      'http://shows.example.com',
      'https://shows.example.com:8443',
      'https://example.com',
    ]) {
      const foreign = await secure.call('POST', '/api/register', person(), { ...call, origin })
      expect([origin, foreign.status]).toEqual([origin, 403])
    }
  })

  test('over plain http no session cookie is sent at all', async () => {
    const answer = await secure.call('POST', '/api/register', person())
    expect(cookieOf(answer)).toBe('')
  })
})

describe('with limits on', () => {
  const limited = startTestApp({ RATE_LIMIT: 'on' })

  test('an address makes at most 20 accounts an hour', { timeout: 240_000 }, async () => {
    const address = '10.1.0.1'
    const make = (form: unknown) =>
      limited.app.inject({
        method: 'POST',
        url: '/api/register',
        payload: form as object,
        remoteAddress: address,
      })
    const answers = []
    for (let index = 0; index < 21; index++) answers.push(await make(person()))
    expect(answers.map((answer) => answer.statusCode)).toEqual([...Array(20).fill(201), 429])
    expect(answers.at(-1)!.json()).toMatchObject({
      code: 'too_many',
      message: 'Too many new accounts from this network. Please try again later.',
    })
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
  })
})
