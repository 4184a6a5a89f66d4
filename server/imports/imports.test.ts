import { describe, expect, test } from 'vitest'
import { databaseOf } from '../db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import { makeCompany, type TestUser } from '../test/factories.ts'
import { runImports } from './jobs.ts'

const app = startTestApp()
const work = () => runImports({ db: databaseOf(app.pool) })
const check = (staff: TestUser, csv: string, kind = 'customers') =>
  staff.call('POST', '/api/imports', { kind, csv, fileName: 'list.csv' })

const customers = [
  'first_name;Last Name;E-Mail;EMAIL;phone;Notes',
  'Ann;Brandt;x;ann@b.test;\'+1 212;"Two\nlines"',
  ';Nobody;x;no@b.test;;',
  'Bo;Brandt;x;bo@b.test;;',
  'Bo;Again;x;BO@b.test;;',
  'Cleo;Roy;x;cleo;;',
].join('\r\n')

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
    await work()
    expect((await staff.call('GET', '/api/customers')).body).toEqual([])
  })

  test('is imported once; who is known already is left out', async () => {
    const staff = await makeCompany(app)
    await staff.call('POST', '/api/customers', { firstName: 'Ann', lastName: 'Known', email: 'ANN@b.test' })
    const { id } = (await check(staff, customers)).body
    expect(await staff.call('POST', `/api/imports/${id}/start`)).toMatchObject({
      status: 200,
      body: { state: 'running' },
    })
    expect((await staff.call('POST', `/api/imports/${id}/start`)).status).toBe(409)
    await Promise.all([work(), work()])
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

  test('goes on after a restart midway without a row twice or lost', async () => {
    const staff = await makeCompany(app)
    const rows = Array.from({ length: 1000 }, (_, n) => `Guest ${n},Test,guest${n}@mail.test`)
    const { id } = (await check(staff, ['First name,Last name,Email', ...rows].join('\n'))).body
    await staff.call('POST', `/api/imports/${id}/start`)
    // A process that dies after its second batch: the third finds no database.
    let batches = 0
    const db = databaseOf(app.pool)
    const dying = new Proxy(db, {
      get: (target, key) => {
        if (key === '$client' && ++batches > 2) throw new Error('killed')
        return Reflect.get(target, key)
      },
    })
    await expect(runImports({ db: dying })).rejects.toThrow('killed')
    const [{ done }] = (await app.rows('SELECT done FROM imports WHERE id = $1', [id])) as [{ done: number }]
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(1000)
    await work()
    expect(await app.rows('SELECT done FROM imports WHERE id = $1', [id])).toEqual([{ done }])
    await app.rows('UPDATE imports SET held_until = now() WHERE id = $1', [id])
    await Promise.all([work(), work()])
    expect((await staff.call('GET', `/api/imports/${id}`)).body).toMatchObject({
      state: 'done',
      done: 1000,
      made: 1000,
    })
    const stored = await app.rows(
      'SELECT count(*)::int AS count, count(DISTINCT email)::int AS people FROM customers WHERE company_id = $1',
      [staff.companyId],
    )
    expect(stored).toEqual([{ count: 1000, people: 1000 }])
  })

  test('of products is read as an export wrote it', async () => {
    const [staff, other] = [await makeCompany(app), await makeCompany(app)]
    for (const product of [
      { name: '=Sum', basePrice: '1250.50', sku: 'A-1', category: 'Tops', description: 'A "fine"\none' },
      { name: 'Plain', basePrice: 5, sku: '' },
      { name: 'Plain too', basePrice: 6, sku: '' },
    ])
      await staff.call('POST', '/api/products', product)
    const { text } = await staff.call('GET', '/api/products.csv')
    const { id } = (await check(other, text, 'products')).body
    await other.call('POST', `/api/imports/${id}/start`)
    await work()
    const strip = (body: { id: number }[]) => body.map(({ id: _, ...product }) => product)
    expect(strip((await other.call('GET', '/api/products')).body)).toEqual(
      strip((await staff.call('GET', '/api/products')).body),
    )
    expect((await other.call('GET', `/api/imports/${id}`)).body).toMatchObject({ made: 3, known: 0 })
  })

  test.each([
    ['', 'This file has no rows.'],
    ['First name,Last name,Email', 'This file has no rows.'],
    ['First name,Phone\nAnn,1', 'These columns are missing: Last name, Email.'],
    ['First name,Last name,Email\n"Ann,B,a@b.test', 'This is not a CSV file that can be read.'],
  ])('of %j is refused', async (csv, message) => {
    const staff = await makeCompany(app)
    expect(await check(staff, csv)).toMatchObject({ status: 400, body: { message } })
  })
})
