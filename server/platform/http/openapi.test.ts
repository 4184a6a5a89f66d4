import { listEndpoints } from '@trunkshow/contract/api.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { formField, makeCompany, makeCustomer, type TestUser } from '../../test/factories.ts'
import { formWith } from '../../test/uploads.ts'

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

const inOrder = ['abe', 'Ábel', 'Abigail', 'Élan', 'elm', 'Émile', 'zoé', 'Zoë']

const fields = [formField({ id: 'item' })]
const ways: [list: string, field: string, add: (staff: TestUser, name: string) => Promise<unknown>][] = [
  ['customers', 'lastName', (staff, lastName) => makeCustomer(staff, { firstName: 'A', lastName })],
  ['products', 'name', (staff, name) => staff.call('POST', '/api/products', { name, basePrice: 1 })],
  ['customizations', 'name', (staff, name) => staff.call('POST', '/api/customizations', { name })],
  [
    'order-templates',
    'templateName',
    (staff, templateName) => staff.call('POST', '/api/order-templates', { templateName, fields }),
  ],
]

test.each(ways)(
  '%s are sorted by name without regard to case and accents, page by page',
  async (list, field, add) => {
    const staff = await makeCompany(app)
    // Equal names are sorted by id.
    for (const name of ['zoé', 'Zoë', 'Ábel', 'Émile', 'abe', 'elm', 'Abigail', 'Élan'])
      await add(staff, name)
    const names: string[] = []
    let url: string | undefined = `/api/${list}?limit=3`
    while (url) {
      const page = await staff.call('GET', url)
      names.push(...page.body.map((row: Record<string, string>) => row[field]))
      url = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(names).toEqual(inOrder)
  },
)

const lists = listEndpoints().flatMap(({ name, endpoint }) =>
  endpoint.query && 'limit' in endpoint.query.shape
    ? [{ name, url: endpoint.path.replaceAll(/:\w+/g, '1') }]
    : [],
)

test.each(lists)('$name takes a limit only of digits', async ({ url }) => {
  const owner = await makeCompany(app)
  for (const limit of ['0x10', '1e1', '%2010', '10.0', 'true', '']) {
    const { status, body } = await owner.call('GET', `${url}?limit=${limit}&email=a@b.test`)
    expect([limit, status, body.fields]).toEqual([limit, 400, { limit: 'What was sent is not valid.' }])
  }
})

test.each([
  ['POST', '/api/products/1/customizations', { customizationId: '5' }, 'customizationId'],
  ['POST', '/api/products/1/customizations', { customizationId: true }, 'customizationId'],
  ['PATCH', '/api/orders/1/discount', { discountCodeId: [3] }, 'discountCodeId'],
  ['PUT', '/api/orders/1', { version: true }, 'version'],
  ['PUT', '/api/orders/1', { version: 2 ** 31 }, 'version'],
  ['PUT', '/api/customers/1', { version: 2 ** 31 }, 'version'],
  ['PUT', '/api/orders/1', { discountCodeId: '0x10' }, 'discountCodeId'],
  ['PATCH', '/api/timeslots/1', { totalSlots: '1e1' }, 'totalSlots'],
] as const)('%s %s refuses %j at its field', async (method, url, body, field) => {
  const owner = await makeCompany(app)
  const answer = await owner.call(method, url, body)
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
})

test('a multipart form carries its numbers as digits', async () => {
  const owner = await makeCompany(app)
  for (const [version, status] of [
    ['3', 404],
    ['0x3', 400],
    ['1e3', 400],
    [' 3', 400],
    ['true', 400],
  ] as const)
    expect([version, (await owner.call('PUT', '/api/orders/1', formWith([], { version }))).status]).toEqual([
      version,
      status,
    ])
})
