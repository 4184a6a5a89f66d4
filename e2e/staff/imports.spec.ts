import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast, fromMenu } from '../in-page.ts'

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Import / })
const count = (page: Page, label: string) =>
  dialogOf(page).getByText(label, { exact: true }).locator('..').getByRole('definition')

async function choose(page: Page, file: ReturnType<typeof csv>) {
  await dialogOf(page).getByLabel('CSV or Excel file').setInputFiles(file)
}

test('a file of customers is checked row by row, then imported, and known ones are skipped', async ({
  host,
}) => {
  const { page } = host
  const dialog = dialogOf(page)
  const file = csv(
    'guests.csv',
    'first_name;Last name;EMAIL;Phone;Shoe size',
    'Grace;Okafor;grace@okafor.test;(212) 555-0147;38',
    ';Fischer;lena@mail.test;;',
    'Priya;Raman;no address;;',
    'Mae;Lindqvist;mae@mail.test;;',
  )
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await test.step('what is no such file is refused', async () => {
    await choose(page, csv('empty.csv', ''))
    await expect(dialog.getByText('This file has no rows.')).toBeVisible()
  })
  await test.step('dry run', async () => {
    await choose(page, file)
    await expect(dialog.getByText('guests.csv')).toBeVisible()
    await expect(count(page, 'Rows')).toHaveText('4')
    await expect(count(page, 'Ready to import')).toHaveText('2')
    await expect(count(page, 'With errors')).toHaveText('2')
    await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveAccessibleDescription(
      'First name is required',
    )
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('no address')
    await expect(dialog.getByText('Columns: 4 of 5 are imported')).toContainText('Left out: Shoe size')
    await expect(dialog.getByText('Nothing has been imported yet.')).toBeVisible()
    expect(await (await page.request.get('/api/customers')).json()).toEqual([])
  })
  await test.step('import', async () => {
    await dialog.getByRole('button', { name: 'Import 2 customers' }).click()
    await expect(count(page, 'Added')).toHaveText('2')
    await expectToast(page, 'Import finished', '2 customers added.')
    await expect(count(page, 'With errors')).toHaveText('2')
    const left = dialog.getByRole('region', { name: 'Rows with errors' }).getByRole('row')
    await expect(left).toHaveText([/Line/, /3.*First name is required/, /4.*Invalid email address/])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const names = page
      .getByRole('list', { name: 'Customers', exact: true })
      .getByRole('heading', { level: 2 })
    await expect(names).toHaveText(['Mae Lindqvist', 'Grace Okafor'])
  })
  await test.step('again', async () => {
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await choose(page, file)
    await expect(count(page, 'Already in your customers')).toHaveText('2')
    await expect(dialog.getByRole('button', { name: 'Import 0 customers' })).toHaveAccessibleDescription(
      'Every row in this file is already in your customers.',
    )
  })
})

test('columns that are not recognized are chosen by keyboard, and rows with errors are fixed in place', async ({
  host,
}) => {
  const { page } = host
  const dialog = dialogOf(page)
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await choose(page, csv('list.csv', 'Who,Mail,Size', 'Nora Lind,nora@lind.test,38', 'Lena Brandt,lena@,40'))
  await expect(dialog.getByRole('alert')).toHaveText(
    'We couldn’t find a column for First name, Last name, and Email. Choose it below.',
  )
  await expectAccessible(page)
  await dialog.getByLabel('Who becomes').focus()
  await page.keyboard.type('Full')
  await expect(dialog.getByRole('alert')).toHaveText('We couldn’t find a column for Email. Choose it below.')
  await expect(dialog.getByLabel('Who becomes')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Email')
  await expect(dialog.getByText('Lena Brandt · lena@')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Email' }).fill('lena@brandt.test')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Import 2 customers' }).click()
  await expect(count(page, 'Added')).toHaveText('2')
  await expect(page.getByText('lena@brandt.test')).toBeVisible()
})

