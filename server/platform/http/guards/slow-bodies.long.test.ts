import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { eventForm, makeCompany, makeEvent } from '../../../test/factories.ts'
import { nestsTooDeep } from './slow-bodies.ts'

const app = startTestApp()
const WINDOW = 30_000
const SOME = 30_000
/** The server side of the connections. */
const accepted: Socket[] = []

beforeAll(async () => {
  app.app.server.on('connection', (socket) => accepted.push(socket))
  await app.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Begins a request with a body of `length` bytes or in chunks; `send` sends more and resolves when it has arrived. */
async function begin(line: string, headers: Record<string, string>, length?: number) {
  const socket = connect((app.app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (text) => (answer += text))
  socket.on('error', () => {}) // writes after the end fail
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  while (!accepted.some(({ remotePort }) => remotePort === socket.localPort)) await setImmediate()
  const server = accepted.find(({ remotePort }) => remotePort === socket.localPort)!
  let sent = 0
  async function send(text: string) {
    socket.write(text)
    sent += Buffer.byteLength(text)
    while (server.bytesRead < sent && !server.destroyed) await setImmediate()
    for (let turn = 0; turn < 20; turn++) await setImmediate()
  }
  const all = { Host: 'localhost', ...(length && { 'Content-Length': length }), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  await send([line, ...lines, '', ''].join('\r\n'))
  return {
    send,
    answered: async () => {
      while (!answer.includes('\r\n\r\n')) await setImmediate()
      return answer
    },
    /** Returns the response once the server has closed the connection. */
    async ended() {
      await closed
      return answer
    },
  }
}

const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'multipart/form-data; boundary=x' }
const field = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
const picture = '--x\r\nContent-Disposition: form-data; name="banner"; filename="a.png"\r\n\r\n'

/** Expects a 408 and the end of the connection. */
async function expectCut(call: Awaited<ReturnType<typeof begin>>) {
  const [head, body] = (await call.ended()).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
  const message = 'This took too long to arrive. Check your connection and try again.'
  expect(JSON.parse(body!)).toEqual({ message, error: message, code: 'too_slow' })
}

describe('a body without files is ended after 30 seconds', () => {
  test('when it stops', async () => {
    const call = await begin('POST /api/login HTTP/1.1', json, 100)
    await call.send('{"username"')
    await vi.advanceTimersByTimeAsync(WINDOW)
    await expectCut(call)
  })

  test('when it trickles at any speed', async () => {
    const call = await begin('POST /api/login HTTP/1.1', json, 3 * SOME)
    await call.send(`{"username":"${'a'.repeat(SOME)}`)
    await vi.advanceTimersByTimeAsync(WINDOW)
    await expectCut(call)
  })

  test('when it comes in chunks without a length', async () => {
    const call = await begin('POST /api/login HTTP/1.1', { ...json, 'Transfer-Encoding': 'chunked' })
    await call.send('5\r\n{"use\r\n')
    await vi.advanceTimersByTimeAsync(WINDOW)
    await expectCut(call)
  })

  test('when it is a guest’s form', async () => {
    const { urlSlug } = await makeEvent(await makeCompany(app))
    const call = await begin(`POST /event/${urlSlug} HTTP/1.1`, form, 1000)
    await call.send(`${field('attendeeName')}Grace`)
    await vi.advanceTimersByTimeAsync(WINDOW)
    await expectCut(call)
  })

  test('when it was rejected before it arrived', async () => {
    const call = await begin('POST /api/events HTTP/1.1', form, 10 * SOME)
    await call.send(picture)
    expect(await call.answered()).toMatch(/^HTTP\/1.1 401 /)
    await call.send('a'.repeat(2 * SOME))
    await vi.advanceTimersByTimeAsync(WINDOW)
    expect(await call.ended()).not.toContain('408')
  })

  test('when the route does not read it', async () => {
    const call = await begin('GET /api/events HTTP/1.1', json, 100)
    expect(await call.answered()).toMatch(/^HTTP\/1.1 200 /)
    await vi.advanceTimersByTimeAsync(WINDOW)
    expect(await call.ended()).not.toContain('408')
  })
})

test('a form with more parts than it may have is read on after its answer, but no longer parsed', async () => {
  const asked = once(app.app.server, 'request')
  const call = await begin('POST /api/login HTTP/1.1', form, SOME)
  const [request] = await asked
  const parts = '--x\r\n\r\n\r\n'.repeat(100)
  await call.send(parts)
  expect(await call.answered()).toMatch(/^HTTP\/1.1 413 /)
  await call.send(parts)
  expect(request.listenerCount('data')).toBe(0)
})

describe('a body with files', () => {
  const whole = 10 * SOME

  async function beginUpload() {
    const { cookie } = await makeCompany(app)
    return begin('POST /api/events HTTP/1.1', { ...form, Cookie: cookie }, whole)
  }

  test('can take minutes while it makes progress', async () => {
    const call = await beginUpload()
    await call.send(picture)
    for (let sent = picture.length; sent < whole; ) {
      const part = Math.min(SOME, whole - sent)
      await call.send('a'.repeat(part))
      sent += part
      if (sent < whole) await vi.advanceTimersByTimeAsync(WINDOW)
    }
    expect(await call.answered()).toMatch(/^HTTP\/1.1 400 /)
  })

  test('is ended when it stops', async () => {
    const call = await beginUpload()
    await call.send(picture + 'a'.repeat(SOME))
    await vi.advanceTimersByTimeAsync(WINDOW)
    await call.send('a'.repeat(SOME - 1))
    await vi.advanceTimersByTimeAsync(WINDOW)
    await expectCut(call)
  })
})

test('a request that arrives in time leaves no timer behind', async () => {
  const user = await makeCompany(app)
  expect((await user.call('POST', '/api/events', eventForm())).status).toBe(201)
  const call = await begin('POST /api/login HTTP/1.1', { ...json, Connection: 'close' }, 2)
  await call.send('{}')
  expect(await call.ended()).toMatch(/^HTTP\/1.1 400 /)
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  expect(vi.getTimerCount()).toBe(0)
})

test('headers that do not arrive end too', async () => {
  const { server } = app.app
  expect(server.headersTimeout).toBe(30_000)
  server.headersTimeout = 1
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (text) => (answer += text))
  socket.write('GET / HTTP/1.1\r\nHost: localh')
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  server.headersTimeout = 30_000
})

const deep = '['.repeat(101)

test.each([
  ['100 lists', '['.repeat(100) + ']'.repeat(100), false],
  ['101 lists', deep + ']'.repeat(101), true],
  ['101 objects', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`, true],
  ['101 lists beside each other', `[${'[],'.repeat(101)}1]`, false],
  ['brackets in a text', JSON.stringify({ notes: deep }), false],
  ['brackets after a quote in a text', JSON.stringify({ notes: `"${deep}` }), false],
  ['lists after a text that ends with a backslash', `["\\\\",${deep}`, true],
])('%s', (_, text, isTooDeep) => {
  expect(nestsTooDeep(text)).toBe(isTooDeep)
})
