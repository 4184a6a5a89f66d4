import type { LoggedActivity } from '@trunkshow/contract/activity/schema.ts'
import { expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import {
  book,
  bookingNumber,
  eventForm,
  makeCode,
  makeCompany,
  makeEvent,
  makeUser,
  type TestUser,
  takeOrder,
} from '../test/factories.ts'
import { check } from '../test/imports.ts'
import { noise } from '../test/pictures.ts'
import { formWith } from '../test/uploads.ts'

const app = startTestApp()

test('the log shows who changed what, with old and new values, latest first', async () => {
  const owner = await makeCompany(app)
  await owner.call('POST', '/api/company', { companyName: 'Maison Vale' })
  const colleague = await makeUser(app, owner.companyId, 'view only')
  await owner.call('PUT', `/api/company/users/${colleague.id}`, { role: 'order management' })
  const event = await makeEvent(owner)
  const booked = await book(app, event.slots[0]!.id)
  await colleague.call('PUT', `/api/events/${event.id}`, eventForm({ name: 'Autumn Show', endTime: '13:00' }))
  const number = await bookingNumber(app, booked.body.id)
  await colleague.call('PATCH', `/api/bookings/${number}/reschedule`, { newTimeSlotId: event.slots[1]!.id })
  await app.call('GET', `/api/bookings/${booked.body.id}/cancel`)
  await colleague.call('PATCH', `/api/timeslots/${event.slots[2]!.id}`, { totalSlots: 5 })
  await colleague.call('DELETE', `/api/timeslots/${event.slots[3]!.id}`)

  const { body, headers } = await owner.call('GET', '/api/activity')
  const lines = body.map(
    (entry: { actorName: string; activity: string; subjectName: string; changes: object[] }) => [
      entry.actorName,
      entry.activity,
      entry.subjectName,
      entry.changes,
    ],
  )
  const change = (field: string, from: string | null, to: string | null) => ({ field, from, to })
  const day = event.eventDate
  expect(lines).toEqual([
    ['Test User', 'slot.deleted', 'Autumn Show', [change('time', `${day} 11:30-12:00`, null)]],
    ['Test User', 'slot.changed', 'Autumn Show', [change('totalSlots', '2', '5')]],
    [null, 'booking.cancelled', 'Grace Okafor', []],
    ['Test User', 'booking.moved', 'Grace Okafor', [change('time', `${day} 10:00`, `${day} 10:30`)]],
    [
      'Test User',
      'event.changed',
      'Autumn Show',
      [change('name', 'Spring Bridal Trunk Show', 'Autumn Show'), change('endTime', '12:00', '13:00')],
    ],
    ['Test User', 'event.created', 'Spring Bridal Trunk Show', []],
    ['Test User', 'user.role', 'Test User', [change('role', 'view only', 'order management')]],
    ['Test User', 'company.saved', 'Maison Vale', [change('companyName', null, 'Maison Vale')]],
  ])
  expect(headers['x-total-count']).toBe('8')
})

test('an entry has its record, by the ID and name of its page, until it is deleted', async () => {
  const owner = await makeCompany(app)
  const other = await makeCompany(app)
  const event = await makeEvent(owner)
  const booked = await book(app, event.slots[0]!.id)
  const number = await bookingNumber(app, booked.body.id)
  await owner.call('PATCH', `/api/bookings/${number}/reschedule`, { newTimeSlotId: event.slots[1]!.id })
  const order = await takeOrder(owner)
  const code = await makeCode(owner, 'SPRING10')
  const gone = await makeCode(owner, 'OLD10')
  await owner.call('PUT', `/api/discount-codes/${code.id}`, { ...code, code: 'SUMMER10', discountValue: 10 })
  await owner.call('DELETE', `/api/discount-codes/${gone.id}`)
  const colleague = await makeUser(app, owner.companyId, 'view only')
  await owner.call('PUT', `/api/company/users/${colleague.id}`, { role: 'order management' })
  const imported = await check(owner, 'First name,Last name,Email\nNora,Lind,nora@lind.test')
  await owner.call('POST', `/api/imports/${imported.body.id}/start`)
  const records = async () => {
    const { body } = await owner.call('GET', '/api/activity')
    return (body as LoggedActivity[]).map(({ activity, subjectName, record }) => [
      activity,
      subjectName,
      record && [record.id, record.name],
    ])
  }
  expect(await records()).toEqual([
    ['import.started', 'list.csv', [imported.body.id, 'customers']],
    ['user.role', 'Test User', [colleague.id, '']],
    ['discount.deleted', 'OLD10', null],
    ['discount.changed', 'SUMMER10', [code.id, 'SUMMER10']],
    ['discount.created', 'OLD10', null],
    ['discount.created', 'SPRING10', [code.id, 'SUMMER10']],
    ['order.created', 'Order #1001', [order.id, '']],
    ['customer.created', 'Grace Okafor', [order.customerId, '']],
    ['product.created', 'Aurelie gown', [order.productId, '']],
    ['template.created', 'Gown', [order.templateId, 'Gown']],
    ['booking.moved', 'Grace Okafor', [number, '']],
    ['event.created', event.name, [event.id, '']],
  ])
  await owner.call('DELETE', `/api/orders/${order.id}`)
  await owner.call('DELETE', `/api/company/users/${colleague.id}`)
  expect((await records()).filter(([, , record]) => record === null).map(([activity]) => activity)).toEqual([
    'user.removed',
    'order.deleted',
    'user.role',
    'discount.deleted',
    'discount.created',
    'order.created',
  ])
  // An entry never names another company's record, whatever its id.
  await app.rows('UPDATE discount_codes SET company_id = $1 WHERE id = $2', [other.companyId, code.id])
  const { body } = await owner.call('GET', '/api/activity?subject=discount')
  expect((body as LoggedActivity[]).map(({ record }) => record)).toEqual([null, null, null, null])
})

test('the log is filtered by who acted and what it is about, and paged', async () => {
  const owner = await makeCompany(app)
  const colleague = await makeUser(app, owner.companyId, 'order management')
  const [first, second] = [await makeEvent(owner), await makeEvent(colleague)]
  const read = async (query: string) =>
    (await owner.call('GET', `/api/activity?${query}`)).body.map(
      ({ subjectId }: { subjectId: number }) => subjectId,
    )
  expect(await read('')).toEqual([second.id, first.id])
  expect(await read(`userId=${colleague.id}`)).toEqual([second.id])
  expect(await read(`subject=event&subjectId=${first.id}`)).toEqual([first.id])
  expect(await read('subject=user')).toEqual([])
  const page = await owner.call('GET', '/api/activity?limit=1')
  const next = /^<(.+)>; rel="next"$/.exec(String(page.headers.link))![1]!
  expect((await owner.call('GET', next)).body).toMatchObject([{ subjectId: first.id }])
})

test('the log of another company stays its own, and nothing in it can be changed', async () => {
  const [owner, stranger] = [await makeCompany(app), await makeCompany(app)]
  await makeEvent(owner)
  expect((await stranger.call('GET', '/api/activity')).body).toEqual([])
  for (const statement of [
    `UPDATE activity_log SET actor_name = '${unique()}' WHERE company_id = ${owner.companyId}`,
    `DELETE FROM activity_log WHERE company_id = ${owner.companyId}`,
  ])
    await expect(app.rows(statement)).rejects.toThrow('activity_log is append-only')
})

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
