import { count } from '../deeds.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'
import { dialogOf, get, makeForm, onlyOrder } from '../order-form.ts'

for (const [device, viewport, hasTouch] of [
  ['a desktop', { width: 1280, height: 900 }, false],
  ['a phone', { width: 390, height: 844 }, true],
] as const)
  test(`on ${device}, an order of a gown and a veil is taken and its deposit recorded in 16 actions`, async ({
    host,
    browser,
    baseURL,
  }) => {
    const { product, template } = await makeForm(host, { templateName: 'Gown' })
    const veil = await host.make<{ id: number }>('/api/products', { name: 'Lumen veil', basePrice: '320' })
    const edge = await host.make<{ id: number }>('/api/customizations', { name: 'Neckline' })
    await host.make(`/api/customizations/${edge.id}/options`, { name: 'Scalloped', price: '90' })
    await host.make(`/api/products/${product.id}/customizations`, {
      customizationId: edge.id,
      isRequired: true,
    })
    const length = { id: 'length', label: 'Length', type: 'text', options: [], required: true }
    await host.make('/api/order-templates', {
      templateName: 'Veil',
      fields: [{ ...length, placeholder: '' }],
      productIds: [veil.id],
    })
    await host.make('/api/customers', {
      firstName: 'Grace',
      lastName: 'Okafor',
      email: 'grace@guest.test',
      phone: '(212) 555-0142',
    })
    await host.make('/api/company', { companyName: 'Maison Vale' })
    const terms = { deposit: '50%', balanceDue: 'delivery' }
    expect((await host.page.request.put('/api/company/payments', { data: terms })).ok()).toBe(true)

    const storageState = await host.page.context().storageState()
    await using context = await browser.newContext({ baseURL: baseURL!, storageState, viewport, hasTouch })
    const page = await context.newPage()
    const deeds = { presses: 0, fields: 0 }
    await count(page, deeds)
    const press = (what: ReturnType<typeof page.getByRole>) => (hasTouch ? what.tap() : what.click())
    await page.goto('/orders')
    await press(page.getByRole('button', { name: 'Create Order' }).first())
    const dialog = dialogOf({ ...host, page })
    await press(dialog.getByText('Existing customer'))
    await press(dialog.getByRole('button', { name: /^Grace Okafor/ }))
    await dialog.getByLabel('Template').selectOption(template.templateName)
    await press(dialog.getByRole('button', { name: /^Aurelie gown/ }))
    await dialog.getByLabel('Neckline').selectOption('Scalloped (+$90.00)')
    await dialog.getByLabel('Item Description').fill('Ivory column gown')
    await press(dialog.getByRole('button', { name: 'Add a product' }))
    await press(dialog.getByRole('button', { name: /^Lumen veil/ }))
    await dialog.getByRole('group', { name: 'Lumen veil' }).getByLabel('Length').fill('Cathedral')
    await press(dialog.getByRole('button', { name: 'Create Order' }))

    const order = page.getByRole('dialog', { name: /^Order #/ })
    await expect(order.getByText('Deposit due')).toBeVisible()
    await press(order.getByRole('button', { name: 'Record payment' }))
    const payment = page.getByRole('dialog', { name: 'Record payment' })
    await expect(payment.getByLabel('Amount')).toHaveValue('$1,405.00')
    await press(payment.getByRole('button', { name: 'Record payment' }))
    await expectToast(page, 'Payment recorded')
    await expect(order.getByText('Deposit paid')).toBeVisible()
    expect(deeds.presses).toBeGreaterThan(0)
    expect(deeds.fields).toBe(4)
    expect(deeds.presses + deeds.fields).toBeLessThanOrEqual(16)

    const { id } = await onlyOrder(host)
    expect(await get(host, `/api/orders/${id}`)).toMatchObject({
      total: '2810.00',
      items: 'Aurelie gown, Lumen veil',
      money: { held: '1405.00', due: '1405.00', state: 'depositPaid' },
    })
    await press(order.getByRole('button', { name: 'Close' }))
    const row = page.getByRole(hasTouch ? 'listitem' : 'row').filter({ hasText: 'Grace Okafor' })
    await expect(row).toContainText('$2,810.00')
    await expect(row).toContainText('$1,405.00 due')
    await expect(row).toContainText('Deposit paid')
  })
