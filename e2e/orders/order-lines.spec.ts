import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'
import { dialogOf, fillIn, makeForm, onlyOrder, openStandalone, section } from '../order-form.ts'

test('an order is taken for a gown, a veil with its own form and options, and a fee', async ({ host }) => {
  const { page } = host
  await makeForm(host)
  const veil = await host.make<{ id: number }>('/api/products', { name: 'Lumen veil', basePrice: '320' })
  const edge = await host.make<{ id: number }>('/api/customizations', { name: 'Edge' })
  await host.make(`/api/customizations/${edge.id}/options`, { name: 'Lace', price: '40' })
  await host.make(`/api/products/${veil.id}/customizations`, { customizationId: edge.id, isRequired: true })
  const length = { id: 'length', label: 'Length', type: 'text', options: [], required: true, placeholder: '' }
  await host.make('/api/order-templates', { templateName: 'Veil', fields: [length], productIds: [veil.id] })

  await page.setViewportSize({ width: 390, height: 844 })
  await openStandalone(host)
  const dialog = dialogOf(host)
  await fillIn(dialog)
  await dialog.getByRole('button', { name: 'Add a product' }).click()
  await dialog.getByRole('button', { name: /^Lumen veil/ }).click()
  const line = dialog.getByRole('group', { name: 'Lumen veil' })
  await expect(line.getByLabel('Order form')).toHaveValue(/./)
  await dialog.getByRole('button', { name: 'Add a fee or reduction' }).click()
  await dialog.getByRole('textbox', { name: 'Fee or reduction' }).fill('Rush fee')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('soon')
  await expectAccessible(page)
  const create = dialog.getByRole('button', { name: 'Create Order' })
  await create.click()
  await expect(dialog.getByText('Enter an amount such as 25 or -25')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('75')
  await create.click()
  await expect(line.getByText('Choose an option for Edge.')).toBeVisible()
  await line.getByLabel('Edge').selectOption('Lace (+$40.00)')
  await create.click()
  await expect(line.getByText('Length is required')).toBeVisible()
  await line.getByLabel('Length').fill('2 m')
  await line.getByLabel('Quantity').fill('2')
  await create.click()
  await expectToast(page, 'Order created')
  const order = await onlyOrder(host)
  expect(order.price.lines.slice(-3)).toEqual([
    { label: 'Lumen veil × 2', amount: '640.00' },
    { label: 'Edge: Lace', amount: '80.00', isOption: true },
    { label: 'Rush fee', amount: '75.00' },
  ])

  const opened = page.getByRole('dialog', { name: `Order #${order.orderNumber}` })
  await expect(section(opened, 'Lumen veil × 2')).toContainText('EdgeLaceLength2 m')
  await opened.getByRole('button', { name: 'Edit', exact: true }).click()
  const products = section(opened, 'Products')
  await products.getByRole('group', { name: 'Lumen veil' }).getByLabel('Length').fill('3 m')
  await products.getByRole('button', { name: 'Remove Rush fee' }).click()
  await opened.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated')
  await expect(section(opened, 'Lumen veil × 2')).toContainText('Length3 m')
  await expect(section(opened, 'Price')).not.toContainText('Rush fee')
})
