import { listEndpoints } from '@trunkshow/contract/api.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'

const app = startTestApp()

const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

test('the document lists every endpoint of the contract and nothing else', async () => {
  const { status, body } = await app.call('GET', '/api/openapi.json')
  expect(status).toBe(200)
  expect(body.openapi).toMatch(/^3\./)
  const listed = Object.entries<Record<string, unknown>>(body.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const endpoints = listEndpoints().map(({ endpoint }) => `${endpoint.method} ${openApiPath(endpoint.path)}`)
  expect(listed.sort()).toEqual(endpoints.sort())
})

test.each(listEndpoints())('$name is described by its schemas', async ({ endpoint }) => {
  const { body } = await app.call('GET', '/api/openapi.json')
  const call = body.paths[openApiPath(endpoint.path)][endpoint.method.toLowerCase()]
  const named = (place: string) =>
    (call.parameters ?? [])
      .filter((given: { in: string }) => given.in === place)
      .map((given: { name: string }) => given.name)
  expect(named('path')).toEqual(Object.keys(endpoint.params?.shape ?? {}))
  expect(named('query')).toEqual(Object.keys(endpoint.query?.shape ?? {}))
  expect(Boolean(call.requestBody)).toBe(Boolean(endpoint.body))
  if (endpoint.output) expect(Object.keys(call.responses)).toContain(String(endpoint.status ?? 200))
})

test('a booking is described with its two fields', async () => {
  const { body } = await app.call('GET', '/api/openapi.json')
  const { requestBody } = body.paths['/api/timeslots/{id}/book'].post
  expect(requestBody.content['application/json'].schema).toMatchObject({
    type: 'object',
    required: ['attendeeName', 'attendeeEmail'],
    properties: { attendeeName: { type: 'string', maxLength: 100 }, attendeeEmail: { type: 'string' } },
  })
})

test('files are described next to their form’s fields, with what is accepted', async () => {
  const { body } = await app.call('GET', '/api/openapi.json')
  const formOf = (path: string, method: string) => {
    const { content } = body.paths[path][method].requestBody
    expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data'])
    expect(content['application/json'].schema.properties).not.toHaveProperty('file')
    return content['multipart/form-data'].schema
  }
  const file = { type: 'string', format: 'binary' }
  expect(formOf('/api/attachments', 'post')).toMatchObject({
    required: ['orderId'],
    properties: { orderId: {}, file: { ...file, description: 'A file of at most 20 MB.' } },
  })
  expect(formOf('/api/orders', 'post').properties).toMatchObject({
    orderData: {},
    templateAttachment: { type: 'array', items: file, maxItems: 100 },
    orderAttachment: { type: 'array', items: file },
  })
  expect(formOf('/api/events/{id}', 'put').properties).toMatchObject({ name: {}, logo: file, banner: file })
  expect(formOf('/api/products', 'post').properties).toMatchObject({ name: {}, photo: file })
})
