import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { addFile, listFiles, pdf } from '../../test/attachments.ts'
import { formField, makeCompany, makeForm, orderForm } from '../../test/factories.ts'
import { formWith } from '../../test/uploads.ts'
import { whileUncommitted } from '../../test/while-uncommitted.ts'

const app = startTestApp()

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
