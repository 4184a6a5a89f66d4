import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import {
  home,
  makeCode,
  makeCompany,
  makeCustomer,
  makeEvent,
  makeForm,
  type TestUser,
  takeOrder,
} from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import { put, read } from '../../test/order-edits.ts'

const app = startTestApp()

const details = { companyName: 'Maison Vale', selectedStates: ['NY', 'TX'] }
const saveRates = async (staff: TestUser, taxRates: object) =>
  (await staff.call('PUT', '/api/company', { ...details, taxRates })).body

/** A company with rates for two states. */
async function makeTaxed() {
  const staff = await makeCompany(app)
  await staff.call('POST', '/api/company', { ...details, taxRates: { NY: '8.875', TX: '6.25' } })
  return { staff, form: await makeForm(staff) }
}

test('an order has the rate of the state it is shipped to, on what a discount leaves, whatever the rates become', async () => {
  const { staff, form } = await makeTaxed()
  const { id: discountCodeId } = await makeCode(staff, 'SPRING10')
  const order = await takeOrder(staff, { shippingAddress: home, discountCodeId, total: '837.79' }, form)
  expect(order).toMatchObject({
    ...{ taxRate: 8.875, taxState: 'NY', taxExempt: '', total: '837.79' },
    price: { subtotal: '855.50', discount: '86.00', tax: '68.29' },
  })
  expect(order.price.lines.at(-1)).toEqual({ label: 'Estimated tax (8.875%)', amount: '68.29' })
  await saveRates(staff, { NY: '50' })
  expect((await put(staff, order, { notes: 'By June' })).body).toMatchObject({
    total: '837.79',
    taxRate: 8.875,
  })
  await assertOrderInvariants(app, staff)
})

test('a pending order that is shipped elsewhere has the rate of that state, a paid one the one it was paid with', async () => {
  const { staff, form } = await makeTaxed()
  const order = await takeOrder(staff, { shippingAddress: home }, form)
  const texas = { street: '1 Elm', street2: '', city: 'Austin', state: 'TX', zip: '73301' }
  const moved = await put(staff, order, { shippingAddress: texas })
  expect(moved.body).toMatchObject({ taxRate: 6.25, taxState: 'TX', total: '908.97' })
  expect((await put(staff, order, { shippingAddress: null })).body).toMatchObject({
    taxRate: null,
    total: '855.50',
  })
  await put(staff, order, { shippingAddress: texas })
  expect((await staff.call('PATCH', `/api/orders/${order.id}/status`, { status: 'paid' })).status).toBe(200)
  expect((await put(staff, order, { shippingAddress: { ...home } })).body).toMatchObject({
    taxRate: 6.25,
    total: '908.97',
  })
  await assertOrderInvariants(app, staff)
})

test('goods that are handed over at an event have its rate, which only staff see', async () => {
  const { staff, form } = await makeTaxed()
  const event = await makeEvent(staff, { taxRate: '7', taxState: 'TX' })
  const other = await makeEvent(staff)
  const order = await takeOrder(staff, { shippingAddress: home, eventId: event.id }, form)
  expect(order).toMatchObject({ taxRate: 7, taxState: 'TX', total: '915.39' })
  expect((await put(staff, order, { eventId: other.id })).body).toMatchObject({
    taxRate: 8.875,
    taxState: 'NY',
  })
  const guest = await app.call('GET', `/api/events/${event.id}`)
  expect(guest.body).not.toHaveProperty('taxRate')
  const alone = await staff.call('PUT', `/api/events/${event.id}`, { ...event, taxState: '' })
  expect(alone.body.fields).toEqual({ taxState: 'Select the state of this rate' })
})

test('an exempt customer pays none, and the reason is kept with the order', async () => {
  const { staff, form } = await makeTaxed()
  const { id: customerId } = await makeCustomer(staff, { taxExempt: 'Resale certificate' })
  const order = await takeOrder(staff, { customerId, shippingAddress: home }, form)
  expect(order).toMatchObject({ taxRate: null, taxExempt: 'Resale certificate', total: '855.50' })
  await staff.call('PUT', `/api/customers/${customerId}`, { taxExempt: '' })
  expect(await read(staff, order)).toMatchObject({ taxExempt: 'Resale certificate', total: '855.50' })
})

test('rates are kept for selected states, and belong to their company', async () => {
  const { staff } = await makeTaxed()
  const rates = async (user: TestUser) => (await user.call('GET', '/api/company/tax-rates')).body
  expect(await rates(staff)).toEqual({ NY: 8.875, TX: 6.25 })
  expect(await rates(await makeCompany(app))).toEqual({})
  await staff.call('PUT', '/api/company', { ...details, selectedStates: ['TX'] })
  expect(await rates(staff)).toEqual({ TX: 6.25 })
  const refused = await saveRates(staff, { TX: '101' })
  expect(refused.fields).toEqual({ 'taxRates.TX': 'Enter a percentage such as 8.875' })
})

test('the report adds up tax by month and state', async () => {
  const { staff, form } = await makeTaxed()
  await takeOrder(staff, { shippingAddress: home }, form)
  await takeOrder(staff, { shippingAddress: home, customerEmail: 'b@mail.test' }, form)
  await takeOrder(staff, { customerEmail: 'c@mail.test' }, form)
  const today = new Date().toISOString().slice(0, 10)
  const { body } = await staff.call('GET', `/api/reports?from=2026-01-01&to=${today}`)
  expect(body.taxes).toEqual([
    {
      month: expect.stringMatching(/^\d{4}-\d\d$/),
      state: 'New York',
      orders: 2,
      sales: '1711.00',
      tax: '151.86',
    },
  ])
})
