import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, makeCustomer, makeUser, type TestUser } from '../test/factories.ts'
import { check, killedAfterOneBatch, runStarted } from '../test/imports.ts'
import { findMoneyFaults } from '../test/invariants.ts'
import { whileUncommitted } from '../test/while-uncommitted.ts'
import { runImports } from './jobs.ts'

const app = startTestApp()

/** As Shopify exports orders: help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders */
const heading =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Phone'

/** A row of such a file, by heading; what is not given is empty. */
function row(cells: Record<string, string>): string {
  return heading
    .split(',')
    .map((name) => (cells[name]?.includes(',') ? `"${cells[name]}"` : (cells[name] ?? '')))
    .join(',')
}

/** The first row of an order, paid and fulfilled, of one gown. */
const order = (number: string, cells: Record<string, string> = {}) =>
  row({
    Name: number,
    Email: 'nora@lind.test',
    'Financial Status': 'paid',
    'Fulfillment Status': 'fulfilled',
    Currency: 'USD',
    Subtotal: '2400.00',
    Shipping: '15.00',
    Total: '2415.00',
    'Created at': '2026-09-03 22:15:00 -0400',
    'Lineitem quantity': '1',
    'Lineitem name': 'Aurelie gown',
    'Lineitem price': '2400.00',
    'Lineitem sku': 'AUR-1',
    'Billing Name': 'Nora Lind',
    'Billing Phone': "'+12125550148",
    'Shipping Address1': '8 Crosby Street',
    'Shipping City': 'New York',
    'Shipping Zip': "'10013",
    'Shipping Province': 'NY',
    'Shipping Country': 'US',
    ...cells,
  })

/** Another product of the order above it: as Shopify writes it, with the order's name and email alone. */
const another = (number: string, item: string, price: string, quantity: string, sku = '') =>
  row({
    Name: number,
    Email: 'nora@lind.test',
    'Lineitem name': item,
    'Lineitem price': price,
    'Lineitem quantity': quantity,
    'Lineitem sku': sku,
  })

async function importFile(staff: TestUser, ...rows: string[]) {
  const { body: checked } = await check(staff, [heading, ...rows].join('\n'), 'orders')
  const started = await staff.call('POST', `/api/imports/${checked.id}/start`)
  await runStarted(app)
  return { checked, started, ended: (await staff.call('GET', `/api/imports/${checked.id}`)).body }
}

/** The company's orders by the numbers they were imported with, whole. */
async function importedOrders(staff: TestUser) {
  const { body } = await staff.call('GET', '/api/orders')
  const all = await Promise.all(
    body.map(async ({ id }: { id: number }) => (await staff.call('GET', `/api/orders/${id}`)).body),
  )
  return Object.fromEntries(all.map((each) => [each.importedAs, each]))
}

