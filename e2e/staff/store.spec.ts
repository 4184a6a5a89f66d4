import type { Shop } from '@trunkshow/practice-store/shop.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast, fromMenu } from '../in-page.ts'

test.beforeEach(async ({ host: { page } }) => {
  const answer = await page.request.post('/api/company', { data: { companyName: 'Maison Vale' } })
  expect(answer.status(), await answer.text()).toBe(201)
})

test('an owner tries the practice store, tests it, switches it off and on, and disconnects it', async ({
  host: { page },
}) => {
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Store platform integration' })
  await expect(section.getByLabel('Store address')).toBeVisible()
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Try it without a store' }).click()
  await expectToast(page, 'Practice store connected')
  await expect(section.getByText('On', { exact: true })).toBeVisible()
  await section.getByRole('button', { name: 'Test connection' }).click()
  await expect(section.getByRole('status')).toHaveText('Your connection to Practice store works.')
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Turn off' }).click()
  await expectToast(page, 'Connection turned off')
  await expect(section.getByText('Off', { exact: true })).toBeVisible()
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'We’ll delete the saved credentials. Connecting a different store unlinks your products, orders, and codes.',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expectToast(page, 'Store disconnected')
  await expect(section.getByLabel('Store address')).toBeVisible()
})

test('a store is connected once it has answered; an error is shown once, and nothing typed is lost', {
  tag: '@long',
}, async ({ host: { page }, stores }) => {
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Store platform integration' })
  await section.getByLabel('Store address').fill('vale.myshopify.com.evil.com')
  await section.getByRole('button', { name: 'Connect store' }).click()
  await expect(
    section.getByText('Enter the address of your store, such as your-store.myshopify.com'),
  ).toBeVisible()
  await expect(section.getByText('Client ID is required')).toBeVisible()
  const connect = async ({ key, clientId, clientSecret }: Shop) => {
    await section.getByLabel('Store address').fill(`https://${key}.MyShopify.com/`)
    await section.getByRole('textbox', { name: 'Client ID' }).fill(clientId)
    await section.getByLabel('Client secret').fill(clientSecret)
    await section.getByRole('button', { name: 'Connect store' }).click()
  }
  const expectShownOnce = async (field: string, words: string) => {
    await expect(section.getByLabel(field)).toHaveAccessibleDescription(new RegExp(words))
    await expect(page.getByText(words)).toHaveCount(1)
    await expect(section.getByRole('button', { name: 'Connect store' })).toBeEnabled()
  }
  const shop = stores.open({ name: 'Maison Vale' })
  await connect({ ...shop, clientSecret: 'not the secret' })
  await expectShownOnce('Client secret', 'Shopify doesn’t accept this client ID and secret for this store.')
  await expect(section.getByLabel('Client secret')).toHaveValue('not the secret')
  await expectAccessible(page)
  await connect(stores.open({ currency: 'EUR' }))
  await expectShownOnce('Store address', 'This store sells in EUR. Trunkshow works in US dollars')
  await connect(stores.open({}, () => 'unavailable'))
  await expect(page.getByText('We couldn’t reach Shopify.')).toHaveCount(1)
  await connect(shop)
  await expectToast(page, 'Store connected')
  await expect(section.getByText(`${shop.key}.myshopify.com`)).toBeVisible()
  await expect(section.getByText('Maison Vale')).toBeVisible()
  await expect(section.getByRole('link', { name: 'Open in Shopify' })).toHaveAttribute(
    'href',
    `https://admin.shopify.com/store/${shop.key}`,
  )
  expect(await page.content()).not.toContain(shop.clientSecret)
  await section.getByRole('button', { name: 'Reconnect' }).click()
  await expect(section.getByText('Connecting a different store unlinks your products')).toBeVisible()
  await section.getByText('Access token', { exact: true }).click()
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Cancel' }).click()
  await expect(section.getByRole('button', { name: 'Test connection' })).toBeVisible()
})

test('a sync imports products from the store, a push sends them, and the store controls their description', async ({
  host: { page },
}) => {
  const answer = await page.request.post('/api/shopify/practice')
  expect(answer.status(), await answer.text()).toBe(200)
  await page.request.post('/api/products', { data: { name: 'Velvet Cape', basePrice: '900', sku: 'CAPE' } })
  await page.goto('/products')
  const cape = page.getByRole('listitem').filter({ hasText: 'Velvet Cape' })
  await expect(cape.getByText('Not in Shopify')).toBeVisible()
  await page.getByRole('button', { name: 'Import from Shopify' }).click()
  await page.getByRole('button', { name: 'Import now' }).click()
  await expectToast(page, 'Sync completed', '3 products added, 0 changed.')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  const atlas = page.getByRole('listitem').filter({ hasText: 'Atlas Coat' })
  await expect(atlas.getByRole('heading')).toBeVisible()
  await expect(atlas.locator('img')).toHaveAttribute('src', /^\/uploads\/images\//)
  await fromMenu(cape, 'Velvet Cape', 'Send to Shopify')
  await expectToast(page, 'Product synced')
  await expect(cape.getByText('In Shopify', { exact: true })).toBeVisible()
  await fromMenu(cape, 'Velvet Cape', 'Update from Shopify')
  await expectToast(page, 'Product synced')
  await expectAccessible(page)
  await fromMenu(cape, 'Velvet Cape', 'Edit')
  await expect(page.getByRole('dialog').getByLabel('Description')).toHaveAttribute('readonly')
  await expect(page.getByRole('dialog').getByLabel('Category')).toHaveAttribute('readonly')
})

test('a sync that finishes before the page polls it is reported', { tag: '@long' }, async ({
  host: { page },
}) => {
  expect((await page.request.post('/api/shopify/practice')).ok()).toBe(true)
  const state = async () => (await (await page.request.get('/api/products/sync-shopify')).json())?.state
  await page.route('**/api/products/sync-shopify', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    await expect.poll(state).toBe('done')
    await route.fulfill({ response })
  })
  await page.goto('/products')
  await page.getByRole('button', { name: 'Import from Shopify' }).click()
  await page.getByRole('button', { name: 'Import now' }).click()
  await expectToast(page, 'Sync completed', '3 products added, 0 changed.')
})

test('the log lists in plain words what was sent to Shopify', { tag: '@long' }, async ({
  host: { page },
}) => {
  const answer = await page.request.post('/api/shopify/practice')
  expect(answer.status(), await answer.text()).toBe(200)
  const made = await page.request.post('/api/products', { data: { name: 'Velvet Cape', basePrice: '900' } })
  const { id } = await made.json()
  await page.goto('/settings/shopify')
  await expect(page.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible()
  await page.request.post(`/api/products/${id}/push-to-shopify`)
  await page.reload()
  const line = page.getByRole('listitem').filter({ hasText: 'Velvet Cape' })
  await expect(line).toContainText('Send product')
  await expect(line).toContainText('The product is now in Shopify.')
  await expectAccessible(page)
  await page.getByLabel('Outcome').selectOption('Failed')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(line).toBeVisible()
})
