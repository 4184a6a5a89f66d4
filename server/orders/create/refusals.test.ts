import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { addFile, listFiles, pdf } from '../../test/attachments.ts'
import {
  book,
  bookingNumber,
  formField,
  home,
  makeCode,
  makeCompany,
  makeCustomer,
  makeEvent,
  makeForm,
  orderForm,
  sendOrder,
  type TestUser,
  takeOrder,
} from '../../test/factories.ts'
import { countStored } from '../../test/invariants.ts'
import { formWith } from '../../test/uploads.ts'
import { whileUncommitted } from '../../test/while-uncommitted.ts'

const app = startTestApp()

type Form = Awaited<ReturnType<typeof makeForm>>

describe('missing records, or those of another company, are refused with a message and nothing is stored:', () => {
  type Case = (ours: TestUser, theirs: TestUser, form: Form) => Promise<object>
  const bookingOf = async (host: TestUser) => {
    const { slots } = await makeEvent(host)
    return await bookingNumber(app, (await book(app, slots[0]!.id)).body.id)
  }
  const makeAddress = async (staff: TestUser) => {
    const { addressId, customerId } = await takeOrder(staff, { shippingAddress: home })
    return { addressId, customerId }
  }
  const cases: [string, number, string, Case][] = [
    [
      'a template',
      409,
      'This template was deleted. Select another one. What you entered is kept.',
      async (_, theirs) => ({ templateId: (await makeForm(theirs)).templateId, templateVersion: 1 }),
    ],
    [
      'a version of the template',
      409,
      'This template was deleted. Select another one. What you entered is kept.',
      async () => ({ templateVersion: 2 }),
    ],
    [
      'a product',
      409,
      'This product was deleted. Select another one. What you entered is kept.',
      async (_, theirs) => ({ products: [{ productId: (await makeForm(theirs)).productId }] }),
    ],
    [
      'an archived template',
      409,
      'This template is archived. Select another one. What you entered is kept.',
      async (ours) => {
        const { templateId } = await makeForm(ours)
        await ours.call('PATCH', `/api/order-templates/${templateId}/archive`)
        return { templateId }
      },
    ],
    [
      'an archived product',
      409,
      'This product is archived. Select another one. What you entered is kept.',
      async (ours) => {
        const { productId } = await makeForm(ours)
        const archived = { name: 'Veil', basePrice: '120', isActive: false }
        await ours.call('PUT', `/api/products/${productId}`, archived)
        return { products: [{ productId }] }
      },
    ],
    [
      'an archived customer',
      409,
      'This customer is archived. Restore them or select another one. What you entered is kept.',
      async (ours) => {
        const { id: customerId } = await makeCustomer(ours)
        await ours.call('PATCH', `/api/customers/${customerId}/archive`)
        return { customerId }
      },
    ],
    [
      'a customer',
      409,
      'This customer was deleted. Select another one.',
      async (_, theirs) => ({ customerId: (await makeAddress(theirs)).customerId }),
    ],
    [
      'an address',
      409,
      'This address was deleted. Select another one.',
      async (ours, theirs) => ({
        customerId: (await makeAddress(ours)).customerId,
        addressId: (await makeAddress(theirs)).addressId,
      }),
    ],
    [
      'an address of another customer',
      409,
      'This address was deleted. Select another one.',
      async (ours) => ({
        customerId: (await makeAddress(ours)).customerId,
        addressId: (await makeAddress(ours)).addressId,
      }),
    ],
    [
      'a saved address of a new customer',
      409,
      'This address was deleted. Select another one.',
      async (ours) => ({ addressId: (await makeAddress(ours)).addressId }),
    ],
    [
      'a booking',
      409,
      'We can’t find this booking.',
      async (_, theirs) => ({ bookingId: await bookingOf(theirs) }),
    ],
    ['an event', 409, 'Event not found.', async (_, theirs) => ({ eventId: (await makeEvent(theirs)).id })],
    [
      'a slot',
      400,
      'Select one of the event’s time slots.',
      async (ours, theirs) => ({
        eventId: (await makeEvent(ours)).id,
        timeSlotId: (await makeEvent(theirs)).slots[0]!.id,
      }),
    ],
    [
      'a slot of another event',
      400,
      'Select one of the event’s time slots.',
      async (ours) => ({
        eventId: (await makeEvent(ours)).id,
        timeSlotId: (await makeEvent(ours)).slots[0]!.id,
      }),
    ],
    [
      'a slot of no event',
      400,
      'Select one of the event’s time slots.',
      async (ours) => ({ timeSlotId: (await makeEvent(ours)).slots[0]!.id }),
    ],
    [
      'a discount code',
      404,
      'Discount code not found.',
      async (_, theirs) => ({ discountCodeId: (await makeCode(theirs, 'THEIRS')).id }),
    ],
  ]
  test.each(cases)('%s', async (_what, status, sentence, make) => {
    const [ours, theirs] = [await makeCompany(app), await makeCompany(app)]
    const form = await makeForm(ours)
    const changes = await make(ours, theirs, form)
    const before = [await countStored(app, ours), await countStored(app, theirs)]
    const answer = await sendOrder(ours, form, changes)
    expect([answer.status, answer.body.message]).toEqual([status, sentence])
    expect([await countStored(app, ours), await countStored(app, theirs)]).toEqual(before)
  })

  test('each at its field; an order keeps the product and customer that are archived later', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const { id, customerId } = await takeOrder(staff, {}, form)
    const product = { name: 'Aurelie gown', basePrice: '855.50', isActive: false }
    await staff.call('PUT', `/api/products/${form.productId}`, product)
    await staff.call('PATCH', `/api/customers/${customerId}/archive`)
    expect((await sendOrder(staff, form)).body.fields).toHaveProperty('products')
    const other = await makeForm(staff)
    expect((await sendOrder(staff, other, { customerId })).body.fields).toHaveProperty('customerId')
    const saved = await staff.call('PUT', `/api/orders/${id}`, {
      formData: { item: 'Ivory' },
      notes: 'By June',
    })
    expect(saved).toMatchObject({ status: 200, body: { notes: 'By June', total: '855.50' } })
  })

  test('a product the template is not for', async () => {
    const staff = await makeCompany(app)
    const { template, ...form } = await makeForm(staff)
    const { body: veil } = await staff.call('POST', '/api/products', { name: 'Veil', basePrice: '120' })
    const { templateName, fields, version } = template
    const productIds = [veil.id]
    await staff.call('PUT', `/api/order-templates/${template.id}`, {
      templateName,
      fields,
      version,
      productIds,
    })
    const refused = await sendOrder(staff, form)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: 'This template doesn’t include this product.',
        fields: { products: expect.any(String) },
      },
    })
    const products = [{ productId: veil.id }]
    expect(await sendOrder(staff, form, { products })).toMatchObject({ status: 201 })
  })
})

