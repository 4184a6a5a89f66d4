import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import {
  formField,
  makeCompany,
  makeForm,
  sendOrder,
  type TestUser,
  takeOrder,
} from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import { put, read, timelineOf } from '../../test/order-edits.ts'

const app = startTestApp()

interface Made {
  id: number
}

/** A veil with a required and an optional customization and an order form of its own. */
async function makeVeil(staff: TestUser) {
  const make = async (path: string, body: object): Promise<Made> =>
    (await staff.call('POST', path, body)).body
  const veil = await make('/api/products', { name: 'Lumen veil', sku: 'LUM', basePrice: '320' })
  async function customize(name: string, isRequired: boolean, options: Record<string, string>) {
    const { id: customizationId } = await make('/api/customizations', { name })
    const made: Record<string, { customizationId: number; optionId: number }> = {}
    for (const [name, price] of Object.entries(options)) {
      const { id: optionId } = await make(`/api/customizations/${customizationId}/options`, { name, price })
      made[name] = { customizationId, optionId }
    }
    await make(`/api/products/${veil.id}/customizations`, { customizationId, isRequired })
    return made
  }
  const edge = await customize('Edge', true, { Lace: '40', Satin: '15' })
  const color = await customize('Color', false, { Ivory: '' })
  const fields = [
    formField({ id: 'length', label: 'Length', required: true }),
    formField({ id: 'trim', label: 'Trim', type: 'dropdown', options: ['Pearls (+$60)', 'None'] }),
    formField({ id: 'photo', label: 'Photo', type: 'attachment', required: true }),
  ]
  const form = await make('/api/order-templates', { templateName: 'Veil', fields, productIds: [veil.id] })
  return { veil, edge, color, form }
}

async function takeRead(staff: TestUser, products: object[], form: Awaited<ReturnType<typeof makeForm>>) {
  return read(staff, await takeOrder(staff, { products }, form))
}

/** Takes an order for a gown, two veils and a fee. */
async function takeThree(staff: TestUser) {
  const form = await makeForm(staff)
  const made = await makeVeil(staff)
  const veils = {
    productId: made.veil.id,
    quantity: 2,
    options: [made.edge.Lace!],
    templateId: made.form.id,
    formData: { length: '2 m', trim: 'Pearls (+$60)' },
  }
  const fee = { productId: null, name: 'Rush fee', amount: '75' }
  const products = [{ productId: form.productId }, veils, fee]
  return {
    ...made,
    gown: form.productId,
    veils,
    fee,
    products,
    order: await takeRead(staff, products, form),
  }
}

