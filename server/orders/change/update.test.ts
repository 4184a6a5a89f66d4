import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import {
  formField,
  makeCode,
  makeCompany,
  makeForm,
  makeUser,
  orderForm,
  type TestUser,
  takeOrder,
} from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/order-invariants.ts'

const app = startTestApp()

const home = { street: '12 Mercer Street', city: 'New York', state: 'NY', zip: '10013' }
const silk = { item: 'Ivory gown', fabric: 'Silk crêpe (+$250)' }
const pdf = (name: string, content = '%PDF-1.7') => new File([content], name)

const put = (staff: TestUser, { id }: { id: number }, change: unknown) =>
  staff.call('PUT', `/api/orders/${id}`, change)
const read = async (staff: TestUser, { id }: { id: number }) =>
  (await staff.call('GET', `/api/orders/${id}`)).body

async function timelineOf(staff: TestUser, { id }: { id: number }) {
  const { body } = await staff.call('GET', `/api/orders/${id}/timeline`)
  return (body as { activity: string; changes: { field: string; from: string; to: string }[] }[]).map(
    ({ activity, changes }) => [
      activity,
      ...changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`),
    ],
  )
}

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
  ])('to %j is refused at %s', async (change, field, sentence) => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const answer = await put(staff, order, { notes: 'x', ...change })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields: { [field]: sentence } } })
    expect(await read(staff, order)).toMatchObject({ notes: '', version: 1 })
  })

  test('of a cancelled order is refused', async () => {
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

describe('an order changed by two', () => {
  async function takeForTwo() {
    const staff = await makeCompany(app)
    const colleague = await makeUser(app, staff.companyId, 'order management', { name: 'Dana Reyes' })
    const order = await takeOrder(staff, { shippingAddress: home, customFields: silk })
    return { staff, colleague, order, name: 'Test User' }
  }

  test('refuses the second edit, and returns the stored order and who changed it', async () => {
    const { staff, colleague, order, name } = await takeForTwo()
    const code = await makeCode(staff, 'SPRING10')
    const first = {
      formData: { fabric: 'None' },
      shippingAddress: { ...home, zip: '10014' },
      version: 1,
    }
    expect((await put(staff, order, { ...first, discountCodeId: code.id })).status).toBe(200)
    const stored = await read(staff, order)
    const typed = {
      formData: { item: 'Ivory gown', fabric: silk.fabric },
      notes: 'Typed at length',
      shippingAddress: home,
      discountCodeId: null,
    }
    const second = await put(colleague, order, { ...typed, version: 1 })
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: 'changed',
        message: `${name} just changed this order. Review the highlighted fields, then save.`,
        version: 2,
      },
    })
    expect(second.body.current).toEqual(stored)
    const paths = ['formData.fabric', 'shippingAddress.zip', 'discountCodeId']
    expect(second.body.changedBy.name).toBe(name)
    expect(second.body.changedBy.fields).toMatchObject(Object.fromEntries(paths.map((path) => [path, name])))
    expect(second.body.fields, 'what only the second typed is no conflict').toEqual({
      'formData.fabric': `${name} changed this to None`,
      'shippingAddress.zip': `${name} changed this to 10014`,
      discountCodeId: `${name} changed this to SPRING10`,
    })
    expect(await read(staff, order)).toEqual(stored)
    expect(await put(colleague, order, { ...typed, version: 2 })).toMatchObject({
      status: 200,
      body: { notes: 'Typed at length', total: '1105.50', version: 3 },
    })
  })

  test("keeps the answers, texts and address parts that the second edit doesn't include", async () => {
    const { staff, colleague, order } = await takeForTwo()
    await put(staff, order, { formData: { fabric: 'None' }, customerPhone: '555-0101', version: 1 })
    const second = { formData: { item: 'Ivory gown' }, notes: 'By June.' }
    expect((await put(colleague, order, { ...second, version: 1 })).body).toMatchObject({
      code: 'changed',
      fields: {},
    })
    expect((await put(colleague, order, { ...second, version: 2 })).body).toMatchObject({
      formData: { item: 'Ivory gown', fabric: 'None' },
      customerPhone: '555-0101',
      notes: 'By June.',
      customerZip: home.zip,
    })
    const cleared = await put(staff, order, { formData: { fabric: null } })
    expect(cleared.body.formData).toEqual({ item: 'Ivory gown' })
  })

  test('names the last user to change each field, including cleared ones', async () => {
    const { staff, colleague, order, name } = await takeForTwo()
    await put(staff, order, { customerPhone: '555-0101', notes: 'By June.' })
    await put(colleague, order, { notes: 'By May.', formData: { fabric: '' } })
    const third = { customerPhone: '1', notes: 'x', formData: { fabric: 'None', item: 'Veil' }, version: 1 }
    expect((await put(staff, order, third)).body).toMatchObject({
      message: expect.stringContaining('Dana Reyes just changed'),
      fields: {
        customerPhone: `${name} changed this to 555-0101`,
        notes: 'Dana Reyes changed this to By May.',
        'formData.fabric': 'Dana Reyes cleared this',
      },
    })
  })

  test('says so when it was a discount that was applied', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const { id: discountCodeId } = await makeCode(staff, 'SPRING10')
    await staff.call('PATCH', `/api/orders/${order.id}/discount`, { discountCodeId })
    const { body } = await put(staff, order, { discountCodeId: null, version: 1 })
    expect(body).toMatchObject({
      code: 'changed',
      fields: { discountCodeId: expect.stringMatching(/changed this to SPRING10$/) },
    })
  })

  test('to the same values is no conflict, as in a retry after a lost response', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff, { customFields: silk })
    const edit = () => {
      const body = new FormData()
      body.append('version', '1')
      body.append('notes', 'By June.')
      body.append('formData', JSON.stringify({ ...silk, fabric: 'None' }))
      body.append('fileFieldIds', '[""]')
      body.append('files_0', pdf('measures.pdf'))
      return body
    }
    const first = await staff.call('PUT', `/api/orders/${order.id}`, edit())
    expect(first).toMatchObject({ status: 200, body: { version: 2, attachments: [{}] } })
    const again = await staff.call('PUT', `/api/orders/${order.id}`, edit())
    expect([again.status, again.body]).toEqual([200, first.body])
    const another = edit()
    for (const file of [pdf('sketch.pdf'), pdf('measures.pdf', '%PDF-1.6')]) {
      another.set('files_0', file)
      expect(await staff.call('PUT', `/api/orders/${order.id}`, another)).toMatchObject({ status: 409 })
    }
    expect(await put(staff, order, { notes: 'By May.', version: 1 })).toMatchObject({ status: 409 })
    expect(await read(staff, order)).toEqual(first.body)
  })

  test('by many at once with one version is saved by one', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => put(staff, order, { notes: `${n}`, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })
})

describe('the template of an order', () => {
  test('changed since does not change the order, until it is moved to the new version', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const order = await takeOrder(staff, { customFields: silk }, form)
    const [item, fabric] = form.template.fields
    const fields = [
      { ...item, label: 'Description' },
      { ...fabric, options: ['Silk crêpe (+$300)'] },
      formField({ id: 'hem', label: 'Hem', required: true }),
    ]
    const edit = { templateName: 'Gown 2', fields, safeUpdate: true }
    expect((await staff.call('PUT', `/api/order-templates/${form.templateId}`, edit)).status).toBe(200)
    expect(await read(staff, order)).toMatchObject({
      total: '1105.50',
      template: { version: 1, newestVersion: 2, templateName: 'Gown' },
    })
    // Without changes it can still be saved on its own version.
    expect((await put(staff, order, { formData: { ...silk, item: 'Gown' } })).body.total).toBe('1105.50')
    const moved = await put(staff, order, { templateVersion: 2, formData: silk })
    expect(moved).toMatchObject({
      status: 400,
      body: { fields: { 'formData.fabric': 'Select one of the options', 'formData.hem': 'Hem is required' } },
    })
    const formData = { item: 'Gown', fabric: 'Silk crêpe (+$300)', hem: '60 in' }
    expect(await put(staff, order, { templateVersion: 2, formData })).toMatchObject({
      status: 200,
      body: { total: '1155.50', template: { version: 2, templateName: 'Gown 2' }, formData },
    })
    expect((await timelineOf(staff, order))[0]).toEqual([
      'order.changed',
      'Template version: 1 → 2',
      'Fabric: Silk crêpe (+$250) → Silk crêpe (+$300)',
      'Hem: null → 60 in',
      'Total: $1,105.50 → $1,155.50',
    ])
    expect(await put(staff, order, { templateVersion: 3 })).toMatchObject({ status: 409 })
    await assertOrderInvariants(app, staff)
  })
})

describe('answers of fields that a newer form no longer has', () => {
  async function takeWithForm() {
    const staff = await makeCompany(app)
    const fields = [
      formField({ id: 'item', label: 'Item' }),
      formField({ id: 'fabric', label: 'Fabric', type: 'dropdown', options: ['Silk crêpe (+$250)'] }),
      formField({ id: 'sketch', label: 'Sketch', type: 'attachment' }),
    ]
    const { body: template } = await staff.call('POST', '/api/order-templates', { templateName: 'T', fields })
    const { productId } = await makeForm(staff)
    const order = await takeOrder(
      staff,
      { customFields: { item: 'Veil', fabric: 'Silk crêpe (+$250)' } },
      { templateId: template.id, productId },
    )
    const file = new FormData()
    file.set('orderId', String(order.id))
    file.set('fieldId', 'sketch')
    file.set('file', pdf('front.pdf'))
    expect((await staff.call('POST', '/api/attachments', file)).status).toBe(201)
    const change = async (fields: object[]) => {
      const body = { templateName: 'T', fields, safeUpdate: true }
      const answer = await staff.call('PUT', `/api/order-templates/${template.id}`, body)
      expect(answer).toMatchObject({ status: 200 })
    }
    return { staff, order, fields, change }
  }
  const hidden = (field: object) => ({ ...field, archived: true })

  test('stay with the order without a price, through every later change', async () => {
    const { staff, order, fields, change } = await takeWithForm()
    const [item, fabric, sketch] = fields as [object, object, object]
    await change([item, hidden(fabric), hidden(sketch)])
    expect(order.total).toBe('1105.50')
    const moved = await put(staff, order, { templateVersion: 2, version: 1 })
    expect(moved).toMatchObject({
      status: 200,
      body: {
        formData: { item: 'Veil', fabric: 'Silk crêpe (+$250)' },
        total: '855.50',
        attachments: [{ fieldId: 'sketch', displayName: 'front.pdf' }],
      },
    })
    expect((await timelineOf(staff, order))[0]).toEqual([
      'order.changed',
      'Template version: 1 → 2',
      'Total: $1,105.50 → $855.50',
    ])
    const edited = await put(staff, order, { formData: { item: 'Long veil', fabric: '' } })
    expect(edited.body.formData, 'the form has no such field to clear').toEqual({
      item: 'Long veil',
      fabric: 'Silk crêpe (+$250)',
    })
    // Once the field is back on the form, its answers return.
    await change([item, fabric, sketch])
    expect((await put(staff, order, { templateVersion: 3 })).body).toMatchObject({ total: '1105.50' })
    await assertOrderInvariants(app, staff)
  })

  test('keep their labels when the fields are deleted for good', async () => {
    const { staff, order, fields, change } = await takeWithForm()
    const [item, fabric, sketch] = fields as [object, object, object]
    await change([item, hidden(fabric), hidden(sketch)])
    await put(staff, order, { templateVersion: 2 })
    await change([item])
    const { body } = await put(staff, order, { templateVersion: 3 })
    expect(body).toMatchObject({ formData: { fabric: 'Silk crêpe (+$250)' }, total: '855.50' })
    expect(body.template.fields).toMatchObject([
      { id: 'item', archived: false },
      { id: 'fabric', label: 'Fabric', archived: true },
      { id: 'sketch', label: 'Sketch', archived: true },
    ])
    expect(await read(staff, order)).toEqual(body)
    const fresh = await takeOrder(
      staff,
      { customFields: { item: 'Veil' } },
      { templateId: order.template.id, productId: order.products[0]!.productId },
    )
    expect(fresh.template.fields, 'an order without them has no such fields').toHaveLength(1)
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
