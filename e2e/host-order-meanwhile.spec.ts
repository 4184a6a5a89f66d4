import { expect, test } from './fixtures.ts'
import { dialogOf, fields, fillIn, get, makeForm, onlyOrder, openStandalone, section } from './order-form.ts'
import { expectToast } from './toast.ts'

test('an order taken at the first try is not taken again with other data unless one wants to', async ({
  host,
}) => {
  const { page } = host
  await makeForm(host)
  const dialog = await openStandalone(host)
  await fillIn(dialog)
  await page.route(
    '**/api/orders',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect(dialog.getByText('The server could not be reached.')).toBeVisible()
  await dialog.getByLabel('Notes').fill('With a veil.')
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect(dialog.getByText('An order was taken with what you had entered')).toBeVisible()
  await onlyOrder(host)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  expect(await get(host, '/api/orders')).toHaveLength(2)
})

test('a colleague changes the template meanwhile: the order is saved as it was shown', async ({ host }) => {
  const { page } = host
  const { template } = await makeForm(host)
  const dialog = await openStandalone(host)
  await fillIn(dialog)
  const changed = await page.request.put(`/api/order-templates/${template.id}`, {
    data: {
      templateName: 'Dress',
      fields: [{ ...fields[0], archived: true }, { ...fields[1], options: ['Lace (+$900)'] }, fields[2]],
    },
  })
  expect(changed.status(), await changed.text()).toBe(200)
  await page.request.patch(`/api/order-templates/${template.id}/archive`)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  expect(await onlyOrder(host)).toMatchObject({
    template: { version: 1, newestVersion: 2, templateName: 'Gown' },
    formData: { desc: 'Ivory column gown', fabric: 'Silk crêpe (+$250)' },
    total: '2650.00',
  })
})

test('a price, a code and a template that are others by now are told at their place, and nothing typed is lost', async ({
  host,
}) => {
  const { page } = host
  const { product, template } = await makeForm(host)
  const code = await host.make<{ id: number }>('/api/discount-codes', {
    code: 'SPRING10',
    discountValue: 10,
    usageLimit: 1,
  })
  const dialog = await openStandalone(host)
  const send = dialog.getByRole('button', { name: 'Create Order' })
  await fillIn(dialog)
  await dialog.getByLabel('Discount code').selectOption('SPRING10, 10 %')
  await page.request.put(`/api/products/${product.id}`, { data: { name: 'Aurelie gown', basePrice: '2500' } })
  await send.click()
  const told = 'The price has changed meanwhile: the total is now $2,475.00. Look it over and save again.'
  await expectToast(page, 'Error', `Order creation failed: ${told}`)
  await expect(section(dialog, 'Price').getByText(told)).toBeVisible()
  await expect(section(dialog, 'Price')).toContainText('Total$2,475.00')

  const used = { customerName: 'Mae Lind', customerEmail: 'mae@guest.test', customFields: { desc: 'Veil' } }
  const other = await host.make<{ id: number }>('/api/orders', {
    orderData: {
      ...used,
      templateId: template.id,
      products: [{ productId: product.id }],
      discountCodeId: code.id,
    },
  })
  await send.click()
  const usedUp = 'This discount code has been used as often as it may be.'
  await expect(section(dialog, 'Price').getByText(usedUp)).toBeVisible()
  await expect(dialog.getByLabel('Discount code')).toBeFocused()
  await dialog.getByLabel('Discount code').selectOption('No discount')

  await page.request.delete(`/api/orders/${other.id}`)
  await page.request.delete(`/api/order-templates/${template.id}`)
  await host.make('/api/order-templates', {
    templateName: 'Gown of 2027',
    fields: fields.map((field) => ({ ...field, id: `${field.id}-2` })),
  })
  await send.click()
  await expect(section(dialog, 'Order').getByText('This template is no longer there.')).toBeVisible()
  await dialog.getByLabel('Template').selectOption('Gown of 2027')
  await expect(dialog.getByLabel('Item Description')).toHaveValue('Ivory column gown')
  await expect(section(dialog, 'Price')).toContainText('Total$2,750.00')
  await send.click()
  await expectToast(page, 'Order created')
  expect(await onlyOrder(host)).toMatchObject({ customerName: 'Grace Okafor', total: '2750.00' })
})

test('a session that ends while an order is filled in takes nothing of it away', async ({ host }) => {
  const { page } = host
  await makeForm(host)
  const show = await host.makeShow()
  await host.book(show, '10:30', { name: 'Grace Okafor', email: 'grace@guest.test' })
  await page.goto(`/bookings/${show.id}`)
  await page.getByRole('button', { name: 'Create Order for Grace Okafor' }).click()
  const dialog = dialogOf(host)
  await dialog.getByLabel('Template').selectOption('Gown')
  await dialog.getByRole('button', { name: /Aurelie gown/ }).click()
  await dialog.getByLabel('Item Description').fill('Ivory column gown')
  const refused = page.waitForResponse(
    (answer) => answer.url().endsWith('/summary') && answer.status() === 401,
  )
  await host.endSessions()
  await refused
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect(dialog.getByRole('link', { name: /^Log in in a new tab/ })).toBeVisible()
  const { username, password } = host
  expect((await page.request.post('/api/login', { data: { username, password } })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  expect(await onlyOrder(host)).toMatchObject({ formData: { desc: 'Ivory column gown' } })
})
