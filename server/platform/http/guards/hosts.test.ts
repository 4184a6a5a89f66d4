import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'

const app = startTestApp({ PUBLIC_URL: 'http://shop.test:3000' })
const sentence =
  'This address isn’t set up: set PUBLIC_URL to the one people open, such as http://192.168.1.5:3000, and restart the server.'

/** Sends raw lines, and returns the status line and body. */
async function send(...lines: string[]): Promise<string> {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (text) => (answer += text))
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  await once(socket, 'close')
  return answer
}

const open = (host: string, url = '/api/events') => app.call('GET', url, undefined, { host })

describe('a request is accepted for', () => {
  test.each([
    'shop.test:3000',
    'shop.test',
    'SHOP.test:3000',
    'shop.test:443',
    'localhost:3000',
    'LocalHost',
    '127.0.0.1:8080',
    '[::1]:3000',
    '[::1]',
  ])('%s', async (host) => {
    expect((await open(host)).status).toBe(200)
  })

  test('an absolute URL, by its host', async () => {
    expect(await send('GET http://shop.test:3000/api/events HTTP/1.1', 'Host: evil.test')).toMatch(
      /^HTTP\/1.1 200 /,
    )
  })

  test('any host for a health check', async () => {
    for (const url of ['/healthz', '/readyz']) expect((await open('10.0.0.7:3000', url)).status).toBe(200)
    expect(await send('GET /healthz HTTP/1.0')).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('a request is rejected for', () => {
  test.each([
    'evil.test',
    'evil.test:3000',
    'shop.test.evil.test',
    'evil-shop.test',
    'www.shop.test',
    'test',
    'shop.test.',
    'localhost.',
    'localhost.evil.test',
    'evil.localhost',
    '127.0.0.1.evil.test',
    '127.0.0.2',
    '192.168.1.5:3000',
    '0.0.0.0:3000',
    '[::]',
    '[::1].evil.test',
    '::1',
    'shop.test:3000@evil.test',
    'evil.test@shop.test:3000',
    'shop.test:3000,evil.test',
    'shop.test, evil.test',
    'shop.test:evil.test',
    'shop.test/evil.test',
    'shop.test:',
  ])('%s', async (host) => {
    const call = await open(host)
    expect(call).toMatchObject({ status: 421, body: { code: 'misdirected', message: sentence } })
    for (const url of ['/', '/none', '/auth', '/assets/visitor/none.js', '/uploads/images/none/480.webp']) {
      const { status, text, headers } = await open(host, url)
      expect([url, status, text]).toEqual([url, 421, sentence])
      expect(headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  test('no host, two hosts, or an absolute URL of another host', async () => {
    expect(await send('GET /api/events HTTP/1.0')).toMatch(/^HTTP\/1.1 421 /)
    expect(await send('GET /api/events HTTP/1.1', 'Host:')).toMatch(/^HTTP\/1.1 421 /)
    expect(await send('GET /api/events HTTP/1.1')).toMatch(/^HTTP\/1.1 400 /)
    for (const [one, other] of [
      ['shop.test:3000', 'evil.test'],
      ['evil.test', 'shop.test:3000'],
      ['shop.test:3000', 'shop.test:3000'],
    ]) {
      expect(await send('GET /api/events HTTP/1.1', `Host: ${one}`, `hOST: ${other}`)).toMatch(
        /^HTTP\/1.1 4(00|21) /,
      )
    }
    expect(await send('GET http://evil.test/api/events HTTP/1.1', 'Host: shop.test:3000')).toMatch(
      /^HTTP\/1.1 421 /,
    )
    expect(await send('GET //evil.test/api/events HTTP/1.1', 'Host: shop.test:3000')).toMatch(
      /^HTTP\/1.1 404 /,
    )
  })

  test('an unknown host, for any kind of request', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'] as const) {
      expect((await app.call(method, '/api/events', undefined, { host: 'evil.test' })).status).toBe(421)
    }
  })

  test('an unknown host that claims to be forwarded from ours', async () => {
    const answer = await app.call('GET', '/api/events', undefined, {
      host: 'evil.test',
      'x-forwarded-host': 'shop.test:3000',
    })
    expect(answer.status).toBe(421)
  })
})

describe('behind a trusted proxy', () => {
  const proxied = startTestApp({ PUBLIC_URL: 'https://shows.example.com', TRUST_PROXY: 'on' })

  test.each([
    [{ host: 'shows.example.com' }, 200],
    [{ host: 'app:3000', 'x-forwarded-host': 'shows.example.com' }, 200],
    [{ host: 'app:3000', 'x-forwarded-host': 'evil.test, shows.example.com' }, 200],
    [{ host: 'app:3000', 'x-forwarded-host': 'shows.example.com, evil.test' }, 421],
    [{ host: 'shows.example.com', 'x-forwarded-host': 'evil.test' }, 421],
    [{ host: 'app:3000' }, 421],
  ] as const)('the host sent to the proxy decides: %j is %s', async (headers, status) => {
    expect((await proxied.call('GET', '/api/events', undefined, headers)).status).toBe(status)
  })
})
