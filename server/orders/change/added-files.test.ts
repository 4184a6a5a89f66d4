import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { formField, makeCompany, makeForm, orderForm, type TestUser } from '../../test/factories.ts'
import { pdf, put, read, timelineOf } from '../../test/order-edits.ts'

const app = startTestApp()

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
