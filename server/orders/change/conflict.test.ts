import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCode, makeCompany, makeUser, takeOrder } from '../../test/factories.ts'
import { home, pdf, put, read, silk } from '../../test/order-edits.ts'

const app = startTestApp()

describe('an order changed by two people', () => {
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
