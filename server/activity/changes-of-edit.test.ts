import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, makeUser, type TestUser } from '../test/factories.ts'
import { noise } from '../test/pictures.ts'
import { formWith } from '../test/uploads.ts'

const app = startTestApp()

const customer = { firstName: 'Amy', lastName: 'Hart', email: 'amy@guest.test', phone: '1', notes: '' }
const product = { name: 'Aurelie gown', basePrice: '2400.00', sku: 'AG-1' }
const code = { code: 'SPRING10', discountValue: 10, description: 'Spring', expiresAt: '2027-04-16' }

test.each([
  [
    'customer',
    '/api/customers',
    customer,
    { phone: '2', lastName: 'Lind' },
    { phone: '3', notes: 'Size 8' },
    { phone: '2' },
  ],
  [
    'product',
    '/api/products',
    product,
    { basePrice: '2500.00', name: 'Aurelie' },
    { basePrice: '2600.00', sku: 'AG-2' },
    { basePrice: '2500.00' },
  ],
  [
    'discount code',
    '/api/discount-codes',
    code,
    { discountValue: 15, expiresAt: '2027-05-01', usageLimit: 3 },
    { discountValue: 20, expiresAt: null, description: 'May' },
    { discountValue: '15%', expiresAt: 'May 1, 2027' },
  ],
])(
  'two people edit one %s: the second hears who changed what, and can save then',
  async (noun, path, record, first, second, overwritten) => {
    const { staff, colleague, name } = await makeTwo()
    const { id, version } = (await staff.call('POST', path, record)).body
    expect(version).toBe(1)
    const put = (by: TestUser, change: object) => by.call('PUT', `${path}/${id}`, change)

    const saved = await put(staff, { ...first, version })
    expect(saved).toMatchObject({ status: 200, body: { ...record, ...first, version: 2 } })
    const refused = await put(colleague, { ...second, version })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'changed',
        message: `${name} just changed this ${noun}. Review the highlighted fields, then save.`,
        version: 2,
        current: saved.body,
        changedBy: { name, fields: Object.fromEntries(Object.keys(first).map((field) => [field, name])) },
      },
    })
    expect(refused.body.fields).toEqual(
      Object.fromEntries(
        Object.entries(overwritten).map(([field, words]) => [field, `${name} changed this to ${words}`]),
      ),
    )
    const now = (await staff.call('GET', path)).body.find((row: { id: number }) => row.id === id)
    expect(now).toMatchObject({ ...record, ...first, version: 2 })

    const again = await put(colleague, { ...second, version: 2 })
    expect(again).toMatchObject({ status: 200, body: { ...record, ...first, ...second, version: 3 } })
    // The answer was lost, and the same is sent again.
    expect(await put(colleague, { ...second, version: 2 })).toMatchObject({ status: 200, body: again.body })
  },
)

test('a new photo for a product that a colleague just changed is not stored', async () => {
  const { staff, colleague } = await makeTwo()
  const { id } = (await staff.call('POST', '/api/products', product)).body
  const photo = await noise(800, 600).png().toBuffer()
  const send = (by: TestUser, version: number) =>
    by.call('PUT', `/api/products/${id}`, formWith([['photo', photo]], { version }))
  expect((await staff.call('PUT', `/api/products/${id}`, { sku: 'AG-2', version: 1 })).status).toBe(200)
  expect(await send(colleague, 1)).toMatchObject({ status: 409, body: { code: 'changed', version: 2 } })
  expect((await staff.call('GET', `/api/products/${id}`)).body).toMatchObject({ photoUrl: null, version: 2 })
  expect(await send(colleague, 2)).toMatchObject({
    status: 200,
    body: { photoUrl: expect.any(String), sku: 'AG-2', version: 3 },
  })
})

async function makeTwo() {
  const staff = await makeCompany(app)
  const colleague = await makeUser(app, staff.companyId, 'admin', { name: 'Second User' })
  const { name } = (await staff.call('GET', '/api/user')).body
  return { staff, colleague, name }
}
