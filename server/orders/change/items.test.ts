import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import {
  book,
  bookingNumber,
  makeCode,
  makeCompany,
  makeEvent,
  makeForm,
  makeUser,
  type TestUser,
  takeOrder,
} from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import { put, read, silk, timelineOf } from '../../test/order-edits.ts'

const app = startTestApp()

async function makeProduct(staff: TestUser, name: string, basePrice: string): Promise<{ id: number }> {
  const { body } = await staff.call('POST', '/api/products', { name, sku: '', basePrice })
  return body
}
const only = (productId: number, quantity = 1) => ({ products: [{ productId, quantity }] })
const itemsAreFinal = 'Products and event can only be changed while the order is pending.'

test('a product is replaced: the new one has its current price, the rest is priced as before', async () => {
  const staff = await makeCompany(app)
  const { id: discountCodeId } = await makeCode(staff, 'SPRING10')
  const order = await takeOrder(staff, { discountCodeId, customFields: silk })
  expect(order.total).toBe('994.50')
  const veil = await makeProduct(staff, 'Lumen veil', '320')
  const changed = await put(staff, order, only(veil.id))
  expect(changed).toMatchObject({
    status: 200,
    body: { items: 'Lumen veil', productId: veil.id, total: '513.00', version: 2 },
  })
  expect(changed.body.products).toMatchObject([{ name: 'Lumen veil', basePrice: '320.00', quantity: 1 }])
  expect(await read(staff, order)).toEqual(changed.body)
  expect((await timelineOf(staff, order))[0]).toEqual([
    'order.changed',
    'Products: Aurelie gown → Lumen veil',
    'Total: $994.50 → $513.00',
  ])
  expect((await staff.call('GET', '/api/orders?q=lumen')).body).toMatchObject([{ id: order.id }])
  expect((await staff.call('GET', '/api/orders?q=aurelie')).body).toEqual([])
  await assertOrderInvariants(app, staff)
})

test('a product that stays keeps the name and price it was taken with, even archived', async () => {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const order = await takeOrder(staff, {}, form)
  const renamed = { name: 'Aurelie 2', basePrice: '1', isActive: false }
  expect((await staff.call('PUT', `/api/products/${form.productId}`, renamed)).status).toBe(200)
  const veil = await makeProduct(staff, 'Lumen veil', '320')
  const products = [{ productId: form.productId, quantity: 2 }, { productId: veil.id }]
  expect((await put(staff, order, { products })).body).toMatchObject({
    items: 'Aurelie gown, Lumen veil',
    products: [
      { name: 'Aurelie gown', sku: 'AUR-1', basePrice: '855.50', quantity: 2 },
      { name: 'Lumen veil', basePrice: '320.00', quantity: 1 },
    ],
    total: '2031.00',
  })
  expect((await timelineOf(staff, order))[0]).toContain(
    'Products: Aurelie gown → Aurelie gown × 2, Lumen veil',
  )
  await put(staff, order, only(veil.id))
  expect((await put(staff, order, only(form.productId))).body.fields).toEqual({
    products: 'This product is archived. Select another one. What you entered is kept.',
  })
  await assertOrderInvariants(app, staff)
})

test('another event is chosen or none, and the time slot goes with the old one', async () => {
  const staff = await makeCompany(app)
  const spring = await makeEvent(staff, { name: 'Spring Show', eventDate: '2032-04-16' })
  const autumn = await makeEvent(staff, { name: 'Autumn Show' })
  const slot = spring.slots[0]!
  const order = await takeOrder(staff, { eventId: spring.id, timeSlotId: slot.id })
  expect(order.timeSlot).toMatchObject({ id: slot.id })
  const changed = await put(staff, order, { eventId: autumn.id })
  expect(changed).toMatchObject({
    status: 200,
    body: { event: { id: autumn.id, name: 'Autumn Show' }, timeSlot: null, total: order.total, version: 2 },
  })
  expect(await read(staff, order)).toEqual(changed.body)
  expect((await put(staff, order, { eventId: '' })).body).toMatchObject({ eventId: null, event: null })
  expect((await timelineOf(staff, order)).slice(0, 2)).toEqual([
    ['order.changed', 'Event: Autumn Show → null'],
    ['order.changed', 'Event: Spring Show, Apr 16, 2032, 10:00 AM EDT → Autumn Show'],
  ])
  expect((await put(staff, order, { notes: 'By June.' })).body).toMatchObject({ event: null })
})

test('the event of an order for a booking stays', async () => {
  const staff = await makeCompany(app)
  const show = await makeEvent(staff)
  const other = await makeEvent(staff)
  const bookingId = await bookingNumber(app, (await book(app, show.slots[0]!.id)).body.id)
  const order = await takeOrder(staff, { bookingId, eventId: show.id })
  for (const eventId of [other.id, null]) {
    const { status, body } = await put(staff, order, { eventId })
    expect([status, body.fields]).toEqual([
      409,
      { eventId: 'This order is for a booking, so its event can’t be changed.' },
    ])
  }
  expect((await put(staff, order, { eventId: show.id, notes: 'By June.' })).status).toBe(200)
})

