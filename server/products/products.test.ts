import type { LoggedActivity } from '@trunkshow/contract/activity/schema.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, makeForm, makeUser, type TestUser, takeOrder } from '../test/factories.ts'
import { noise } from '../test/pictures.ts'
import { formWith } from '../test/uploads.ts'
import { whileDeleting, whileUncommitted } from '../test/while-uncommitted.ts'

const app = startTestApp()

const silk = {
  name: 'Silk Blouse',
  basePrice: '1250.50',
  sku: 'SB-1',
  category: 'Tops',
  description: 'Bias cut.',
}

async function add(staff: TestUser, changes: object = {}) {
  const { status, body } = await staff.call('POST', '/api/products', { ...silk, ...changes })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

describe('a product', () => {
  test.each([
    ['1250.5', '1250.50'],
    [1250.5, '1250.50'],
    ['1,250', '1250.00'],
    ['0', '0.00'],
  ])('of %j costs %s', async (basePrice, shown) => {
    const staff = await makeCompany(app)
    const made = await add(staff, { basePrice, id: 5, userId: 9, companyId: 1 })
    expect(made).toEqual({
      id: expect.any(Number),
      ...silk,
      basePrice: shown,
      photoUrl: null,
      isActive: true,
      shopifyProductId: null,
      shopifyVariantId: null,
      shopifyHandle: null,
      vendor: '',
      productType: '',
      tags: [],
      status: 'active',
      inventoryQuantity: 0,
      weight: null,
      weightUnit: 'kg',
      requiresShipping: true,
      taxable: true,
      version: 1,
      userId: staff.id,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  test.each([
    [{ name: ' ' }, { name: 'Product name is required' }],
    [{ basePrice: '' }, { basePrice: 'Base price is required' }],
    [{ basePrice: undefined }, { basePrice: 'Base price is required' }],
    [{ basePrice: '12.345' }, { basePrice: 'Enter an amount such as 1250 or 1250.50' }],
    [{ basePrice: -1 }, { basePrice: 'Enter an amount such as 1250 or 1250.50' }],
  ])('is refused with %j', async (changes, fields) => {
    const staff = await makeCompany(app)
    const answer = await staff.call('POST', '/api/products', { ...silk, ...changes })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields } })
  })

  test('accepts its photo as a file, and as a link only its own', async () => {
    const staff = await makeCompany(app)
    const refused = {
      status: 400,
      body: { fields: { photoUrl: 'Upload the photo as a file, not as a link' } },
    }
    const link = 'https://pictures.test/silk.jpg'
    expect(await staff.call('POST', '/api/products', { ...silk, photoUrl: link })).toMatchObject(refused)
    for (const photoUrl of [null, '']) await add(staff, { photoUrl })
    const picture = await noise(8, 8).png().toBuffer()
    const made = await staff.call('POST', '/api/products', formWith([['photo', picture]], silk))
    const { id, photoUrl } = made.body
    const put = (changes: object) => staff.call('PUT', `/api/products/${id}`, changes)
    expect(await put({ name: 'Changed', photoUrl: link })).toMatchObject(refused)
    expect(await put({ photoUrl: 7 })).toMatchObject(refused)
    expect(await put({ name: 'Crêpe', photoUrl })).toMatchObject({
      status: 200,
      body: { name: 'Crêpe', photoUrl },
    })
    expect((await put({ photoUrl: null })).body.photoUrl).toBe(photoUrl)
  })

  test('keeps what a change leaves out, and is archived and deleted', async () => {
    const staff = await makeCompany(app)
    const { id } = await add(staff)
    const changed = await staff.call('PUT', `/api/products/${id}`, {
      name: 'Silk Shirt',
      basePrice: 90,
      isActive: false,
    })
    expect(changed.body).toMatchObject({ ...silk, name: 'Silk Shirt', basePrice: '90.00', isActive: false })
    expect((await staff.call('GET', '/api/products?isActive=true')).body).toEqual([])
    expect((await staff.call('DELETE', `/api/products/${id}`)).status).toBe(204)
    expect((await staff.call('DELETE', `/api/products/${id}`)).status).toBe(404)
  })

  test('keeps a name and price that another user changed at the same time', async () => {
    const staff = await makeCompany(app)
    const { id } = await add(staff)
    const change = (changes: object | FormData) => staff.call('PUT', `/api/products/${id}`, changes)
    const otherEdit = { name: 'Silk Shirt', basePrice: '1400.00' }
    await change(otherEdit)
    expect(await change({ isActive: false })).toMatchObject({
      status: 200,
      body: { ...silk, ...otherEdit, isActive: false },
    })
    expect((await change(formWith([], { sku: 'SB-2' }))).body).toMatchObject({
      ...otherEdit,
      sku: 'SB-2',
      isActive: false,
    })
    expect((await change({})).body).toMatchObject({ ...silk, ...otherEdit, sku: 'SB-2', isActive: false })
  })

  test.each([
    [{ name: '' }, { name: 'Product name is required' }],
    [{ name: null }, { name: 'Product name is required' }],
    [{ basePrice: '' }, { basePrice: 'Base price is required' }],
    [{ basePrice: null }, { basePrice: 'Base price is required' }],
  ])('is not changed to %j', async (changes, fields) => {
    const staff = await makeCompany(app)
    const { id } = await add(staff)
    const answer = await staff.call('PUT', `/api/products/${id}`, { ...changes, sku: 'SB-2' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields } })
    expect((await staff.call('GET', `/api/products/${id}`)).body).toMatchObject(silk)
  })

  test('is found by the start of a word too long for any index', async () => {
    const staff = await makeCompany(app)
    await add(staff, { description: 'x'.repeat(5000) })
    expect((await staff.call('GET', `/api/products?q=${'x'.repeat(100)}`)).body).toHaveLength(1)
  })

  test.each([
    ['', ['Atlas Coat', 'silk scarf', 'Silk Blouse']],
    ['sort=price', ['silk scarf', 'Atlas Coat', 'Silk Blouse']],
    ['sort=newest', ['silk scarf', 'Atlas Coat', 'Silk Blouse']],
    ['q=silk', ['silk scarf', 'Silk Blouse']],
    ['q=at', ['Atlas Coat']],
    ['q=tl', []],
    ['q=coats', ['Atlas Coat']],
    ['sort=price&q=silk', ['silk scarf', 'Silk Blouse']],
    ['sort=newest&q=silk', ['silk scarf', 'Silk Blouse']],
    ['sort=name&q=silk', ['Silk Blouse', 'silk scarf']],
    ['q=ac-9', ['Atlas Coat']],
    ['q=bias', ['Silk Blouse']],
  ])('is found with %j among %j', async (query, names) => {
    const staff = await makeCompany(app)
    await add(staff)
    const other = { sku: 'AC-9', category: 'Coats', description: '' }
    await add(staff, { ...other, name: 'Atlas Coat', basePrice: 900 })
    await add(staff, { ...other, sku: '', category: '', name: 'silk scarf', basePrice: 80 })
    const answer = await staff.call('GET', `/api/products?${query}`)
    expect(answer.body.map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort())
    if (query.startsWith('sort')) expect(answer.body.map(({ name }: { name: string }) => name)).toEqual(names)
    expect(answer.headers['x-total-count']).toBe(String(names.length))
  })
})

test('the catalog belongs to one company', async () => {
  const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
  await add(staff)
  await staff.call('POST', '/api/customizations', { name: 'Buttons' })
  for (const list of ['products', 'products?q=silk', 'products?sort=price', 'customizations']) {
    expect((await staff.call('GET', `/api/${list}`)).body).toHaveLength(1)
    expect(await stranger.call('GET', `/api/${list}`)).toMatchObject({
      body: [],
      headers: { 'x-total-count': '0' },
    })
  }
  const linesOf = async (user: TestUser) =>
    (await user.call('GET', '/api/products.csv')).text.trim().split('\r\n')
  expect(await linesOf(staff)).toHaveLength(2)
  expect(await linesOf(stranger)).toEqual([
    '"Name","SKU","Base price","Description","Category","Active","Product number"',
  ])
})

describe('a product that a template is for', () => {
  async function makeTemplate(staff: TestUser, changes: object) {
    const fields = [{ id: 'item', label: 'Item Description', type: 'text', required: true }]
    const template = { templateName: 'Gown', fields, ...changes }
    const { status, body } = await staff.call('POST', '/api/order-templates', template)
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body
  }
  const refusal = (template: string) => ({
    status: 409,
    body: {
      code: 'in_use',
      message: `The ${template} uses this product. Remove the product from the template first, or archive it instead.`,
    },
  })
  const products = (staff: TestUser) =>
    app.rows('SELECT FROM products WHERE company_id = $1', [staff.companyId])

  test('stays until it is removed from all of them, even archived ones', async () => {
    const staff = await makeCompany(app)
    const [silk, satin] = [await add(staff), await add(staff, { name: 'Satin Blouse' })]
    const remove = () => staff.call('DELETE', `/api/products/${silk.id}`)
    const gown = await makeTemplate(staff, { productIds: [silk.id] })
    const cape = await makeTemplate(staff, { templateName: 'cape', productIds: [silk.id, satin.id] })
    await staff.call('PATCH', `/api/order-templates/${gown.id}/archive`)
    const removeProduct = ({ id, templateName, fields }: typeof cape) =>
      staff.call('PUT', `/api/order-templates/${id}`, { templateName, fields, productIds: [satin.id] })
    expect(await remove()).toMatchObject(refusal('template “cape”'))
    await removeProduct(cape)
    expect(await remove()).toMatchObject(refusal('archived template “Gown”'))
    expect((await staff.call('GET', `/api/order-templates/${gown.id}`)).body).toMatchObject({
      productIds: [silk.id],
      version: 1,
    })
    await removeProduct(gown)
    expect((await remove()).status).toBe(204)
  })

  test('stays while orders use it', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    await makeTemplate(staff, { productIds: [form.productId] })
    await takeOrder(staff, {}, form)
    expect((await staff.call('DELETE', `/api/products/${form.productId}`)).body.message).toBe(
      'Orders use this product, so it can’t be deleted. Archive it instead.',
    )
  })

  test('and is deleted at once: either it stays, or the template is refused', async () => {
    const staff = await makeCompany(app)
    const [{ id }, gown] = [await add(staff), await makeTemplate(staff, {})]
    const saved = await whileUncommitted(
      app,
      'INSERT INTO order_template_products (company_id, template_id, product_id) VALUES ($1, $2, $3)',
      [staff.companyId, gown.id, id],
      () => staff.call('DELETE', `/api/products/${id}`),
    )
    expect(saved).toMatchObject(refusal('template “Gown”'))
    expect(await products(staff)).toHaveLength(1)
    const other = await add(staff)
    const { templateName, fields } = gown
    const gone = await whileDeleting(app, 'products', other.id, () =>
      staff.call('POST', '/api/order-templates', { templateName, fields, productIds: [other.id] }),
    )
    expect(gone).toMatchObject({
      status: 400,
      body: { fields: { productIds: 'Select products from the list' } },
    })
  })
})

