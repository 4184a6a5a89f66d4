import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import { type Right, type Role, rights } from '@trunkshow/contract/permissions.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import { makeCompany, makeCustomer, makeUser, type TestUser } from '../test/factories.ts'
import { check, customers, runStarted } from '../test/imports.ts'
import { checkImport } from './check-import.ts'

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
      made: 2,
      known: 1,
    })
    const { body } = await staff.call('GET', '/api/customers?sort=newest')
    expect(body.map(({ email }: { email: string }) => email)).toEqual([
      'BO@b.test',
      'bo@b.test',
      'ANN@b.test',
    ])
    expect(await app.rows('SELECT csv FROM imports WHERE id = $1', [id])).toEqual([{ csv: '' }])
  })

  test('skips customers known by the email of a duplicate merged into them', async () => {
    const staff = await makeCompany(app)
    const [kept, other] = [await makeCustomer(staff), await makeCustomer(staff, { email: 'ANN@b.test' })]
    await staff.call('POST', `/api/customers/${kept.id}/merge/${other.id}`)
    const { id } = (await check(staff, customers)).body
    await staff.call('POST', `/api/imports/${id}/start`)
    await runStarted(app)
    expect((await staff.call('GET', `/api/imports/${id}`)).body).toMatchObject({ made: 2, known: 1 })
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

  test.each([
    {
      kind: 'customers',
      heading: 'First name,Last name,Email',
      // 60 people in three rows each, three with one email.
      row: (n: number) => `Guest ${n % 60},Test,${['Z', 'm', 'a'][n % 3]}${n % 20}@b.test`,
      column: 'first_name',
      name: (n: number) => `Guest ${n % 60}`,
    },
    {
      kind: 'products',
      heading: 'Name,Base price,SKU',
      row: (n: number) => `Cape ${n % 60},5,row ${n % 20}`,
      column: 'name',
      name: (n: number) => `Cape ${n % 60}`,
    },
  ])(
    'of $kind is stored in file order, with all names of one email or SKU and each once',
    async ({ kind, heading, row, column, name }) => {
      const staff = await makeCompany(app)
      // Over several batches: a row may repeat one that was stored before.
      const rows = Array.from({ length: 500 }, (_, n) => row(n))
      const csv = [heading, ...rows].join('\n')
      const importIt = async () => {
        const { body } = await check(staff, csv, kind)
        await staff.call('POST', `/api/imports/${body.id}/start`)
        await runStarted(app)
        return [body.known, (await staff.call('GET', `/api/imports/${body.id}`)).body]
      }
      expect(await importIt()).toMatchObject([440, { made: 60, known: 440 }])
      const stored = await app.rows<Record<string, string>>(
        `SELECT ${column} FROM ${kind} WHERE company_id = $1 ORDER BY id`,
        [staff.companyId],
      )
      expect(stored.map((one) => one[column])).toEqual(Array.from({ length: 60 }, (_, n) => name(n)))
      expect(await importIt()).toMatchObject([500, { made: 0, known: 500 }])
    },
  )

  test('of products without a SKU stores all names', async () => {
    const staff = await makeCompany(app)
    const rows = Array.from({ length: 180 }, (_, n) => `Cape ${n},5,`)
    const { body } = await check(staff, ['Name,Base price,SKU', ...rows].join('\n'), 'products')
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await runStarted(app)
    expect((await staff.call('GET', `/api/imports/${body.id}`)).body).toMatchObject({ made: 180, known: 0 })
  })

  test('of products keeps the variants of one SKU, also when it continues after its first batch', async () => {
    const staff = await makeCompany(app)
    // A label that gives one SKU to all sizes of a style.
    const sizes = Array.from({ length: 300 }, (_, n) => `aurelie,${n ? '' : 'Aurelie gown'},${n},AUR,2400`)
    const csv = ['Handle,Title,Option1 Value,Variant SKU,Variant Price', ...sizes].join('\n')
    const { body } = await check(staff, csv, 'products')
    expect(body).toMatchObject({ rows: 300, good: 300, known: 0, knownRows: [] })
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await runStarted(app)
    expect((await staff.call('GET', `/api/imports/${body.id}`)).body).toMatchObject({ made: 300, known: 0 })
    // A store that was synced has the SKU under another name: that is the product.
    expect((await check(staff, 'Name,SKU,Base price\nAurelie,aur,5', 'products')).body).toMatchObject({
      known: 1,
    })
  })

  test('of customers keeps a mother and a daughter with one email, each with her address', async () => {
    const staff = await makeCompany(app)
    const csv = [
      'First name,Last name,Email,Street,City,State,ZIP',
      'Nora,Lind,family@lind.test,8 Crosby Street,New York,NY,10013',
      'Mae,Lind,FAMILY@lind.test,9 Crosby Street,New York,NY,10013',
      'NORA,Lind,family@lind.test,10 Crosby Street,New York,NY,10013',
    ].join('\n')
    const { body } = await check(staff, csv)
    expect(body).toMatchObject({
      known: 1,
      knownRows: [{ line: 4, name: 'NORA Lind', detail: 'family@lind.test' }],
    })
    await staff.call('POST', `/api/imports/${body.id}/start`, { importAnyway: [4] })
    await runStarted(app)
    const streets = await app.rows(
      `SELECT c.first_name AS name, a.street FROM customers AS c JOIN addresses AS a ON a.customer_id = c.id
       WHERE c.company_id = $1 ORDER BY c.id`,
      [staff.companyId],
    )
    expect(streets).toEqual([
      { name: 'Nora', street: '8 Crosby Street' },
      { name: 'Mae', street: '9 Crosby Street' },
      { name: 'NORA', street: '10 Crosby Street' },
    ])
    const [kept] = await app.rows('SELECT known_rows FROM imports WHERE id = $1', [body.id])
    expect(kept).toEqual({ known_rows: [] })
  })

  test('lists the rows it leaves out, and imports those anyway that the user chose', async () => {
    const staff = await makeCompany(app)
    await staff.call('POST', '/api/products', { name: 'Aurelie', basePrice: 5, sku: 'AUR' })
    await staff.call('POST', '/api/products', { name: 'Zoë cape', basePrice: 5 })
    const csv = ['Name,SKU,Base price', 'Gown,aur,1', 'ZOE CAPE,,2', 'Veil,V-1,3', 'Veil,V-1,4'].join('\n')
    const run = async (body?: object) => {
      const { id, known, knownRows } = (await check(staff, csv, 'products')).body
      expect((await staff.call('POST', `/api/imports/${id}/start`, body)).status).toBe(200)
      await runStarted(app)
      const { made, known: left } = (await staff.call('GET', `/api/imports/${id}`)).body
      return { known, lines: knownRows.map(({ line }: { line: number }) => line), made, left }
    }
    expect(await run({ importAnyway: [2, 5, 99] })).toEqual({ known: 3, lines: [2, 3, 5], made: 3, left: 1 })
    expect(await run({ importAnyway: true })).toEqual({ known: 4, lines: [2, 3, 4, 5], made: 4, left: 0 })
    expect(await run()).toEqual({ known: 4, lines: [2, 3, 4, 5], made: 0, left: 4 })
    const orders =
      'Name,Date,Customer,Email,Item,Price\n#1,2026-10-01,Nora Lind,nora@lind.test,Veil,5\n#2,2026-10-01,Nora Lind,nora@lind.test,Veil,5'
    const { body: first } = await check(staff, orders.split('\n').slice(0, 2).join('\n'), 'orders')
    await staff.call('POST', `/api/imports/${first.id}/start`)
    await runStarted(app)
    const { body: again } = await check(staff, orders, 'orders')
    expect(again.knownRows).toEqual([{ line: 2, name: 'Nora Lind', detail: '#1' }])
    // An order's number is taken once.
    await staff.call('POST', `/api/imports/${again.id}/start`, { importAnyway: true })
    await runStarted(app)
    expect((await staff.call('GET', `/api/imports/${again.id}`)).body).toMatchObject({ made: 1, known: 1 })
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
      const { id, known: left } = (await check(staff, file, 'products')).body
      expect((await staff.call('POST', `/api/imports/${id}/start`, body)).status).toBe(200)
      await runStarted(app)
      const { made, known } = (await staff.call('GET', `/api/imports/${id}`)).body
      return { left, made, known }
    }
    const names = async () =>
      (await staff.call('GET', '/api/products?sort=name')).body.map(({ name }: { name: string }) => name)
    expect(await run()).toEqual({ left: 4, made: 3, known: 4 })
    const first = await names()
    expect(first).toEqual(['Gown', 'Known gown', 'Veil', 'Wrap', 'Zoë cape'])
    expect(await run({ importAnyway: false })).toEqual({ left: 7, made: 0, known: 7 })
    expect(await names()).toEqual(first)
    expect(await run({ importAnyway: true })).toEqual({ left: 7, made: 7, known: 0 })
    expect(await names()).toHaveLength(12)
  })

  test('of products finds the same name in a distant or adjacent row', async () => {
    const staff = await makeCompany(app)
    const capes = Array.from({ length: 1100 }, (_, n) => `Cape ${n},5`)
    const file = ['Name,Base price', ...capes, 'CAPE 0,5', 'Cape 1099,5'].join('\n')
    const { id, known: left } = (await check(staff, file, 'products')).body
    await staff.call('POST', `/api/imports/${id}/start`)
    await runStarted(app)
    expect(left).toBe(2)
    expect((await staff.call('GET', `/api/imports/${id}`)).body).toMatchObject({ made: 1100, known: 2 })
  })
})

