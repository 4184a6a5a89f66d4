import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { formField, home, makeCompany, makeForm, sendOrder, takeOrder } from '../../test/factories.ts'

const app = startTestApp()

/** Reads a CSV file whose cells have no line breaks. */
const cellsOf = (text: string) =>
  text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map(([, quoted, bare]) => quoted ?? bare))

test('the file of orders has the address, the notes and a column for each label of their forms', async () => {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const fields = [
    formField({ id: 'lining', label: 'Lining', type: 'checkbox' }),
    formField({ id: 'cloth', label: 'Fabric' }),
    formField({ id: 'remarks', label: 'Notes' }),
    formField({ id: 'sum', label: '=1+1' }),
    formField({ id: 'sketch', label: 'Sketch', type: 'attachment' }),
  ]
  const { body: other } = await staff.call('POST', '/api/order-templates', { templateName: 'Veil', fields })
  await takeOrder(staff, { shippingAddress: home, notes: '-rush', customFields: { item: 'Gown' } }, form)
  const veil = { ...form, templateId: other.id }
  const answers = { lining: true, cloth: 'Tulle', remarks: '=2', sum: 'two' }
  const { body: order } = await sendOrder(staff, veil, { customFields: answers })
  await app.rows(
    `INSERT INTO attachments (company_id, order_id, field_id, filename, file_type, file_size, display_name)
     VALUES ($1, $2, 'sketch', 'a', 'image/png', 1, 'front.png'), ($1, $2, 'sketch', 'b', 'image/png', 1, 'back.png')`,
    [staff.companyId, order.id],
  )
  const hidden = fields.map((field) => (field.id === 'lining' ? { ...field, archived: true } : field))
  const change = { templateName: 'Veil', fields: hidden, safeUpdate: true }
  expect((await staff.call('PUT', `/api/order-templates/${other.id}`, change)).status).toBe(200)
  const newest = { templateVersion: 2 }
  expect((await staff.call('PUT', `/api/orders/${order.id}`, newest)).status).toBe(200)

  const [headings, first, second] = cellsOf((await staff.call('GET', '/api/orders.csv')).text)
  const address = ['Street', 'Street 2', 'City', 'State', 'Zip', 'Notes']
  const labels = ['Item Description', 'Fabric', 'Lining', 'Notes', "'=1+1", 'Sketch']
  expect(headings!.slice(9)).toEqual([...address, ...labels])
  expect(first!.slice(9)).toEqual([...Object.values(home), "'-rush", 'Gown', '', '', '', '', ''])
  const answered = ['', 'Tulle', 'Yes', "'=2", 'two', 'front.png; back.png']
  expect(second!.slice(9)).toEqual(['', '', '', '', '', '', ...answered])

  const newestFirst = cellsOf((await staff.call('GET', '/api/orders.csv?sort=newest')).text)
  expect(newestFirst[0]!.slice(15)).toEqual([
    'Lining',
    'Fabric',
    'Notes',
    "'=1+1",
    'Sketch',
    'Item Description',
  ])
})