describe('the lines of an order', () => {
  test('are products with options and forms of their own, and amounts under a label', async () => {
    const staff = await makeCompany(app)
    const { order, veil, form } = await takeThree(staff)
    expect(order).toMatchObject({
      items: 'Aurelie gown, Lumen veil, Rush fee',
      total: '1770.50',
      products: [
        { name: 'Aurelie gown', templateId: null, options: [], formData: {}, taxable: true },
        {
          ...{
            productId: veil.id,
            quantity: 2,
            basePrice: '320.00',
            templateId: form.id,
            templateVersion: 1,
          },
          options: [{ name: 'Edge', option: 'Lace', price: '40.00' }],
          formData: { length: '2 m', trim: 'Pearls (+$60)' },
        },
        { productId: null, name: 'Rush fee', basePrice: '75.00', quantity: 1, sku: '' },
      ],
    })
    expect(order.price.lines).toEqual([
      { label: 'Aurelie gown', amount: '855.50' },
      { label: 'Lumen veil × 2', amount: '640.00' },
      { label: 'Edge: Lace', amount: '80.00', isOption: true },
      { label: 'Trim: Pearls', amount: '120.00', isOption: true },
      { label: 'Rush fee', amount: '75.00' },
    ])
    await assertOrderInvariants(app, staff)
  })

  test('keep their names and prices, whatever happens to the catalog', async () => {
    const staff = await makeCompany(app)
    const { order, veil, edge } = await takeThree(staff)
    const { customizationId, optionId } = edge.Lace!
    await staff.call('PUT', `/api/customization-options/${optionId}`, { name: 'Old lace', price: '400' })
    await staff.call('PUT', `/api/products/${veil.id}`, { name: 'Veil 2', basePrice: '1', isActive: false })
    expect(await read(staff, order)).toEqual(order)
    expect((await staff.call('DELETE', `/api/customizations/${customizationId}`)).status).toBe(204)
    expect(await read(staff, order)).toEqual(order)
    // More of one line, whose options and answers stay by being left out; the fee goes.
    const products = [{ productId: order.products[0].productId }, { productId: veil.id, quantity: 3 }]
    const changed = await put(staff, order, { products })
    expect(changed.body).toMatchObject({ total: '2115.50', version: 2 })
    expect(changed.body.products[1]).toMatchObject({
      ...{ name: 'Lumen veil', basePrice: '320.00', quantity: 3 },
      options: [{ option: 'Lace', price: '40.00' }],
      formData: { length: '2 m' },
    })
    expect((await timelineOf(staff, order))[0]![1]).toBe(
      'Products: Aurelie gown, Lumen veil × 2 (Edge: Lace, Length: 2 m, Trim: Pearls (+$60)), Rush fee $75.00 → Aurelie gown, Lumen veil × 3 (Edge: Lace, Length: 2 m, Trim: Pearls (+$60))',
    )
    await assertOrderInvariants(app, staff)
  })

  test('change an option and an answer, at current prices', async () => {
    const staff = await makeCompany(app)
    const { order, edge, color, veils, gown } = await takeThree(staff)
    const options = [edge.Satin!, color.Ivory!]
    const changed = { ...veils, options, formData: { length: '3 m' } }
    const saved = await put(staff, order, { products: [{ productId: gown }, changed], version: 1 })
    expect(saved.body).toMatchObject({ total: '1525.50', version: 2 })
    // The same edit again, as after a lost answer, and an edit of someone who saw neither.
    expect((await put(staff, order, { products: [{ productId: gown }, changed], version: 1 })).body).toEqual(
      saved.body,
    )
    const late = await put(staff, order, { products: [{ productId: gown }], version: 1 })
    expect(late).toMatchObject({ status: 409, body: { code: 'changed' } })
    await assertOrderInvariants(app, staff)
  })

  test('reduce the price under a name, but not below zero', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const reduced = (amount: string) =>
      takeOrder(
        staff,
        { products: [{ productId: form.productId }, { productId: null, name: 'Sample', amount }] },
        form,
      )
    expect((await reduced('-100.50')).total).toBe('755.00')
    expect((await reduced('−$9,000')).total).toBe('0.00')
  })

  test.each([
    ['no option of a required customization', { options: [] }, 'options', 'Choose an option for Edge.'],
    ['a missing answer', { formData: {} }, 'formData.length', 'Length is required'],
    [
      'an answer that is none',
      { formData: { length: '1', trim: 'Gold' } },
      'formData.trim',
      'Select one of the options',
    ],
  ])('are refused with %s', async (_, changes, path, sentence) => {
    const staff = await makeCompany(app)
    const { order, veils, gown } = await takeThree(staff)
    const refused = await put(staff, order, { products: [{ productId: gown }, { ...veils, ...changes }] })
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual({ [`products.1.${path}`]: sentence })
    expect(await read(staff, order)).toEqual(order)
  })

  test.each([
    [{ name: '', amount: '5' }, 'name', 'Enter what the amount is for'],
    [{ name: 'x'.repeat(201), amount: '5' }, 'name', 'This must be 200 characters or less'],
    [{ name: 'Fee' }, 'amount', 'Enter an amount such as 25 or -25'],
    [{ name: 'Fee', amount: '0' }, 'amount', 'Enter an amount such as 25 or -25'],
    [{ name: 'Fee', amount: '1.005' }, 'amount', 'Enter an amount such as 25 or -25'],
    [{ name: 'Fee', amount: '10000000' }, 'amount', 'Enter an amount below 10,000,000'],
  ])('are refused with the amount %j', async (line, path, sentence) => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const products = [{ productId: form.productId }, { productId: null, ...line }]
    const refused = await sendOrder(staff, form, { products })
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { [`orderData.products.1.${path}`]: sentence } },
    })
  })

  test('begin with a product, and are at most 20', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const fee = { productId: null, name: 'Fee', amount: '5' }
    const only = await sendOrder(staff, form, { products: [fee] })
    expect(only.body.fields).toEqual({ 'orderData.products': 'Please select a product' })
    const many = await sendOrder(staff, form, {
      products: [{ productId: form.productId }, ...Array(20).fill(fee)],
    })
    expect(many.body.fields).toEqual({ 'orderData.products': 'An order can have up to 20 lines.' })
  })

  test('take nothing from another company: neither product, option nor form', async () => {
    const staff = await makeCompany(app)
    const { order, gown } = await takeThree(staff)
    const other = await takeThree(await makeCompany(app))
    const veil = await makeVeil(staff)
    const refusalOf = async (line: object) =>
      (await put(staff, order, { products: [{ productId: gown }, line] })).body.fields
    expect(await refusalOf({ productId: other.veil.id })).toEqual({
      products: 'This product was deleted. Select another one. What you entered is kept.',
    })
    expect(await refusalOf({ productId: veil.veil.id, options: [other.edge.Lace] })).toEqual({
      'products.1.options': 'This option is no longer offered for the product. Choose another one.',
    })
    expect(
      await refusalOf({ productId: veil.veil.id, options: [veil.edge.Lace], templateId: other.form.id }),
    ).toEqual({ templateId: 'This template was deleted. Select another one. What you entered is kept.' })
    expect(await read(staff, order)).toEqual(order)
  })

  test('keep their form from being deleted, and its fields from changing type', async () => {
    const staff = await makeCompany(app)
    const { form } = await takeThree(staff)
    expect((await staff.call('DELETE', `/api/order-templates/${form.id}`)).status).toBe(409)
    const { body } = await staff.call('GET', `/api/order-templates/${form.id}`)
    expect(body).toMatchObject({ inUse: true, fieldsInUse: ['length', 'photo', 'trim'] })
  })

  test('are in the data of a person, whose erasure leaves the price', async () => {
    const staff = await makeCompany(app)
    const { order } = await takeThree(staff)
    const person = { customerId: order.customerId }
    const { body: data } = await staff.call('GET', `/api/people/data?customerId=${order.customerId}`)
    expect(data.orders[0].lines).toEqual([
      { name: 'Aurelie gown', quantity: 1, options: {}, answers: {} },
      {
        name: 'Lumen veil',
        quantity: 2,
        options: { Edge: 'Lace' },
        answers: { Length: '2 m', Trim: 'Pearls (+$60)' },
      },
      { name: 'Rush fee', quantity: 1, options: {}, answers: {} },
    ])
    const lines = () =>
      app.rows('SELECT form_data FROM order_products WHERE order_id = $1 ORDER BY id', [order.id])
    expect((await lines())[1]).toEqual({ form_data: { length: '2 m', trim: 'Pearls (+$60)' } })
    expect((await staff.call('POST', '/api/erasures', person)).status).toBe(200)
    expect((await lines())[1]).toEqual({ form_data: { trim: 'Pearls (+$60)' } })
    expect((await read(staff, order)).total).toBe(order.total)
    await assertOrderInvariants(app, staff)
  })
})
