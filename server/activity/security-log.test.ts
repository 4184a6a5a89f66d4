import type { SecurityEntry } from '@trunkshow/contract/activity/schema.ts'
import { listEndpoints } from '@trunkshow/contract/api.ts'
import { csv } from '@trunkshow/contract/endpoint.ts'
import { describe, expect, test } from 'vitest'
import { companyEmails } from '../company/emails.ts'
import { databaseOf } from '../platform/db/transaction.ts'
import { privacyEmails } from '../privacy/emails.ts'
import { sessionEmails } from '../session/emails.ts'
import { cookiesOf, startTestApp, unique } from '../test/app.ts'
import {
  book,
  makeCoHost,
  makeCompany,
  makeCustomer,
  makeEvent,
  makeUser,
  type TestUser,
  takeOrder,
} from '../test/factories.ts'
import { readLinks } from '../test/mail/sent-mails.ts'
import { cleanUp } from '../worker.ts'

const app = startTestApp({ TRUST_PROXY: 'on' })
const limited = startTestApp({ TRUST_PROXY: 'on', RATE_LIMIT: 'on' })
const PASSWORD = 'a long password'

async function register(on = app, name = 'Maya Vale') {
  const username = unique('maya')
  const email = `${username}@vale.test`
  const form = { username, email, name, password: PASSWORD }
  const answer = await on.call('POST', '/api/register', form)
  let cookie = cookiesOf(answer)
  const call: TestUser['call'] = (method, url, body, headers) =>
    on.call(method, url, body, { cookie, ...headers })
  await call('POST', '/api/company', { companyName: 'Maison Vale' })
  const [{ companyId }] = (await on.rows('SELECT company_id AS "companyId" FROM users WHERE id = $1', [
    answer.body.id,
  ])) as [{ companyId: number }]
  const user = {
    ...form,
    id: answer.body.id as number,
    companyId,
    call,
    cookie,
    confirmContact: async () => {},
  }
  return Object.assign(user, { use: (fresh: string) => (cookie = fresh) })
}
type Registered = Awaited<ReturnType<typeof register>>

const logOf = async (user: Pick<TestUser, 'call'>, query = '') =>
  (await user.call('GET', `/api/security-log${query}`)).body as SecurityEntry[]
/** The entries this added, first to last, as `action outcome: who, subject`. */
async function gained(user: Pick<TestUser, 'call'>, act: () => Promise<unknown>) {
  const [last] = await logOf(user)
  await act()
  const entries = (await logOf(user)).filter(({ id }) => id > (last?.id ?? 0))
  return entries
    .reverse()
    .map(({ action, outcome, actorName, subjectName }) =>
      [action, outcome, actorName ?? 'a guest', subjectName].filter(Boolean).join(', '),
    )
}