test('a product or event of another company is answered like one that does not exist', async () => {
  const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
  const order = await read(staff, await takeOrder(staff))
  const theirs = {
    product: await makeProduct(stranger, 'Lumen veil', '320'),
    event: await makeEvent(stranger),
  }
  for (const [foreign, missing] of [
    [only(theirs.product.id), only(2_000_000_000)],
    [{ eventId: theirs.event.id }, { eventId: 2_000_000_000 }],
  ]) {
    const { status, body } = await put(staff, order, foreign)
    expect(status).toBe(409)
    expect([status, body]).toEqual(Object.values(await put(staff, order, missing)).slice(0, 2))
  }
  expect(await read(staff, order)).toEqual(order)
})

test('a product that the order form does not have is refused', async () => {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const order = await takeOrder(staff, {}, form)
  const veil = await makeProduct(staff, 'Lumen veil', '320')
  const { templateName, fields } = form.template
  const template = { templateName, fields, productIds: [form.productId], safeUpdate: true }
  expect((await staff.call('PUT', `/api/order-templates/${form.templateId}`, template)).status).toBe(200)
  expect(await put(staff, order, only(veil.id))).toMatchObject({
    status: 409,
    body: { fields: { products: 'This template doesn’t include this product.' } },
  })
  expect((await put(staff, order, { products: [] })).body.fields).toEqual({
    products: 'Please select a product',
  })
})

test('an order that is no longer pending keeps its products and event', async () => {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const show = await makeEvent(staff)
  const veil = await makeProduct(staff, 'Lumen veil', '320')
  const order = await takeOrder(staff, {}, form)
  expect((await staff.call('PATCH', `/api/orders/${order.id}/status`, { status: 'paid' })).status).toBe(200)
  const paid = await read(staff, order)
  expect(await put(staff, order, only(veil.id))).toMatchObject({
    status: 409,
    body: { message: itemsAreFinal, fields: { products: itemsAreFinal } },
  })
  expect(await put(staff, order, { eventId: show.id, notes: 'By June.' })).toMatchObject({
    status: 409,
    body: { message: itemsAreFinal, fields: { eventId: itemsAreFinal } },
  })
  expect(await read(staff, order)).toEqual(paid)
  const same = { ...only(form.productId), eventId: null, notes: 'By June.' }
  expect(await put(staff, order, same)).toMatchObject({ status: 200, body: { notes: 'By June.' } })
})

test('the total that was shown is the one that is saved, or nothing is', async () => {
  const staff = await makeCompany(app)
  const order = await read(staff, await takeOrder(staff))
  const veil = await makeProduct(staff, 'Lumen veil', '320')
  await staff.call('PUT', `/api/products/${veil.id}`, { name: 'Lumen veil', basePrice: '350' })
  expect(await put(staff, order, { ...only(veil.id), total: '320.00' })).toMatchObject({
    status: 409,
    body: { code: 'changed', fields: { total: '350.00' } },
  })
  expect(await read(staff, order)).toEqual(order)
  expect((await put(staff, order, { ...only(veil.id), total: '350.00' })).body.total).toBe('350.00')
})

test('two people who change products and event of one order see each other’s changes', async () => {
  const staff = await makeCompany(app)
  const colleague = await makeUser(app, staff.companyId, 'order management', { name: 'Dana Reyes' })
  const form = await makeForm(staff)
  const order = await takeOrder(staff, {}, form)
  const [veil, cape] = [
    await makeProduct(staff, 'Lumen veil', '320'),
    await makeProduct(staff, 'Odette cape', '980'),
  ]
  const show = await makeEvent(staff, { name: 'Spring Show' })
  const first = { ...only(veil.id), eventId: show.id, version: 1 }
  expect((await put(colleague, order, first)).status).toBe(200)
  const second = await put(staff, order, { ...only(cape.id), eventId: null, notes: 'By June.', version: 1 })
  expect(second).toMatchObject({ status: 409, body: { code: 'changed', version: 2 } })
  expect(second.body.fields).toEqual({
    products: 'Dana Reyes changed this to Lumen veil',
    eventId: 'Dana Reyes changed this to Spring Show',
  })
  expect(second.body.changedBy).toMatchObject({
    fields: { products: 'Dana Reyes', eventId: 'Dana Reyes' },
  })
  expect(second.body.current).toEqual(await read(staff, order))
  expect((await put(colleague, order, first)).status, 'a repeat of what is stored').toBe(200)
  const answers = await Promise.all(
    [form.productId, cape.id].map((id) => put(staff, order, { ...only(id), version: 2 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await assertOrderInvariants(app, staff)
})