/** Creates an order with this many files for a required field and one for an optional field. */
async function makeOrder(required: number) {
  const staff = await makeCompany(app)
  const { productId } = await makeForm(staff)
  const fields = [
    formField({ id: 'sketch', label: 'Sketch', type: 'attachment', required: true }),
    formField({ id: 'fabric', label: 'Fabric photo', type: 'attachment' }),
  ]
  const { body: template } = await staff.call('POST', '/api/order-templates', { templateName: 'T', fields })
  const parts = Array.from({ length: required }, (_, at) => `templateAttachment_${at}`)
  const customFields = { sketch: parts, fabric: ['templateAttachment_9'] }
  const orderData = JSON.stringify(orderForm({ templateId: template.id, productId }, { customFields }))
  const files = [...parts, 'templateAttachment_9'].map((part): [string, Buffer, string] => [
    part,
    pdf,
    `${part}.pdf`,
  ])
  const { status, body: order } = await staff.call('POST', '/api/orders', formWith(files, { orderData }))
  expect(status).toBe(201)
  const idsOf = async (fieldId: string) =>
    (await listFiles(staff, order)).filter((file) => file.fieldId === fieldId).map(({ id }) => id)
  const remove = (id: number) => staff.call('DELETE', `/api/orders/${order.id}/attachments/${id}`)
  return { staff, order, idsOf, remove }
}

const sentence = 'Sketch needs a file. Add another one before you remove this one.'

test('the only file of a required field stays until another one is added', async () => {
  const { staff, order, idsOf, remove } = await makeOrder(1)
  const [only] = await idsOf('sketch')
  expect(await remove(only!)).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: sentence, fields: { 'formData.sketch': sentence } },
  })
  expect(await idsOf('sketch')).toEqual([only])
  expect((await addFile(staff, order, pdf, 'new.pdf', 'fabric')).status).toBe(201)
  expect((await remove(only!)).status).toBe(409)
  // The edit screen adds the new file before it removes the old one.
  const change = formWith([['files', pdf, 'new.pdf']], { fileFieldIds: 'sketch', version: order.version })
  expect((await staff.call('PUT', `/api/orders/${order.id}`, change)).status).toBe(200)
  expect((await remove(only!)).status).toBe(204)
  expect(await idsOf('sketch')).toHaveLength(1)
  for (const id of await idsOf('fabric')) expect((await remove(id)).status).toBe(204)
  expect(await idsOf('fabric')).toEqual([])
})

test('one of the last two files of a required field stays if both are removed at once', async () => {
  const { order, idsOf, remove } = await makeOrder(2)
  const [first, second] = await idsOf('sketch')
  const removal = `
    WITH locked AS (SELECT id FROM orders WHERE id = $1 FOR UPDATE)
    DELETE FROM attachments USING locked WHERE order_id = locked.id AND attachments.id = $2`
  const waiting = await whileUncommitted(app, removal, [order.id, first], () => remove(second!))
  expect(waiting).toMatchObject({ status: 409, body: { message: sentence } })
  expect(await idsOf('sketch')).toEqual([second])
})