/** Everything that the log records: what is done, and its lines. */
const recorded: [string, (owner: Registered) => Promise<unknown>, string[]][] = [
  [
    'a log-in',
    ({ username }) => app.call('POST', '/api/login', { username, password: PASSWORD }),
    ['loggedIn, done, Maya Vale'],
  ],
  [
    'a failed log-in',
    ({ email }) => app.call('POST', '/api/login', { username: email, password: 'not this one' }),
    ['loggedIn, wrong, Maya Vale'],
  ],
  [
    'a log-out',
    async ({ username }) => {
      const phone = await app.call('POST', '/api/login', { username, password: PASSWORD })
      await app.call('POST', '/api/logout', undefined, { cookie: cookiesOf(phone) })
    },
    ['loggedIn, done, Maya Vale', 'loggedOut, done, Maya Vale'],
  ],
  [
    'sessions that are ended',
    async ({ username, call }) => {
      await app.call('POST', '/api/login', { username, password: PASSWORD })
      const { body } = await call('GET', '/api/user/sessions')
      const { id } = body.find(({ current }: { current: boolean }) => !current)
      await call('POST', '/api/user/sessions/end', { id, password: 'not this one' })
      await call('POST', '/api/user/sessions/end', { id, password: PASSWORD })
      await call('POST', '/api/user/sessions/end', { password: PASSWORD })
    },
    [
      'loggedIn, done, Maya Vale',
      'sessionEnded, wrong, Maya Vale',
      'sessionEnded, done, Maya Vale',
      'sessionsEnded, done, Maya Vale',
    ],
  ],
  [
    'a changed password',
    async ({ call, use }) => {
      await call('POST', '/api/user/password', { oldPassword: 'not this one', newPassword: 'the second one' })
      use(
        cookiesOf(
          await call('POST', '/api/user/password', { oldPassword: PASSWORD, newPassword: 'the second one' }),
        ),
      )
    },
    ['passwordChanged, wrong, Maya Vale', 'passwordChanged, done, Maya Vale'],
  ],
  [
    'a reset password',
    async ({ email, username, use }) => {
      await app.call('POST', '/api/password/forgot', { email })
      const [token] = await readLinks(app, sessionEmails, '/reset-password', email)
      await app.call('POST', '/api/password/reset', { token, password: 'the second one' })
      use(cookiesOf(await app.call('POST', '/api/login', { username, password: 'the second one' })))
    },
    ['passwordReset, done, Maya Vale', 'loggedIn, done, Maya Vale'],
  ],
  [
    'a changed email',
    async ({ call }) => {
      await call('PUT', '/api/user/email', { email: `${unique()}@vale.test`, password: 'not this one' })
      await call('PUT', '/api/user/email', { email: `${unique()}@vale.test`, password: PASSWORD })
    },
    ['emailRequested, wrong, Maya Vale', 'emailChanged, done, Maya Vale'],
  ],
  [
    'users and their roles',
    async ({ call, companyId }) => {
      const email = `${unique('nora')}@mail.test`
      const { body } = await call('POST', '/api/company/users', { name: 'Nora Lind', email })
      const [token] = await readLinks(app, companyEmails, '/invitation', email)
      const account = { username: unique('nora'), name: 'Nora Lind', password: 'a good secret' }
      await app.call('POST', `/api/invitations/${token}`, account)
      for (const change of [{ role: 'admin' }, { isActive: false }, { isActive: true }])
        await call('PUT', `/api/company/users/${body.id}`, change)
      await call('DELETE', `/api/company/users/${body.id}`)
      expect(companyId).toBeGreaterThan(0)
    },
    [
      'user.invited, done, Maya Vale, Nora Lind',
      'user.joined, done, Nora Lind, Nora Lind',
      'user.role, done, Maya Vale, Nora Lind',
      'user.deactivated, done, Maya Vale, Nora Lind',
      'user.reactivated, done, Maya Vale, Nora Lind',
      'user.removed, done, Maya Vale, Nora Lind',
    ],
  ],
  [
    'a co-host',
    async ({ call }) => {
      const event = await makeEvent({ call, confirmContact: async () => {} } as unknown as TestUser)
      const { body } = await call('POST', `/api/events/${event.id}/co-hosts`, {
        email: `${unique()}@mail.test`,
      })
      await call('DELETE', `/api/events/${event.id}/co-hosts/${body.id}`)
    },
    [
      'coHost.invited, done, Maya Vale, Spring Bridal Trunk Show',
      'coHost.removed, done, Maya Vale, Spring Bridal Trunk Show',
    ],
  ],
  [
    'every exported list',
    async (owner) => {
      const event = await makeEvent(owner as unknown as TestUser)
      for (const url of [
        `/api/events/${event.id}/bookings.csv`,
        '/api/orders.csv',
        '/api/customers.csv',
        '/api/products.csv',
        '/api/reports.csv?from=2026-01-01&to=2026-12-31&table=products',
        `/api/events/${event.id}/statement.csv`,
      ])
        await owner.call('GET', url)
    },
    [
      'listExported, done, Maya Vale, Bookings Spring Bridal Trunk Show',
      'listExported, done, Maya Vale, Orders',
      'listExported, done, Maya Vale, Customers',
      'listExported, done, Maya Vale, Products',
      expect.stringMatching(/^listExported, done, Maya Vale, \w/) as unknown as string,
      'listExported, done, Maya Vale, Statement by colleague',
    ],
  ],
  [
    'a customer’s data, exported and erased',
    async (owner) => {
      const { id } = await makeCustomer(owner as unknown as TestUser)
      await owner.call('GET', `/api/people/data?customerId=${id}`)
      await owner.call('POST', '/api/erasures', { customerId: id })
    },
    ['personExported, done, Maya Vale', 'customer.erased, done, Maya Vale'],
  ],
  [
    'a calendar feed, once',
    async ({ call }) => {
      const { body } = await call('POST', '/api/calendar-feeds', { eventId: null })
      await call('POST', '/api/calendar-feeds', { eventId: null })
      await call('DELETE', `/api/calendar-feeds/${body.id}`)
    },
    ['feedCreated, done, Maya Vale', 'feedEnded, done, Maya Vale'],
  ],
  [
    'what a guest does with a data link',
    async (owner) => {
      const event = await makeEvent(owner as unknown as TestUser)
      const attendeeEmail = `${unique('grace')}@okafor.test`
      const { body } = await book(app, event.slots[0]!.id, { attendeeEmail })
      const html = { accept: 'text/html' }
      await app.call('POST', `/booking/${body.id}/data`, undefined, html)
      const [token] = await readLinks(app, privacyEmails, '/my-data', attendeeEmail)
      await app.call('GET', `/my-data/${token}`, undefined, html)
      await app.call('GET', `/my-data/${token}/my-data.json`, undefined, html)
      const form = new FormData()
      form.append('confirm', 'yes')
      await app.call('POST', `/my-data/${token}`, form, html)
    },
    [
      'dataLinkSent, done, a guest',
      'dataLinkOpened, done, a guest',
      'dataDownloaded, done, a guest',
      'booking.erased, done, a guest',
    ],
  ],
]

