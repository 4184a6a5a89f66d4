import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import {
  book,
  bookingNumber,
  formField,
  home,
  makeCode,
  makeCompany,
  makeEvent,
  makeForm,
  orderForm,
  sendOrder,
  takeOrder,
} from '../../test/factories.ts'
import { assertOrderInvariants, countStored } from '../../test/invariants.ts'
import { noise } from '../../test/pictures.ts'

const app = startTestApp()

describe('a new order', () => {
  test('is stored as it was filled in, with its price, customer and address', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const { id: discountCodeId } = await makeCode(staff, 'SPRING10')
    const made = await sendOrder(staff, form, {
      customerPhone: ' 212 555 0100 ',
      customFields: { item: ' Ivory gown ', fabric: 'Silk crêpe (+$250)', unknown: 'x' },
      products: [{ productId: form.productId, quantity: 2 }],
      shippingAddress: home,
      notes: ' By June. ',
      discountCodeId,
      total: '$1,990.00',
    })
    expect(made).toMatchObject({ status: 201, body: { message: 'Order created' } })
    const { message: _, ...order } = made.body
    expect((await staff.call('GET', `/api/orders/${order.id}`)).body).toEqual(order)
    expect(order).toMatchObject({
      status: 'pending',
      version: 1,
      items: 'Aurelie gown',
      total: '1990.00',
      formData: { item: 'Ivory gown', fabric: 'Silk crêpe (+$250)' },
      notes: 'By June.',
      customerPhone: '212 555 0100',
      customerAddress: '12 Mercer Street',
      customerAddress2: 'Apt 4',
      customerZip: '10013',
      customer: { firstName: 'Grace', lastName: 'Okafor', email: 'grace@okafor.test', phone: '212 555 0100' },
      discount: { code: 'SPRING10', percent: 10, discountCodeId },
      products: [{ name: 'Aurelie gown', sku: 'AUR-1', basePrice: '855.50', quantity: 2 }],
      price: { subtotal: '2211.00', discount: '221.00', total: '1990.00' },
    })
    const { body: addresses } = await staff.call('GET', `/api/customers/${order.customerId}/addresses`)
    expect(addresses).toEqual([
      {
        ...home,
        id: order.addressId,
        customerId: order.customerId,
        isDefault: true,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ])
    const { body: timeline } = await staff.call('GET', `/api/orders/${order.id}/timeline`)
    expect(timeline).toMatchObject([{ activity: 'order.created', subjectName: 'Order #1001' }])
    await assertOrderInvariants(app, staff)
  })

  test('is sent as a form with files, each for the field that names its part', async () => {
    const staff = await makeCompany(app)
    const fields = [formField({ id: 'sketch', label: 'Sketch', type: 'attachment', required: true })]
    const { body: template } = await staff.call('POST', '/api/order-templates', { templateName: 'T', fields })
    const { productId } = await makeForm(staff)
    const sketch = (await noise(8, 8).png().toBuffer()) as Buffer<ArrayBuffer>
    const body = new FormData()
    const customFields = { sketch: ['templateAttachment_0', 'templateAttachment_1'] }
    body.set('orderData', JSON.stringify(orderForm({ templateId: template.id, productId }, { customFields })))
    body.set('eventId', '')
    body.set('templateAttachment_0', new Blob([sketch]), 'front.png')
    body.set('templateAttachment_1', new Blob([sketch]), 'back.png')
    body.set('orderAttachment_0', new Blob(['%PDF-1.7']), 'contract.pdf')
    const made = await staff.call('POST', '/api/orders', body)
    expect(made).toMatchObject({ status: 201, body: { formData: {} } })
    const files = made.body.attachments as { fieldId: string | null; displayName: string }[]
    expect(files.map(({ fieldId, displayName }) => [displayName, fieldId])).toEqual([
      ['front.png', 'sketch'],
      ['back.png', 'sketch'],
      ['contract.pdf', null],
    ])
    body.delete('templateAttachment_0')
    body.delete('templateAttachment_1')
    const without = await staff.call('POST', '/api/orders', body)
    expect(without).toMatchObject({
      status: 400,
      body: { fields: { 'customFields.sketch': 'Sketch is required' } },
    })
    body.set('templateAttachment_7', new Blob([sketch]), 'side.png')
    const stray = await staff.call('POST', '/api/orders', body)
    expect(stray).toMatchObject({
      status: 400,
      body: { fields: { templateAttachment_7: 'This field doesn’t accept files.' } },
    })
    expect(await countStored(app, staff)).toMatchObject({ orders: 1, attachments: 3, customers: 1 })
  })

  test.each([
    [{ customFields: {} }, 'customFields.item', 'Item Description is required'],
    [{ customFields: { item: 'x', fabric: 'Gold' } }, 'customFields.fabric', 'Select one of the options'],
    [
      { customFields: { item: 'x'.repeat(5001) } },
      'customFields.item',
      'This must be 5,000 characters or less',
    ],
    [{ customerName: '' }, 'orderData.customerName', 'Customer name is required'],
    [{ customerEmail: 'grace' }, 'orderData.customerEmail', 'Valid email is required'],
    [{ templateId: null }, 'orderData.templateId', 'Template is required'],
    [{ products: [] }, 'orderData.products', 'Please select a product'],
  ])('with %j is refused at %s, and nothing is stored', async (changes, field, sentence) => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const before = await countStored(app, staff)
    const answer = await sendOrder(staff, form, changes)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields: { [field]: sentence } } })
    expect(await countStored(app, staff)).toEqual(before)
  })

  test('that costs too much is refused', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    await staff.call('PUT', `/api/products/${form.productId}`, { name: 'Gown', basePrice: '9999999.99' })
    expect((await sendOrder(staff, form)).status).toBe(201)
    const products = [{ productId: form.productId, quantity: 1000 }]
    expect(await sendOrder(staff, form, { products })).toMatchObject({
      status: 400,
      body: { message: 'The total must be less than $10,000,000.' },
    })
  })

  test("drops characters that text columns can't store", async () => {
    const order = await takeOrder(await makeCompany(app), {
      customFields: { item: 'Ivory\u0000 gown\ud800' },
    })
    expect(order.formData).toEqual({ item: 'Ivory gown' })
  })

  test('with a different total than shown is refused with the new one, and stored once that is accepted', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const before = await countStored(app, staff)
    const answer = await sendOrder(staff, form, { total: '800.00' })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'changed',
        message: 'The price has changed. The total is now $855.50. Review it, then save again.',
        fields: { total: '855.50' },
      },
    })
    expect(await countStored(app, staff)).toEqual(before)
    expect((await sendOrder(staff, form, { total: answer.body.fields.total })).status).toBe(201)
  })
})

