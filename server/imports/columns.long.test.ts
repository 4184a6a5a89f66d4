import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, type TestUser } from '../test/factories.ts'
import { check, runStarted } from '../test/imports.ts'

const app = startTestApp()

describe('columns of a file', () => {
  test('are chosen by the user where they are not recognized, and checked again', async () => {
    const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
    const csv = 'Who,Mail,Shoe size\nNora Lind,nora@lind.test,38\nLena Brandt,lena@brandt.test,40'
    const { body } = await check(staff, csv)
    expect(body).toMatchObject({ good: 0, errors: [] })
    expect(body.columns).toEqual([
      { heading: 'Who', samples: ['Nora Lind', 'Lena Brandt'], field: null },
      { heading: 'Mail', samples: ['nora@lind.test', 'lena@brandt.test'], field: null },
      { heading: 'Shoe size', samples: ['38', '40'], field: null },
    ])
    const choose = (user: TestUser, columns: unknown[]) =>
      user.call('PATCH', `/api/imports/${body.id}`, { columns })
    expect((await choose(stranger, ['fullName', 'email', null])).status).toBe(404)
    for (const wrong of [
      ['fullName', 'email'],
      ['fullName', 'email', 'constructor'],
      ['fullName', 'email', 'csv'],
    ])
      expect(await choose(staff, wrong)).toMatchObject({
        status: 400,
        body: { message: 'Choose a field from the list for each column.' },
      })
    expect((await choose(staff, ['fullName', 'email', 'notes'])).body).toMatchObject({ good: 2, errors: [] })
    await staff.call('POST', `/api/imports/${body.id}/start`)
    expect((await choose(staff, [null, null, null])).status).toBe(409)
    await runStarted(app)
    expect((await staff.call('GET', '/api/customers?q=nora')).body).toMatchObject([
      { firstName: 'Nora', lastName: 'Lind', notes: 'Shoe size: 38' },
    ])
  })

  test('may have rows that are fixed before they are imported', async () => {
    const staff = await makeCompany(app)
    const rows = ['Nora,Lind,nora@', ',Brandt,lena@brandt.test', 'Grace,Okafor,grace@okafor.test']
    const { body } = await check(staff, ['First name,Last name,Email', ...rows].join('\n'))
    expect(body.errors).toEqual([
      {
        line: 2,
        message: 'Invalid email address',
        name: 'Nora Lind',
        email: 'nora@',
        cells: [{ field: 'email', value: 'nora@', message: 'Invalid email address' }],
      },
      {
        line: 3,
        message: 'First name is required',
        name: 'Brandt',
        email: 'lena@brandt.test',
        cells: [{ field: 'firstName', value: '', message: 'First name is required' }],
      },
    ])
    const correct = (line: number, cells: Record<string, string>) =>
      staff.call('PATCH', `/api/imports/${body.id}`, { corrections: [{ line, cells }] })
    expect((await correct(2, { email: 'nora@lind.test' })).body).toMatchObject({
      good: 2,
      errors: [{ line: 3 }],
    })
    // A row without errors stays as the file has it.
    expect((await correct(4, { lastName: 'Changed' })).body).toMatchObject({ good: 2 })
    expect((await correct(3, { firstName: 'Lena' })).body).toMatchObject({ good: 3, errors: [] })
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await runStarted(app)
    const { body: customers } = await staff.call('GET', '/api/customers')
    expect(
      customers.map(({ email, lastName }: Record<string, string>) => `${lastName} ${email}`).sort(),
    ).toEqual(['Brandt lena@brandt.test', 'Lind nora@lind.test', 'Okafor grace@okafor.test'])
    const stored = await app.rows('SELECT csv, columns, mended FROM imports WHERE id = $1', [body.id])
    expect(stored).toEqual([{ csv: '', columns: [], mended: {} }])
  })

  test('keep what several people fix at once', async () => {
    const staff = await makeCompany(app)
    const rows = Array.from({ length: 8 }, (_, n) => `Nora,Lind ${n},`)
    const { body } = await check(staff, ['First name,Last name,Email', ...rows].join('\n'))
    await Promise.all(
      rows.map((_, n) =>
        staff.call('PATCH', `/api/imports/${body.id}`, {
          corrections: [{ line: n + 2, cells: { email: `nora${n}@lind.test` } }],
        }),
      ),
    )
    expect((await staff.call('GET', `/api/imports/${body.id}`)).body).toMatchObject({ good: 8, errors: [] })
  })
})