describe('the security log', () => {
  test.each(recorded)('records %s', async (_, act, lines) => {
    const owner = await register()
    expect(await gained(owner, () => act(owner))).toEqual(lines)
  })

  test('records the account that begins it', async () => {
    expect(await logOf(await register())).toMatchObject([
      { action: 'registered', actorName: 'Maya Vale', times: 1 },
    ])
  })

  test('leaves no list out that can be exported', () => {
    const exports = listEndpoints().filter(({ endpoint }) => endpoint.output === csv)
    expect(exports.map(({ name }) => name).sort()).toEqual([
      'bookings.export',
      'customers.export',
      'orders.export',
      'products.export',
      'reports.export',
      'reports.statementFile',
    ])
  })

  test('recognizes a network without storing its address', async () => {
    const owner = await register()
    const from = (address: string) =>
      app.call(
        'POST',
        '/api/login',
        { username: owner.username, password: PASSWORD },
        { 'x-forwarded-for': address },
      )
    for (const address of ['198.51.100.7', '203.0.113.9', '198.51.100.7']) await from(address)
    const [second, first] = (await logOf(owner)).filter(({ action }) => action === 'loggedIn')
    expect(first).toMatchObject({ times: 2, network: expect.stringMatching(/^[0-9a-f]{8}$/) })
    expect(second).toMatchObject({ times: 1 })
    expect(second!.network).not.toBe(first!.network)
    const stored = await app.rows(`SELECT FROM security_log AS s WHERE s::text ~ '198\\.51|203\\.0'`)
    expect(stored).toEqual([])
  })

  test('names no guest: neither name nor email', async () => {
    const owner = await register()
    const word = unique('zora')
    const guest = { attendeeName: `Zora ${word}`, attendeeEmail: `${word}@mail.test` }
    const event = await makeEvent(owner as unknown as TestUser)
    const { body } = await book(app, event.slots[0]!.id, guest)
    const order = await takeOrder(owner as unknown as TestUser, {
      customerName: guest.attendeeName,
      customerEmail: guest.attendeeEmail,
    })
    await app.call('POST', `/booking/${body.id}/data`, undefined, { accept: 'text/html' })
    await owner.call('GET', `/api/events/${event.id}/bookings.csv`)
    await owner.call('GET', `/api/customers.csv?q=${word}`)
    await owner.call('POST', '/api/erasures', { customerId: order.customerId })
    expect(await logOf(owner)).not.toEqual([])
    expect(await app.rows('SELECT FROM security_log AS s WHERE s::text ILIKE $1', [`%${word}%`])).toEqual([])
  })

  test('is seen only by admins of the company, and by no co-host', async () => {
    const owner = await register()
    const event = await makeEvent(owner as unknown as TestUser)
    const coHost = await makeCoHost(app, event)
    // A co-host's export of the company's data is in its log, not in theirs.
    await coHost.call('GET', `/api/events/${event.id}/bookings.csv`)
    expect(await logOf(owner)).toMatchObject([{ action: 'listExported', actorName: 'Test User' }, {}])
    expect(await logOf(coHost)).toEqual([])
    expect(await logOf(await makeCompany(app))).toEqual([])
    for (const role of ['view only', 'order management'] as const) {
      const user = await makeUser(app, owner.companyId, role)
      expect((await user.call('GET', '/api/security-log')).status).toBe(403)
    }
    expect((await app.call('GET', '/api/security-log')).status).toBe(401)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect((await owner.call(method, '/api/security-log')).status).toBe(404)
  })

  test('is filtered by kind and person, and read page by page', async () => {
    const owner = await register()
    const colleague = await makeUser(app, owner.companyId, 'admin', { name: 'Nora Lind' })
    await colleague.call('GET', '/api/orders.csv')
    for (const list of ['orders', 'customers', 'products']) await owner.call('GET', `/api/${list}.csv`)
    const names = async (query: string) => (await logOf(owner, query)).map(({ subjectName }) => subjectName)
    expect(await names('?kind=export')).toEqual(['Products', 'Customers', 'Orders', 'Orders'])
    expect(await names(`?kind=export&userId=${colleague.id}`)).toEqual(['Orders'])
    expect(await names('?kind=feed')).toEqual([])
    const first = await owner.call('GET', '/api/security-log?kind=export&limit=3')
    expect(first.headers['x-total-count']).toBe('4')
    const [, next] = /<([^>]+)>/.exec(String(first.headers.link))!
    expect((await owner.call('GET', next!)).body).toMatchObject([
      { subjectName: 'Orders', actorName: 'Nora Lind' },
    ])
  })

  test('keeps the name of a user who was removed', async () => {
    const owner = await register()
    const colleague = await makeUser(app, owner.companyId, 'admin', { name: 'Nora Lind' })
    await colleague.call('GET', '/api/orders.csv')
    await owner.call('DELETE', `/api/company/users/${colleague.id}`)
    const [, exported] = await logOf(owner)
    expect(exported).toMatchObject({ action: 'listExported', actorName: 'Nora Lind' })
  })

  test('loses what is older than 180 days, and nothing else', async () => {
    const owner = await register()
    await owner.call('GET', '/api/orders.csv')
    await app.rows(
      `UPDATE security_log SET created_at = now() - interval '181 days' WHERE company_id = $1 AND action = 'registered'`,
      [owner.companyId],
    )
    await cleanUp({ db: databaseOf(app.pool) })
    expect((await logOf(owner)).map(({ action }) => action)).toEqual(['listExported'])
  })
})

