import { listEndpoints } from '@trunkshow/contract/api.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany } from '../../test/factories.ts'
import { formWith } from '../../test/uploads.ts'

const app = startTestApp()

const lists = listEndpoints().flatMap(({ name, endpoint }) =>
  endpoint.query && 'limit' in endpoint.query.shape
    ? [{ name, url: endpoint.path.replaceAll(/:\w+/g, '1') }]
    : [],
)

test.each(lists)('$name takes a limit of digits alone', async ({ url }) => {
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
