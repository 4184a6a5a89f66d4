import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCode, makeCompany, makeForm, sendOrder, type TestUser, takeOrder } from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import { silk } from '../../test/order-edits.ts'

const app = startTestApp()

type Form = Awaited<ReturnType<typeof makeForm>>

const saveTemplate = (staff: TestUser, { template, templateId }: Form, changes: object) =>
  staff.call('PUT', `/api/order-templates/${templateId}`, {
    templateName: template.templateName,
    fields: template.fields,
    safeUpdate: true,
    ...changes,
  })

describe('the total of an old order stays when', () => {
  type World = { staff: TestUser; form: Form; codeId: number }
  const raisePrice = ({ template }: Form) =>
    template.fields.map((field: { id: string }) =>
      field.id === 'fabric' ? { ...field, options: ['Silk crêpe (+$900)'] } : field,
    )
  const changes: [string, (world: World) => Promise<{ status: number }>][] = [
    [
      'the price of its product changes',
      ({ staff, form }) =>
        staff.call('PUT', `/api/products/${form.productId}`, { name: 'Renamed', basePrice: '1' }),
    ],
    [
      'its product is archived',
      ({ staff, form }) =>
        staff.call('PUT', `/api/products/${form.productId}`, {
          name: 'Aurelie gown',
          basePrice: '855.50',
          isActive: false,
        }),
    ],
    [
      'option prices of its template change',
      ({ staff, form }) => saveTemplate(staff, form, { fields: raisePrice(form) }),
    ],
    [
      'a field of its template is hidden',
      ({ staff, form }) =>
        saveTemplate(staff, form, {
          fields: form.template.fields.map((field: { id: string }) => ({
            ...field,
            archived: field.id === 'fabric',
          })),
        }),
    ],
    [
      'its template is archived',
      ({ staff, form }) => staff.call('PATCH', `/api/order-templates/${form.templateId}/archive`),
    ],
    [
      'its code takes another percentage',
      ({ staff, codeId }) =>
        staff.call('PUT', `/api/discount-codes/${codeId}`, { code: 'SUMMER', discountValue: 90 }),
    ],
    [
      'its code becomes inactive and expires',
      ({ staff, codeId }) =>
        staff.call('PUT', `/api/discount-codes/${codeId}`, {
          code: 'SPRING10',
          discountValue: 10,
          isActive: false,
          expiresAt: '2020-01-01',
        }),
    ],
  ]

  test.each(changes)('%s', async (_what, change) => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const { id: codeId } = await makeCode(staff, 'SPRING10')
    const order = await takeOrder(staff, { customFields: silk, discountCodeId: codeId }, form)
    const { total, price, products, discount, formData, template } = order
    const taken = { total, price, products, discount, formData }
    expect((await change({ staff, form, codeId })).status).toBe(200)
    const { body: later } = await staff.call('GET', `/api/orders/${order.id}`)
    expect(later).toMatchObject(taken)
    expect(later.template.fields).toEqual(template.fields)
    // Still true after another field changes.
    const { body: saved } = await staff.call('PUT', `/api/orders/${order.id}`, { formData, notes: 'Later' })
    expect(saved).toMatchObject({ ...taken, notes: 'Later' })
    const { body: shipped } = await staff.call('PATCH', `/api/orders/${order.id}/status`, { status: 'paid' })
    expect(shipped).toMatchObject(taken)
    await assertOrderInvariants(app, staff)
  })
})

describe('an order filled in while its template', () => {
  const cases: [string, (staff: TestUser, form: Form) => Promise<{ status: number }>][] = [
    [
      'is edited',
      (staff, form) =>
        saveTemplate(staff, form, {
          templateName: 'Renamed',
          fields: form.template.fields.map((field: object) => ({
            ...field,
            label: 'Another',
            options: ['Wool (+$1)'],
          })),
        }),
    ],
    [
      'gets a required field',
      (staff, form) =>
        saveTemplate(staff, form, {
          fields: [...form.template.fields, { id: 'hem', label: 'Hem', type: 'text', required: true }],
        }),
    ],
    [
      'has a field hidden',
      (staff, form) =>
        saveTemplate(staff, form, {
          fields: form.template.fields.map((field: { id: string }) => ({
            ...field,
            archived: field.id === 'fabric',
          })),
        }),
    ],
    ['is archived', (staff, form) => staff.call('PATCH', `/api/order-templates/${form.templateId}/archive`)],
  ]

  test.each(cases)('%s is saved as it was shown', async (_what, change) => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    expect((await change(staff, form)).status).toBe(200)
    const shown = { templateVersion: form.template.version, customFields: silk, total: '1105.50' }
    const order = await takeOrder(staff, shown, form)
    expect(order).toMatchObject({
      formData: silk,
      total: '1105.50',
      template: { version: 1, templateName: 'Gown' },
    })
    expect(order.template.fields).toEqual(form.template.fields)
  })

  test('is archived is refused with a message if no version was shown', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    await staff.call('PATCH', `/api/order-templates/${form.templateId}/archive`)
    expect(await sendOrder(staff, form)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: 'This template is archived. Select another one. What you entered is kept.',
        fields: { templateId: expect.any(String) },
      },
    })
  })

  test('is deleted is refused with a message', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    expect((await staff.call('DELETE', `/api/order-templates/${form.templateId}`)).status).toBe(204)
    expect(await sendOrder(staff, form, { templateVersion: 1 })).toMatchObject({
      status: 409,
      body: { message: 'This template was deleted. Select another one. What you entered is kept.' },
    })
  })

  test('is edited uses the newest version if none was shown', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const fields = [{ ...form.template.fields[0], label: 'Piece' }]
    await saveTemplate(staff, form, { fields })
    const order = await takeOrder(staff, {}, form)
    expect(order.template).toMatchObject({ version: 2, newestVersion: 2, fields: [{ label: 'Piece' }] })
  })
})
