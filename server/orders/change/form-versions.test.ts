import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { formField, makeCompany, makeForm, takeOrder } from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import { pdf, put, read, silk, timelineOf } from '../../test/order-edits.ts'

const app = startTestApp()

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
