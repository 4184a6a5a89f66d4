import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { fileMessages } from '@trunkshow/contract/imports/fields.ts'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, type TestUser } from '../test/factories.ts'
import { check, runStarted } from '../test/imports.ts'
import { readColumns, readRows } from './read-rows.ts'

const app = startTestApp()

async function rowsOf(kind: ImportKind, csv: string) {
  const rows = []
  for await (const row of readRows(kind, csv, { columns: await readColumns(kind, csv) })) rows.push(row)
  return rows
}

describe('a CSV file', () => {
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
    const rows = await rowsOf('products', csv)
    expect(rows).toMatchObject([{ line, value: { name, basePrice: Number(price) * 100 } }])
  })

  test.each([
    ['four decimals', 'Name,Base price\nSilk,103.4885', [10349]],
    ['what a sheet computed', 'Name,Base price\nSilk,1079.9899999998', [107999]],
    ['three decimals beside amounts with cents', 'Name,Base price\nSilk,19.995\nCape,250.50', [2000, 25050]],
    ['the same between semicolons', 'Name;Base price\nSilk;19.995\nCape;250.50', [2000, 25050]],
    ['a decimal comma with ten decimals', 'Name;Base price\nSilk;1079,9899999998', [107999]],
    [
      'three decimals after a comma beside four',
      'Name;Base price\nSilk;103,489\nCape;1.079,9899',
      [10349, 107999],
    ],
    ['three after a comma and a zero', 'Name;Base price\nSilk;0,995\nCape;12,345', [100, 1235]],
    [
      'the same between commas',
      'Name,Base price\nSilk,"103,489"\nCape,"0,9949"\nVeil,1.250',
      [10349, 99, 125000],
    ],
  ])('rounds %s to cents, half up', async (_, csv, cents) => {
    const rows = await rowsOf('products', csv)
    expect(rows.map((row) => ('value' in row ? row.value.basePrice : row.fault))).toEqual(cents)
  })

  test.each([
    ['a title', 'Price list,,\n\nName,SKU,Base price\nSilk,S-1,12'],
    [
      'a title, a date and an empty line',
      '"Vale, fall 2026"\n"as of\nSep 1"\n\nName,SKU,Base price\nSilk,S-1,12',
    ],
    ['a word that is a heading elsewhere', 'Title,,\nSKU list,,\nName,SKU,Base price\nSilk,S-1,12'],
    ['a title between semicolons', 'Price list, 2026;;\nName;SKU;Base price\nSilk;S-1;12'],
    ['a separator and a title', 'sep=;\nPrice list;;\nName;SKU;Base price\nSilk;S-1;12'],
    [
      'as many cells of a letterhead',
      'Maison Vale,12 Mercer Street,New York\nName,SKU,Base price\nSilk,S-1,12',
    ],
  ])('skips %s above the headings', async (_, csv) => {
    const rows = await rowsOf('products', csv)
    expect(rows).toMatchObject([
      { line: csv.split('\n').length, value: { name: 'Silk', sku: 'S-1', basePrice: 1200 } },
    ])
  })

  test('keeps headings that no one knows, and rows like headings below them', async () => {
    const csv = 'Who,Mail\nNora Lind,nora@lind.test\nPhone,Email'
    expect((await readColumns('customers', csv)).map(({ heading }) => heading)).toEqual(['Who', 'Mail'])
    const known = 'Name,Base price\nSilk,12\nName,Base price'
    expect(await rowsOf('products', known)).toMatchObject([{ line: 2 }, { line: 3, fault: { name: 'Name' } }])
  })

  // Exports of Shopify in public, such as github.com/dinhdungweb/Vietjewelers: SKUs of digits alone have the apostrophe.
  test.each([
    ["'0012", '0012'],
    ["'8720602828605", '8720602828605'],
    ["'90S-TEE", "'90S-TEE"],
    ["'", "'"],
    ['2022FAll', '2022FAll'],
  ])('reads the SKU %s as Shopify has it', async (cell, sku) => {
    expect(await rowsOf('products', `Name,Variant SKU,Price\nVeil,${cell},5`)).toMatchObject([
      { value: { sku } },
    ])
    const order = `Name,Created at,Customer,Email,Lineitem name,Lineitem price,Lineitem sku\n'1001,2026-10-01,Nora Lind,nora@lind.test,Veil,5,${cell}`
    expect(await rowsOf('orders', order)).toMatchObject([{ value: { number: '1001', items: [{ sku }] } }])
  })

  test.each(['1.21E+10', '1.21255501e+10', '1,21E+10', '1E+10', '+1.21E+10', '1.2125550147E10'])(
    'names the phone number %s that a spreadsheet shortened',
    async (phone) => {
      const message =
        'A spreadsheet shortened this number. Enter it in full, or format its column as text and export the file again.'
      const customer = `First name;Last name;Email;Phone\nNora;Lind;nora@lind.test;${phone}`
      const order = `Name;Date;Customer;Email;Item;Price;Phone\n#1;2026-10-01;Nora Lind;nora@lind.test;Veil;5;${phone}`
      const booking = `Name;Email;Start;Phone\nNora;nora@lind.test;2026-10-01 10:00;${phone}`
      for (const [kind, csv] of [
        ['customers', customer],
        ['orders', order],
        ['bookings', booking],
      ] as const)
        expect(await rowsOf(kind, csv)).toMatchObject([
          { fault: { cells: [{ field: 'phone', value: phone, message }] } },
        ])
    },
  )

  test('takes SKUs and order numbers with an E, and names those that a spreadsheet shortened', async () => {
    const skus = ['12E4', 'E10', '8.72E+12'].map((sku) => `Veil ${sku},${sku},5`)
    expect(await rowsOf('products', ['Name,SKU,Price', ...skus].join('\n'))).toMatchObject([
      { value: { sku: '12E4' } },
      { value: { sku: 'E10' } },
      { fault: { cells: [{ field: 'sku', value: '8.72E+12' }] } },
    ])
  })

  test.each([
    ['1990-05-01 00:00', '1990-05-01'],
    ['1990-05-01 00:00:00', '1990-05-01'],
    ['1990-05-01T00:00:00.000Z', '1990-05-01'],
    ['1990-05-01 00:00:00+00', '1990-05-01'],
    ['5/1/1990 0:00', '5/1/1990'],
    ['13/05/1990 00:00', '13/05/1990'],
    ['05-14 00:00', '05-14'],
    ['May 1, 1990 12:00:00 AM', 'May 1, 1990'],
    ['1990-05-01 10:00', '1990-05-01 10:00'],
    ['Room 12 0:00', 'Room 12 0:00'],
    ['0:00', '0:00'],
  ])('keeps of the birthday %s the day', async (cell, day) => {
    const csv = `First name,Last name,Email,Birthday\nNora,Lind,nora@lind.test,"${cell}"`
    expect(await rowsOf('customers', csv)).toMatchObject([{ value: { notes: `Birthday: ${day}` } }])
  })

  test.each(['1.21255E+10', '#ERROR!', '#NAME?', '#N/A', '#DIV/0!', '########'])(
    'asks for the phone of which a spreadsheet left %s',
    async (cell) => {
      const csv = `First name,Last name,Email,Phone\nNora,Lind,nora@lind.test,${cell}`
      expect(await rowsOf('customers', csv)).toMatchObject([
        { fault: { cells: [{ field: 'phone', value: cell, message: fileMessages.numberShortened }] } },
      ])
    },
  )

  test.each([
    ['12125550100.0', '12125550100'],
    ['+12125550100.00', '+12125550100'],
    ['212.555.0100', '212.555.0100'],
    ['#5', '#5'],
  ])('keeps the phone %s as %s', async (cell, phone) => {
    const csv = `First name,Last name,Email,Phone\nNora,Lind,nora@lind.test,${cell}`
    expect(await rowsOf('customers', csv)).toMatchObject([{ value: { phone } }])
  })

  test('does not guess what a dot means between commas', async () => {
    const rows = await rowsOf('products', 'Name,Base price\nSilk,1.250')
    expect(rows).toMatchObject([
      { line: 2, fault: { name: 'Silk', cells: [{ field: 'basePrice', value: '1.250' }] } },
    ])
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

  test('has each row right, for any number of rows and any chunk boundary', async () => {
    const [staff, columns] = [await makeCompany(app), ','.repeat(196)]
    const names = Array.from({ length: 5000 }, (_, n) => `Zoë ${'é😀"\n;'.repeat(n % 7)}${n}`)
    const rows = names.map((name, n) => `"${name.replaceAll('"', '""')}",${n}@mail.test${columns},Fischer`)
    const csv = [`First name,Email${columns},Last name`, ...rows].join('\r\n')
    const { body } = await check(staff, csv)
    expect(body).toMatchObject({ rows: 5000, good: 5000, errors: [] })
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await runStarted(app)
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
  ])('headed %j is split by the delimiter of its heading', async (...lines) => {
    const staff = await makeCompany(app)
    const { body } = await check(staff, lines.join('\n'))
    expect(body).toMatchObject({ good: 1, errors: [] })
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await runStarted(app)
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
    await runStarted(app)
    expect((await staff.call('GET', '/api/products')).body).toMatchObject([
      { name: 'Blouse', basePrice: '1250.50', category: 'Tops' },
      { name: 'Cape', basePrice: '2400.00', category: 'Capes' },
    ])
  })

  test.each([
    ['half a megabyte of tags that never end', '<a'.repeat(250_000), fileMessages.cellTooLong],
    ['half a megabyte of markup', '<p>Silk</p>'.repeat(45_000), fileMessages.cellTooLong],
    ['deeply nested markup', '<div>'.repeat(9_000), undefined],
  ])('with %s in a description doesn’t block other requests', async (_, description, message) => {
    const csv = `Name,Base price,Description\nSilk,12,${description}\nCape,5,Wool`
    const [row, next] = await rowsOf('products', csv)
    if (message) expect(row).toMatchObject({ line: 2, fault: { message, cells: [{ field: 'description' }] } })
    else expect(row).toMatchObject({ value: { name: 'Silk' } })
    expect(next).toMatchObject({ line: 3, value: { name: 'Cape' } })
  })

  test('of orders names the product whose cell is too long', async () => {
    const [order] = await rowsOf(
      'orders',
      [
        'Name,Date,Customer,Email,Item,Price',
        '#1,2026-10-01,Nora Lind,nora@lind.test,Veil,5',
        `#1,,,,${'x'.repeat(50_001)},5`,
      ].join('\n'),
    )
    expect(order).toMatchObject({ fault: { line: 3, cells: [{ field: 'item' }] } })
  })

  test('with a long heading keeps the start of it', async () => {
    const heading = `${'x'.repeat(199)}😀${'y'.repeat(50_000)}`
    const csv = `First name,Last name,Email,${heading}\nNora,Lind,nora@lind.test,38`
    const columns = await readColumns('customers', csv)
    expect(columns[3]).toMatchObject({ heading: 'x'.repeat(199), samples: ['38'], field: null })
  })

  test.each([
    ['cells', 'a,b\t'.repeat(30_000)],
    ['text', 'a'.repeat(70_000)],
    ['text and one more line', `${'a'.repeat(70_000)}\nb`],
  ])('whose first line is 64 KB of %s is not searched for columns', async (_, csv) => {
    await expect(readColumns('customers', csv)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(
        /^(The first line of this file is too long|This file has more than 200)/,
      ),
    })
  })

  test('is recognized by its first 64 KB, where a row that is cut shows no value', async () => {
    const rows = Array.from({ length: 3 }, (_, n) => `Ann ${n},Brandt,ann${n}@b.test,${'n'.repeat(30_000)}`)
    const columns = await readColumns('customers', ['First name,Last name,Email,Notes', ...rows].join('\n'))
    expect(columns[0]!.samples).toEqual(['Ann 0', 'Ann 1'])
    // A stray quote beyond them is not noticed.
    const odd = `First name,Last name,Email\n${'Ann,Brandt,ann@b.test\n'.repeat(5)}${'\n'.repeat(70_000)}A"\n"B"x`
    expect(await readColumns('customers', odd)).toHaveLength(3)
  })

  test.each([
    ['a line', `Cape,${'x'.repeat(1_000_001)}`],
    ['a cell whose quote is never closed', `Cape,"${'x,5\n'.repeat(300_000)}`],
    ['many short cells', `Cape${',xxxxx'.repeat(250_000)}`],
  ])('with %s of more than a megabyte is refused there', async (_, line) => {
    const csv = `Name,Base price\nSilk,12\n${line}`
    await expect(rowsOf('products', csv)).rejects.toMatchObject({
      code: 'invalid',
      message: fileMessages.rowTooLong(3),
    })
  })

  test('with rows of other lengths than its first, and empty, has 100,000 of them at most', async () => {
    const rows = ',,,,\n'.repeat(110_000)
    await expect(rowsOf('products', `Name,Base price\n${rows}`)).rejects.toMatchObject({
      message: fileMessages.tooManyRows,
    })
    expect(await rowsOf('products', `Name,Base price,,,\n${rows}Cape,5,,,`)).toMatchObject([
      { value: { name: 'Cape' } },
    ])
  })

  test('with an emoji where a value is cut, or with a NUL, is checked', async () => {
    const staff = await makeCompany(app)
    const [sample, mail] = [`${'x'.repeat(79)}😀😀`, `${'x'.repeat(199)}😀😀`]
    const csv = `First name,Last name,Email,Notes\nNora,Li\0nd,${mail},${sample}`
    const { status, body } = await check(staff, csv)
    expect([status, body.errors]).toEqual([201, [expect.objectContaining({ email: mail.slice(0, 199) })]])
    expect(body.columns[3].samples).toEqual([sample.slice(0, 79)])
    const cells = { email: 'nora@lind.test', lastName: 'Li\ud83dnd\0' }
    const corrections = await staff.call('PATCH', `/api/imports/${body.id}`, {
      corrections: [{ line: 2, cells }],
    })
    expect(corrections).toMatchObject({ status: 200, body: { good: 1, errors: [] } })
  })

  test('has at most 100,000 lines, also where many become one record', async () => {
    const staff = await makeCompany(app)
    const rows = '\n#1,2026-10-01,Nora Lind,nora@lind.test,Veil,5'.repeat(100_001)
    expect(await check(staff, `Name,Date,Customer,Email,Item,Price${rows}`, 'orders')).toMatchObject({
      status: 400,
      body: { message: 'This file has more than 100,000 rows. Split it into smaller files.' },
    })
  })

  test('lets other requests run while it is read', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `Guest ${n},Test,guest${n}@mail.test`)
    let [turns, read] = [0, 0]
    const takeTurn = () => {
      turns++
      if (read < rows.length) setImmediate(takeTurn)
    }
    setImmediate(takeTurn)
    const csv = ['First name,Last name,Email', ...rows].join('\n')
    for await (const _ of readRows('customers', csv, { columns: await readColumns('customers', csv) })) read++
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
    await runStarted(app)
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
      await runStarted(app)
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
    await runStarted(app)
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
