import { describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { networkOf } from '../platform/http/guards/rate-limits.ts'
import { signId } from '../platform/http/tokens.ts'
import { type Answer, startTestApp, type TestApp, unique } from '../test/app.ts'
import { whileUncommitted } from '../test/while-uncommitted.ts'

const limited = startTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })

const wrong = 'Wrong username, email or password'
const tooMany = 'Too many failed attempts. Wait 15 minutes and try again.'
const tooOften = 'Too many logins. Wait 15 minutes and try again.'
const longTimeout = { timeout: 240_000 }
const PASSWORD = 'secret 1'
let networks = 0

/** Returns a network address that no other test uses. */
function uniqueNetwork() {
  networks += 1
  return `10.1.${Math.floor(networks / 250)}.${(networks % 250) + 1}`
}

/** Tries to log in from a network through a proxy. A client's own claim comes first in the header. */
function tryFrom(network: string, username: string, password = 'not this one', on = limited, claimed = '') {
  const forwarded = { 'x-forwarded-for': claimed ? `${claimed}, ${network}` : network }
  return on.call('POST', '/api/login', { username, password }, forwarded)
}

/** Registers an account from its own network. */
async function register(on = limited) {
  const username = unique('maya')
  const network = uniqueNetwork()
  const form = { username, email: `${username}@vale.test`, name: 'Maya Vale', password: PASSWORD }
  const answer = await on.call('POST', '/api/register', form, { 'x-forwarded-for': network })
  if (answer.status !== 201) throw new Error(`Nobody was registered: ${answer.text}`)
  return { ...form, network, id: answer.body.id as number, cookie: cookieOf(answer) }
}

const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']).split(';')[0]!
const fill = (count: number, status: number) => Array(count).fill(status)

/** Tries to log in this many times, one after another, and returns the statuses. */
async function tryRepeatedly(count: number, network: string, username: string, password?: string) {
  const answers: number[] = []
  for (let tries = 0; tries < count; tries++)
    answers.push((await tryFrom(network, username, password)).status)
  return answers
}

/** Tries to log in this many times at once, and returns the sorted statuses. */
async function tryAtOnce(count: number, network: () => string, username: () => string, password?: string) {
  const tries = Array.from({ length: count }, () => tryFrom(network(), username(), password))
  return (await Promise.all(tries)).map(({ status }) => status).sort()
}

