import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import {
  formField,
  makeCode,
  makeCompany,
  makeForm,
  orderForm,
  type TestUser,
  takeOrder,
} from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import { home, pdf, put, read, silk, timelineOf } from '../../test/order-edits.ts'

const app = startTestApp()

describe('a change of an order', () => {
  test('to its answers updates the total and keeps omitted answers', async () => {
    const staff = await makeCompany(app)
    const { id: discountCodeId } = await makeCode(staff, 'SPRING10')
    const order = await takeOrder(staff, { discountCodeId, notes: 'By June.', shippingAddress: home })
    expect(order.total).toBe('769.50')
    const changed = await put(staff, order, { formData: silk })
    expect(changed).toMatchObject({
      status: 200,
      body: { formData: silk, total: '994.50', notes: 'By June.', customerCity: 'New York', version: 2 },
    })
    expect(await read(staff, order)).toEqual(changed.body)
    expect(await timelineOf(staff, order)).toEqual([
      [
        'order.changed',
        'Item Description: Ivory column gown → Ivory gown',
        'Fabric: null → Silk crêpe (+$250)',
        'Total: $769.50 → $994.50',
      ],
      ['order.created'],
    ])
    await assertOrderInvariants(app, staff)
  })

  test('to customer and address details stays within the order', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff, { shippingAddress: home })
    const change = {
      customerName: 'Grace Vale',
      customerEmail: 'grace@vale.test',
      customerPhone: '',
      notes: null,
      shippingAddress: { ...home, city: 'Boston' },
    }
    const { body } = await put(staff, order, change)
    expect(body).toMatchObject({
      customerName: 'Grace Vale',
      customerPhone: null,
      notes: '',
      customerCity: 'Boston',
      addressId: null,
      customer: { lastName: 'Okafor', email: 'grace@okafor.test' },
    })
    const { body: addresses } = await staff.call('GET', `/api/customers/${order.customerId}/addresses`)
    expect(addresses).toMatchObject([{ city: 'New York' }])
    expect((await put(staff, order, { shippingAddress: null })).body).toMatchObject({ customerAddress: null })
    expect((await timelineOf(staff, order)).slice(0, 2)).toEqual([
      ['order.changed', 'Shipping address: 12 Mercer Street · Boston · NY · 10013 → null'],
      [
        'order.changed',
        'Customer: Grace Okafor → Grace Vale',
        'Email: grace@okafor.test → grace@vale.test',
        'Shipping address: 12 Mercer Street · New York · NY · 10013 → 12 Mercer Street · Boston · NY · 10013',
      ],
    ])
  })

  test('deep inside a long text is stored and logged like any other', async () => {
    const staff = await makeCompany(app)
    const long = 'Take the hem up a little. '.repeat(12)
    const order = await takeOrder(staff, { notes: long, customFields: { item: long } })
    const changed = await put(staff, order, { notes: `${long}Twice.`, formData: { item: `${long}Slowly.` } })
    expect(changed.body).toMatchObject({
      notes: `${long}Twice.`,
      formData: { item: `${long}Slowly.` },
      version: 2,
    })
    expect(await read(staff, order)).toEqual(changed.body)
    const end = `…${long.trimEnd().slice(-40)}`
    expect((await timelineOf(staff, order))[0]).toEqual([
      'order.changed',
      `Notes: ${end} → ${end} Twice.`,
      `Item Description: ${end} → ${end} Slowly.`,
    ])
  })

  test('that splits an address line in two is one change', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff, { shippingAddress: { ...home, street: '12 Mercer Street, Apt 4' } })
    const changed = await put(staff, order, { shippingAddress: { ...home, street2: 'Apt 4' } })
    expect(changed.body).toMatchObject({ customerAddress: '12 Mercer Street', customerAddress2: 'Apt 4' })
    expect(await read(staff, order)).toEqual(changed.body)
    expect((await timelineOf(staff, order))[0]).toEqual([
      'order.changed',
      'Shipping address: 12 Mercer Street, Apt 4 · New York · NY · 10013 → 12 Mercer Street · Apt 4 · New York · NY · 10013',
    ])
  })

  test('to another code of the same name and percent moves the use', async () => {
    const staff = await makeCompany(app)
    const [one, other] = [await makeCode(staff, 'SPRING10'), await makeCode(staff, 'SUMMER10')]
    const order = await takeOrder(staff, { discountCodeId: one.id })
    await staff.call('PUT', `/api/discount-codes/${one.id}`, { ...one, code: 'OLD10' })
    await staff.call('PUT', `/api/discount-codes/${other.id}`, { ...other, code: 'SPRING10' })
    expect((await put(staff, order, { discountCodeId: other.id })).body).toMatchObject({
      discount: { code: 'SPRING10', discountCodeId: other.id },
    })
    expect((await staff.call('POST', `/api/orders/${order.id}/cancel`)).status).toBe(200)
    await assertOrderInvariants(app, staff)
  })

  test('with an invalid answer is refused, and the stored answer stays', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff, { customFields: silk })
    for (const formData of [{ fabric: ['None'] }, { fabric: true }])
      expect(await put(staff, order, { formData })).toMatchObject({
        status: 400,
        body: { fields: { 'formData.fabric': 'We couldn’t read this answer. Enter it again.' } },
      })
    expect(await read(staff, order)).toMatchObject({ formData: silk, version: 1 })
  })

  test('without any difference is not stored', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff, { customFields: silk, shippingAddress: home })
    const { message: _, ...before } = order
    const same = { formData: silk, shippingAddress: home, notes: '', discountCodeId: '', version: 1 }
    expect((await put(staff, order, same)).body).toEqual(before)
    expect(await timelineOf(staff, order)).toEqual([['order.created']])
  })

  test.each([
    [{ formData: { item: '' } }, 'formData.item', 'Item Description is required'],
    [{ formData: { ...silk, fabric: 'Gold' } }, 'formData.fabric', 'Select one of the options'],
    [{ customerEmail: 'grace' }, 'customerEmail', 'Valid email is required'],
    [{ shippingAddress: { ...home, zip: '' } }, 'shippingAddress.zip', 'ZIP code is required'],
    [{ shippingAddress: { ...home, zip: '00000' } }, 'shippingAddress.zip', /^Enter a 5-digit ZIP code/],
  ])('to %j is refused at %s', async (change, field, sentence) => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const answer = await put(staff, order, { notes: 'x', ...change })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { [field]: expect.stringMatching(sentence) } },
    })
    expect(await read(staff, order)).toMatchObject({ notes: '', version: 1 })
  })

  test('of a canceled order is refused', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    await staff.call('POST', `/api/orders/${order.id}/cancel`)
    expect(await put(staff, order, { notes: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This order is canceled.' },
    })
  })

  test('swaps or drops its discount code', async () => {
    const staff = await makeCompany(app)
    const [ten, half] = [
      await makeCode(staff, 'SPRING10'),
      await makeCode(staff, 'HALF', { discountValue: 50, usageLimit: 1 }),
    ]
    const order = await takeOrder(staff, { discountCodeId: ten.id })
    const swapped = await put(staff, order, { discountCodeId: half.id })
    expect(swapped.body).toMatchObject({ total: '427.50', discount: { code: 'HALF', percent: 50 } })
    const rival = await takeOrder(staff, { discountCodeId: ten.id })
    expect(await put(staff, rival, { notes: 'x', discountCodeId: half.id })).toMatchObject({
      status: 409,
      body: { message: 'This discount code has reached its usage limit.' },
    })
    expect(await read(staff, rival)).toMatchObject({ notes: '', discount: { code: 'SPRING10' } })
    const dropped = await put(staff, order, { discountCodeId: '' })
    expect(dropped.body).toMatchObject({ total: '855.50', discount: null })
    expect((await timelineOf(staff, order)).slice(0, 2)).toEqual([
      ['order.changed', 'Discount: HALF → null', 'Total: $427.50 → $855.50'],
      ['order.changed', 'Discount: SPRING10 → HALF', 'Total: $769.50 → $427.50'],
    ])
    await assertOrderInvariants(app, staff)
  })
})

