import { expect, test } from 'vitest'
import { neverSent } from './read-outcome.ts'

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
