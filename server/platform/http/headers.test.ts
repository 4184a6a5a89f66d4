import { createHash } from 'node:crypto'
import { staffPages } from '@trunkshow/contract/paths.ts'
import { describe, expect, test } from 'vitest'
import { type Answer, cookiesOf, startTestApp, unique } from '../../test/app.ts'
import { book, makeCompany, makeEvent } from '../../test/factories.ts'

const app = startTestApp()
const html = { accept: 'text/html' }

/** Parses the content security policy of a response: directive to sources. */
function policyOf(answer: Answer): Record<string, string[]> {
  const policy = String(answer.headers['content-security-policy'])
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
  return Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]))
}

function sourceHash(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Returns the text of inline elements that a browser would run or apply, so not of JSON scripts. */
function inlineOf(page: string, tag: 'script' | 'style') {
  return [...page.matchAll(new RegExp(`<${tag}\\b([^>]*)>(.*?)</${tag}>`, 'gs'))]
    .filter(([, attributes]) => !/\bsrc=|\btype="application\/(ld\+)?json"/.test(attributes!))
    .map(([, , text]) => text!)
}

/** Opens one page of each kind for guests. */
async function openEveryPage() {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const closed = await makeEvent(host, { isActive: false })
  const { body: booked } = await book(app, event.slots[0]!.id)
  const addresses = [
    '/',
    `/event/${event.urlSlug}`,
    `/event/${closed.urlSlug}`,
    `/booking/${booked.id}`,
    `/cancel-booking/${booked.id}`,
    '/none',
  ]
  return Promise.all(
    addresses.map(async (url) => ({ url, answer: await app.call('GET', url, undefined, html) })),
  )
}

describe('every response', () => {
  test('forbids content sniffing, framing by other sites, and referrers', async () => {
    const answers = [
      await app.call('GET', '/api/events'),
      await app.call('GET', '/api/none'),
      await app.call('POST', '/api/login', {}),
      await app.call('GET', '/auth', undefined, html),
      ...(await openEveryPage()).map(({ answer }) => answer),
    ]
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('for a publicly cached file has no session cookie', async () => {
    const host = await makeCompany(app)
    const { text } = await app.call('GET', '/')
    const [address] = /\/assets\/visitor\/[\w-]+\.js/.exec(text)!
    const file = await host.call('GET', address)
    expect(file).toMatchObject({
      status: 200,
      headers: { 'cache-control': expect.stringContaining('immutable') },
    })
    expect(file.headers['set-cookie']).toBeUndefined()
  })

  test('for a page or an API call is not cached', async () => {
    for (const { answer } of await openEveryPage()) {
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
    expect((await app.call('GET', '/api/events')).headers['cache-control']).toBe('no-store')
  })
})

describe('behind https', () => {
  const secure = startTestApp({ PUBLIC_URL: 'https://shows.example.com', TRUST_PROXY: 'on' })

  test('browsers must stay on https', async () => {
    for (const url of ['/', '/auth', '/api/events']) {
      const answer = await secure.call('GET', url, undefined, html)
      expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
      expect(policyOf(answer)).toHaveProperty('upgrade-insecure-requests')
    }
  })
})

describe('the content security policy', () => {
  test('only allows this site, and no inline code in general', async () => {
    for (const { answer } of await openEveryPage()) {
      const policy = policyOf(answer)
      expect(policy['default-src']).toEqual(["'self'"])
      expect(policy['object-src']).toEqual(["'none'"])
      expect(policy['base-uri']).toEqual(["'none'"])
      expect(policy['form-action']).toEqual(["'self'"])
      expect(policy['script-src']).toEqual(["'self'", expect.stringMatching(/^'sha256-.+='$/)])
      expect(JSON.stringify(policy)).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/)
    }
  })

  test('allows exactly the inline script and style of the pages', async () => {
    for (const { url, answer } of await openEveryPage()) {
      const policy = policyOf(answer)
      const scripts = inlineOf(answer.text, 'script')
      const styles = inlineOf(answer.text, 'style')
      expect([url, scripts.length, styles.length]).toEqual([url, 1, 1])
      expect(policy['script-src']).toEqual(["'self'", sourceHash(scripts[0]!)])
      expect(policy['style-src']).toEqual(["'self'", sourceHash(styles[0]!)])
    }
  })

  test('blocks nothing on a page, since no attribute has scripts or styles', async () => {
    for (const { url, answer } of await openEveryPage()) {
      const markup = answer.text.replace(/<(script|style)\b.*?<\/\1>/gs, '')
      const attributes = [...markup.matchAll(/\s(on\w+|style)=/g)].map(([, name]) => name)
      expect([url, attributes]).toEqual([url, []])
      expect(answer.text).not.toContain('javascript:')
    }
  })

  test('of the staff app allows the script that sets the theme, and nothing else inline', async () => {
    for (const page of staffPages()) {
      const answer = await app.call('GET', page.replace(':id', '1'), undefined, html)
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
      const scripts = inlineOf(answer.text, 'script')
      expect(scripts).toEqual([expect.stringContaining('dataset.theme')])
      expect(policyOf(answer)['script-src']).toContain(sourceHash(scripts[0]!))
      expect(inlineOf(answer.text, 'style')).toEqual([])
      expect(policyOf(answer)['script-src']!.join(' ')).not.toMatch(/unsafe/)
    }
  })
})

test('files that pages load exist, are cached forever, and have the right type', async () => {
  const event = await makeEvent(await makeCompany(app))
  for (const url of [`/event/${event.urlSlug}`, '/auth']) {
    const { text } = await app.call('GET', url, undefined, html)
    const addresses = [...text.matchAll(/(?:src|href|data-scripts)="(\/assets\/[^"]+)"/g)].flatMap(
      ([, addresses]) => addresses!.split(' '),
    )
    expect(addresses.some((address) => address.endsWith('.js'))).toBe(true)
    for (const address of addresses) {
      const { status, headers } = await app.call('GET', address, undefined, { accept: '*/*' })
      expect([address, status]).toEqual([address, 200])
      expect(headers['cache-control']).toMatch(/immutable/)
      const types = { js: 'javascript', css: 'text/css', svg: 'image/svg+xml', woff2: 'font/woff2' }
      expect(headers['content-type']).toContain(types[/\.(\w+)(\?|$)/.exec(address)![1] as 'js'])
    }
  }
})

describe('cookies', () => {
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
  test.each(setting)('the cookie %s belongs only to this host, and to https', async (name, answerOf) => {
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
})