test('known rows are listed, and imported anyway where the user chooses to', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const dialog = dialogOf(page)
  const file = csv('veils.csv', 'Name,SKU,Base price', 'Zoë veil,,120', 'Lace gown,L-1,900', 'zoe veil,,130')
  const left = dialog.getByRole('region', { name: 'Rows left out' })
  const open = async () => {
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await choose(page, file)
  }
  await page.goto('/products')
  await test.step('the second row of a name is left out', async () => {
    await open()
    await expect(left.getByRole('row')).toHaveText([/Line/, /4.*zoe veil/])
    await expect(dialog.getByRole('checkbox', { name: 'Import anyway', exact: true })).not.toBeChecked()
    await expectAccessible(page)
    await expect(count(page, 'Ready to import')).toHaveText('2')
    await dialog.getByRole('button', { name: 'Import 2 products' }).click()
    await expect(count(page, 'Added')).toHaveText('2')
    await expect(count(page, 'Duplicates')).toHaveText('1')
    await expect(
      dialog.getByText('We skipped rows that match your products by SKU (or by name if they have no SKU).'),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })
  await test.step('the same file again has nothing new, and says so in both places', async () => {
    await open()
    await expect(left.getByRole('row')).toHaveText([
      /Line/,
      /2.*Zoë veil/,
      /3.*Lace gown · L-1/,
      /4.*zoe veil/,
    ])
    await expect(count(page, 'Ready to import')).toHaveText('0')
    await expect(dialog.getByRole('button', { name: 'Import 0 products' })).toHaveAccessibleDescription(
      'Every row in this file is already in your products.',
    )
  })
  await test.step('one of them is imported anyway, then all', async () => {
    await left.getByRole('checkbox', { name: 'Import line 3 anyway: Lace gown' }).check()
    await expect(count(page, 'Ready to import')).toHaveText('1')
    await expect(dialog.getByRole('button', { name: 'Import 1 product' })).toBeEnabled()
    await dialog.getByRole('checkbox', { name: 'Import all 3 anyway' }).check()
    await left.getByRole('checkbox', { name: 'Import line 4 anyway: zoe veil' }).uncheck()
    await expect(count(page, 'Ready to import')).toHaveText('2')
    await dialog.getByRole('button', { name: 'Import 2 products' }).click()
    await expect(count(page, 'Added')).toHaveText('2')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('4 products', { exact: true })).toBeVisible()
  })
})

