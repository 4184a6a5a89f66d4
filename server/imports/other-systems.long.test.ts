import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, type TestUser } from '../test/factories.ts'
import { check, runStarted } from '../test/imports.ts'

const app = startTestApp()

/** Imports a file as it is, and once more: the second time changes nothing. */
async function importTwice(staff: TestUser, csv: string, kind: string) {
  const once = async () => {
    const { body: checked } = await check(staff, csv, kind)
    await staff.call('POST', `/api/imports/${checked.id}/start`)
    await runStarted(app)
    return { checked, ended: (await staff.call('GET', `/api/imports/${checked.id}`)).body }
  }
  const first = await once()
  const before = (await staff.call('GET', `/api/${kind}`)).body
  const again = await once()
  expect(again.ended).toMatchObject({ made: 0, known: first.ended.made + first.ended.known })
  expect((await staff.call('GET', `/api/${kind}`)).body).toEqual(before)
  return first
}

/** A row with these cells, and empty ones for the other headings. */
const rowOf = (heading: string, cells: Record<string, string>) =>
  heading
    .split(',')
    .map((name) => cells[name] ?? '')
    .join(',')

const leftOut = ({ columns }: { columns: { heading: string; field: string | null }[] }) =>
  columns.flatMap(({ heading, field }) => (field === null ? [heading] : []))

describe('as Shopify exports', () => {
  test.each([
    [
      // help.shopify.com/en/manual/customers/import-export-customers
      'today',
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags',
      "'6201,Amelia,Hart,amelia@hart.test,yes,Hart & Co,12 Mercer Street,Floor 3,New York,NY,US,'10013,,'+12125550147,no,2400.00,2,Likes silk,no,\"vip, bridal\"",
    ],
    [
      'before 2023',
      'First Name,Last Name,Email,Accepts Email Marketing,Company,Address1,Address2,City,Province,Province Code,Country,Country Code,Zip,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Tags,Note,Tax Exempt',
      'Amelia,Hart,amelia@hart.test,yes,Hart & Co,12 Mercer Street,Floor 3,New York,New York,NY,United States,US,\'10013,\'+12125550147,no,2400.00,2,"vip, bridal",Likes silk,no',
    ],
  ])('customers, %s, come with address, note and tags', async (_, heading, row) => {
    const staff = await makeCompany(app)
    const { checked } = await importTwice(staff, `${heading}\n${row}\n`, 'customers')
    expect(checked).toMatchObject({ good: 1, errors: [] })
    expect(leftOut(checked)).toContain('Total Spent')
    const [customer] = (await staff.call('GET', '/api/customers')).body
    expect(customer).toMatchObject({
      firstName: 'Amelia',
      lastName: 'Hart',
      email: 'amelia@hart.test',
      phone: '+12125550147',
      tags: 'vip, bridal',
    })
    expect(customer.notes.split('\n')).toEqual(
      expect.arrayContaining(['Likes silk', expect.stringMatching(/Company: Hart & Co$/)]),
    )
    expect((await staff.call('GET', `/api/customers/${customer.id}/addresses`)).body).toMatchObject([
      {
        street: '12 Mercer Street',
        street2: 'Floor 3',
        city: 'New York',
        state: 'NY',
        zip: '10013',
        isDefault: true,
      },
    ])
  })

  test.each([
    [
      // help.shopify.com/en/manual/products/import-export/using-csv
      'today',
      'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option2 name,Option2 value,Price,Compare-at price,Product image URL',
      [
        'Aurelie gown,aurelie,<p>Silk <b>crepe</b></p>,Vale,Apparel,Gowns,"silk, long",TRUE,Active,A-1,,Color,Ivory,Size,2,2400.00,,a.jpg',
        ',aurelie,,,,,,,,A-2,,,Ivory,,4,2450.00,,',
        ',aurelie,,,,,,,,,,,,,,,,b.jpg',
        'Veil,veil,,Vale,,,,FALSE,Draft,,,Title,Default Title,,,300.00,,',
      ],
    ],
    [
      'before 2025',
      'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Image Src,Status',
      [
        'aurelie,Aurelie gown,<p>Silk <b>crepe</b></p>,Vale,Apparel,Gowns,"silk, long",true,Color,Ivory,Size,2,A-1,2400.00,a.jpg,active',
        'aurelie,,,,,,,,,Ivory,,4,A-2,2450.00,,',
        'aurelie,,,,,,,,,,,,,,b.jpg,',
        'veil,Veil,,Vale,,,,false,Title,Default Title,,,,300.00,,draft',
      ],
    ],
  ])('products, %s, come with a row for each variant, and tags', async (_, heading, rows) => {
    const staff = await makeCompany(app)
    const { checked } = await importTwice(staff, [heading, ...rows].join('\n'), 'products')
    expect(checked).toMatchObject({ rows: 3, good: 3, errors: [] })
    const gown = { description: 'Silk crepe', category: 'Gowns', isActive: true }
    expect((await staff.call('GET', '/api/products?sort=name')).body).toMatchObject([
      { ...gown, name: 'Aurelie gown (Ivory / 2)', sku: 'A-1', basePrice: '2400.00' },
      { ...gown, name: 'Aurelie gown (Ivory / 4)', sku: 'A-2', basePrice: '2450.00' },
      { name: 'Veil', sku: '', basePrice: '300.00', isActive: false },
    ])
    const tags = await app.rows<{ tags: string[] }>(
      'SELECT tags FROM products WHERE company_id = $1 ORDER BY id',
      [staff.companyId],
    )
    expect(tags.map(({ tags }) => tags)).toEqual([['silk', 'long'], ['silk', 'long'], []])
  })
})

