import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { describeUserErrors } from '../tasks/run-operation.ts'
import { requestToken } from './call-store.ts'
import { neverSent, sendOperation } from './send-operation.ts'

const refused = { code: 'ECONNREFUSED', syscall: 'connect' }

test.each([
  [refused, true],
  [{ code: 'EHOSTUNREACH', syscall: 'connect' }, true],
  [{ code: 'ENETUNREACH', syscall: 'connect' }, true],
  [{ code: 'ETIMEDOUT', syscall: 'connect' }, true],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, true],
  [{ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, true],
  [{ code: 'ECONNREFUSED', errors: [refused, refused] }, true],
  [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, true],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, true],
  [{ code: 'CERT_HAS_EXPIRED' }, true],
  [{ code: 'EHOSTUNREACH', syscall: 'read' }, false],
  [{ code: 'ENETUNREACH', syscall: 'write' }, false],
  [{ code: 'ECONNRESET', syscall: 'read' }, false],
  [{ code: 'UND_ERR_SOCKET' }, false],
  [undefined, false],
])('after %j the request did not reach the store: %j', (cause, expected) => {
  expect(neverSent(new TypeError('fetch failed', { cause }))).toBe(expected)
})

test.each([
  [['order', 'shippingAddress', 'zip'], 'Shipping address, ZIP: No'],
  [['order', 'shipping_address', 'last_name'], 'Shipping address, last name: No'],
  [['order', 'lineItems', '1', 'quantity'], 'Product 2, quantity: No'],
  [['order', 'lineItems', '0', 'priceSet', 'shopMoney', 'amount'], 'Product 1, price: No'],
  [['order', 'customer', 'toUpsert', 'email'], 'Customer, email: No'],
  [['input', 'variants', '0', 'inventoryItem', 'sku'], 'SKU: No'],
  [['basicCodeDiscount', 'customerGets', 'value', 'percentage'], 'Discount percentage: No'],
  [['order', 'shippingAddress', 'planet'], 'No'],
  [['id'], 'No'],
  [['order'], 'No'],
  [['constructor'], 'No'],
  [[], 'No'],
  [null, 'No'],
])('an error of %j is shown as %j', (field, line) => {
  expect(describeUserErrors([{ field, message: 'No' }])).toBe(line)
})

test('several errors are shown one below the other, each once', () => {
  const zip = { field: ['order', 'shippingAddress', 'zip'], message: 'Enter a ZIP code' }
  const errors = [zip, { field: null, message: 'The order is not valid' }, zip]
  expect(describeUserErrors(errors)).toBe('Shipping address, ZIP: Enter a ZIP code\nThe order is not valid')
})

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
