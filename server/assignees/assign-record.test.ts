import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import {
  book,
  bookingNumber,
  makeCoHost,
  makeCompany,
  makeCustomer,
  makeForm,
  makeShow,
  makeUser,
  type TestUser,
  takeOrder,
  tokenOf,
} from '../test/factories.ts'

const app = startTestApp()

/** A company of two, with a customer, an order of theirs, and a booking of theirs. */
async function makeShop() {
  const { host, slots, event: show } = await makeShow(app)
  const ada = await makeUser(app, host.companyId, 'order management', { name: 'Ada Brooks' })
  const email = `grace-${host.companyId}@okafor.test`
  const customer = await makeCustomer(host, { email })
  const order = await takeOrder(host, { customerId: customer.id, customerEmail: email })
  const bookingId = await bookingNumber(app, tokenOf(await book(app, slots[0]!.id, { attendeeEmail: email })))
  return {
    ...{ host: { ...host, name: 'Test User' }, ada: { ...ada, name: 'Ada Brooks' } },
    show,
    slots,
    email,
    customer,
    order,
    bookingId,
  }
}
type Shop = Awaited<ReturnType<typeof makeShop>>

const kinds = ['orders', 'customers', 'bookings'] as const
type Kind = (typeof kinds)[number]
const pathOf = ({ order, customer, bookingId }: Shop, kind: Kind) =>
  `/api/${kind}/${{ orders: order.id, customers: customer.id, bookings: bookingId }[kind]}`
const assign = (
  user: Pick<TestUser, 'call'>,
  path: string,
  assigneeId: number | null,
  from?: number | null,
) => user.call('PATCH', `${path}/assignee`, { assigneeId, from })
const seen = async (user: Pick<TestUser, 'call'>, path: string) =>
  (await user.call('GET', path)).body.assignee

