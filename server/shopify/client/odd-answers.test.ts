import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { requestToken } from './request-token.ts'
import { sendOperation } from './send-operation.ts'

/** Answers every request in this way. @returns its origin */
async function startServer(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response.setHeader('content-type', 'application/json')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function* endless() {
  for (;;) yield Buffer.alloc(1_000_000, ' ')
}
const bomb = gzipSync(Buffer.alloc(40_000_000, ' '))

const answers: [string, (response: ServerResponse) => void][] = [
  ['an answer without an end', (response) => Readable.from(endless()).pipe(response)],
  [
    'a small one that unpacks to 40 MB',
    (response) => response.setHeader('content-encoding', 'gzip').end(bomb),
  ],
  ['null', (response) => response.end('null')],
  ['a number', (response) => response.end('7')],
  ['no JSON', (response) => response.end('<html>')],
  ['nothing', (response) => response.end()],
]

test.each(answers)('%s leaves an operation in doubt, and no token', async (_, answer) => {
  const origin = await startServer(answer)
  expect(await sendOperation({ origin, token: 'token' }, 'job', { id: 'gid://shopify/Job/1' })).toEqual({
    kind: 'unknown',
    reason: 'Shopify’s answer could not be read.',
  })
  expect(await requestToken(origin, 'id', 'secret')).toEqual({
    kind: 'refused',
    reason: 'Shopify did not answer.',
  })
})

test('errors that are null are none', async () => {
  const job = { id: 'gid://shopify/Job/1', done: true }
  const origin = await startServer((response) =>
    response.end(JSON.stringify({ data: { job }, errors: null })),
  )
  const outcome = await sendOperation({ origin, token: 'token' }, 'job', { id: job.id })
  expect(outcome).toEqual({ kind: 'ok', data: { job } })
})