test('a file from a Mac says that its encoding was guessed, and is read again as the user chooses', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const dialog = dialogOf(page)
  const file = csv('mac.csv', 'First name,Last name,Email', 'K\x9aln,Ren\x8ee,rene@mail.test')
  file.buffer = Buffer.from(file.buffer.toString(), 'latin1')
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await choose(page, file)
  const encoding = dialog.getByLabel('Do these names look right?')
  await expect(encoding).toHaveValue('macintosh')
  await expect(encoding.getByRole('option')).toHaveText(['Windows: Kšln · RenŽe', 'Mac: Köln · Renée'])
  await expectAccessible(page)
  await encoding.selectOption('windows-1252')
  await expect(dialog.getByText('Kšln · RenŽe', { exact: true })).toBeVisible()
  await encoding.selectOption('macintosh')
  await expect(dialog.getByText('Köln · Renée', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 customer' }).click()
  await expect(count(page, 'Added')).toHaveText('1')
  await expect(page.getByText('Köln Renée')).toBeVisible()
})

test('a long import shows its progress, continues without its dialog, and reports when it is finished', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const rows = Array.from({ length: 1000 }, (_, n) => `Blouse ${n},SKU-${n},${n}.50`)
  // Delays the import's progress, so that a fast one is seen running too.
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route('**/api/imports/*', async (route) => {
    if (route.request().method() === 'GET') await told
    return route.fallback()
  })
  await page.goto('/products')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await choose(page, csv('products.csv', 'Name,SKU,Base price', ...rows))
  await dialogOf(page).getByRole('button', { name: 'Import 1,000 products' }).click()
  await expect(dialogOf(page).getByRole('progressbar', { name: '0 of 1,000 rows' })).toBeVisible()
  await expect(
    dialogOf(page).getByText('You can close this. We’ll let you know when the import is finished.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Importing... 0%' })).toBeVisible()
  tell()
  await expectToast(page, 'Import finished', '1,000 products added.')
  await expect(page.getByText('1,000 products', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await expect(count(page, 'Added')).toHaveText('1,000')
  await expect(dialogOf(page).getByText(/with errors/i)).toHaveCount(0)
})

test('a running import is still shown when its progress cannot be loaded for a while', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  // Failed calls in a row; the first is retried twice before it counts as failed.
  let [gap, failed] = [true, 0]
  await page.route('**/api/imports/*', async (route) => {
    if (!gap || route.request().method() !== 'GET') return route.fallback()
    failed++
    await route.abort()
  })
  await page.goto('/products')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await choose(page, csv('products.csv', 'Name,Base price', 'Blouse,120'))
  await dialogOf(page).getByRole('button', { name: 'Import 1 product' }).click()
  await expect.poll(() => failed).toBeGreaterThan(3)
  await expect(dialogOf(page).getByRole('progressbar', { name: '0 of 1 rows' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Importing... 0%' })).toBeVisible()
  gap = false
  await expectToast(page, 'Import finished', '1 product added.')
})

test('orders as Shopify exports them are imported into an empty list', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const dialog = dialogOf(page)
  const heading =
    'Name,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Vendor'
  const file = csv(
    'orders_export.csv',
    heading,
    '#1001,nora@lind.test,paid,fulfilled,USD,2160.00,240.00,2026-09-03 22:15:00 -0400,1,Aurelie gown,2400.00,AUR-1,Nora Lind,Vale',
    '#1001,nora@lind.test,,,,,,,2,Pin,0.00,,,Vale',
    '#1002,grace@okafor.test,pending,unfulfilled,USD,300.00,0.00,2026-09-04 10:00:00 -0400,1,Veil,three hundred,,Grace Okafor,Vale',
  )
  await page.goto('/orders')
  await page.getByRole('button', { name: 'Import orders' }).click()
  await choose(page, file)
  await expect(count(page, 'Orders')).toHaveText('2')
  await expect(dialog.getByText(/^Columns: 13 of 14/)).toContainText('Left out: Vendor')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Price' }).fill('300')
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await dialog.getByRole('button', { name: 'Import 2 orders' }).click()
  await expect(count(page, 'Added')).toHaveText('2')
  await expectToast(page, 'Import finished', '2 orders added.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: '#1001' }).click()
  const order = page.getByRole('dialog', { name: /^Order #1001/ })
  await expect(order.getByText('Imported as #1001', { exact: true })).toBeVisible()
  await expect(order.getByText('$2,160.00').first()).toBeVisible()
  await expect(order.getByRole('button', { name: 'Send to Shopify' })).toHaveCount(0)
})

test('an export has what the filter shows, runs no formula in a spreadsheet, and can be imported again', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  for (const [firstName, lastName, email] of [
    ['=1+1', 'Okafor', 'grace@okafor.test'],
    ['Ada, "the second"', 'Okafor', 'ada@okafor.test'],
    ['Lena', 'Fischer', 'lena@mail.test'],
  ])
    await host.make('/api/customers', { firstName, lastName, email, phone: '+1 212 555 0147' })
  await page.goto('/customers')
  await page.getByRole('searchbox').fill('okafor')
  await expect(page.getByText('2 customers', { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Customers.csv')
  const text = await readFile(await file.path(), 'utf8')
  const [heading, ...rows] = text.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(heading).toBe(
    '"First name","Last name","Email","Phone","Notes","Tags","Tax exempt","Archived","Customer number"',
  )
  expect(rows).toEqual([
    expect.stringMatching(/^"'=1\+1","Okafor","grace@okafor\.test","'\+1 212 555 0147","","","","No",\d+$/),
    expect.stringMatching(
      /^"Ada, ""the second""","Okafor","ada@okafor\.test","'\+1 212 555 0147","","","","No",\d+$/,
    ),
  ])

  for (const { id } of await (await page.request.get('/api/customers?q=okafor')).json())
    expect((await page.request.delete(`/api/customers/${id}`)).status()).toBe(204)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await choose(page, csv('Customers.csv', text))
  await dialogOf(page).getByRole('button', { name: 'Import 2 customers' }).click()
  await expect(count(page, 'Added')).toHaveText('2')
  const restored = await (await page.request.get('/api/customers?q=okafor')).json()
  expect(restored).toMatchObject([
    { firstName: '=1+1', phone: '+1 212 555 0147' },
    { firstName: 'Ada, "the second"' },
  ])
})

test('the catalog is exported with the filter of its list', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await host.make('/api/products', {
    name: 'Aurelie gown',
    basePrice: '1250.5',
    sku: '-AUR',
    category: 'Gowns',
  })
  await host.make('/api/products', { name: 'Velvet cape', basePrice: '900', isActive: false })
  await page.goto('/products')
  await page.getByLabel('Show').selectOption('Active')
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
    '"Name","SKU","Base price","Description","Category","Active","Product number"',
    expect.stringMatching(/^"Aurelie gown","'-AUR","1250\.50","","Gowns","Yes",\d+$/),
  ])
})

test('appointments of Calendly become bookings of an event, as far as its time slots have spots', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const dialog = dialogOf(page)
  const show = await host.makeShow({ maxBookingsPerSlot: 1 })
  const day = show.eventDate
  const row = (name: string, time: string, canceled = false) =>
    `${name},,,${name.split(' ')[0]!.toLowerCase()}@mail.test,Fitting,${day} ${time},${canceled}`
  const file = csv(
    'events-export.csv',
    'Invitee Name,Invitee First Name,Invitee Last Name,Invitee Email,Event Type Name,Start Date & Time,Canceled',
    row('Nora Lind', '10:00 am'),
    row('Lena Brandt', '10:00 am'),
    row('Priya Raman', '10:10 am'),
    row('Mae Ito', '11:00 am', true),
  )
  await page.goto(`/bookings/${show.id}`)
  await test.step('dry run', async () => {
    await fromMenu(page, 'these bookings', 'Import CSV')
    await expect(dialog.getByText('Guests aren’t emailed about the import')).toBeVisible()
    await choose(page, file)
    await expect(count(page, 'Ready to import')).toHaveText('1')
    await expect(count(page, 'Time slot full')).toHaveText('1')
    await expect(count(page, 'Canceled')).toHaveText('1')
    await expect(dialog.getByRole('textbox', { name: 'Start time' })).toHaveAccessibleDescription(
      /^No time slot starts at 10:10 AM on /,
    )
    await expectAccessible(page)
  })
  await test.step('the row with a wrong time is fixed', async () => {
    await dialog.getByRole('textbox', { name: 'Start time' }).fill(`${day} 10:30 am`)
    await page.keyboard.press('Enter')
    await expect(count(page, 'Ready to import')).toHaveText('2')
  })
  await test.step('import', async () => {
    await dialog.getByRole('button', { name: 'Import 2 bookings' }).click()
    await expect(count(page, 'Added')).toHaveText('2')
    await expectToast(page, 'Import finished', '2 bookings added. 1 didn’t fit: the time slots are full.')
    await expect(dialog.getByText('1 booking wasn’t added because its time slot is full.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('nora@mail.test')).toBeVisible()
    await expect(page.getByText('priya@mail.test')).toBeVisible()
    await expect(page.getByText('lena@mail.test')).toHaveCount(0)
  })
  await test.step('again', async () => {
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await choose(page, csv('again.csv', file.buffer.toString().split('\n').slice(0, 2).join('\n')))
    await expect(count(page, 'Already in your bookings')).toHaveText('1')
    await expect(dialog.getByRole('button', { name: 'Import 0 bookings' })).toHaveAccessibleDescription(
      'Every appointment in this file is canceled, over, on another day, already in your bookings, or for a full time slot.',
    )
  })
})