describe.each(kinds)('who serves one of the %s', (kind) => {
  test('is set by name, logged, and taken away, without raising its version', async () => {
    const shop = await makeShop()
    const { host, ada } = shop
    const path = pathOf(shop, kind)
    const { body: before } = await host.call('GET', path)
    expect(before.assignee).toBeNull()
    const { status, body } = await assign(host, path, ada.id, null)
    expect([status, body]).toEqual([200, { assignee: { id: ada.id, name: ada.name } }])
    const { body: after } = await host.call('GET', path)
    expect([after.assignee, after.version]).toEqual([{ id: ada.id, name: ada.name }, before.version])
    const { body: log } = await host.call('GET', '/api/activity')
    expect(log.at(0)).toMatchObject({
      activity: `${kind.slice(0, -1)}.assigned`,
      changes: [{ field: 'assignee', from: null, to: ada.name }],
    })
    expect((await assign(host, path, null, ada.id)).body).toEqual({ assignee: null })
    expect(await seen(host, path)).toBeNull()
  })

  test('that two people set at once is set by one, and the other is told who did', async () => {
    const shop = await makeShop()
    const { host, ada } = shop
    const path = pathOf(shop, kind)
    const answers = await Promise.all([assign(host, path, host.id, null), assign(ada, path, ada.id, null)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)!
    const won = await seen(host, path)
    expect(lost.body.fields.assigneeId).toContain(won.id === host.id ? host.name : ada.name)
  })

  test('is no user of another company, no one invited, and no one who left', async () => {
    const shop = await makeShop()
    const { host, ada } = shop
    const stranger = await makeCompany(app)
    const path = pathOf(shop, kind)
    expect((await assign(host, path, stranger.id)).status).toBe(409)
    expect((await assign(stranger, path, stranger.id)).status).toBe(404)
    await host.call('PUT', `/api/company/users/${ada.id}`, { isActive: false })
    expect((await assign(host, path, ada.id)).status).toBe(409)
    expect(await seen(host, path)).toBeNull()
  })

  test.each([
    ['removed', 'DELETE', undefined],
    ['deactivated', 'PUT', { isActive: false }],
  ] as const)('is no one once they are %s', async (_, method, change) => {
    const shop = await makeShop()
    const { host, ada } = shop
    const path = pathOf(shop, kind)
    await assign(host, path, ada.id)
    await host.call(method, `/api/company/users/${ada.id}`, change)
    expect(await seen(host, path)).toBeNull()
  })

  test('is set by no one who may only look', async () => {
    const shop = await makeShop()
    const viewer = await makeUser(app, shop.host.companyId, 'view only')
    expect((await assign(viewer, pathOf(shop, kind), viewer.id)).status).toBe(403)
  })

  test('finds theirs among all, also in its file', async () => {
    const shop = await makeShop()
    const { host, ada, show } = shop
    await assign(host, pathOf(shop, kind), ada.id)
    const list = kind === 'bookings' ? `/api/events/${show.id}/bookings` : `/api/${kind}`
    const ids = async (user: TestUser) =>
      (await user.call('GET', `${list}?mine=true`)).body.map(({ id }: { id: number }) => id)
    expect(await ids(ada)).toEqual([Number(pathOf(shop, kind).split('/').at(-1))])
    expect(await ids(host)).toEqual([])
    if (kind === 'customers') return
    const file = (await host.call('GET', `${list}.csv`)).text
    expect(file).toContain('Assigned to')
    expect(file).toContain(ada.name)
  })
})

test('a co-host sees who serves a guest of its event, and assigns none, in neither company', async () => {
  const shop = await makeShop()
  const { host, ada, show } = shop
  const path = pathOf(shop, 'bookings')
  await assign(host, path, ada.id)
  const coHost = await makeCoHost(app, show)
  expect(await seen(coHost, path)).toEqual({ id: ada.id, name: ada.name })
  for (const id of [coHost.id, host.id, null]) expect((await assign(coHost, path, id)).status).toBe(404)
  const { body } = await coHost.call('GET', '/api/company/colleagues')
  expect(body).toEqual([{ id: coHost.id, name: 'Test User' }])
})

test('a new order and a new booking of a customer are for who serves them', async () => {
  const shop = await makeShop()
  const { host, ada, slots, email, customer } = shop
  const adas = { id: ada.id, name: ada.name }
  await assign(host, pathOf(shop, 'customers'), ada.id)
  const order = await takeOrder(host, { customerId: customer.id, customerEmail: email })
  expect(order.assignee).toEqual(adas)
  const booked = await book(app, slots[1]!.id, { attendeeEmail: email.toUpperCase() })
  const bookingId = await bookingNumber(app, tokenOf(booked))
  expect(await seen(host, `/api/bookings/${bookingId}`)).toEqual(adas)
  const added = await host.call('POST', `/api/timeslots/${slots[2]!.id}/bookings`, {
    attendeeName: 'Grace Okafor',
    attendeeEmail: email,
  })
  expect(added.body.assignee).toEqual(adas)
  await assign(host, `/api/bookings/${bookingId}`, host.id)
  const ofBooking = await takeOrder(host, { customerId: customer.id, customerEmail: email, bookingId })
  expect(ofBooking.assignee.id).toBe(host.id)
  const others = await book(app, slots[1]!.id, { attendeeEmail: 'nora@lind.test' })
  expect(await seen(host, `/api/bookings/${await bookingNumber(app, tokenOf(others))}`)).toBeNull()
})

test('a merged customer keeps who serves them, or takes the other’s', async () => {
  const { host, ada, customer } = await makeShop()
  const other = await makeCustomer(host, { email: `other-${host.companyId}@okafor.test` })
  await assign(host, `/api/customers/${other.id}`, ada.id)
  const { body } = await host.call('POST', `/api/customers/${customer.id}/merge/${other.id}`, {})
  expect(body.result.assignee.id).toBe(ada.id)
  expect(await seen(host, `/api/customers/${customer.id}`)).toEqual({ id: ada.id, name: ada.name })
})

test('Home counts only theirs', async () => {
  const shop = await makeShop()
  const { host, ada } = shop
  const form = await makeForm(host)
  await takeOrder(host, {}, form)
  await assign(host, pathOf(shop, 'orders'), ada.id)
  const counts = async (user: TestUser, mine: string) => {
    const { body: home } = await user.call('GET', `/api/home${mine}`)
    return home.unpaidOrders
  }
  expect(await counts(ada, '?mine=true')).toBe(1)
  expect(await counts(ada, '')).toBe(2)
  expect(await counts(host, '?mine=true')).toBe(0)
})