describe('import rights', () => {
  /**
   * Restricts a right to admins. Both rights belong to the same roles, so otherwise the test couldn't tell which one is
   * checked.
   */
  const restrictToAdmins = (right: Right) =>
    vi.spyOn(rights as Record<Right, readonly Role[]>, right, 'get').mockReturnValue(['admin'])
  afterEach(() => vi.restoreAllMocks())

  const files = {
    customers: 'First name,Last name,Email\nAnn,Brandt,ann@b.test',
    products: 'Name,Base price\nCape,5',
  }

  /** Checks a file in this process, where the right is restricted. */
  const check = (user: TestUser, role: Role, kind: keyof typeof files & ImportKind) => {
    const { id: userId, companyId, username, email } = user
    const actor = { userId, companyId, role, name: '', username, email, coHostOf: [] }
    return checkImport({ db: databaseOf(app.pool), actor }, { kind, fileName: '', csv: files[kind] })
  }

  test.each([
    ['orders.edit', 'customers', 'products'],
    ['products.edit', 'products', 'customers'],
  ] as const)('a user without %s cannot import %s, but can import %s', async (right, denied, allowed) => {
    const admin = await makeCompany(app)
    const role = 'order management'
    const manager = await makeUser(app, admin.companyId, role)
    const { id } = await check(admin, 'admin', denied)
    restrictToAdmins(right)
    const stored = () => app.rows('SELECT * FROM imports WHERE company_id = $1', [admin.companyId])
    const before = await stored()
    await expect(check(manager, role, denied)).rejects.toMatchObject({ code: 'forbidden' })
    for (const refused of [
      await manager.call('GET', `/api/imports/${id}`),
      await manager.call('POST', `/api/imports/${id}/start`),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await stored()).toEqual(before)

    const checked = await check(manager, role, allowed)
    expect((await manager.call('GET', `/api/imports/${checked.id}`)).status).toBe(200)
    expect((await manager.call('POST', `/api/imports/${checked.id}/start`)).status).toBe(200)
  })
})