describe('the customer of a new order', () => {
  test.each([
    ['Grace Okafor', 'Grace', 'Okafor'],
    ['Grace van der Okafor', 'Grace van der', 'Okafor'],
  ])('%s is new as %j %j', async (customerName, firstName, lastName) => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff, { customerName })
    expect(order).toMatchObject({ customerName, customer: { firstName, lastName } })
  })

  test('with a one-word name is refused, also for a booking, and a new customer can be edited as stored', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const { slots } = await makeEvent(staff)
    const booked = await book(app, slots[0]!.id, { attendeeName: 'Cher' })
    const bookingId = await bookingNumber(app, booked.body.id)
    const before = await countStored(app, staff)
    for (const changes of [{ customerName: 'Cher' }, { customerName: ' Cher ', bookingId }])
      expect(await sendOrder(staff, form, changes)).toMatchObject({
        status: 400,
        body: { code: 'invalid', fields: { 'orderData.customerName': 'Enter first and last name' } },
      })
    const long = { customerName: `Cher ${'o'.repeat(101)}` }
    expect((await sendOrder(staff, form, long)).body.fields).toEqual({
      'orderData.customerName': 'Names must be 100 characters or less',
    })
    expect(await countStored(app, staff)).toEqual(before)
    const order = await takeOrder(staff, { customerName: 'Cher Sarkisian', bookingId }, form)
    expect(order.booking.attendeeName).toBe('Cher')
    const { body: customer } = await staff.call('GET', `/api/customers/${order.customerId}`)
    const { firstName, lastName, email } = customer
    const saved = await staff.call('PUT', `/api/customers/${customer.id}`, { firstName, lastName, email })
    expect(saved).toMatchObject({ status: 200, body: { firstName: 'Cher', lastName: 'Sarkisian' } })
  })

  test('stored without a last name can be read, and gets one from the next order', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const { customerId, id } = await takeOrder(staff, { customerName: 'Cher Okafor' }, form)
    await app.rows(`UPDATE customers SET last_name = '' WHERE id = $1`, [customerId])
    await app.rows(`UPDATE orders SET customer_name = 'Cher' WHERE id = $1`, [id])
    expect((await staff.call('GET', '/api/customers')).body).toMatchObject([{ lastName: '' }])
    expect((await staff.call('GET', `/api/orders/${id}`)).body).toMatchObject({ customerName: 'Cher' })
    expect((await staff.call('PUT', `/api/orders/${id}`, { notes: 'By June' })).status).toBe(200)
    expect(await staff.call('PUT', `/api/orders/${id}`, { customerName: 'Cher' })).toMatchObject({
      status: 400,
      body: { fields: { customerName: 'Enter first and last name' } },
    })
    const next = await takeOrder(staff, { customerId, customerName: 'Cher Sarkisian' }, form)
    expect(next.customer).toMatchObject({ firstName: 'Cher', lastName: 'Sarkisian' })
  })

  test('of a booking is the oldest active one with its email, ignoring case', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const { slots } = await makeEvent(staff)
    const bookingId = await bookingNumber(app, (await book(app, slots[0]!.id)).body.id)
    const customers = []
    for (const email of ['GRACE@okafor.test', 'grace@okafor.test', 'grace@OKAFOR.test']) {
      const person = { firstName: 'Grace', lastName: 'O', email }
      customers.push((await staff.call('POST', '/api/customers', person)).body.id)
    }
    await staff.call('PATCH', `/api/customers/${customers[0]}/archive`)
    const order = await takeOrder(staff, { bookingId }, form)
    expect(order.customerId).toBe(customers[1])
    // Without a booking, the order gets the selected customer or a new one.
    const chosen = await takeOrder(staff, { customerId: customers[2] }, form)
    expect(chosen.customerId).toBe(customers[2])
    expect(customers).not.toContain((await takeOrder(staff, {}, form)).customerId)
  })

  test("without a phone number gets the order's; one with a number keeps it", async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const { slots } = await makeEvent(staff)
    const bookingId = await bookingNumber(app, (await book(app, slots[0]!.id)).body.id)
    const person = { firstName: 'Grace', lastName: 'Okafor', email: 'grace@okafor.test' }
    const { body: known } = await staff.call('POST', '/api/customers', person)
    const stored = async () => (await staff.call('GET', `/api/customers/${known.id}`)).body
    await takeOrder(staff, { bookingId, customerPhone: ' ' }, form)
    expect(await stored()).toMatchObject({ ...person, phone: null, version: known.version })
    const order = await takeOrder(staff, { bookingId, customerPhone: '(917) 555-0188' }, form)
    expect(order).toMatchObject({ customerId: known.id, customer: { phone: '(917) 555-0188' } })
    expect(await stored()).toMatchObject({ ...person, phone: '(917) 555-0188', version: known.version + 1 })
    expect((await staff.call('GET', '/api/customers?q=0188')).body).toMatchObject([{ id: known.id }])
    expect((await staff.call('GET', '/api/activity?subject=customer')).body[0]).toMatchObject({
      activity: 'customer.changed',
      changes: [{ field: 'phone', from: null, to: '(917) 555-0188' }],
    })
    const other = await takeOrder(staff, { customerId: known.id, customerPhone: '212 555 0100' }, form)
    expect(other).toMatchObject({ customerPhone: '212 555 0100', customer: { phone: '(917) 555-0188' } })
    expect(await stored()).toMatchObject({ phone: '(917) 555-0188', version: known.version + 1 })
  })

  test('gets a new address besides existing ones, or the selected one', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const { customerId, addressId } = await takeOrder(staff, { shippingAddress: home }, form)
    const boston = { ...home, city: 'Boston' }
    const second = await takeOrder(staff, { customerId, shippingAddress: boston }, form)
    expect(second).toMatchObject({ customerId, customerCity: 'Boston' })
    const third = await takeOrder(staff, { customerId, addressId }, form)
    expect(third).toMatchObject({ addressId, customerCity: 'New York', customerAddress2: 'Apt 4' })
    const { body } = await staff.call('GET', `/api/customers/${customerId}/addresses`)
    expect(body).toMatchObject([
      { id: addressId, isDefault: true },
      { id: second.addressId, isDefault: false },
    ])
  })
})

