import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { customersQuery } from './queries.ts'

afterEach(() => vi.unstubAllGlobals())

test('a failed customer list throws the status and its text', async () => {
  const answer = new Response('<h1>Busy</h1>', { status: 503, statusText: 'Service Unavailable' })
  vi.stubGlobal('fetch', async () => answer)
  const request = new QueryClient().fetchInfiniteQuery({ ...customersQuery({}), retry: false })
  await expect(request).rejects.toThrow('Failed to fetch customers: 503 Service Unavailable')
})
