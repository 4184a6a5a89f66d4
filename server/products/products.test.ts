import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, type TestUser } from '../test/factories.ts'

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

describe('customizations', () => {
  async function makeSet(staff: TestUser, name: string) {
    return (await staff.call('POST', '/api/customizations', { name })).body as { id: number }
  }

  test('have options with a price or none', async () => {
    const staff = await makeCompany(app)
    const { id } = await makeSet(staff, 'Buttons')
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

  test('are assigned to a product once, ordered, required, and taken off', async () => {
    const staff = await makeCompany(app)
    const product = await add(staff)
    const [a, b, c] = [await makeSet(staff, 'A'), await makeSet(staff, 'B'), await makeSet(staff, 'C')]
    const url = `/api/products/${product.id}/customizations`
    const idsOf = (body: { customizationId: number }[]) => body.map(({ customizationId }) => customizationId)
    for (const { id } of [a, b, c])
      await staff.call('POST', url, { customizationId: String(id), isRequired: id === b.id })
    expect((await staff.call('POST', url, { customizationId: a.id })).status).toBe(409)
    expect(idsOf((await staff.call('PUT', url, { customizationIds: [c.id, a.id, b.id] })).body)).toEqual([
      c.id,
      a.id,
      b.id,
    ])
    expect((await staff.call('PUT', url, { customizationIds: [c.id, a.id] })).status).toBe(409)
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

  test('of another company cannot be assigned', async () => {
    const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
    const product = await add(staff)
    const theirs = await makeSet(stranger, 'Theirs')
    const answer = await staff.call('POST', `/api/products/${product.id}/customizations`, {
      customizationId: theirs.id,
    })
    expect(answer.status).toBe(404)
  })
})