describe('customizations', () => {
  async function makeCustomization(staff: TestUser, name: string) {
    return (await staff.call('POST', '/api/customizations', { name })).body as { id: number }
  }

  test('have options with a price or none', async () => {
    const staff = await makeCompany(app)
    const { id } = await makeCustomization(staff, 'Buttons')
    const url = `/api/customizations/${id}/options`
    expect((await staff.call('POST', url, { name: 'Horn', price: '12.5' })).body).toMatchObject({
      price: '12.50',
    })
    const plain = await staff.call('POST', url, { name: 'Plain', price: '' })
    expect(plain.body).toMatchObject({ price: null, customizationId: id })
    expect(await staff.call('POST', url, { name: '', price: 'x' })).toMatchObject({
      status: 400,
      body: { fields: { name: 'Option name is required' } },
    })
    const changed = await staff.call('PUT', `/api/customization-options/${plain.body.id}`, {
      name: 'Plain',
      price: 1,
    })
    expect(changed.body).toMatchObject({ price: '1.00' })
    expect((await staff.call('GET', '/api/customizations')).body).toMatchObject([
      { name: 'Buttons', options: 2 },
    ])
    expect((await staff.call('DELETE', `/api/customization-options/${plain.body.id}`)).status).toBe(204)
    expect((await staff.call('GET', url)).body).toHaveLength(1)
  })

  test('are changed by two people at once, field by field, and their options too', async () => {
    const staff = await makeCompany(app)
    const { id } = await makeCustomization(staff, 'Buttons')
    const colleague = await makeUser(app, staff.companyId, 'admin')
    const { body: option } = await staff.call('POST', `/api/customizations/${id}/options`, {
      name: 'Horn',
      price: '12.50',
    })
    for (const [url, version, mine, theirs, sentence] of [
      [
        `/api/customizations/${id}`,
        1,
        { name: 'Cuffs' },
        { name: 'Collar' },
        'Test User changed this to Collar',
      ],
      [
        `/api/customization-options/${option.id}`,
        option.version,
        { price: '13.00' },
        { price: '14.00' },
        'Test User changed this to 14.00',
      ],
    ] as const) {
      expect(await colleague.call('PUT', url, { ...theirs, version })).toMatchObject({
        status: 200,
        body: theirs,
      })
      expect(await staff.call('PUT', url, { ...mine, version })).toMatchObject({
        status: 409,
        body: {
          code: 'changed',
          current: { ...theirs, version: version + 1 },
          changedBy: { name: 'Test User' },
          fields: { [Object.keys(mine)[0]!]: sentence },
        },
      })
      // A retry of the colleague's save finds its change stored; the merged save goes through.
      expect((await colleague.call('PUT', url, { ...theirs, version })).status).toBe(200)
      expect((await staff.call('PUT', url, { ...mine, version: version + 1 })).body).toMatchObject(mine)
    }
    const { body: log } = await staff.call('GET', '/api/activity?limit=6')
    expect(
      (log as LoggedActivity[]).map(({ activity, subjectName, record }) => [
        activity,
        subjectName,
        record?.name,
      ]),
    ).toEqual([
      ['option.changed', 'Cuffs: Horn', 'Cuffs'],
      ['option.changed', 'Cuffs: Horn', 'Cuffs'],
      ['customization.changed', 'Cuffs', 'Cuffs'],
      ['customization.changed', 'Collar', 'Cuffs'],
      ['option.created', 'Buttons: Horn', 'Cuffs'],
      ['customization.created', 'Buttons', 'Cuffs'],
    ])
    await staff.call('DELETE', `/api/customization-options/${option.id}`)
    await staff.call('DELETE', `/api/customizations/${id}`)
    const { body: after } = await staff.call('GET', '/api/activity?limit=2')
    expect((after as LoggedActivity[]).map(({ activity, subjectName }) => [activity, subjectName])).toEqual([
      ['customization.deleted', 'Cuffs'],
      ['option.deleted', 'Cuffs: Horn'],
    ])
  })

  test('accept the photo of an option as a file, and as a link only its own', async () => {
    const staff = await makeCompany(app)
    const url = `/api/customizations/${(await makeCustomization(staff, 'Buttons')).id}/options`
    for (const field of ['photo', 'photoUrl'])
      expect(
        await staff.call('POST', url, { name: 'Horn', [field]: 'https://pictures.test/horn.jpg' }),
      ).toMatchObject({
        status: 400,
        body: { fields: { [field]: 'Upload the photo as a file, not as a link' } },
      })
    const picture = await noise(8, 8).png().toBuffer()
    const { body: horn } = await staff.call('POST', url, formWith([['photo', picture]], { name: 'Horn' }))
    expect(horn.photo).toBe(horn.photoUrl)
    const option = `/api/customization-options/${horn.id}`
    expect((await staff.call('PUT', option, { ...horn, name: 'Bone' })).body).toMatchObject({
      name: 'Bone',
      photo: horn.photo,
    })
    expect((await staff.call('PUT', option, { name: 'Bone', photo: '/uploads/x.webp' })).status).toBe(400)
  })

  test('are assigned to a product once, ordered, required, and taken off', async () => {
    const staff = await makeCompany(app)
    const product = await add(staff)
    const [a, b, c] = [
      await makeCustomization(staff, 'A'),
      await makeCustomization(staff, 'B'),
      await makeCustomization(staff, 'C'),
    ]
    const url = `/api/products/${product.id}/customizations`
    const idsOf = (body: { customizationId: number }[]) => body.map(({ customizationId }) => customizationId)
    for (const { id } of [a, b, c])
      await staff.call('POST', url, { customizationId: id, isRequired: id === b.id })
    expect((await staff.call('POST', url, { customizationId: a.id })).status).toBe(409)
    expect(idsOf((await staff.call('PUT', url, { customizationIds: [c.id, a.id, b.id] })).body)).toEqual([
      c.id,
      a.id,
      b.id,
    ])
    const other = await makeCustomization(staff, 'D')
    expect(idsOf((await staff.call('PUT', url, { customizationIds: [a.id, other.id] })).body)).toEqual([
      a.id,
      c.id,
      b.id,
    ])
    await staff.call('PUT', url, { customizationIds: [c.id, a.id, b.id] })
    const required = await staff.call('PATCH', `${url}/${c.id}`, { isRequired: true })
    expect(required.body.map(({ isRequired }: { isRequired: boolean }) => isRequired)).toEqual([
      true,
      false,
      true,
    ])
    expect((await staff.call('DELETE', `${url}/${a.id}`)).status).toBe(204)
    await staff.call('DELETE', `/api/customizations/${b.id}`)
    expect(idsOf((await staff.call('GET', url)).body)).toEqual([c.id])
  })

  test.each([
    ['9007199254740991', '9007199254740991'],
    ['2147483648', '2147483648'],
    ['the text 2147483648', '"2147483648"'],
    ['400 nines', '9'.repeat(400)],
    ['the text of 400 nines', `"${'9'.repeat(400)}"`],
    ['0', '0'],
    ['-1', '-1'],
    ['1.5', '1.5'],
    ['the text one', '"one"'],
    ['null', 'null'],
  ])('are no number such as %s', async (_which, number) => {
    const staff = await makeCompany(app)
    const url = `/api/products/${(await add(staff)).id}/customizations`
    const { status, body } = await staff.call('POST', url, `{"customizationId":${number}}`)
    expect({ status, ...body }).toMatchObject({
      status: 400,
      fields: { customizationId: 'Customization not found.' },
    })
    const order = await staff.call('PUT', url, `{"customizationIds":[${number}]}`)
    expect(order).toMatchObject({ status: 400, body: { message: 'Customization not found.' } })
  })

  /** Creates one of everything that can be added to a customization. */
  async function makeAddable(staff: TestUser) {
    const [{ id }, product] = [await makeCustomization(staff, 'Lining'), await add(staff)]
    return {
      id,
      assign: () => staff.call('POST', `/api/products/${product.id}/customizations`, { customizationId: id }),
      addOption: () => staff.call('POST', `/api/customizations/${id}/options`, { name: 'Silk' }),
    }
  }
  const gone = { status: 404, body: { message: 'Customization not found.' } }

  test.each(['assign', 'addOption'] as const)('that are being deleted refuse %s', async (does) => {
    const staff = await makeCompany(app)
    const adding = await makeAddable(staff)
    expect(await whileDeleting(app, 'customizations', adding.id, adding[does])).toMatchObject(gone)
  })

  test('deleted while they are added to lose the addition, or refuse it', async () => {
    const staff = await makeCompany(app)
    for (let round = 0; round < 25; round++) {
      const { id, assign, addOption } = await makeAddable(staff)
      const remove = () => staff.call('DELETE', `/api/customizations/${id}`)
      const calls = [addOption, assign, remove, addOption, assign]
      const answers = await Promise.all(
        [...calls.slice(round % 3), ...calls.slice(0, round % 3)].map((call) => call()),
      )
      // A product can have a customization only once, so one request may get a conflict.
      expect(answers.filter(({ status }) => ![201, 204, 404, 409].includes(status))).toEqual([])
    }
    for (const table of ['product_customizations', 'customization_options'])
      expect(await app.rows(`SELECT FROM ${table} WHERE company_id = $1`, [staff.companyId])).toEqual([])
  })

  test('of another company cannot be assigned', async () => {
    const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
    const product = await add(staff)
    const theirs = await makeCustomization(stranger, 'Theirs')
    const answer = await staff.call('POST', `/api/products/${product.id}/customizations`, {
      customizationId: theirs.id,
    })
    expect(answer.status).toBe(404)
  })
})
