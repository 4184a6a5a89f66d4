import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, makeCustomer } from '../test/factories.ts'
import { check, customers, runStarted } from '../test/imports.ts'

const app = startTestApp()

describe('a CSV file', () => {
  test('is checked row by row, and nothing is imported until it is started', async () => {
    const staff = await makeCompany(app)
    const checked = await check(staff, `\ufeff${customers}`)
    expect(checked).toMatchObject({
      status: 201,
      body: {
        kind: 'customers',
        state: 'checked',
        rows: 5,
        good: 3,
        errors: [
          { line: 4, message: 'First name is required' },
          { line: 7, message: 'Invalid email address' },
        ],
      },
    })
    await runStarted(app)
    expect((await staff.call('GET', '/api/customers')).body).toEqual([])
  })

  test('is imported once, without known customers', async () => {
    const staff = await makeCompany(app)
    await makeCustomer(staff, { email: 'ANN@b.test' })
    const { id } = (await check(staff, customers)).body
    expect(await staff.call('POST', `/api/imports/${id}/start`)).toMatchObject({
      status: 200,
      body: { state: 'running' },
    })
    expect((await staff.call('POST', `/api/imports/${id}/start`)).status).toBe(409)
    await Promise.all([runStarted(app), runStarted(app)])
    expect((await staff.call('GET', `/api/imports/${id}`)).body).toMatchObject({
      state: 'done',
      done: 5,
      made: 1,
      known: 2,
    })
    const { body } = await staff.call('GET', '/api/customers?sort=newest')
    expect(body.map(({ email }: { email: string }) => email)).toEqual(['bo@b.test', 'ANN@b.test'])
    expect(await app.rows('SELECT csv FROM imports WHERE id = $1', [id])).toEqual([{ csv: '' }])
  })

  test('skips customers known by the email of a duplicate merged into them', async () => {
    const staff = await makeCompany(app)
    const [kept, other] = [await makeCustomer(staff), await makeCustomer(staff, { email: 'ANN@b.test' })]
    await staff.call('POST', `/api/customers/${kept.id}/merge/${other.id}`)
    const { id } = (await check(staff, customers)).body
    await staff.call('POST', `/api/imports/${id}/start`)
    await runStarted(app)
    expect((await staff.call('GET', `/api/imports/${id}`)).body).toMatchObject({ made: 1, known: 2 })
  })

  test('that is checked replaces only the one its user never started', async () => {
    const [staff, other] = [await makeCompany(app), await makeCompany(app)]
    const started = (await check(staff, customers)).body
    await staff.call('POST', `/api/imports/${started.id}/start`)
    const theirs = (await check(other, customers)).body
    const checks = await Promise.all(Array.from({ length: 30 }, () => check(staff, customers)))
    expect(checks.filter(({ status }) => status !== 201)).toEqual([])
    const kept = await app.rows<{ id: number }>(
      `SELECT id FROM imports WHERE company_id = $1 AND state = 'checked'`,
      [staff.companyId],
    )
    expect(kept).toHaveLength(1)
    for (const { body } of checks.filter(({ body }) => body.id !== kept[0]!.id))
      expect(await staff.call('POST', `/api/imports/${body.id}/start`)).toMatchObject({ status: 404 })
    for (const [user, id] of [
      [staff, started.id],
      [other, theirs.id],
      [staff, kept[0]!.id],
    ] as const)
      expect((await user.call('GET', `/api/imports/${id}`)).status).toBe(200)
    await runStarted(app)
  })

  test('is stored in file order, with the first of several rows with one email', async () => {
    const staff = await makeCompany(app)
    const rows = Array.from(
      { length: 180 },
      (_, n) => `Guest ${n},Test,${['Z', 'm', 'a'][n % 3]}${n % 60}@b.test`,
    )
    const { body } = await check(staff, ['First name,Last name,Email', ...rows].join('\n'))
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await runStarted(app)
    const stored = await app.rows<{ name: string }>(
      'SELECT first_name AS name FROM customers WHERE company_id = $1 ORDER BY id',
      [staff.companyId],
    )
    expect(stored.map(({ name }) => name)).toEqual(Array.from({ length: 60 }, (_, n) => `Guest ${n}`))
  })

  test('is stored in file order, with the first of several rows with one SKU and all without', async () => {
    const staff = await makeCompany(app)
    const rows = Array.from({ length: 180 }, (_, n) => `Cape ${n},5,${n < 90 ? `row ${100 - (n % 30)}` : ''}`)
    const { body } = await check(staff, ['Name,Base price,SKU', ...rows].join('\n'), 'products')
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await runStarted(app)
    const stored = await app.rows<{ name: string }>(
      'SELECT name FROM products WHERE company_id = $1 ORDER BY id',
      [staff.companyId],
    )
    const kept = rows.flatMap((row, n) => (n < 30 || n >= 90 ? [row.split(',')[0]] : []))
    expect(stored.map(({ name }) => name)).toEqual(kept)
  })

  test('of products without a SKU is matched by name, and imported twice changes nothing', async () => {
    const [staff, other] = [await makeCompany(app), await makeCompany(app)]
    await staff.call('POST', '/api/products', { name: 'Zoë cape', basePrice: 5, isActive: false })
    await staff.call('POST', '/api/products', { name: 'Known gown', basePrice: 5, sku: 'K-1' })
    await other.call('POST', '/api/products', { name: 'Veil', basePrice: 5 })
    const file = [
      'Name,SKU,Base price',
      'ZOE CAPE,,5', // matches an archived product
      'Veil,,5',
      'Gown,G-1,5',
      'veil,,6', // same name as an earlier row
      'gown,,5', // same name as an earlier row with a SKU
      'Wrap,k-1,5', // matches by SKU
      'Wrap,,5', // no product has this name
    ].join('\n')
    const run = async (body?: object) => {
      const { id, sameName } = (await check(staff, file, 'products')).body
      expect((await staff.call('POST', `/api/imports/${id}/start`, body)).status).toBe(200)
      await runStarted(app)
      const { made, known } = (await staff.call('GET', `/api/imports/${id}`)).body
      return { sameName, made, known }
    }
    const names = async () =>
      (await staff.call('GET', '/api/products?sort=name')).body.map(({ name }: { name: string }) => name)
    expect(await run()).toEqual({ sameName: 3, made: 3, known: 4 })
    const first = await names()
    expect(first).toEqual(['Gown', 'Known gown', 'Veil', 'Wrap', 'Zoë cape'])
    expect(await run({ importSameName: false })).toEqual({ sameName: 5, made: 0, known: 7 })
    expect(await names()).toEqual(first)
    expect(await run({ importSameName: true })).toEqual({ sameName: 5, made: 5, known: 2 })
    expect(await names()).toHaveLength(10)
  })

  test('of products finds the same name in a distant or adjacent row', async () => {
    const staff = await makeCompany(app)
    const capes = Array.from({ length: 1100 }, (_, n) => `Cape ${n},5`)
    const file = ['Name,Base price', ...capes, 'CAPE 0,5', 'Cape 1099,5'].join('\n')
    const { id, sameName } = (await check(staff, file, 'products')).body
    await staff.call('POST', `/api/imports/${id}/start`)
    await runStarted(app)
    expect(sameName).toBe(2)
    expect((await staff.call('GET', `/api/imports/${id}`)).body).toMatchObject({ made: 1100, known: 2 })
  })
})
