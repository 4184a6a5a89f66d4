import type { Page } from '@playwright/test'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { drawPicture, expectToast, failNext, fromMenu, withoutSentAnswers } from '../in-page.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Products' }).getByRole('heading', { level: 2 })

const addProduct = (host: Host, changes: object) =>
  host.make<Product>('/api/products', { name: 'Aurelie gown', basePrice: '2400', ...changes })

test('a product is created with a photo, changed and deleted', async ({ host }) => {
  const { page } = host
  await page.goto('/products')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  const card = page.getByRole('listitem', { name: 'Aurelie gown' })
  const photo = card.locator('img')

  await test.step('create', async () => {
    await page.getByRole('button', { name: 'Create Product' }).click()
    const dialog = page.getByRole('dialog', { name: 'New product' })
    const create = dialog.getByRole('button', { name: 'Create Product' })
    await create.click()
    await expect(dialog.getByText('Product name is required')).toBeVisible()
    await expect(dialog.getByText('Base price is required')).toBeVisible()
    await dialog.getByLabel('Name').fill('Aurelie gown')
    await dialog.getByLabel('Base price').fill('1250.5')
    await dialog.getByLabel('SKU').fill('AUR-01')
    await dialog.getByLabel('Category').fill('Gowns')
    await dialog.getByLabel('Description').fill('Bias cut, silk.')
    const field = dialog.getByLabel('Photo', { exact: true })
    await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
    await expect(field).toHaveAccessibleDescription(/Please upload an image file/)
    await field.setInputFiles(await drawPicture(page, 600, 450))
    await expect(dialog.getByRole('img', { name: 'Photo preview' })).toBeVisible()
    await failNext(page, 'POST', '**/api/products')
    await create.click()
    await expectToast(page, 'Failed to create product', 'Out of order')
    await expect(dialog.getByLabel('Base price')).toHaveValue('$1,250.50')
    await create.click()
    await expectToast(page, 'Product created')
    await expect(card.getByText('$1,250.50', { exact: true })).toBeVisible()
    await expect(card.getByText('AUR-01 · Gowns')).toBeVisible()
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  })

  await test.step('edit', async () => {
    await fromMenu(page, 'Aurelie gown', 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit Product' })
    await dialog.getByLabel('Base price').fill('1300')
    await dialog.getByLabel('Active').uncheck()
    await dialog.getByRole('button', { name: 'Remove photo' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await failNext(page, 'PUT', '**/api/products/*')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Update failed', 'Out of order')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Product updated')
    await expect(card.getByText('$1,300.00', { exact: true })).toBeVisible()
    await expect(card.getByText('Inactive')).toBeVisible()
    await expect(photo).toHaveCount(0)
  })

  await test.step('delete', async () => {
    const remove = () => fromMenu(page, 'Aurelie gown', 'Delete')
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete product' })
    await failNext(page, 'DELETE', '**/api/products/*')
    await remove()
    await confirm.click()
    await expectToast(page, 'Error', 'Failed to delete product: Out of order')
    await remove()
    await confirm.click()
    await expectToast(page, 'Product deleted')
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  })
})

test('a price means what it says, or is refused and stays as it was typed', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await page.goto('/products')
  await page.getByRole('button', { name: 'Create Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'New product' })
  const price = dialog.getByLabel('Base price')
  const create = dialog.getByRole('button', { name: 'Create Product' })
  await dialog.getByLabel('Name').fill('Aurelie gown')
  for (const typed of ['1.250,50', '12O0', '-5', '1e5', '1,25']) {
    await price.fill('')
    await price.pressSequentially(typed)
    await create.click()
    await expect(price).toHaveAccessibleDescription('Enter an amount such as 1250 or 1250.50')
    await expect(price).toHaveValue(typed)
  }
  for (const typed of ['$1,250.50', '1,250.50', '2400', '2,400']) {
    await price.fill('')
    await price.pressSequentially(typed)
    await price.blur()
    await expect(price).toHaveValue(typed.includes('50') ? '$1,250.50' : '$2,400.00')
  }
  await create.click()
  await expectToast(page, 'Product created')
  await expect(page.getByRole('listitem', { name: 'Aurelie gown' })).toContainText('$2,400.00')
  await fromMenu(page, 'Aurelie gown', 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Product' })
  await edit.getByLabel('Base price').fill('2400')
  await edit.getByLabel('SKU').focus()
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden() // without changes, closing does not ask
})

test('a product of an order is archived instead of deleted', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const { id } = await addProduct(host, {})
  const form = await host.make<{ id: number }>('/api/order-templates', {
    templateName: 'Gown',
    fields: [{ id: 'desc', label: 'Item Description', type: 'text', required: true }],
  })
  await host.make('/api/orders', {
    orderData: {
      templateId: form.id,
      customerName: 'Grace Okafor',
      customerEmail: 'grace@okafor.test',
      products: [{ productId: id }],
      customFields: { desc: 'Ivory' },
    },
  })
  await page.goto('/products')
  await fromMenu(page, 'Aurelie gown', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete product' }).click()
  await expect(page.getByText('Orders use this product, so it can’t be deleted.')).toBeVisible()
  await page.request.put(`/api/products/${id}`, { data: { basePrice: '2500' } })
  await page.getByRole('dialog').getByRole('button', { name: 'Archive product' }).click()
  await expectToast(page, 'Product archived')
  const card = page.getByRole('listitem', { name: 'Aurelie gown' })
  await expect(card.getByText('Inactive')).toBeVisible()
  await expect(card).toContainText('$2,500.00') // the colleague's change
})

test('a product in Shopify is archived instead of deleted, stays archived through a sync, and can be restored', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  await page.request.post('/api/company', { data: { companyName: 'Maison Vale' } })
  expect((await page.request.post('/api/shopify/practice')).ok()).toBe(true)
  const sync = async (told: string) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Import from Shopify' }).click()
    await page.getByRole('button', { name: 'Import now' }).click()
    await expectToast(page, 'Sync completed', told)
  }
  await sync('3 products added, 0 changed.')
  await page.goto('/products')
  const card = page.getByRole('listitem', { name: 'Silk Blouse' })
  const remove = () => fromMenu(card, 'Silk Blouse', 'Delete')
  await remove()
  const dialog = page.getByRole('dialog', { name: 'This product can’t be deleted' })
  await expect(dialog).toContainText(
    'This product is in Shopify, and a sync would bring it back. Archive it instead.',
  )
  await dialog.getByRole('button', { name: 'Archive product' }).click()
  await expectToast(page, 'Product archived')
  await expect(card.getByText('Inactive')).toBeVisible()
  await sync('0 products added, 0 changed.')
  await page.goto('/products')
  await expect(card.getByText('Inactive')).toBeVisible()
  await card.getByRole('button', { name: 'More for Silk Blouse' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText(
    'This product is archived here and still in Shopify. Delete it in Shopify first.',
  )
  await page.keyboard.press('Escape')
  await fromMenu(card, 'Silk Blouse', 'Edit')
  await page.getByRole('checkbox', { name: 'Active' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Product updated')
  await expect(card.getByText('Inactive')).toBeHidden()
})

test('a change keeps a colleague’s changes', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const { id } = await addProduct(host, { sku: 'AUR-01' })
  await page.goto('/products')
  const card = page.getByRole('listitem', { name: 'Aurelie gown' })
  await expect(card).toContainText('$2,400.00')
  await page.request.put(`/api/products/${id}`, { data: { basePrice: '2500' } })
  await fromMenu(page, 'Aurelie gown', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  await expect(dialog.getByLabel('Base price')).toHaveValue('$2,400.00')
  await dialog.getByLabel('SKU').fill('AUR-02')
  // A failed save reloads the list behind the form.
  await failNext(page, 'PUT', '**/api/products/*')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('$2,500.00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Base price')).toHaveValue('$2,500.00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Product updated')
  await expect(card).toContainText('$2,500.00')
  await expect(card).toContainText('AUR-02')
})

test('typed text stays when a colleague deletes the only product found', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { id } = await addProduct(host, {})
  await page.goto('/products?q=aurelie')
  await fromMenu(page, 'Aurelie gown', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  await dialog.getByLabel('Description').fill('Bias cut, silk.')
  await page.request.delete(`/api/products/${id}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Update failed', 'Product not found.')
  await expect(page.getByText('No products match your filters.')).toBeVisible()
  await expect(dialog.getByLabel('Description')).toHaveValue('Bias cut, silk.')
})

test('products are found by name, SKU, description and category, filtered and sorted', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  await addProduct(host, { sku: 'AUR-01', category: 'Gowns', description: 'Bias cut, silk.' })
  await addProduct(host, { name: 'Cathedral veil', basePrice: '380', sku: 'VEI-07', category: 'Veils' })
  await addProduct(host, { name: 'Velvet cape', basePrice: '900', sku: 'CAP-02', isActive: false })
  const search = page.getByRole('searchbox', { name: 'Search by name, SKU, or category' })
  await page.goto('/products')
  await expect(cards(page)).toHaveText(['Aurelie gown', 'Cathedral veil', 'Velvet cape'])
  for (const [words, found] of [
    ['cathe', 'Cathedral veil'],
    ['aur-0', 'Aurelie gown'],
    ['veils', 'Cathedral veil'],
    ['silk', 'Aurelie gown'],
  ] as const) {
    await search.fill(words)
    await expect(cards(page)).toHaveText([found])
  }
  await search.fill('')
  await expect(cards(page)).toHaveCount(3)
  await page.getByLabel('Sort').selectOption('By price')
  await expect(cards(page)).toHaveText(['Cathedral veil', 'Velvet cape', 'Aurelie gown'])
  await page.getByLabel('Show').selectOption('Active')
  await expect(cards(page)).toHaveText(['Cathedral veil', 'Aurelie gown'])
  await page.reload()
  await expect(page.getByLabel('Sort')).toHaveValue('price')
  await expect(cards(page)).toHaveText(['Cathedral veil', 'Aurelie gown'])
  await expect(page.getByText('2 products', { exact: true })).toBeVisible()
  await search.fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all products' }).click()
  await expect(cards(page)).toHaveCount(3)
})

test('the button for a new product comes from the other tab, where each has its own search', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  await addProduct(host, {})
  await page.goto('/products?q=nothing')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await page.getByRole('tab', { name: 'Customizations' }).click()
  await expect(page).toHaveURL('/products?tab=customizations')
  await expect(page.getByRole('heading', { name: 'No customizations found' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByRole('tab', { name: 'Products', selected: true })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'New product' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveText(['Aurelie gown'])
})

test('products that cannot be loaded say so, and a view-only user changes none', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await addProduct(host, {})
  const refuse = { status: 429, json: { error: 'Too many requests. Please wait a moment.' } }
  await withoutSentAnswers(page)
  await page.route(/\/api\/products(\?|$)/, (route) => route.fulfill(refuse))
  await page.goto('/products')
  await expect(page.getByRole('heading', { name: 'Couldn’t load products' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(cards(page)).toHaveText(['Aurelie gown'])

  await host.setRole('view only')
  await page.goto('/products')
  await expect(cards(page)).toHaveText(['Aurelie gown'])
  await expect(page.getByRole('button', { name: /^(Create|More|Import)/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Customizations of Aurelie gown' }).click()
  await expect(page.getByRole('dialog').getByText('This product has no customizations yet.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('searchbox')).toHaveCount(0)
})

test('the table of products opens a row by click, keyboard and middle click, and is kept on this device', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const { id } = await addProduct(host, { sku: 'AUR-01' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/products')
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Table' }).click()
  await page.reload()
  const row = page.getByRole('row', { name: /Aurelie gown/ })
  await expect(row).toContainText('$2,400.00')
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  await row.getByText('AUR-01').click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const link = row.getByRole('link', { name: 'Aurelie gown' })
  await link.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
  const tab = page.waitForEvent('popup')
  await row.getByText('AUR-01').click({ button: 'middle' })
  await expect(await tab).toHaveURL(`/products?productId=${id}`)
  const linked = (await tab).getByRole('dialog', { name: 'Edit Product' })
  await linked.getByLabel('SKU').fill('AUR-02')
  await linked.getByRole('button', { name: 'Save' }).click()
  await expect(linked).toBeHidden()
  await expect(await tab).toHaveURL('/products')
  await expect((await tab).getByRole('row', { name: /AUR-02/ })).toBeVisible()
  await (await tab).goto('/products?productId=2000000000')
  await expect((await tab).getByRole('dialog').getByText('Product not found.')).toBeVisible()
})

test('a view-only user opens the customizations of a product from the table', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { id } = await addProduct(host, {})
  await host.setRole('view only')
  await page.goto(`/products?productId=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Customizations' })
  await expect(dialog.getByText('This product has no customizations yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Table' }).click()
  await page.getByRole('row', { name: /Aurelie gown/ }).click()
  await expect(dialog).toBeVisible()
})
