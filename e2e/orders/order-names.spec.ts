import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'
import { dialogOf, get, makeForm, onlyOrder, openStandalone, section } from '../order-form.ts'

test('a guest with a one-word name is asked for a last name, and nothing typed is lost', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:30', { name: 'Cher', email: 'cher@guest.test' })
  await makeForm(host)
  await page.goto(`/bookings/${show.id}`)
  await page.getByRole('button', { name: 'Create Order for Cher' }).click()
  const dialog = dialogOf(host)
  const send = dialog.getByRole('button', { name: 'Create Order' })
  await dialog.getByLabel('Template').selectOption('Gown')
  await dialog.getByRole('button', { name: /Aurelie gown/ }).click()
  await dialog.getByLabel('Item Description').fill('Ivory column gown')
  await send.click()
  const customer = section(dialog, 'Customer')
  await expect(customer.getByText('Enter first and last name')).toBeVisible()
  await expect(dialog.getByLabel('Last name')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Last name').fill('Sarkisian')
  await expect(customer.getByText('Enter first and last name')).toBeHidden()
  await send.click()
  await expectToast(page, 'Order created')
  expect(await onlyOrder(host)).toMatchObject({
    customerName: 'Cher Sarkisian',
    formData: { desc: 'Ivory column gown' },
  })
  const [known] = await get<Customer[]>(host, '/api/customers')
  expect(known).toMatchObject({ firstName: 'Cher', lastName: 'Sarkisian' })

  await page.goto(`/bookings/${show.id}`)
  await page.getByRole('button', { name: 'Create Order for Cher' }).click()
  await expect(customer).toContainText('Cher Sarkisian')
  await expect(dialog.getByLabel('Last name')).toHaveCount(0)
})

test('a product and a customer archived by a colleague are refused at their fields', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const { product } = await makeForm(host)
  await host.make('/api/products', { name: 'Lumen veil', basePrice: '320' })
  const grace = await host.make<Customer>('/api/customers', {
    firstName: 'Grace',
    lastName: 'Okafor',
    email: 'grace@guest.test',
  })
  const dialog = await openStandalone(host)
  const send = dialog.getByRole('button', { name: 'Create Order' })
  await dialog.getByText('Existing customer').click()
  await dialog.getByRole('button', { name: /Grace Okafor/ }).click()
  await dialog.getByLabel('Template').selectOption('Gown')
  await dialog.getByRole('button', { name: /Aurelie gown/ }).click()
  await dialog.getByLabel('Item Description').fill('Ivory column gown')
  await page.request.put(`/api/products/${product.id}`, {
    data: { name: 'Aurelie gown', basePrice: '2400', isActive: false },
  })
  await page.request.patch(`/api/customers/${grace.id}/archive`)
  await send.click()
  await expect(section(dialog, 'Order').getByText('This product is archived.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change product' }).click()
  await expect(dialog.getByRole('button', { name: /Aurelie gown/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: /Lumen veil/ }).click()
  await send.click()
  await expect(section(dialog, 'Customer').getByText('This customer is archived.')).toBeVisible()
  await page.request.patch(`/api/customers/${grace.id}/restore`)
  await send.click()
  await expectToast(page, 'Order created')
  expect(await onlyOrder(host)).toMatchObject({
    customerId: grace.id,
    items: 'Lumen veil',
    formData: { desc: 'Ivory column gown' },
  })
})
