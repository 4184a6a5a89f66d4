import { describe, expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import { makeCompany, type TestUser } from '../test/factories.ts'
import { check, customers, killedAfterOneBatch, runStarted } from '../test/imports.ts'
import { whileUncommitted } from '../test/while-uncommitted.ts'
import { runImports } from './jobs.ts'

const app = startTestApp()

/** Runs two imports of a company, which both wait for its row before either continues. */
const runBothAtOnce = ({ companyId }: TestUser) =>
  whileUncommitted(
    app,
    'SELECT FROM companies WHERE id = $1 FOR UPDATE',
    [companyId],
    () => Promise.all([runStarted(app), runStarted(app)]),
    2,
  )

describe('an import', () => {
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
    await expect(runImports({ db: dying, config: app.config })).rejects.toThrow('killed')
    const [{ done }] = (await app.rows('SELECT done FROM imports WHERE id = $1', [id])) as [{ done: number }]
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(1000)
    await runStarted(app)
    expect(await app.rows('SELECT done FROM imports WHERE id = $1', [id])).toEqual([{ done }])
    await app.rows('UPDATE imports SET held_until = now() WHERE id = $1', [id])
    await Promise.all([runStarted(app), runStarted(app)])
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
    const first = runImports({ db: stalling, config: app.config })
    await reached.promise
    // The second worker stores a batch and dies.
    await expireLease()
    const dying = killedAfterOneBatch(app)
    await expect(runImports({ db: dying, config: app.config })).rejects.toThrow('killed')
    expect(await read()).toMatchObject({ state: 'running', done: 200, made: 200 })
    resume.resolve()
    await first
    expect(await read()).toMatchObject({ state: 'running', done: 200, made: 200, known: 0 })
    await expireLease()
    await runStarted(app)
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
    await runStarted(app)
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
  ])('of %s that runs alongside another of the company stores no row twice', async (kind, csv) => {
    const staff = await makeCompany(app)
    const ids: number[] = []
    for (const _ of ['one', 'other']) {
      const { id } = (await check(staff, csv, kind)).body
      await staff.call('POST', `/api/imports/${id}/start`)
      ids.push(id)
    }
    await runBothAtOnce(staff)
    const ended = await app.rows('SELECT state, made, known FROM imports WHERE id = ANY ($1) ORDER BY made', [
      ids,
    ])
    expect(ended).toEqual([
      { state: 'done', made: 0, known: 1 },
      { state: 'done', made: 1, known: 0 },
    ])
    expect((await staff.call('GET', `/api/${kind}`)).body).toHaveLength(1)
  })

  test('that times out continues later, and other companies’ imports continue at once', async () => {
    const [locked, other] = [await makeCompany(app), await makeCompany(app)]
    const ids: number[] = []
    for (const staff of [locked, other]) {
      const { id } = (await check(staff, customers)).body
      await staff.call('POST', `/api/imports/${id}/start`)
      ids.push(id)
    }
    const states = () => app.rows('SELECT state FROM imports WHERE id = ANY ($1) ORDER BY id', [ids])
    const holder = await app.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM companies WHERE id = $1 FOR UPDATE', [locked.companyId])
    await runStarted(app).finally(async () => {
      await holder.query('COMMIT')
      holder.release()
    })
    expect(await states()).toEqual([{ state: 'running' }, { state: 'done' }])
    await app.rows('UPDATE imports SET held_until = now() WHERE id = ANY ($1)', [ids])
    await runStarted(app)
    expect(await states()).toEqual([{ state: 'done' }, { state: 'done' }])
  })

  test('of orders that runs alongside one of customers adds no customer twice', async () => {
    const staff = await makeCompany(app)
    const files = [
      ['customers', 'First name,Last name,Email\nAnn,Brandt,ann@b.test'],
      ['orders', 'Name,Date,Customer,Email,Item,Price\n#1,2026-09-30,Ann Brandt,ann@b.test,Cape,5'],
    ] as const
    // One user has one checked file at a time.
    for (const [kind, csv] of files) {
      const { id } = (await check(staff, csv, kind)).body
      await staff.call('POST', `/api/imports/${id}/start`)
    }
    await runBothAtOnce(staff)
    expect((await staff.call('GET', '/api/customers')).body).toHaveLength(1)
    expect((await staff.call('GET', '/api/orders')).body).toHaveLength(1)
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
    await runStarted(app)
    expect((await staff.call('GET', `/api/imports/${bad.id}`)).body.state).toBe('failed')
    expect((await other.call('GET', `/api/imports/${good.id}`)).body).toMatchObject({
      state: 'done',
      made: 3,
    })
  })
})
