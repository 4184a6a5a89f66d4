import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { formField, makeCompany, makeForm, type TestUser, takeOrder } from '../test/factories.ts'
import { whileUncommitted } from '../test/while-uncommitted.ts'

const app = startTestApp()

const read = async (staff: TestUser, id: number) =>
  (await staff.call('GET', `/api/order-templates/${id}`)).body

describe('a template that orders use', () => {
  async function makeUsed() {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const order = await takeOrder(staff, {}, form)
    const { templateName, fields } = form.template
    const [description, fabric] = fields
    const url = `/api/order-templates/${form.templateId}`
    const save = (changes: object) => staff.call('PUT', url, { templateName, fields, ...changes })
    return { staff, form, order, url, description, fabric, save }
  }

  test('says so, with the fields the orders were made with', async () => {
    const { staff, form } = await makeUsed()
    expect(await read(staff, form.templateId)).toMatchObject({ inUse: true, fieldsInUse: ['fabric', 'item'] })
    expect((await staff.call('GET', '/api/order-templates')).body).toMatchObject([{ inUse: true }])
  })

  test('is changed only with the confirmation', async () => {
    const { staff, form, save } = await makeUsed()
    const message = 'Orders use this template. Check Confirm Safe Update, then save.'
    expect(await save({ templateName: 'Dress' })).toMatchObject({
      status: 409,
      body: { code: 'in_use', message, fields: { safeUpdate: message } },
    })
    expect(await read(staff, form.templateId)).toMatchObject({ templateName: 'Gown', version: 1 })
    expect(await save({ templateName: 'Dress', safeUpdate: true })).toMatchObject({
      status: 200,
      body: { templateName: 'Dress', version: 2, inUse: true },
    })
  })

  test('keeps the fields of its orders and their types, hidden or not', async () => {
    const { staff, form, description, fabric, save } = await makeUsed()
    const refused = async (fields: object[], message: string) =>
      expect(await save({ fields, safeUpdate: true })).toMatchObject({
        status: 409,
        body: { code: 'in_use', message },
      })
    const notDeleted = 'Orders use the field “Fabric”. Hide it instead of deleting it.'
    await refused([description], notDeleted)
    await refused(
      [description, { ...fabric, type: 'text' }],
      'Orders use the field “Fabric”, so its type can’t change.',
    )
    const hidden = [
      { ...description, required: false },
      { ...fabric, archived: true },
    ]
    expect(await save({ fields: hidden, safeUpdate: true })).toMatchObject({
      status: 200,
      body: { version: 2 },
    })
    await refused([description], notDeleted)
    expect(await read(staff, form.templateId)).toMatchObject({
      fields: hidden,
      fieldsInUse: ['fabric', 'item'],
    })
  })

  test('can lose fields that its orders never showed', async () => {
    const { description, fabric, save } = await makeUsed()
    const extra = formField({ id: 'extra' })
    await save({ fields: [description, fabric, extra], safeUpdate: true })
    expect(await save({ fields: [description, fabric], safeUpdate: true })).toMatchObject({
      status: 200,
      body: { version: 3 },
    })
  })

  test('counts hidden fields of an order’s version as unused', async () => {
    const { staff, form, description, fabric, save } = await makeUsed()
    const other = await makeForm(staff)
    const fields = [description, { ...fabric, archived: true }]
    await staff.call('PUT', `/api/order-templates/${other.templateId}`, { templateName: 'Coat', fields })
    await takeOrder(staff, {}, other)
    expect(await read(staff, other.templateId)).toMatchObject({ inUse: true, fieldsInUse: ['item'] })
    // Orders of other templates don't count.
    expect(await read(staff, form.templateId)).toMatchObject({ fieldsInUse: ['fabric', 'item'] })
    expect((await save({ fields, safeUpdate: true })).status).toBe(200)
  })

  test('is not deleted but archived, and deleted once no order is left', async () => {
    const { staff, order, url } = await makeUsed()
    expect(await staff.call('DELETE', url)).toMatchObject({
      status: 409,
      body: { code: 'in_use', message: 'Orders use this template. Archive it instead of deleting it.' },
    })
    expect((await staff.call('PATCH', `${url}/archive`)).status).toBe(200)
    await staff.call('DELETE', `/api/orders/${order.id}`)
    expect((await staff.call('DELETE', url)).status).toBe(204)
  })

  test('and an order created at once: one of the two is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const staff = await makeCompany(app)
      const form = await makeForm(staff)
      const url = `/api/order-templates/${form.templateId}`
      const [taken, deleted] = await Promise.all([
        takeOrder(staff, {}, form).catch((error: Error) => error.message),
        staff.call('DELETE', url),
      ])
      const orders = await app.rows('SELECT FROM orders WHERE template_id = $1', [form.templateId])
      expect([orders.length, deleted.status, (await staff.call('GET', url)).status]).toEqual(
        deleted.status === 204 ? [0, 204, 404] : [1, 409, 200],
      )
      if (deleted.status === 204) expect(taken).toContain('This template was deleted.')
    }
  })

  test('waits to be deleted until an open order is stored, and stays', async () => {
    const { staff, form, order } = await makeUsed()
    const unused = (await makeForm(staff)).template
    const deleted = await whileUncommitted(
      app,
      'UPDATE orders SET template_id = $1 WHERE id = $2',
      [unused.id, order.id],
      () => staff.call('DELETE', `/api/order-templates/${unused.id}`),
    )
    expect(deleted).toMatchObject({ status: 409, body: { code: 'in_use' } })
    expect((await staff.call('DELETE', `/api/order-templates/${form.templateId}`)).status).toBe(204)
    expect(await read(staff, unused.id)).toMatchObject({ inUse: true })
  })
})