function expectRefusal(answer: Answer, message = tooMany) {
  expect(answer).toMatchObject({ status: 429, body: { code: 'too_many', message, error: message } })
  const seconds = Number(answer.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(900)
  expect(answer.headers['set-cookie']).toBeUndefined()
}

/** Sets a limit's counter directly, since filling it would take minutes. */
const setCounter = (limit: string, network: string, points: number) =>
  limited.rows('UPDATE rate_limits SET points = $2 WHERE key = $1 RETURNING key', [
    `${limit}:${networkOf(limited.config, network)}`,
    points,
  ])

describe('failed attempts', () => {
  test(
    'of a stranger lock an account only for their network: its owner can log in',
    longTimeout,
    async () => {
      const [owner, other] = [await register(), await register()]
      const stranger = uniqueNetwork()
      expect(await tryRepeatedly(10, stranger, owner.username)).toEqual(fill(10, 401))
      for (const name of [owner.username, owner.username.toUpperCase(), ` ${owner.username} `])
        expectRefusal(await tryFrom(stranger, name, PASSWORD))
      expect((await tryFrom(owner.network, owner.username, PASSWORD)).status).toBe(200)
      expect((await tryFrom(uniqueNetwork(), owner.username, PASSWORD)).status).toBe(200)
      expect((await tryFrom(stranger, other.username, PASSWORD)).status).toBe(200)

      await limited.rows('UPDATE rate_limits SET expire = 1 WHERE key LIKE $1', [
        `%${networkOf(limited.config, stranger)}`,
      ])
      expect((await tryFrom(stranger, owner.username, PASSWORD)).status).toBe(200)
    },
  )

  test(
    'tell neither whether a name is known nor that a name and an email belong together',
    longTimeout,
    async () => {
      const known = await register()
      const nobody = unique('nobody')
      const seen = async (username: string, email: string) => {
        const network = uniqueNetwork()
        const answers = []
        for (let tries = 0; tries < 11; tries++) answers.push(await tryFrom(network, username))
        answers.push(await tryFrom(network, email))
        for (const answer of answers)
          for (const varying of ['date', 'retry-after'])
            if (answer.headers[varying] !== undefined) answer.headers[varying] = 'given'
        return answers
      }
      const answers = await seen(known.username, known.email)
      expect(answers.map(({ status }) => status)).toEqual([...fill(10, 401), 429, 401])
      expect(answers[11]!.body.message).toBe(wrong)
      expect(await seen(nobody, `${nobody}@vale.test`)).toEqual(answers)
      expect(await tryRepeatedly(11, uniqueNetwork(), 'x'.repeat(320))).toEqual([...fill(10, 401), 429])
    },
  )

  test('made at once are all counted', longTimeout, async () => {
    const { username } = await register()
    const network = uniqueNetwork()
    expect(
      await tryAtOnce(
        30,
        () => network,
        () => username,
      ),
    ).toEqual([...fill(10, 401), ...fill(20, 429)])
    expectRefusal(await tryFrom(network, username, PASSWORD))
  })

  test(
    'of 100 from many networks close a name, known or not, but where its owner logged in before',
    longTimeout,
    async () => {
      const owner = await register()
      const nobody = unique('nobody')
      for (const name of [owner.username, nobody]) {
        const strangers = Array.from({ length: 11 }, uniqueNetwork)
        let turn = 0
        const tries = await tryAtOnce(
          110,
          () => strangers[turn++ % 11]!,
          () => name,
        )
        expect(tries).toEqual([...fill(100, 401), ...fill(10, 429)])
        expectRefusal(await tryFrom(uniqueNetwork(), name, PASSWORD))
      }
      expect(await tryRepeatedly(2, owner.network, owner.username)).toEqual([401, 401])
      const answer = await tryFrom(owner.network, owner.username, PASSWORD)
      expect(answer.status).toBe(200)
      // The network is still remembered after all its sessions have ended.
      for (const cookie of [cookieOf(answer), owner.cookie])
        expect((await limited.call('POST', '/api/logout', undefined, { cookie })).status).toBe(204)
      expect((await tryFrom(owner.network, owner.username, PASSWORD)).status).toBe(200)
      expectRefusal(await tryFrom(uniqueNetwork(), owner.username, PASSWORD))
      expect((await tryFrom(uniqueNetwork(), owner.email, PASSWORD)).status).toBe(200)
    },
  )

  test(
    'of 50 close a network, whatever accounts it tried and whatever it says of itself',
    longTimeout,
    async () => {
      const network = uniqueNetwork()
      expect(
        await tryAtOnce(
          55,
          () => network,
          () => unique('nobody'),
        ),
      ).toEqual([...fill(50, 401), ...fill(5, 429)])
      const { username } = await register()
      expectRefusal(await tryFrom(network, username, PASSWORD))
      expectRefusal(await tryFrom(network, username, PASSWORD, limited, uniqueNetwork()))
      expect((await tryFrom(uniqueNetwork(), username, PASSWORD)).status).toBe(200)
    },
  )

  test("don't include correct passwords", longTimeout, async () => {
    const { username } = await register()
    const network = uniqueNetwork()
    expect(await tryRepeatedly(12, network, username, PASSWORD)).toEqual(fill(12, 200))
    expect(await tryRepeatedly(9, network, username)).toEqual(fill(9, 401))
    expect(await tryRepeatedly(3, network, username, PASSWORD)).toEqual(fill(3, 200))
    expect(await tryRepeatedly(2, network, username)).toEqual([401, 429])
  })

  test('are counted across two apps on one database', longTimeout, async () => {
    const { config, pool } = limited
    const second = await createApp({ config, pool, wakeEmailWorker: () => {}, wake() {} })
    const { username } = await register()
    const network = uniqueNetwork()
    const on = async (app: typeof second) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'x-forwarded-for': network },
        payload: { username, password: 'not this one' },
      })
      return answer.statusCode
    }
    const answers = []
    for (let tries = 0; tries < 12; tries++) answers.push(await on(tries % 2 ? second : limited.app))
    expect(answers).toEqual([...fill(10, 401), 429, 429])
    await second.close()
  })
})

