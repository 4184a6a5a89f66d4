import { NO_BODIES } from './firefox.ts'
import { expect, type Host, test } from './fixtures.ts'
import { expectToast, failNext, fromMenu } from './in-page.ts'

/** What the next call with this method to an address (its end) sends as JSON. */
async function bodyOf({ page }: Host, method: string, end: string, send: () => Promise<unknown>) {
  const sent = page.waitForRequest(
    (request) => request.method() === method && new URL(request.url()).pathname.endsWith(end),
  )
  await send()
  return (await sent).postDataJSON()
}

test('screens send what other clients of the calls may rely on: numbers, types and the ids of records', {
  tag: '@long',
}, async ({ host, browserName }) => {
  test.skip(browserName === 'firefox', NO_BODIES)
  const { page } = host
  await test.step('a discount code', async () => {
    await page.goto('/orders?tab=discounts')
    await page.getByRole('button', { name: 'New Discount Code' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('SPRING10')
    await dialog.getByLabel('Discount percentage').fill('10')
    const sent = await bodyOf(host, 'POST', '/api/discount-codes', () =>
      dialog.getByRole('button', { name: 'Create Discount Code' }).click(),
    )
    expect(sent).toMatchObject({ discountType: 'percentage', discountValue: 10, usageLimit: null })
    await fromMenu(page, 'SPRING10', 'Edit')
    await dialog.getByLabel('Discount percentage').fill('15')
    const changed = await bodyOf(host, 'PUT', '', () => dialog.getByRole('button', { name: 'Save' }).click())
    expect(changed).toEqual({ discountValue: 15, version: 1 })
  })

  await test.step('an address', async () => {
    const customer = await host.make<{ id: number }>('/api/customers', {
      firstName: 'Grace',
      lastName: 'Okafor',
      email: 'grace@okafor.test',
    })
    await page.goto('/customers')
    await page.getByRole('button', { name: 'Addresses of Grace Okafor' }).click()
    await page.getByRole('button', { name: 'Add Address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Street', exact: true }).fill('12 Mercer Street')
    await dialog.getByLabel('City').fill('New York')
    await dialog.getByLabel('State').selectOption('NY')
    await dialog.getByLabel('ZIP code').fill('10013')
    const added = await bodyOf(host, 'POST', '/addresses', () =>
      dialog.getByRole('button', { name: 'Add Address' }).click(),
    )
    expect(added).toMatchObject({ customerId: customer.id, street: '12 Mercer Street', isDefault: true })
    await fromMenu(page, '12 Mercer Street', 'Edit')
    const changed = await bodyOf(host, 'PUT', '', () => dialog.getByRole('button', { name: 'Save' }).click())
    expect(changed).toMatchObject({ customerId: customer.id, id: expect.any(Number), zip: '10013' })
  })

  await test.step('a customization that is assigned', async () => {
    await host.make('/api/products', { name: 'Aurelie gown', basePrice: '2400' })
    const lining = await host.make<{ id: number }>('/api/customizations', { name: 'Lining' })
    await page.goto('/products')
    await page.getByRole('button', { name: 'Customizations of Aurelie gown' }).click()
    const sent = await bodyOf(host, 'POST', '/customizations', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Assign Lining' }).click(),
    )
    expect(sent).toEqual({ customizationId: lining.id, isRequired: false })
  })
})

test('a product that cannot be created says so as orders do, in the orders screen', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await page.goto('/orders?tab=products')
  await page.getByRole('button', { name: 'Create Product' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Aurelie gown')
  await dialog.getByLabel('Base price').fill('2400')
  await failNext(page, 'POST', '**/api/products')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expectToast(page, 'Error', 'Failed to create product: Out of order')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expectToast(page, 'Product created')
})
