import { api } from '@trunkshow/contract/api.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

const asked: string[] = []

/** Opens the app's client on a page that was sent with these answers. */
async function open(answers: object[]) {
  const element = { textContent: JSON.stringify(answers), remove: () => {} }
  vi.stubGlobal('document', { getElementById: () => element })
  vi.stubGlobal('location', { origin: 'http://localhost', pathname: '/orders' })
  vi.stubGlobal('localStorage', { getItem: () => '{"id":7}' })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('[]')
  })
  vi.resetModules()
  return import('./client.ts')
}

const filters = {
  address: '/api/order-filters',
  status: 200,
  headers: [['content-type', 'application/json']],
  text: '[]',
}

beforeEach(() => asked.splice(0))
afterEach(() => vi.unstubAllGlobals())

test('an answer sent with the document is used once, with its headers and its status', async () => {
  const list = { ...filters, address: '/api/orders?limit=50', headers: [['x-total-count', '0']] }
  const refused = { ...filters, address: '/api/user', status: 401, text: '{"code":"signed_out"}' }
  const { call, callPage } = await open([filters, list, refused])
  expect(await callPage(api.orders.list, { query: { limit: 50 } })).toMatchObject({ total: '0' })
  await expect(call(api.session.current)).rejects.toMatchObject({ status: 401, sessionEnded: true })
  await call(api.savedFilters.list)
  expect(asked).toEqual([])
  await call(api.savedFilters.list)
  expect(asked).toEqual(['/api/order-filters'])
})

test('another page and a change make calls of their own', async () => {
  const { call } = await open([filters])
  vi.stubGlobal('location', { origin: 'http://localhost', pathname: '/customers' })
  await call(api.savedFilters.list)
  expect(asked).toEqual(['/api/order-filters'])
  const again = await open([filters])
  await again.call(api.session.logout).catch(() => {})
  await again.call(api.savedFilters.list)
  expect(asked.slice(1)).toEqual(['/api/logout', '/api/order-filters'])
})

test('an answer that no call took for ten seconds is not used', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { call } = await open([filters])
  vi.advanceTimersByTime(10_000)
  await call(api.savedFilters.list)
  expect(asked).toEqual(['/api/order-filters'])
})