describe('logins', () => {
  test(
    'of an account are limited to 30 in 15 minutes, by any name and from anywhere',
    longTimeout,
    async () => {
      const [user, colleague] = [await register(), await register()]
      const [shop, home] = [uniqueNetwork(), uniqueNetwork()]
      for (const [network, name] of [
        [shop, user.username],
        [home, user.username],
        [shop, user.email],
      ] as const)
        expect(
          await tryAtOnce(
            10,
            () => network,
            () => name,
            PASSWORD,
          ),
        ).toEqual(fill(10, 200))
      expectRefusal(await tryFrom(home, user.email, PASSWORD), tooOften)
      // Refused attempts count too, so retrying the right password can't keep the server busy.
      expect(await tryRepeatedly(10, home, user.email, PASSWORD)).toEqual(fill(10, 429))
      expectRefusal(await tryFrom(home, user.email, PASSWORD), tooMany)
      expect((await tryFrom(shop, colleague.username, PASSWORD)).status).toBe(200)
    },
  )

  test('of a network are limited to 300 in 15 minutes', longTimeout, async () => {
    const [first, second] = [await register(), await register()]
    const network = uniqueNetwork()
    expect((await tryFrom(network, first.username, PASSWORD)).status).toBe(200)
    expect(await setCounter('logins-network', network, 299)).toHaveLength(1)
    expect((await tryFrom(network, first.username, PASSWORD)).status).toBe(200)
    expectRefusal(await tryFrom(network, second.username, PASSWORD), tooOften)
    expect((await tryFrom(uniqueNetwork(), second.username, PASSWORD)).status).toBe(200)
  })

  test(
    'of 30 staff in one morning from one network all succeed, also when some mistype',
    longTimeout,
    async () => {
      const staff = await Promise.all(Array.from({ length: 30 }, () => register()))
      const shop = uniqueNetwork()
      for (const { username } of staff.slice(0, 10)) expect((await tryFrom(shop, username)).status).toBe(401)
      const names = staff.map(({ username }) => username)
      expect(
        await tryAtOnce(
          30,
          () => shop,
          () => names.pop()!,
          PASSWORD,
        ),
      ).toEqual(fill(30, 200))
    },
  )
})

describe('without limits', () => {
  const unlimited = startTestApp({ TRUST_PROXY: 'on' })

  test('nothing is counted', longTimeout, async () => {
    const { username, network } = await register(unlimited)
    const tries = Array.from({ length: 60 }, () => tryFrom(network, username, 'not this one', unlimited))
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(fill(60, 401))
    expect((await tryFrom(network, username, PASSWORD, unlimited)).status).toBe(200)
    expect(await unlimited.rows('SELECT key FROM rate_limits')).toEqual([])
  })
})

describe('registration', () => {
  const account = () => {
    const username = unique('owner')
    return { username, email: `${username}@shop.test`, name: 'Helena Vale', password: 'a long password' }
  }
  const register = (app: TestApp) => app.call('POST', '/api/register', account())
  const isOpen = async (app: TestApp) => (await app.call('GET', '/api/registration')).body

  describe('where accounts are by invitation', () => {
    const app = startTestApp({ REGISTRATION: 'invite' })

    test('one of three simultaneous first users can register, and later only invited users can', async () => {
      expect(await isOpen(app)).toEqual({ open: true, isFresh: true })
      // All three have found no users before any of them can write.
      const answers = await whileUncommitted(
        app,
        'LOCK TABLE companies IN SHARE MODE',
        [],
        () => Promise.all(Array.from({ length: 3 }, () => register(app))),
        3,
      )
      const refused = answers.filter(({ status }) => status !== 201)
      expect(refused).toHaveLength(2)
      for (const { status, body } of refused) {
        expect(status).toBe(403)
        expect(body.message).toBe(
          'New accounts are by invitation only. Ask an admin of your company to invite you.',
        )
      }
      expect(await app.rows('SELECT id FROM users')).toHaveLength(1)
      expect(await app.rows('SELECT id FROM companies')).toHaveLength(1)
      expect(await isOpen(app)).toEqual({ open: false, isFresh: false })
      expect((await register(app)).status).toBe(403)
      const [invited] = await app.rows<{ id: number }>(
        `INSERT INTO users (company_id, name, is_active, invited_email, invited_at, invite_sequence)
       SELECT id, 'Nora Lind', false, 'nora@lind.test', now(), 1 FROM companies RETURNING id`,
      )
      const { username, password } = account()
      const link = signId(app.config, 'invitation', invited!.id, 1)
      const accepted = await app.call('POST', `/api/invitations/${link}`, {
        username,
        password,
        name: 'Nora Lind',
      })
      expect(accepted.status).toBe(201)
    })
  })

  describe('where anyone may register', () => {
    const app = startTestApp()

    test('one after the other makes an account', async () => {
      for (const _twice of [1, 2]) expect((await register(app)).status).toBe(201)
      expect(await isOpen(app)).toEqual({ open: true, isFresh: false })
    })
  })
})
