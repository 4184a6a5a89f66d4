import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast, fromMenu } from '../in-page.ts'

async function post<Answer>({ page }: Host, path: string, data: unknown): Promise<Answer> {
  const answer = await page.request.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

const makeCode = (host: Host, changes: Record<string, unknown> = {}) =>
  post<DiscountCode>(host, '/api/discount-codes', { code: 'SPRING10', discountValue: 10, ...changes })

/** Takes an order with the code. */
async function useCode(host: Host, code: DiscountCode) {
  const product = await post<{ id: number }>(host, '/api/products', {
    name: 'Aurelie gown',
    basePrice: '2400',
  })
  const template = await post<{ id: number }>(host, '/api/order-templates', {
    templateName: 'Bridal gown',
    fields: [{ id: 'item', label: 'Item Description', type: 'text' }],
  })
  const orderData = {
    templateId: template.id,
    customerName: 'Grace Okafor',
    customerEmail: 'grace@okafor.test',
    products: [{ productId: product.id }],
    discountCodeId: code.id,
  }
  const answer = await host.page.request.post('/api/orders', {
    multipart: { orderData: JSON.stringify(orderData) },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

test('a discount code is created, refused, changed, used and deleted', async ({ host }) => {
  const { page } = host
  // Closes the calendar on mousedown, before the click that follows, so it must not move the button.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/orders?tab=discounts')
  await expect(page.getByText('No Discount Codes Yet')).toBeVisible()
  await page.getByRole('button', { name: 'New Discount Code' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create Discount Code' })
  const code = dialog.getByRole('textbox', { name: 'Code', exact: true })
  const percentage = dialog.getByLabel('Discount percentage')
  await test.step('refusals', async () => {
    await create.click()
    await expect(code).toHaveAccessibleDescription('Discount code is required')
    await expect(percentage).toHaveAccessibleDescription('Discount percentage is required')
    await code.fill('x'.repeat(51))
    await percentage.fill('101')
    await create.click()
    await expect(code).toHaveAccessibleDescription('Code must be 50 characters or less')
    await expect(percentage).toHaveAccessibleDescription('Enter a whole percentage from 1 to 100')
  })
  await code.fill('SPRING10')
  await percentage.fill('10')
  await dialog.getByLabel('Maximum uses').fill('2')
  await dialog.getByLabel('Expires').fill('2099-05-31')
  await create.click()
  await expectToast(page, 'Discount code created')
  const card = page.getByRole('listitem', { name: 'SPRING10' })
  await expect(card).toContainText('10% off')
  await expect(card).toContainText('0 of 2')
  await expect(card).toContainText('May 31, 2099')
  await expect(card).toContainText('Active')

  await test.step('a code that is taken', async () => {
    await page.getByRole('button', { name: 'New Discount Code' }).click()
    await code.fill('spring10')
    await percentage.fill('5')
    await create.click()
    const taken = 'You already have a discount code with this name.'
    await expectToast(page, 'Failed to create discount code.', 'Review the highlighted fields.')
    await expect(code).toHaveAccessibleDescription(taken)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(code).toHaveValue('spring10')
    await code.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })

  const [stored] = (await (await page.request.get('/api/discount-codes')).json()) as DiscountCode[]
  await useCode(host, stored!)
  await page.reload()
  await expect(card).toContainText('1 of 2')
  await card.getByRole('button', { name: 'More for SPRING10' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText(
    'Orders use this code. Make it inactive instead of deleting it.',
  )
  // The focus goes into the menu a moment after it is shown: until then, Escape is pressed at its button.
  await card.getByRole('button', { name: 'More for SPRING10' }).press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await fromMenu(page, 'SPRING10', 'Edit')
  // A colleague changes it; fields that are not changed here show the colleague's values, and keep them.
  const theirs = { description: 'For the spring', expiresAt: '2099-06-30' }
  await page.request.put(`/api/discount-codes/${stored!.id}`, { data: theirs })
  await dialog.getByLabel('Maximum uses').fill('')
  await dialog.getByRole('checkbox', { name: 'Active' }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Description')).toHaveValue(theirs.description)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Discount code updated')
  await expect(card).toContainText('1 (no limit)')
  await expect(card).toContainText('Inactive')
  await expect(card).toContainText('For the spring')
  await expect(card).toContainText('June 30, 2099')

  await makeCode(host, { code: 'UNUSED' })
  await page.reload()
  await page.getByLabel('Show').selectOption('Active')
  await expect(page.getByText('1 discount code', { exact: true })).toBeVisible()
  await fromMenu(page, 'UNUSED', 'Delete')
  await dialog.getByRole('button', { name: 'Delete discount code' }).click()
  await expectToast(page, 'Discount code deleted')
  await expect(page.getByText('No discount codes found')).toBeVisible()
})

test('only admins change discount codes', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await makeCode(host)
  await host.setRole('order management')
  await page.goto('/orders?tab=discounts')
  const card = page.getByRole('listitem', { name: 'SPRING10' })
  await expect(card).toBeVisible()
  await expect(card.getByRole('button', { name: /^(More|SPRING10)/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New Discount Code' })).toBeHidden()
})

test('a code is sent to Shopify, where later changes and its deletion follow', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await post(host, '/api/company', { companyName: 'Maison Vale' })
  await makeCode(host)
  await page.goto('/orders?tab=discounts')
  const card = page.getByRole('listitem', { name: 'SPRING10' })
  const sync = card.getByRole('button', { name: 'Send to Shopify: SPRING10' })
  await expect(card).toContainText('Not in Shopify')
  await expect(sync).toHaveAttribute('title', 'Connect a store in Settings first.')
  await sync.press('Enter')
  await expectToast(page, 'Can’t send to Shopify', 'Connect a store in Settings first.')
  const answer = await page.request.post('/api/shopify/practice')
  expect(answer.status(), await answer.text()).toBe(200)
  await page.reload()
  await sync.click()
  await expectToast(page, 'Discount code synced')
  await expect(card.getByText('In Shopify', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.request.patch('/api/shopify/store', { data: { enabled: false } })
  await fromMenu(card, 'SPRING10', 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Active' }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Changed since it was sent')).toBeVisible()
  await page.request.patch('/api/shopify/store', { data: { enabled: true } })
  const [code] = (await (await page.request.get('/api/discount-codes')).json()) as DiscountCode[]
  await page.request.post(`/api/discount-codes/${code!.id}/sync-to-shopify`)
  await expect(card.getByText('In Shopify', { exact: true })).toBeVisible({ timeout: 20_000 })
  await fromMenu(card, 'SPRING10', 'Delete')
  await expect(dialog).toContainText('SPRING10 will be deleted here and in Shopify. This can’t be undone.')
  await dialog.getByRole('button', { name: 'Delete discount code' }).click()
  await expectToast(page, 'Discount code deleted')
  await page.goto('/settings/shopify')
  const log = page.getByRole('listitem').filter({ hasText: 'SPRING10' })
  await expect(log.first()).toContainText('Sync discount code')
  await expect(log.filter({ hasText: 'The discount code is now in Shopify.' })).toHaveCount(1)
  await expect(async () => {
    await page.reload()
    await expect(log.filter({ hasText: 'The discount code is no longer in Shopify.' })).toHaveCount(1)
  }).toPass()
})

test.describe('no screen of discounts has an axe violation, at any size or theme', () => {
  test.describe.configure({ timeout: 900_000 }) // checks each screen four times
  test('cards and dialog', { tag: '@long' }, async ({ host }) => {
    const { page } = host
    await makeCode(host, { usageLimit: 1, description: 'For guests of the spring shows' })
    await makeCode(host, { code: 'WINTER20', expiresAt: '2020-01-31' })
    await makeCode(host, { code: 'STAFF', isActive: false })
    await page.goto('/orders?tab=discounts')
    await expect(page.getByText('Expired')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New Discount Code' }).click()
    await page.getByRole('button', { name: 'Create Discount Code' }).click()
    await expect(page.getByText('Discount code is required')).toBeVisible()
    await expectAccessible(page)
  })
})
