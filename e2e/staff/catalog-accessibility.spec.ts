import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import type { Customization } from '@trunkshow/contract/customizations/schema.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { expectAccessible, violationsOf } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { drawPicture, fromMenu, withoutSentAnswers } from '../in-page.ts'

test.describe.configure({ timeout: 900_000 }) // checks each screen four times

const grace = { firstName: 'Grace', lastName: 'Okafor', email: 'grace@okafor.test', phone: '(212) 555-0147' }
const home = { street: '12 Mercer Street', city: 'New York', state: 'NY', zip: '10013' }

/** Opens a dialog with a button, or an entry of a row’s menu, checks it and closes it; `typed` if closing asks first. */
function opener({ page }: Host) {
  return (name: string, prepare = async () => {}, typed = false) =>
    test.step(name, async () => {
      const [, entry, of] = /^(Edit|Merge|Archive|Delete) (.*)/.exec(name) ?? []
      if (entry) await fromMenu(page, of!, entry)
      else await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await prepare()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      if (typed) await page.getByRole('button', { name: 'Discard changes' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
}

test('no screen of customers has an axe violation, at any size or theme', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const open = opener(host)
  const dialog = page.getByRole('dialog')
  await test.step('empty', async () => {
    await page.goto('/customers')
    await expect(page.getByRole('heading', { name: 'No customers found' })).toBeVisible()
    await expectAccessible(page)
  })
  const { id } = await host.make<Customer>('/api/customers', { ...grace, notes: 'Likes silk.\nSize 38.' })
  await host.make<Customer>('/api/customers', { ...grace, firstName: 'Gracie' })
  await host.make(`/api/customers/${id}/addresses`, home)
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Addresses of Grace Okafor' }).click()
  await expect(page.getByText('12 Mercer Street')).toBeVisible()
  await test.step('cards', () => expectAccessible(page))
  await test.step('table', async () => {
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('button', { name: 'More for Grace Okafor' }).click()
    await expect(page.getByRole('menuitem', { name: 'Merge' })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cards' }).click()
    await page.getByRole('button', { name: 'Addresses of Grace Okafor' }).click()
  })
  await open(
    'Add Customer',
    async () => {
      await dialog.getByRole('button', { name: 'Add Customer' }).click()
      await dialog.getByLabel('Phone').fill(grace.phone)
      await expect(dialog.getByText('Grace Okafor already has this phone number.')).toBeVisible()
    },
    true,
  )
  await open(
    'Edit 12 Mercer Street',
    async () => {
      await dialog.getByLabel('City').fill('')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('City is required')).toBeVisible()
    },
    true,
  )
  await open('Merge Grace Okafor', () => expect(dialog.getByText('Same email or phone:')).toBeVisible())
  await open('Merge Gracie Okafor', async () => {
    await dialog.getByRole('button', { name: /^Grace Okafor/ }).click()
    await expect(dialog.getByText('This can’t be undone.')).toBeVisible()
  })
  await open('Archive Grace Okafor')
  await open('Delete Grace Okafor')
  await open('Import CSV')
  await test.step('failed', async () => {
    await withoutSentAnswers(page)
    await page.route('**/api/customers?*', (route) => route.fulfill({ status: 429, json: {} }))
    await page.goto('/customers')
    await expect(page.getByRole('heading', { name: 'Failed to fetch customers' })).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll()
  })
  await test.step('history', async () => {
    await host.book(await host.makeShow(), '10:00', { name: 'Grace Okafor', email: grace.email })
    for (const [address, sign] of [
      ['/customer-history', 'No Customer Selected'],
      [`/customer-history?customerId=${id}`, 'Booking History'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: sign })).toBeVisible()
      await expectAccessible(page)
    }
  })
})

test('no screen of products and their import has an axe violation, at any size or theme', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const open = opener(host)
  const dialog = page.getByRole('dialog')
  await test.step('empty', async () => {
    await page.goto('/products')
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
    await expectAccessible(page)
  })
  const gown = { name: 'Aurelie gown', basePrice: '2400', sku: 'AUR-01', category: 'Gowns' }
  const multipart = { ...gown, photo: await drawPicture(page, 600, 450) }
  expect((await page.request.post('/api/products', { multipart })).status()).toBe(201)
  const cape = await host.make<Product>('/api/products', { ...gown, name: 'Velvet cape', isActive: false })
  const sets: Customization[] = []
  for (const name of ['Buttons', 'Lining', 'Monogram'])
    sets.push(await host.make<Customization>('/api/customizations', { name }))
  for (const { id } of sets.slice(0, 2))
    await host.make(`/api/products/${cape.id}/customizations`, { customizationId: id, isRequired: true })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Velvet cape' })).toBeVisible()
  await test.step('cards', () => expectAccessible(page))
  await test.step('table', async () => {
    await page.getByRole('button', { name: 'Table' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cards' }).click()
  })
  await open('Create Product', async () => {
    await dialog.getByRole('button', { name: 'Create Product' }).click()
    await expect(dialog.getByText('Product name is required')).toBeVisible()
  })
  await open('Edit Aurelie gown', () =>
    expect(dialog.getByRole('img', { name: 'Photo preview' })).toBeVisible(),
  )
  await open('Customizations of Velvet cape', () =>
    expect(dialog.getByRole('button', { name: 'Assign Monogram' })).toBeVisible(),
  )
  await open('Delete Velvet cape')
  await open('Import CSV', async () => {
    const buffer = Buffer.from('Name,Base price\nBlouse,90\n,1\nCoat,much')
    await dialog
      .getByLabel('CSV or Excel file')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer })
    await expect(dialog.getByText('Product name is required')).toBeVisible()
  })
  await open('Import CSV', async () => {
    await dialog.getByRole('button', { name: 'Import 1 product' }).click()
    await expect(dialog.getByText('Duplicates')).toBeVisible()
  })
})

test('no screen of customizations has an axe violation, at any size or theme', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const open = opener(host)
  const dialog = page.getByRole('dialog')
  await test.step('empty', async () => {
    await page.goto('/products?tab=customizations')
    await expect(page.getByRole('heading', { name: 'No customizations found' })).toBeVisible()
    await expectAccessible(page)
  })
  const { id } = await host.make<Customization>('/api/customizations', {
    name: 'Buttons',
    description: 'What the coat is closed with',
  })
  await host.make(`/api/customizations/${id}/options`, { name: 'Horn', price: '12.51' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Buttons' })).toBeVisible()
  await test.step('list', () => expectAccessible(page))
  await open('Create Customization', async () => {
    await dialog.getByRole('button', { name: 'Create Customization' }).click()
    await expect(dialog.getByText('Customization name is required')).toBeVisible()
  })
  await open('Manage Options of Buttons', () => expect(dialog.getByText('$12.51')).toBeVisible())
  await open('Delete Buttons')
  await test.step('an option', async () => {
    await page.getByRole('button', { name: 'Manage Options of Buttons' }).click()
    await dialog.getByRole('button', { name: 'Add Option' }).click()
    await dialog.getByRole('button', { name: 'Add Option' }).click()
    await expect(dialog.getByText('Option name is required')).toBeVisible()
    await expectAccessible(page)
  })
})