describe('orders as Shopify exports them', () => {
  test.each([
    // Subtotal, discount of the gown's line, of the veils' line; then what each line costs.
    ['its line alone', '2379.98', '120.00', '', ['1 × Aurelie gown at 2280.00', '2 × Veil at 49.99']],
    ['a line of several', '2480.00', '', '19.98', ['1 × Aurelie gown at 2400.00', '2 × Veil at 40.00']],
    [
      'its line before the order’s discount',
      '1189.99',
      '120.00',
      '',
      ['1 × Aurelie gown at 1140.00', '1 × Veil at 24.99', '1 × Veil at 25.00'],
    ],
    ['its line without a subtotal', '', '120.00', '', ['1 × Aurelie gown at 2280.00', '2 × Veil at 49.99']],
    [
      'prices that have it already',
      '2499.98',
      '120.00',
      '',
      ['1 × Aurelie gown at 2400.00', '2 × Veil at 49.99'],
    ],
  ])('take a discount off %s', async (_, Subtotal, gown, veils, lines) => {
    const staff = await makeCompany(app)
    const line = { Name: '#1001', Email: 'nora@lind.test', 'Lineitem name': 'Veil' }
    const veil = { 'Lineitem price': '49.99', 'Lineitem quantity': '2', 'Lineitem discount': veils }
    await importFile(
      staff,
      order('#1001', { Subtotal, 'Lineitem discount': gown }),
      row({ ...line, ...veil }),
    )
    const { products, total } = (await importedOrders(staff))['#1001']
    expect(
      products.map(
        ({ name, basePrice, quantity }: Record<string, string>) => `${quantity} × ${name} at ${basePrice}`,
      ),
    ).toEqual(lines)
    if (Subtotal) expect(total).toBe(Subtotal)
  })

  test('come with customer, products, prices paid, address, notes and day', async () => {
    const staff = await makeCompany(app)
    const { body: veil } = await staff.call('POST', '/api/products', { name: 'Veil', basePrice: '300' })
    const { checked, ended } = await importFile(
      staff,
      // 2,400 + 3 × 33.33 = 2,499.99, less 249.99
      order('#1001', {
        Subtotal: '2250.00',
        'Discount Code': 'FRIENDS',
        'Discount Amount': '249.99',
        Notes: 'Wedding in June',
        Tags: 'vip, bridal',
      }),
      another('#1001', 'veil', '33.33', '3'),
      order('#1002', { Email: 'NORA@lind.test', 'Fulfillment Status': 'unfulfilled' }),
    )
    expect(checked).toMatchObject({ rows: 2, good: 2, known: 0, errors: [] })
    expect(ended).toMatchObject({ state: 'done', made: 2, known: 0 })
    const orders = await importedOrders(staff)
    expect(orders['#1001']).toMatchObject({
      orderNumber: 1001,
      status: 'shipped',
      customerName: 'Nora Lind',
      customerEmail: 'nora@lind.test',
      customerPhone: '+12125550148',
      customerAddress: '8 Crosby Street',
      customerCity: 'New York',
      customerState: 'NY',
      customerZip: '10013',
      total: '2250.00',
      createdAt: '2026-09-04T02:15:00.000Z',
      template: { templateName: 'Imported order', fields: [] },
    })
    expect(orders['#1001'].money).toMatchObject({
      state: 'paid',
      entries: [{ amount: '2250.00', receivedOn: '2026-09-03', reference: 'Recorded at import' }],
    })
    expect(await findMoneyFaults(app, staff)).toEqual([])
    const lines = orders['#1001'].products.map(
      ({ name, basePrice, quantity }: Record<string, string>) => `${quantity} × ${name} at ${basePrice}`,
    )
    expect(lines).toEqual(['1 × Aurelie gown at 2160.00', '3 × veil at 30.00'])
    expect(orders['#1001'].products[1].productId).toBe(veil.id)
    expect(orders['#1001'].price).toMatchObject({ total: '2250.00', discount: '0.00' })
    for (const note of ['Wedding in June', 'Tags: vip, bridal', 'Discount Code: FRIENDS', 'Shipping: 15.00'])
      expect(orders['#1001'].notes.split('\n')).toContain(note)
    expect(orders['#1002']).toMatchObject({ orderNumber: 1002, status: 'paid', total: '2400.00' })
    // One customer and one gown, which is not for sale here.
    const { body: customers } = await staff.call('GET', '/api/customers')
    expect(customers).toMatchObject([{ firstName: 'Nora', lastName: 'Lind', hasOrders: true }])
    expect(orders['#1002'].customerId).toBe(orders['#1001'].customerId)
    const { body: gowns } = await staff.call('GET', '/api/products?q=aurelie')
    expect(gowns).toMatchObject([{ sku: 'AUR-1', basePrice: '2400.00', isActive: false }])
    expect((await staff.call('GET', '/api/order-templates')).body).toEqual([])
    const { body: log } = await staff.call('GET', `/api/orders/${orders['#1001'].id}/timeline`)
    expect(JSON.stringify(log)).toContain('#1001')
    const { body: found } = await staff.call('GET', '/api/orders?q=%231002')
    expect(found.map(({ items }: { items: string }) => items)).toEqual(['Aurelie gown'])
  })

  test('are imported once, also by two files at once', async () => {
    const staff = await makeCompany(app)
    const rows = Array.from({ length: 450 }, (_, n) => order(`#${n}`, { Email: `guest-${n % 40}@mail.test` }))
    const csv = [heading, ...rows].join('\n')
    const [one, two] = [
      await check(staff, csv, 'orders'),
      await check(await makeUser(app, staff.companyId, 'order management'), csv, 'orders'),
    ]
    expect(one.body).toMatchObject({ rows: 450, good: 450, known: 0 })
    for (const { body } of [one, two]) await staff.call('POST', `/api/imports/${body.id}/start`)
    await Promise.all([runStarted(app), runStarted(app)])
    const ended = await Promise.all(
      [one, two].map(async ({ body }) => (await staff.call('GET', `/api/imports/${body.id}`)).body),
    )
    expect(ended.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(ended.reduce((sum, { made }) => sum + made, 0)).toBe(450)
    const [{ orders, numbers, people, gowns, forms } = {}] = await app.rows<Record<string, string>>(
      `SELECT count(*) AS orders, count(DISTINCT order_number) AS numbers,
        (SELECT count(*) FROM customers WHERE company_id = $1) AS people,
        (SELECT count(*) FROM products WHERE company_id = $1) AS gowns,
        (SELECT count(*) FROM order_form_templates WHERE company_id = $1) AS forms
      FROM orders WHERE company_id = $1`,
      [staff.companyId],
    )
    expect([orders, numbers, people, gowns, forms]).toEqual(['450', '450', '40', '1', '1'])
    const again = await importFile(staff, ...rows)
    expect(again.ended).toMatchObject({ made: 0, known: 450 })
  })

  test.each([
    ['pending', '', '', 'pending'],
    ['authorized', 'unfulfilled', '', 'pending'],
    ['partially_paid', 'partial', '', 'pending'],
    ['paid', '', '', 'paid'],
    ['paid', 'partial', '', 'paid'],
    ['partially_refunded', 'fulfilled', '', 'shipped'],
    ['refunded', 'fulfilled', '', 'cancelled'],
    ['voided', '', '2026-09-04 10:00:00 -0400', 'cancelled'],
    ['paid', '', '9/4/26', 'cancelled'],
    ['paid', '', 'N/A', 'paid'],
    ['Completed', '', '', 'completed'],
  ])('that are "%s", "%s" and canceled "%s" become %s', async (payment, fulfillment, canceled, status) => {
    const staff = await makeCompany(app)
    await importFile(
      staff,
      order('#1', {
        'Financial Status': payment,
        'Fulfillment Status': fulfillment,
        'Cancelled at': canceled,
      }),
    )
    expect((await importedOrders(staff))['#1']).toMatchObject({ status })
  })

  test('that are wrong are named and fixed, a product on its own line', async () => {
    const staff = await makeCompany(app)
    const { body } = await check(
      staff,
      [
        heading,
        order('#1', { Email: '', 'Created at': 'yesterday', Currency: 'EUR' }),
        order('#2', { Subtotal: '2410' }),
        another('#2', 'Pin', 'ten', '1'),
        order('#3', { 'Created at': '2026-02-30' }),
        order('#4', { 'Cancelled at': 'maybe', 'Created at': '1/1/2206' }),
        order('#2', { 'Lineitem name': 'Cape' }),
      ].join('\n'),
      'orders',
    )
    expect(body).toMatchObject({ rows: 5, good: 0 })
    const wrong = body.errors.map(
      ({ line, name, cells }: { line: number; name: string; cells: { field: string }[] }) => [
        line,
        name,
        cells.map(({ field }) => field).sort(),
      ],
    )
    expect(wrong).toEqual([
      [2, 'Nora Lind', ['currency', 'email', 'orderedAt']],
      [4, 'Nora Lind', ['price']],
      [5, 'Nora Lind', ['orderedAt']],
      [6, 'Nora Lind', ['cancelled', 'orderedAt']],
      [7, 'Nora Lind', ['number']],
    ])
    expect(body.errors[4].message).toBe(
      'Order #2 appears in more than one place. Sort the file by order number.',
    )
    const corrections = await staff.call('PATCH', `/api/imports/${body.id}`, {
      corrections: [
        { line: 2, cells: { email: 'nora@lind.test', orderedAt: '9/30/2026', currency: 'USD' } },
        { line: 4, cells: { price: '10' } },
        { line: 6, cells: { cancelled: 'no', orderedAt: '2026-10-01 00:00' } },
        { line: 7, cells: { number: '#5' } },
      ],
    })
    expect(corrections.body).toMatchObject({ good: 4, errors: [{ line: 5 }] })
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await runStarted(app)
    const orders = await importedOrders(staff)
    // Noon, and midnight, in New York.
    expect(orders['#1']).toMatchObject({ createdAt: '2026-09-30T16:00:00.000Z' })
    expect(orders['#4']).toMatchObject({ createdAt: '2026-10-01T04:00:00.000Z', status: 'shipped' })
    expect(orders['#5']).toMatchObject({ items: 'Cape' })
    expect(orders['#2']).toMatchObject({ total: '2410.00', items: 'Aurelie gown, Pin' })
  })

  test.each(['Subtotal', 'Refunded Amount', 'Lineitem discount'])(
    'with a negative %s say how to enter it',
    async (column) => {
      const { checked } = await importFile(await makeCompany(app), order('#1', { [column]: '-5.00' }))
      const message = 'Enter an amount such as 1250 or 1250.50'
      expect(checked.errors).toMatchObject([{ cells: [{ value: '-5.00', message }] }])
    },
  )

  test('keep their prices when a product is replaced, also with one product at two prices', async () => {
    const staff = await makeCompany(app)
    const pending = { 'Financial Status': 'pending', 'Fulfillment Status': '', Subtotal: '' }
    await importFile(
      staff,
      order('#1', { ...pending, 'Lineitem name': 'Gown', 'Lineitem price': '100', 'Lineitem sku': '' }),
      another('#1', 'Gown', '40', '1'),
      another('#1', 'Veil', '5', '1'),
      order('#2', pending),
      ...Array.from({ length: 20 }, (_, n) => another('#2', `Pin ${n}`, '1', '1')),
    )
    const orders = await importedOrders(staff)
    const { body: pin } = await staff.call('POST', '/api/products', { name: 'Hat', basePrice: '10' })
    const replaced = ({ products }: { products: { productId: number }[] }) => ({
      products: products.map(({ productId }, at) => ({ productId: at === 2 ? pin.id : productId })),
    })
    const put = (of: { id: number; products: { productId: number }[] }) =>
      staff.call('PUT', `/api/orders/${of.id}`, replaced(of))
    expect((await put(orders['#1'])).body).toMatchObject({ items: 'Gown, Gown, Hat', total: '150.00' })
    expect(orders['#2'].products).toHaveLength(21)
    expect((await put(orders['#2'])).status).toBe(400)
    const fewer = { products: replaced(orders['#2']).products.slice(0, 5) }
    expect(await staff.call('PUT', `/api/orders/${orders['#2'].id}`, fewer)).toMatchObject({
      status: 409,
      body: { message: 'This order has more than 20 lines, so they can’t be changed.' },
    })
  })

  test('cost what was paid and not refunded', async () => {
    const staff = await makeCompany(app)
    const refund = { 'Refunded Amount': '400.00', 'Financial Status': 'partially_refunded' }
    await importFile(
      staff,
      order('#1', refund),
      order('#2', { ...refund, 'Financial Status': 'refunded' }),
      order('#3', { 'Refunded Amount': '0.00' }),
      order('#4', { ...refund, 'Refunded Amount': '1,400.00' }),
    )
    const orders = await importedOrders(staff)
    expect(orders['#1']).toMatchObject({
      total: '2000.00',
      status: 'shipped',
      notes: expect.stringContaining('Refunded amount: 400.00'),
    })
    expect(orders['#2']).toMatchObject({ total: '2400.00', status: 'cancelled' })
    expect(orders['#3'].notes).not.toContain('Refunded')
    expect(orders['#4']).toMatchObject({
      total: '1000.00',
      notes: expect.stringContaining('Refunded amount: 1,400.00'),
    })
  })

  test('are stored a few hundred products at a time', async () => {
    const staff = await makeCompany(app)
    const rows = Array.from({ length: 20 }, (_, n) => [
      order(`#${n}`),
      ...Array.from({ length: 59 }, (_, item) => another(`#${n}`, `Pin ${item}`, '1', '1')),
    ])
    const { body } = await check(staff, [heading, ...rows.flat()].join('\n'), 'orders')
    await staff.call('POST', `/api/imports/${body.id}/start`)
    const dying = killedAfterOneBatch(app)
    await expect(runImports({ db: dying, config: app.config })).rejects.toThrow('killed')
    const read = async () => (await staff.call('GET', `/api/imports/${body.id}`)).body
    expect(await read()).toMatchObject({ state: 'running', done: 9, made: 9 })
    await app.rows('UPDATE imports SET held_until = now() WHERE id = $1', [body.id])
    await runStarted(app)
    expect(await read()).toMatchObject({ state: 'done', done: 20, made: 20 })
    expect((await staff.call('GET', '/api/products?q=pin&limit=100')).body).toHaveLength(59)
  })

  test('of a customer and a product that are deleted during it add them again', async () => {
    const staff = await makeCompany(app)
    const { id: customerId } = await makeCustomer(staff, { email: 'nora@lind.test' })
    const gown = { name: 'Aurelie gown', sku: 'AUR-1', basePrice: '5' }
    const { id: productId } = (await staff.call('POST', '/api/products', gown)).body
    const { body } = await check(staff, [heading, order('#1')].join('\n'), 'orders')
    await staff.call('POST', `/api/imports/${body.id}/start`)
    await whileUncommitted(
      app,
      'WITH gone AS (DELETE FROM customers WHERE id = $1) DELETE FROM products WHERE id = $2',
      [customerId, productId],
      () => runStarted(app),
    )
    expect((await staff.call('GET', `/api/imports/${body.id}`)).body).toMatchObject({
      state: 'done',
      made: 1,
    })
    const imported = (await importedOrders(staff))['#1']
    expect(imported.customerId).not.toBe(customerId)
    expect(imported.products[0].productId).not.toBe(productId)
  })

  test('belong only to their company, and respect its limit', async () => {
    const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
    const theirs = await makeCustomer(stranger, { email: 'nora@lind.test' })
    await importFile(stranger, order('#1'))
    const { ended } = await importFile(staff, order('#1'))
    expect(ended).toMatchObject({ made: 1 })
    expect((await importedOrders(staff))['#1'].customerId).not.toBe(theirs.id)
    const { quotas } = app.config
    const before = quotas.orders
    quotas.orders = 2
    try {
      const { started } = await importFile(staff, order('#2'), order('#3'))
      expect(started).toMatchObject({ status: 409 })
      expect((await importFile(staff, order('#2'))).ended).toMatchObject({ state: 'done', made: 1 })
      // Another order uses up the quota that was left at the start.
      quotas.orders = 3
      const { id } = (await check(staff, [heading, order('#3')].join('\n'), 'orders')).body
      expect((await staff.call('POST', `/api/imports/${id}/start`)).status).toBe(200)
      quotas.orders = 2
      await runStarted(app)
      expect((await staff.call('GET', `/api/imports/${id}`)).body).toMatchObject({
        state: 'failed',
        failure: expect.stringMatching(/2 orders/),
      })
    } finally {
      quotas.orders = before
    }
  })

  test('are never sent to Shopify', async () => {
    const staff = await makeCompany(app)
    await importFile(staff, order('#1'))
    const { id } = (await importedOrders(staff))['#1']
    expect(await staff.call('POST', `/api/orders/${id}/push-to-shopify`)).toMatchObject({
      status: 409,
      body: { message: 'This order was imported, so it isn’t sent to Shopify.' },
    })
  })
})
