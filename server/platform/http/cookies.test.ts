import { expect, test } from 'vitest'
import { type Answer, cookiesOf, startTestApp, unique } from '../../test/app.ts'
import { book, makeCompany, makeEvent } from '../../test/factories.ts'

const app = startTestApp({ PUBLIC_URL: 'https://shows.example.com', TRUST_PROXY: 'on' })
const https = { 'x-forwarded-proto': 'https' }

const setCookies = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat().map(String)

async function register() {
  const username = unique('maya')
  const form = { username, email: `${username}@vale.test`, name: 'Maya', password: 'a long password' }
  return { username, answer: await app.call('POST', '/api/register', form, https) }
}

/** Every call that sets or removes a cookie, by the name that it has without its prefix. */
const setting: [name: string, () => Promise<Answer>][] = [
  ['session', async () => (await register()).answer],
  [
    'session',
    async () => {
      const { answer } = await register()
      return app.call('POST', '/api/logout', undefined, { cookie: cookiesOf(answer), ...https })
    },
  ],
  [
    'grant-',
    async () => {
      const host = await makeCompany(app)
      const event = await makeEvent(host)
      await app.rows('UPDATE events SET is_public = false WHERE id = $1', [event.id])
      return app.call('GET', `/api/events/${event.urlSlug}`, undefined, https)
    },
  ],
  [
    'changed',
    async () => {
      const { slots } = await makeEvent(await makeCompany(app))
      return book(app, slots[0]!.id, {}, https)
    },
  ],
]

// What the prefix asks of a cookie: draft-ietf-httpbis-rfc6265bis, 4.1.3.2, The "__Host-" Prefix.
test.each(setting)('the cookie %s belongs to this host alone, and to https', async (name, answerOf) => {
  const cookies = setCookies(await answerOf())
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatch(new RegExp(`^__Host-${name}`))
  for (const attribute of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax'])
    expect(cookies[0]!.split('; ')).toContain(attribute)
  expect(cookies[0]).not.toMatch(/domain/i)
})

test('a session under the name that another host of the domain can plant is none', async () => {
  const { username, answer } = await register()
  const cookie = cookiesOf(answer)
  const statusWith = async (cookie: string) =>
    (await app.call('GET', '/api/user', undefined, { ...https, cookie })).status
  expect(await statusWith(cookie)).toBe(200)
  expect(await statusWith(cookie.replace('__Host-', ''))).toBe(401)
  // A browser that is logged in from before the prefix logs in again.
  const again = await app.call(
    'POST',
    '/api/login',
    { username, password: 'a long password' },
    { ...https, cookie: cookie.replace('__Host-', '') },
  )
  expect(await statusWith(cookiesOf(again))).toBe(200)
})
