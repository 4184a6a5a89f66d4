import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { describe, expect, test, vi } from 'vitest'
import { databaseOf } from '../db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import { makeCompany, makeCustomer, type TestUser } from '../test/factories.ts'
import { runImports } from './jobs.ts'
import { readRows } from './read-rows.ts'

const app = startTestApp()

async function rowsOf(reading: ReturnType<typeof readRows>) {
  const rows = []
  for await (const row of reading) rows.push(row)
  return rows
}
const work = () => runImports({ db: databaseOf(app.pool) })
const check = (staff: TestUser, csv: string, kind = 'customers') =>
  staff.call('POST', '/api/imports', { kind, csv, fileName: 'list.csv' })

const customers = [
  'first_name;Last Name;E-Mail;EMAIL;phone;Notes',
  'Ann;Brandt;ann@b.test;x;\'+1 212;"Two\nlines"',
  ';Nobody;no@b.test;x;;',
  'Bo;Brandt;bo@b.test;x;;',
  'Bo;Again;BO@b.test;x;;',
  'Cleo;Roy;cleo;x;;',
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

  test('is imported once, without known customers', async () => {
    const staff = await makeCompany(app)
    await makeCustomer(staff, { email: 'ANN@b.test' })
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

  test('skips customers known by the email of a duplicate merged into them', async () => {
    const staff = await makeCompany(app)
    const [kept, other] = [await makeCustomer(staff), await makeCustomer(staff, { email: 'ANN@b.test' })]
    await staff.call('POST', `/api/customers/${kept.id}/merge/${other.id}`)
    const { id } = (await check(staff, customers)).body
    await staff.call('POST', `/api/imports/${id}/start`)
    await work()
    expect((await staff.call('GET', `/api/imports/${id}`)).body).toMatchObject({ made: 1, known: 2 })
  })

  test.each([
    [
      'a first line that names the separator',
      'sep=;\r\nName;Base price\r\nSilk, fine;12\r\n',
      ['Silk, fine', '12.00'],
      3,
    ],
    ['that line quoted', '\ufeff"sep=|"\nName|Base price\nSilk|12', ['Silk', '12.00'], 3],
    ['blank rows', 'Name,Base price\n\n,\n   ,  \nSilk,12\n,,\n', ['Silk', '12.00'], 5],
    ['a decimal comma', 'Name;Base price\nSilk;1250,50', ['Silk', '1250.50'], 2],
    ['a decimal comma and dots', 'Name;Base price\nSilk;1.250,50', ['Silk', '1250.50'], 2],
    ['dots of thousands between semicolons', 'Name;Base price\nSilk;1.250', ['Silk', '1250.00'], 2],
    ['a quoted decimal comma between commas', 'Name,Base price\nSilk,"1.250,50"', ['Silk', '1250.50'], 2],
    ['commas of thousands', 'Name;Base price\nSilk;1,250.50', ['Silk', '1250.50'], 2],
  ])('reads %s', async (_, csv, [name, price], line) => {
    const rows = await rowsOf(readRows('products', csv))
    expect(rows).toMatchObject([{ line, value: { name, basePrice: Number(price) * 100 } }])
  })

  test('does not guess what a dot means between commas', async () => {
    const rows = await rowsOf(readRows('products', 'Name,Base price\nSilk,1.250'))
    expect(rows).toEqual([{ line: 2, problem: 'Enter an amount such as 1250 or 1250.50' }])
  })

  test.each([
    ['Name,Base price\nSilk,12\nA 12" hem,5\nCape,9', 3],
    ['Name,Base price\nSilk,12\n"Gown" long,5\nCape,9', 3],
  ])('names the line of a stray quote in %j', async (csv, line) => {
    const staff = await makeCompany(app)
    expect(await check(staff, csv, 'products')).toMatchObject({
      status: 400,
      body: {
        message: `Line ${line} has a quotation mark (") that’s out of place or never closed. Fix it, then choose the file again.`,
      },
    })
  })

  test('names the line of a quote that is never closed', async () => {
    const staff = await makeCompany(app)
    const { status, body } = await check(
      staff,
      'Name,Base price\nSilk,12\n"Gown,5\nCape,9\nVeil,7',
      'products',
    )
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^Line 3 has a quotation mark/)])
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
    await work()
  })

  test('resumes after a restart without duplicating or losing a row', async () => {
    const staff = await makeCompany(app)
    const rows = Array.from({ length: 1000 }, (_, n) => `Guest ${n},Test,guest${n}@mail.test`)
    const { id } = (await check(staff, ['First name,Last name,Email', ...rows].join('\n'))).body
    await staff.call('POST', `/api/imports/${id}/start`)
    // Simulates a process that dies after its second batch: its third finds no database.
    let batches = 0
    const db = databaseOf(app.pool)
    const dying = new Proxy(db, {
      get: (target, key) => {
        if (key === '$client' && ++batches > 2)
          throw Object.assign(new Error('killed'), { code: 'ECONNREFUSED' })
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

  test('that a second worker adopted is left alone by the first, which had only stalled', async () => {
    const staff = await makeCompany(app)
    const rows = Array.from({ length: 300 }, (_, n) => `Guest ${n},Test,guest${n}@mail.test`)
    const { id } = (await check(staff, ['First name,Last name,Email', ...rows].join('\n'))).body
    await staff.call('POST', `/api/imports/${id}/start`)
    const expireLease = () => app.rows('UPDATE imports SET held_until = now() WHERE id = $1', [id])
    const read = async () => (await staff.call('GET', `/api/imports/${id}`)).body
    const db = databaseOf(app.pool)
    // The first worker claims the import and stalls before it stores anything.
    const [reached, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const client = new Proxy(app.pool, {
      get: (pool, key) => {
        if (key !== 'connect') return Reflect.get(pool, key)
        return async () => {
          reached.resolve()
          await resume.promise
          return pool.connect()
        }
      },
    })
    const stalling = new Proxy(db, {
      get: (target, key) => (key === '$client' ? client : Reflect.get(target, key)),
    })
    const first = runImports({ db: stalling })
    await reached.promise
    // The second worker stores a batch and dies.
    await expireLease()
    let batches = 0
    const dying = new Proxy(db, {
      get: (target, key) => {
        if (key === '$client' && ++batches > 1)
          throw Object.assign(new Error('killed'), { code: 'ECONNREFUSED' })
        return Reflect.get(target, key)
      },
    })
    await expect(runImports({ db: dying })).rejects.toThrow('killed')
    expect(await read()).toMatchObject({ state: 'running', done: 200, made: 200 })
    resume.resolve()
    await first
    expect(await read()).toMatchObject({ state: 'running', done: 200, made: 200, known: 0 })
    await expireLease()
    await work()
    expect(await read()).toMatchObject({ state: 'done', done: 300, made: 300, known: 0 })
  })

  test('of several companies take turns, a batch each', async () => {
    const [busy, other] = [await makeCompany(app), await makeCompany(app)]
    const rowsFor = (count: number) =>
      Array.from({ length: count }, (_, n) => `Guest ${n},T,guest${n}@mail.test`)
    const start = async (staff: TestUser, count: number) => {
      const { id } = (await check(staff, ['First name,Last name,Email', ...rowsFor(count)].join('\n'))).body
      await staff.call('POST', `/api/imports/${id}/start`)
      return id as number
    }
    const ids = [await start(busy, 1000), await start(busy, 1000), await start(other, 300)]
    await work()
    const ended = await app.rows('SELECT state, done FROM imports WHERE id = ANY ($1) ORDER BY id', [ids])
    expect(ended).toEqual([1000, 1000, 300].map((done) => ({ state: 'done', done })))
    const [before] = await app.rows<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM customers WHERE company_id = $1 AND created_at < (
         SELECT max(created_at) FROM customers WHERE company_id = $2)`,
      [busy.companyId, other.companyId],
    )
    expect(before!.rows).toBeLessThanOrEqual(400)
  })

  test.each([
    ['customers', 'First name,Last name,Email\nAnn,Brandt,ann@b.test'],
    ['products', 'Name,SKU,Base price\nCape,C-1,5'],
  ])('of %s that runs beside another of the company stores no row twice', async (kind, csv) => {
    const staff = await makeCompany(app)
    const ids: number[] = []
    for (const _ of ['one', 'other']) {
      const { id } = (await check(staff, csv, kind)).body
      await staff.call('POST', `/api/imports/${id}/start`)
      ids.push(id)
    }
    // Lock the company's row, so that both wait there at the same time.
    const gate = await app.pool.connect()
    try {
      await gate.query('BEGIN')
      await gate.query('SELECT FROM companies WHERE id = $1 FOR UPDATE', [staff.companyId])
      const both = Promise.all([work(), work()])
      await vi.waitFor(async () => {
        const waiting = await app.rows(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        expect(waiting).toHaveLength(2)
      }, 60_000)
      await gate.query('COMMIT')
      await both
    } finally {
      gate.release()
    }
    const ended = await app.rows('SELECT state, made, known FROM imports WHERE id = ANY ($1) ORDER BY made', [
      ids,
    ])
    expect(ended).toEqual([
      { state: 'done', made: 0, known: 1 },
      { state: 'done', made: 1, known: 0 },
    ])
    expect((await staff.call('GET', `/api/${kind}`)).body).toHaveLength(1)
  })

  test('that can no longer be read fails without stopping others', async () => {
    const staff = await makeCompany(app)
    const other = await makeCompany(app)
    const [bad, good] = [(await check(staff, customers)).body, (await check(other, customers)).body]
    for (const [user, { id }] of [
      [staff, bad],
      [other, good],
    ] as const)
      await user.call('POST', `/api/imports/${id}/start`)
    await app.rows('UPDATE imports SET csv = $2 WHERE id = $1', [bad.id, `a${','.repeat(1000)}`])
    await work()
    expect((await staff.call('GET', `/api/imports/${bad.id}`)).body.state).toBe('failed')
    expect((await other.call('GET', `/api/imports/${good.id}`)).body).toMatchObject({
      state: 'done',
      made: 2,
    })
  })

  test('has each row right, for any number of rows and any chunk boundary', async () => {
    const [staff, columns] = [await makeCompany(app), ','.repeat(196)]
    const names = Array.from({ length: 5000 }, (_, n) => `Zoë ${'é😀"\n;'.repeat(n % 7)}${n}`)
    const rows = names.map((name, n) => `"${name.replaceAll('"', '""')}",${n}@mail.test${columns},Fischer`)
    const csv = [`First name,Email${columns},Last name`, ...rows].join('\r\n')
    const { body } = await check(staff, csv)
    expect(body).toMatchObject({ rows: 5000, good: 5000, errors: [] })
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await work()
    const stored = await app.rows<{ name: string }>(
      `SELECT first_name AS name FROM customers WHERE company_id = $1 ORDER BY split_part(email, '@', 1)::int`,
      [staff.companyId],
    )
    expect(stored.map(({ name }) => name)).toEqual(names.map((name) => name.replaceAll('\n', ' ')))
  })

  test.each([
    ['First name,Last name,Email,Phone,Notes', 'Ann,Brandt,ann@b.test,1,likes silk; size\t38'],
    ['First name;Last name;Email;Phone;Notes', '"Ann";Brandt;ann@b.test;1;"likes silk; size\t38"'],
    ['First name\tLast name\t"Email"\tPhone\tNotes', 'Ann\tBrandt\tann@b.test\t1\t"likes silk; size\t38"'],
    [
      '"Shoes, bags; belts","First name","Last name",Email,Notes',
      ',Ann,Brandt,ann@b.test,likes silk; size\t38',
    ],
  ])('headed %j is parted by what parts its heading', async (...lines) => {
    const staff = await makeCompany(app)
    const { body } = await check(staff, lines.join('\n'))
    expect(body).toMatchObject({ good: 1, errors: [] })
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await work()
    expect((await staff.call('GET', '/api/customers')).body).toMatchObject([
      { firstName: 'Ann', lastName: 'Brandt', email: 'ann@b.test', notes: 'likes silk; size\t38' },
    ])
  })

  test('may contain other delimiters in its cells', async () => {
    const staff = await makeCompany(app)
    const csv = `First name,Last name,Email,Notes\nAnn,Brandt,ann@b.test,${';\t'.repeat(300)}end`
    expect((await check(staff, csv)).body).toMatchObject({ rows: 1, good: 1, errors: [] })
  })

  test('with commas in the amounts of its semicolons has no price cut off', async () => {
    const staff = await makeCompany(app)
    const csv = 'Name;SKU;Base price;Category\nBlouse;SB-1;1250,50;Tops\nCape;SC-1;"2,400";Capes'
    const { body } = await check(staff, csv, 'products')
    expect(body).toMatchObject({ rows: 2, good: 2, errors: [] })
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await work()
    expect((await staff.call('GET', '/api/products')).body).toMatchObject([
      { name: 'Blouse', basePrice: '1250.50', category: 'Tops' },
      { name: 'Cape', basePrice: '2400.00', category: 'Capes' },
    ])
  })

  test('is stored in file order, with the first of several rows with one email', async () => {
    const staff = await makeCompany(app)
    const rows = Array.from(
      { length: 180 },
      (_, n) => `Guest ${n},Test,${['Z', 'm', 'a'][n % 3]}${n % 60}@b.test`,
    )
    const { body } = await check(staff, ['First name,Last name,Email', ...rows].join('\n'))
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await work()
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
    await work()
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
      await work()
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
    await work()
    expect(sameName).toBe(2)
    expect((await staff.call('GET', `/api/imports/${id}`)).body).toMatchObject({ made: 1100, known: 2 })
  })

  test('lets other requests run while it is read', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `Guest ${n},Test,guest${n}@mail.test`)
    let [turns, read] = [0, 0]
    const takeTurn = () => {
      turns++
      if (read < rows.length) setImmediate(takeTurn)
    }
    setImmediate(takeTurn)
    for await (const _ of readRows('customers', ['First name,Last name,Email', ...rows].join('\n'))) read++
    expect(read).toBe(20_000)
    expect(turns).toBeGreaterThan(10)
  })

  test('of products is read as an export wrote it', async () => {
    const [staff, other] = [await makeCompany(app), await makeCompany(app)]
    for (const product of [
      { name: '=Sum', basePrice: '1250.50', sku: 'A-1', category: 'Tops', description: 'A "fine"\none' },
      { name: 'Plain', basePrice: 5, sku: '', isActive: false },
      { name: 'Plain too', basePrice: 6, sku: '' },
    ])
      await staff.call('POST', '/api/products', product)
    const { text } = await staff.call('GET', '/api/products.csv')
    const { id } = (await check(other, text, 'products')).body
    await other.call('POST', `/api/imports/${id}/start`)
    await work()
    const strip = (body: Record<string, unknown>[]) =>
      body.map(({ id: _, userId: __, createdAt: ___, updatedAt: ____, ...product }) => product)
    expect(strip((await other.call('GET', '/api/products')).body)).toEqual(
      strip((await staff.call('GET', '/api/products')).body),
    )
    expect((await other.call('GET', `/api/imports/${id}`)).body).toMatchObject({ made: 3, known: 0 })
  })

  test.each([
    {
      kind: 'products',
      column: 'Active',
      heading: 'Name,Base price',
      row: (n: number) => `Cape ${n},5`,
      marked: ['/api/products?isActive=false', [{ name: 'Cape 1' }]],
    },
    {
      kind: 'customers',
      column: 'Archived',
      heading: 'First name,Last name,Email',
      row: (n: number) => `Ann,Brandt,ann${n}@b.test`,
      marked: ['/api/customers?archived=true', [{ email: 'ann0@b.test' }]],
    },
  ] as const)(
    'of $kind takes Yes and No in its column $column',
    async ({ kind, column, heading, row, marked }) => {
      const staff = await makeCompany(app)
      const rows = ['YES', ' no ', '', 'Maybe'].map((cell, n) => `${row(n)},${cell}`)
      const { body } = await check(staff, [`${heading},${column}`, ...rows].join('\n'), kind)
      expect(body).toMatchObject({ good: 3, errors: [{ line: 5, message: `${column} must be Yes or No` }] })
      await staff.call('POST', `/api/imports/${body.id}/start`)
      await work()
      const [url, those] = marked
      expect((await staff.call('GET', url)).body).toMatchObject(those)
    },
  )

  test('of customers is read as exported, with formula guards and any delimiter', async () => {
    const [staff, other] = [await makeCompany(app), await makeCompany(app)]
    const odd = [
      'Ann; admin@evil.test',
      '=1+2',
      '-Ann',
      "'=Ann",
      "''",
      'x;=1+2;y',
      'x\t=1+2\ty',
      'x;"=1+2;',
      "x;'=1+2",
      'first\n=1+2\n- silk\r\n\r\n+1\r@A1',
      'x;\t;\uff1d1+2',
      'one, "two", three',
    ]
    for (const [n, notes] of odd.entries()) {
      const sent = {
        firstName: notes,
        lastName: 'Zett',
        email: `${n}@b.test`,
        phone: '+1 212 555 0100',
        notes,
      }
      expect((await staff.call('POST', '/api/customers', sent)).status).toBe(201)
    }
    const gone = { firstName: 'Gone', lastName: 'Zett', email: 'gone@b.test' }
    const { id: goneId } = (await staff.call('POST', '/api/customers', gone)).body
    expect((await staff.call('PATCH', `/api/customers/${goneId}/archive`)).status).toBe(200)
    const { text } = await staff.call('GET', '/api/customers.csv')
    for (const cell of text.split(/[;\t\r\n]|(?<="),(?=")/))
      expect(cell.replace(/^"*/, '')).not.toMatch(/^[=+\-@\uff1d]/)
    for (const file of [text, (await staff.call('GET', '/api/customers.csv?archived=true')).text]) {
      const { id } = (await check(other, file)).body
      await other.call('POST', `/api/imports/${id}/start`)
    }
    await work()
    const list = async (user: TestUser, filter = '') => {
      const { body } = await user.call('GET', `/api/customers${filter}`)
      const listed = body.map(({ email, firstName, phone, notes }: Customer) => [
        email,
        firstName,
        phone,
        notes,
      ])
      return listed.sort()
    }
    expect(await list(other)).toEqual(await list(staff))
    expect(await list(other, '?archived=true')).toEqual([['gone@b.test', 'Gone', null, '']])
    expect(await list(other)).toHaveLength(odd.length)
  })

  test.each([
    ['', 'This file has no rows.'],
    ['First name,Last name,Email', 'This file has no rows.'],
    [
      'First name,Phone\nAnn,1',
      'This file is missing these columns: Last name, Email. Add them, then choose it again.',
    ],
    [
      'First name,Last name,Email\n"Ann,B,a@b.test',
      'Line 2 has a quotation mark (") that’s out of place or never closed. Fix it, then choose the file again.',
    ],
    [
      `First name,Last name,Email${','.repeat(198)}\nAnn,B,a@b.test`,
      'This file has more than 200 columns. Delete the ones you don’t need, then choose it again.',
    ],
    [
      `First name,Last name,Email\nAnn,B,a@b.test${','.repeat(198)}`,
      'This file has more than 200 columns. Delete the ones you don’t need, then choose it again.',
    ],
  ])('of %j is refused', async (csv, message) => {
    const staff = await makeCompany(app)
    expect(await check(staff, csv)).toMatchObject({ status: 400, body: { message } })
  })
})