test('a product’s option and name count without the spaces around them', async () => {
  const staff = await makeCompany(app)
  const csv =
    'Item Name,Variation Name,SKU,Price\nRobe,REGULAR ,R-1,5\nRobe , Long ,R-2,6\nVeil,Regular ,V-1,7'
  await importTwice(staff, csv, 'products')
  expect((await staff.call('GET', '/api/products?sort=name')).body).toMatchObject([
    { name: 'Robe (Long)' },
    { name: 'Robe (REGULAR)' },
    { name: 'Veil' },
  ])
})

test('a product with a bar in its name keeps it in WooCommerce’s line items', async () => {
  const staff = await makeCompany(app)
  const heading = 'order_number,order_date,billing_first_name,billing_last_name,billing_email,line_item_1'
  const item = 'name:Aurelie | Ivory|product_id:5|sku:A-1|quantity:1|total:2160.00'
  await importTwice(staff, `${heading}\n7,2026-09-03 10:15,Nora,Lind,nora@lind.test,${item}`, 'orders')
  expect((await staff.call('GET', '/api/orders')).body).toMatchObject([
    { items: 'Aurelie | Ivory', total: '2160.00' },
  ])
})

test('an option named Regular stays, and Shopify’s Default Title goes', async () => {
  const staff = await makeCompany(app)
  const heading = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price'
  const rows = [
    'aurelie,Aurelie gown,Length,Petite,A-1,2400.00',
    'aurelie,,,Regular,A-2,2450.00',
    'veil,Veil,Title,Default Title,V-1,300.00',
    'cape,Cape,Length,Regular,C-1,500.00',
  ]
  await importTwice(staff, [heading, ...rows].join('\n'), 'products')
  expect((await staff.call('GET', '/api/products?sort=name')).body).toMatchObject([
    { name: 'Aurelie gown (Petite)' },
    { name: 'Aurelie gown (Regular)', sku: 'A-2' },
    { name: 'Cape (Regular)' },
    { name: 'Veil' },
  ])
})