describe('a flood of failures', () => {
  const fail = (on: typeof app, username: string, address: string) =>
    on.call('POST', '/api/login', { username, password: 'not this one' }, { 'x-forwarded-for': address })

  test('from one network takes a row an hour, also when made at once', async () => {
    const owner = await register()
    await Promise.all(Array.from({ length: 20 }, () => fail(app, owner.username, '198.51.100.1')))
    expect(await logOf(owner)).toMatchObject([{ action: 'loggedIn', outcome: 'wrong', times: 20 }, {}])
  })

  test('from everywhere takes 21 rows an hour, and what the limits refuse one', async () => {
    const owner = await register(limited)
    for (let tries = 0; tries < 120; tries++) await fail(limited, owner.username, `198.51.100.${tries}`)
    const rows = await limited.rows<{ outcome: string; network: string; times: number }>(
      'SELECT outcome, network, times FROM security_log WHERE user_id = $1 AND action = $2 ORDER BY id',
      [owner.id, 'loggedIn'],
    )
    const wrong = rows.filter(({ outcome }) => outcome === 'wrong')
    expect(wrong).toHaveLength(21)
    expect(wrong.at(-1)).toMatchObject({ network: '', times: 80 })
    expect(rows.filter(({ outcome }) => outcome === 'limited')).toMatchObject([{ network: '', times: 20 }])
  })

  test('of unknown users is in no company, and costs the same work', async () => {
    const owner = await register()
    const before = await logOf(owner)
    const name = unique('nobody')
    expect((await fail(app, name, '198.51.100.2')).status).toBe(401)
    expect(await logOf(owner)).toEqual(before)
    const rows = await app.rows(
      `SELECT company_id, user_id, actor_name, subject_name FROM security_log AS s WHERE company_id IS NULL`,
    )
    expect(rows).toEqual([{ company_id: null, user_id: null, actor_name: null, subject_name: '' }])
  })
})