describe('files of an order', () => {
  async function makeOrderWithSketch(staff: TestUser) {
    const fields = [
      formField({ id: 'item', label: 'Item' }),
      formField({ id: 'sketch', label: 'Sketch', type: 'attachment', required: true }),
    ]
    const { body: template } = await staff.call('POST', '/api/order-templates', { templateName: 'T', fields })
    const { productId } = await makeForm(staff)
    const body = new FormData()
    const customFields = { item: 'Veil', sketch: ['templateAttachment_0'] }
    body.set('orderData', JSON.stringify(orderForm({ templateId: template.id, productId }, { customFields })))
    body.set('templateAttachment_0', pdf('front.pdf'))
    const { body: order } = await staff.call('POST', '/api/orders', body)
    return order
  }

  function filesForm(formData: object, files: [fieldId: string, name: string][]) {
    const body = new FormData()
    body.set('formData', JSON.stringify(formData))
    for (const [fieldId, name] of files) {
      body.append('fileFieldIds', fieldId)
      body.append('files', pdf(name))
    }
    return body
  }

  test('are added by an edit, for a field or the order, and stay through the next edit', async () => {
    const staff = await makeCompany(app)
    const order = await makeOrderWithSketch(staff)
    const files: [string, string][] = [
      ['sketch', 'back.pdf'],
      ['', 'contract.pdf'],
    ]
    const changed = await put(staff, order, filesForm({ item: 'Long veil' }, files))
    expect(changed).toMatchObject({ status: 200, body: { version: 2, formData: { item: 'Long veil' } } })
    expect(
      changed.body.attachments.map((file: { fieldId: string; displayName: string }) => [
        file.fieldId,
        file.displayName,
      ]),
    ).toEqual([
      ['sketch', 'front.pdf'],
      ['sketch', 'back.pdf'],
      [null, 'contract.pdf'],
    ])
    expect((await timelineOf(staff, order))[0]).toEqual([
      'order.changed',
      'Item: Veil → Long veil',
      'Sketch: null → back.pdf',
      'Files: null → contract.pdf',
    ])
    // The required sketch is already attached.
    const { body } = await put(staff, order, { formData: { item: 'Short veil' } })
    expect(body.attachments).toEqual(changed.body.attachments)
  })

  test('are refused with the whole edit for a field that takes none', async () => {
    const staff = await makeCompany(app)
    const order = await makeOrderWithSketch(staff)
    for (const fieldId of ['item', 'nowhere']) {
      const answer = await put(staff, order, filesForm({ item: 'x' }, [[fieldId, 'a.pdf']]))
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { files: 'This field doesn’t accept files.' } },
      })
    }
    const { message: _, ...before } = order
    expect(await read(staff, order)).toEqual(before)
  })

  test('that are required may be stored or sent', async () => {
    const staff = await makeCompany(app)
    const order = await makeOrderWithSketch(staff)
    // Orders from before this rule may lack a required file.
    await app.rows('DELETE FROM attachments WHERE order_id = $1', [order.id])
    const required = { 'formData.sketch': 'Sketch is required' }
    expect(await put(staff, order, { formData: {} })).toMatchObject({
      status: 400,
      body: { fields: required },
    })
    expect((await put(staff, order, filesForm({}, [['sketch', 'new.pdf']]))).status).toBe(200)
  })
})