describe('as Square exports', () => {
  test('customers come with address, memo and birthday', async () => {
    const staff = await makeCompany(app)
    // squareup.com/help/us/en/article/6632-import-customers-online, and a program in public that reads these exports
    const heading =
      'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Lifetime Spend,Email Subscription Status,Instant Profile,Blocked from online booking'
    const rows = [
      ',Nora,Lind,nora@lind.test,+1 212-555-0148,,,8 Crosby Street,,New York,NY,10013,05-14,Wedding in June,7QH1,Manual,,,0,$0.00,Unknown,No,No',
      ',Lena,Brandt,lena@brandt.test,,,,Lindenweg 4,,Berlin,,10115,,,7QH2,Manual,,,0,$0.00,Unknown,No,No',
      ',Ada,Roy,ada@roy.test,,,,1 Grand Street,,Hoboken,new jersey,7030,,,7QH3,Manual,,,0,$0.00,Unknown,No,No',
      ',Mae,Ito,mae@ito.test,,,,2 King Street,,Toronto,Ontario,12345,,,7QH4,Manual,,,0,$0.00,Unknown,No,No',
    ]
    const { checked } = await importTwice(staff, [heading, ...rows].join('\r\n'), 'customers')
    expect(checked).toMatchObject({ good: 4, errors: [] })
    const [ada, lena, mae, nora] = (await staff.call('GET', '/api/customers')).body.sort(
      (one: { email: string }, other: { email: string }) => one.email.localeCompare(other.email),
    )
    expect(nora).toMatchObject({ phone: '+1 212-555-0148', notes: 'Birthday: 05-14\nWedding in June' })
    expect(lena).toMatchObject({ notes: 'Address: Lindenweg 4, Berlin, 10115' })
    expect((await staff.call('GET', `/api/customers/${nora.id}/addresses`)).body).toHaveLength(1)
    expect((await staff.call('GET', `/api/customers/${lena.id}/addresses`)).body).toEqual([])
    // A spreadsheet read its ZIP code as a number.
    expect((await staff.call('GET', `/api/customers/${ada.id}/addresses`)).body).toMatchObject([
      { city: 'Hoboken', state: 'NJ', zip: '07030' },
    ])
    expect(mae).toMatchObject({ notes: 'Address: 2 King Street, Toronto, Ontario 12345' })
  })

  test('items come with a row for each variation', async () => {
    const staff = await makeCompany(app)
    // squareup.com/help/us/en/article/5153-import-items-online, and a program in public that reads these exports
    const heading =
      'Token,Item Name,Customer-facing Name,Variation Name,Unit and Precision,SKU,Description,Categories,Reporting Category,SEO Title,SEO Description,Permalink,GTIN,Square Online Item Visibility,Item Type,Weight (lb),Price,Online Sale Price,Archived,Sellable,Stockable,Default Unit Cost,Default Vendor Name,Default Vendor Code,Current Quantity Mercer Street,New Quantity Mercer Street,Stock Alert Enabled Mercer Street,Stock Alert Count Mercer Street,Tax - Sales Tax (8.875%)'
    const item = (name: string, variation: string, sku: string, cells: Record<string, string>) =>
      rowOf(heading, {
        Token: sku,
        'Item Name': name,
        'Variation Name': variation,
        SKU: sku,
        'SEO Title': 'Buy it',
        'SEO Description': 'Ours online',
        'Item Type': 'Physical',
        'Online Sale Price': '1.00',
        Archived: 'N',
        'Default Unit Cost': '2.00',
        'Tax - Sales Tax (8.875%)': 'Y',
        ...cells,
      })
    const rows = [
      item('Silk robe', 'Regular', 'R-1', {
        Description: 'Washed silk',
        Categories: 'Robes',
        Price: '$480.00',
      }),
      item('Slip', 'Small', 'S-1', { Categories: 'Slips', Price: '220.00' }),
      item('Slip', 'Large', 'S-2', { Categories: 'Slips', Price: '"1,220.00"' }),
      item('Veil', 'Regular', 'V-1', { Categories: 'Veils', Price: '90.00', Archived: 'Y' }),
      item('Wrap', 'Petite', 'W-1', { Price: '70.00' }),
      item('Wrap', 'Regular', 'W-2', { Price: '80.00' }),
    ]
    const { checked } = await importTwice(staff, [heading, ...rows].join('\n'), 'products')
    expect(checked).toMatchObject({ good: 6, errors: [] })
    const cape = rowOf(heading, { 'Item Name': 'Cape', Price: 'variable', Archived: 'N' })
    const { body: variable } = await check(staff, `${heading}\n${cape}`, 'products')
    expect(variable.errors).toMatchObject([
      { name: 'Cape', cells: [{ field: 'basePrice', value: 'variable', message: 'Base price is required' }] },
    ])
    expect((await staff.call('GET', '/api/products?isActive=false')).body).toMatchObject([{ name: 'Veil' }])
    expect((await staff.call('GET', '/api/products?sort=name&isActive=true')).body).toMatchObject([
      { name: 'Silk robe', sku: 'R-1', basePrice: '480.00', category: 'Robes', description: 'Washed silk' },
      { name: 'Slip (Large)', sku: 'S-2', basePrice: '1220.00' },
      { name: 'Slip (Small)', sku: 'S-1', basePrice: '220.00' },
      { name: 'Wrap (Petite)' },
      { name: 'Wrap (Regular)', sku: 'W-2' },
    ])
  })
})