test('an order for a booking gets its event and slot, unless another slot is selected', async () => {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const [show, other] = [await makeEvent(staff), await makeEvent(staff, { name: 'Autumn show' })]
  const [slot, later] = [show.slots[0]!, show.slots[1]!]
  const bookingId = await bookingNumber(app, (await book(app, slot.id)).body.id)
  const occasion = async (changes: object) => {
    const { event, timeSlot, booking } = await takeOrder(staff, { bookingId, ...changes }, form)
    const { id, name, eventDate, location } = show
    expect(booking).toEqual({
      attendeeName: 'Grace Okafor',
      attendeeEmail: 'grace@okafor.test',
      timeSlot: {
        slotDate: slot.slotDate,
        startTime: slot.startTime,
        zone: expect.stringMatching(/^E[SD]T$/),
        startsAt: expect.any(String),
        event: { id, name, eventDate, location },
      },
    })
    return [event?.id, timeSlot?.id]
  }
  expect(await occasion({})).toEqual([show.id, slot.id])
  expect(await occasion({ timeSlotId: later.id })).toEqual([show.id, later.id])
  const before = await countStored(app, staff)
  for (const timeSlotId of [null, slot.id, other.slots[2]!.id])
    expect(await sendOrder(staff, form, { bookingId, eventId: other.id, timeSlotId })).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { eventId: 'This booking is for another event.' } },
    })
  expect(await sendOrder(staff, form, { bookingId, timeSlotId: other.slots[2]!.id })).toMatchObject({
    status: 400,
    body: { code: 'invalid', fields: { timeSlotId: 'Select one of the event’s time slots.' } },
  })
  expect(await countStored(app, staff)).toEqual(before)
})