describe('as WooCommerce exports', () => {
  // github.com/woocommerce/woocommerce: plugins/woocommerce/includes/export/class-wc-product-csv-exporter.php
  const products =
    'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,Tax status,Tax class,In stock?,Stock,Low stock amount,Backorders allowed?,Sold individually?,Weight (lbs),Length (in),Width (in),Height (in),Allow customer reviews?,Purchase note,Sale price,Regular price,Categories,Tags,Shipping class,Images,Download limit,Download expiry days,Parent,Grouped products,Upsells,Cross-sells,External URL,Button text,Position,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Attribute 2 name,Attribute 2 value(s)'
  const product = (cells: Record<string, string>) => rowOf(products.replaceAll(/"[^"]*"/g, 'GTIN'), cells)

  test('products come with a row for each variation, completed from their product', async () => {
    const staff = await makeCompany(app)
    const gown = { Name: 'Aurelie gown', Categories: '"Clothing > Gowns, Bridal"', Tags: '"silk, long"' }
    const variation = { Type: 'variation', Published: '1', 'Attribute 1 name': 'Color' }
    const rows = [
      product({
        ...gown,
        ...{ ID: '44', Type: 'variable', SKU: 'aurelie', Published: '1' },
        ...{ Description: '<p>Silk</p>\\n<p>Crepe</p>', 'Attribute 1 value(s)': '"Ivory, Blush"' },
      }),
      product({ ID: '45', Type: 'variable', Name: 'Cape', Published: '1' }),
      product({
        ...{ ID: '46', Type: 'simple', SKU: "'0012", Name: 'Veil', Published: '-1', 'Sale price': '45' },
        ...{ 'Regular price': '90', Categories: 'Veils', 'Attribute 1 value(s)': 'White' },
      }),
      product({ ID: '47', Type: 'grouped', SKU: 'set', Name: 'Bridal set', 'Grouped products': '0012' }),
      product({
        ...variation,
        ...{ ID: '76', SKU: 'aurelie-ivory', Name: 'Aurelie gown - Ivory', Parent: 'aurelie' },
        ...{ 'Regular price': '2400', 'Attribute 1 value(s)': 'Ivory' },
      }),
      product({
        ...variation,
        ...{ ID: '77', Name: 'Cape', Parent: 'id:45', 'Regular price': '500.5' },
        ...{ 'Attribute 1 value(s)': 'Black', 'Attribute 2 value(s)': 'Short' },
      }),
      product({
        ...variation,
        ...{ ID: '78', Name: 'Cape', Parent: 'id:45', 'Regular price': '510' },
        ...{ 'Attribute 1 value(s)': 'Black', 'Attribute 2 value(s)': 'Long' },
      }),
      product({
        ...{ ID: '79', Type: '"simple, downloadable, virtual"', Name: 'Care guide' },
        ...{ Published: '1', 'Regular price': '5' },
      }),
    ]
    const { checked } = await importTwice(staff, [products, ...rows].join('\n'), 'products')
    expect(checked).toMatchObject({ rows: 5, good: 5, errors: [] })
    expect((await staff.call('GET', '/api/products?sort=name')).body).toMatchObject([
      {
        ...{ name: 'Aurelie gown - Ivory', sku: 'aurelie-ivory', basePrice: '2400.00', isActive: true },
        ...{ category: 'Clothing > Gowns', description: 'Silk\n\nCrepe', tags: ['silk', 'long'] },
      },
      { name: 'Cape (Black / Long)', basePrice: '510.00' },
      { name: 'Cape (Black / Short)', basePrice: '500.50' },
      { name: 'Care guide', basePrice: '5.00', category: '' },
      { name: 'Veil', sku: '0012', basePrice: '90.00', category: 'Veils', isActive: false },
    ])
  })

  test('a product without its variations is an error, not forgotten', async () => {
    const staff = await makeCompany(app)
    const row = product({ ID: '44', Type: 'variable', SKU: 'aurelie', Name: 'Aurelie gown', Published: '1' })
    expect((await check(staff, `${products}\n${row}`, 'products')).body.errors).toMatchObject([
      { line: 2, name: 'Aurelie gown', cells: [{ field: 'basePrice', message: 'Base price is required' }] },
    ])
  })

  test.each([
    [
      // github.com/woocommerce/woocommerce: plugins/woocommerce/src/Admin/API/Reports/Customers/Controller.php
      'its list',
      'Name,Username,Last Active,Sign Up,Email,Orders,Total Spend,AOV,Country / Region,City,Region,Postal Code',
      'Nora Lind,nora,2026-10-01,2026-01-05 10:00:00,nora@lind.test,2,300.00,150.00,US,New York,NY,10013',
      { notes: 'Address: New York, NY 10013' },
      [],
    ],
    [
      // wordpress.org/plugins/users-customers-import-export-for-wp-woocommerce: admin/modules/user/data/data-user-columns.php
      'a plugin',
      'ID,customer_id,user_login,user_nicename,user_email,user_url,user_registered,display_name,first_name,last_name,user_status,roles,billing_first_name,billing_last_name,billing_company,billing_email,billing_phone,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_state,billing_country,shipping_first_name,shipping_address_1',
      '7,7,nora,nora,nora@lind.test,,2026-01-05 10:00:00,Nora L.,Nora,Lind,0,customer,Nora,Lind,Hart & Co,nora@billing.test,+1 212-555-0148,8 Crosby Street,Floor 3,10013,New York,NY,US,Nora,8 Crosby Street',
      { notes: 'Billing company: Hart & Co', phone: '+1 212-555-0148' },
      [{ street: '8 Crosby Street', street2: 'Floor 3', city: 'New York', state: 'NY', zip: '10013' }],
    ],
  ])('customers of %s come with what it knows', async (_, heading, row, known, addresses) => {
    const staff = await makeCompany(app)
    const { checked } = await importTwice(staff, `${heading}\n${row}`, 'customers')
    expect(checked).toMatchObject({ good: 1, errors: [] })
    const [customer] = (await staff.call('GET', '/api/customers')).body
    expect(customer).toMatchObject({
      firstName: 'Nora',
      lastName: 'Lind',
      email: 'nora@lind.test',
      ...known,
    })
    expect((await staff.call('GET', `/api/customers/${customer.id}/addresses`)).body).toMatchObject(addresses)
  })

  // wordpress.org/plugins/woo-order-export-lite: classes/core/class-wc-order-export-data-extractor-ui.php
  const rowPerItem =
    'Order Number,Order Status,Order Date,Customer Note,First Name (Billing),Last Name (Billing),Company (Billing),Address 1&2 (Billing),City (Billing),State Code (Billing),Postcode (Billing),Country Code (Billing),Email (Billing),Phone (Billing),First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),State Code (Shipping),Postcode (Shipping),Country Code (Shipping),Payment Method Title,Cart Discount Amount,Order Subtotal Amount,Shipping Method Title,Order Shipping Amount,Order Refund Amount,Order Total Amount,Order Total Tax Amount,SKU,Item #,Item Name,Quantity,Item Cost,Coupon Code,Discount Amount,Discount Amount Tax'
  // wordpress.org/plugins/order-import-export-for-woocommerce: admin/modules/order/data/data-order-post-columns.php, export/export.php
  const rowPerOrder =
    'order_id,order_number,order_date,paid_date,status,shipping_total,shipping_tax_total,fee_total,fee_tax_total,tax_total,cart_discount,order_discount,discount_total,order_total,order_subtotal,order_currency,payment_method,payment_method_title,transaction_id,customer_ip_address,customer_user_agent,shipping_method,customer_id,customer_user,customer_email,billing_first_name,billing_last_name,billing_company,billing_email,billing_phone,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_state,billing_country,shipping_first_name,shipping_last_name,shipping_company,shipping_phone,shipping_address_1,shipping_address_2,shipping_postcode,shipping_city,shipping_state,shipping_country,customer_note,wt_import_key,shipping_items,fee_items,tax_items,coupon_items,refund_items,order_notes,download_permissions'
  const buyer = {
    ...{ 'First Name (Billing)': 'Nora', 'Last Name (Billing)': 'Lind', 'Email (Billing)': 'nora@lind.test' },
    ...{ 'Phone (Billing)': '+1 212-555-0148', 'Address 1&2 (Shipping)': '8 Crosby Street' },
    ...{ 'City (Shipping)': 'New York', 'State Code (Shipping)': 'NY', 'Postcode (Shipping)': '10013' },
    ...{ 'Order Number': '1001', 'Order Status': 'Processing', 'Order Date': '2026-09-03 10:15' },
    ...{
      'Order Subtotal Amount': '2500.00',
      'Cart Discount Amount': '250.00',
      'Customer Note': 'Ring twice',
    },
  }
  const packed = {
    ...{ order_id: '88', order_number: '1001', order_date: '2026-09-03 10:15:00', status: 'processing' },
    ...{ discount_total: '250.00', order_subtotal: '2500.00', order_currency: 'USD' },
    ...{ billing_first_name: 'Nora', billing_last_name: 'Lind', billing_email: 'nora@lind.test' },
    ...{ billing_phone: '+1 212-555-0148', shipping_address_1: '8 Crosby Street', shipping_city: 'New York' },
    ...{
      shipping_state: 'NY',
      shipping_postcode: '10013',
      shipping_country: 'US',
      customer_note: 'Ring twice',
    },
  }
  test.each([
    [
      'a row for each product',
      rowPerItem,
      [
        { ...buyer, SKU: 'A-1', 'Item Name': 'Aurelie gown', Quantity: '1', 'Item Cost': '2160' },
        { ...buyer, 'Item Name': 'Veil', Quantity: '2', 'Item Cost': '45' },
      ],
    ],
    [
      'all products in one row',
      `${rowPerOrder},line_item_1,line_item_2`,
      [
        {
          ...packed,
          line_item_1: 'name:Aurelie gown|product_id:5|sku:A-1|quantity:1|total:2160.00|sub_total:2400.00',
          line_item_2: 'name:Veil|product_id:6|sku:|quantity:2|total:90.00|sub_total:100.00',
        },
      ],
    ],
    [
      'what each line cost',
      `${rowPerOrder},item_product_id,item_name,item_sku,item_quantity,item_subtotal,item_subtotal_tax,item_total,item_total_tax`,
      [
        { ...packed, item_name: 'Aurelie gown', item_sku: 'A-1', item_quantity: '1', item_total: '2160' },
        { ...packed, item_name: 'Veil', item_quantity: '2', item_total: '90' },
      ],
    ],
  ])('orders with %s come with the prices paid', async (_, heading, rows) => {
    const staff = await makeCompany(app)
    const csv = [heading, ...rows.map((cells) => rowOf(heading, cells as Record<string, string>))].join('\n')
    const { checked } = await importTwice(staff, csv, 'orders')
    expect(checked).toMatchObject({ rows: 1, good: 1, errors: [] })
    const [{ id }] = (await staff.call('GET', '/api/orders')).body
    const { body: order } = await staff.call('GET', `/api/orders/${id}`)
    expect(order).toMatchObject({
      ...{ importedAs: '1001', status: 'paid', customerName: 'Nora Lind', customerEmail: 'nora@lind.test' },
      ...{ customerAddress: '8 Crosby Street', customerState: 'NY', customerZip: '10013', total: '2250.00' },
      ...{ createdAt: '2026-09-03T14:15:00.000Z', notes: expect.stringContaining('Ring twice') },
    })
    expect(order.products).toMatchObject([
      { name: 'Aurelie gown', basePrice: '2160.00', quantity: 1 },
      { name: 'Veil', basePrice: '45.00', quantity: 2 },
    ])
  })
})

test.each([
  [
    // A row for each invitee; bookings.test.ts has all columns and says where they are from.
    'Calendly',
    'User Name,Team,Invitee Name,Invitee First Name,Invitee Last Name,Invitee Email,Text Reminder Number,Event Type Name,Start Date & Time,Event Created Date & Time,Canceled',
    (email: string) =>
      `Vale,,Nora Lind,Nora,Lind,${email},+1 212-555-0148,Fitting,2026-11-02 10:00,2026-10-01 09:00,false`,
  ],
  [
    // A row for each appointment, as in bookings.test.ts.
    'Acuity',
    'Start Time,End Time,First Name,Last Name,Phone,Email,Type,Calendar,Appointment Price,Paid?,Amount Paid Online,Certificate,Notes,Date Scheduled,Label,Scheduled By,Date Rescheduled,Appointment ID',
    (email: string) =>
      `"November 2, 2026 10:00 am","November 2, 2026 11:00 am",Nora,Lind,'+12125550148,${email},Fitting,Vale,0.00,no,0.00,,Wedding in June,2026-10-01,,vale@mail.test,2026-10-02,77`,
  ],
])('the guests of appointments in %s become customers, once', async (_, heading, row) => {
  const staff = await makeCompany(app)
  const csv = [heading, row('nora@lind.test'), row('NORA@lind.test')].join('\n')
  const { checked, ended } = await importTwice(staff, csv, 'customers')
  expect(checked).toMatchObject({ good: 2, known: 1, errors: [] })
  expect(ended).toMatchObject({ made: 1, known: 1 })
  expect((await staff.call('GET', '/api/customers')).body).toMatchObject([
    { firstName: 'Nora', lastName: 'Lind', phone: expect.stringContaining('+1') },
  ])
})
