import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast, fromMenu, loseAnswer, sentBodies } from '../in-page.ts'
import {
  dialogOf,
  fields,
  fillIn,
  get,
  makeForm,
  makeFullForm,
  onlyOrder,
  open,
  openStandalone,
  section,
  takeOrder,
} from '../order-form.ts'

test('an order that was saved at the first try is saved again with other data only on request', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  await makeForm(host)
  const dialog = await openStandalone(host)
  await fillIn(dialog)
  await loseAnswer(page, 'POST')
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Error', 'Failed to create order: We couldn’t reach the server.')
  await dialog.getByLabel('Notes').fill('With a veil.')
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Error', 'Your first try already created an order with what you had entered')
  await onlyOrder(host)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  expect(await get(host, '/api/orders')).toHaveLength(2)
})

test('a colleague changes the template: the order is still saved as it was shown', { tag: '@long' }, async ({
  host,
}) => {
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

test('a price, a code and a template that have changed are shown at their fields, and nothing typed is lost', {
  tag: '@long',
}, async ({ host }) => {
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
  await dialog.getByLabel('Discount code').selectOption('SPRING10, 10% off')
  await page.request.put(`/api/products/${product.id}`, { data: { name: 'Aurelie gown', basePrice: '2500' } })
  await send.click()
  const told = 'The price has changed. The total is now $2,475.00. Review it, then save again.'
  await expectToast(page, 'Error', 'Order creation failed: Review the highlighted fields.')
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
  const usedUp = 'This discount code has reached its usage limit.'
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
  await expect(section(dialog, 'Order').getByText('This template was deleted.')).toBeVisible()
  await dialog.getByLabel('Template').selectOption('Gown of 2027')
  await expect(dialog.getByLabel('Item Description')).toHaveValue('Ivory column gown')
  await expect(section(dialog, 'Price')).toContainText('Total$2,750.00')
  await send.click()
  await expectToast(page, 'Order created')
  expect(await onlyOrder(host)).toMatchObject({ customerName: 'Grace Okafor', total: '2750.00' })
})

test('an order form keeps everything when the session ends', { tag: '@long' }, async ({ host }) => {
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
  await expect(dialog.getByRole('link', { name: /^Log in again in a new tab/ })).toBeVisible()
  const { username, password } = host
  expect((await page.request.post('/api/login', { data: { username, password } })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  expect(await onlyOrder(host)).toMatchObject({ formData: { desc: 'Ivory column gown' } })
})

test('two people edit one order: each keeps their changes, and a field both changed offers both by name', async ({
  host,
  secondPage: second,
}) => {
  const { page: first } = host
  const shippingAddress = { street: '12 Mercer Street', city: 'New York', state: 'NY', zip: '10013' }
  const order = await takeOrder(host, await makeFullForm(host), {
    shippingAddress,
    customerPhone: '555-0100',
  })
  await host.make('/api/discount-codes', { code: 'SPRING10', discountValue: 10 })
  const theirs = await open(host, order)
  const mine = await open({ ...host, page: second }, order)
  for (const dialog of [theirs, mine]) await dialog.getByRole('button', { name: 'Edit', exact: true }).click()

  await mine.getByLabel('Item Description').fill('Ivory gown')
  await mine.getByLabel('Fabric').selectOption('')
  await mine.getByRole('textbox', { name: 'Notes' }).fill('By May.')
  await theirs.getByLabel('Hem length').fill('41')
  await theirs.getByLabel('Monogram inside').check()
  await theirs.getByLabel('Fabric').selectOption('Silk crêpe (+$250.00)')
  await theirs.getByRole('textbox', { name: 'Notes' }).fill('By June.')
  await theirs.getByLabel('Phone').fill('')
  await theirs.getByLabel('ZIP code').fill('10014')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expectToast(first, 'Order updated')
  await theirs.getByLabel('Discount code').selectOption('SPRING10, 10% off')
  await theirs.getByRole('button', { name: 'Apply discount' }).click()
  await expect(section(theirs, 'History')).toContainText('applied SPRING10')

  const save = mine.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(mine.getByRole('alert')).toHaveText(
    'Helena Vale just changed this order. Review the highlighted fields, then save.',
  )
  await expect(second.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(0)
  const changed = 'Helena Vale changed this to'
  for (const [label, value] of [
    ['Hem length', '41'],
    ['ZIP code', '10014'],
  ] as const) {
    await expect(mine.getByLabel(label)).toHaveValue(value)
    await expect(mine.getByLabel(label)).toHaveAccessibleDescription(`${changed} ${value}`)
  }
  await expect(mine.getByLabel('Phone')).toHaveValue('')
  await expect(mine.getByLabel('Phone')).toHaveAccessibleDescription('Helena Vale cleared this')
  await expect(mine.getByLabel('Monogram inside')).toBeChecked()
  await expect(mine.getByLabel('Monogram inside')).toHaveAccessibleDescription(`${changed} Yes`)
  await expect(section(mine, 'Price')).toContainText(`${changed} SPRING10`)
  await expect(mine.getByLabel('Item Description')).toHaveAccessibleDescription('')
  await expect(mine.getByLabel('Item Description')).toHaveValue('Ivory gown')

  await expect(mine.getByRole('textbox', { name: 'Notes' })).toHaveValue('By May.')
  await expect(mine.getByLabel('Fabric')).toHaveValue('')
  await expect(mine.getByText(`${changed} By June.`)).toBeVisible()
  await expect(mine.getByText(`${changed} Silk crêpe (+$250.00)`)).toBeVisible()
  await mine.getByRole('button', { name: 'Use Helena Vale’s' }).first().click()
  await expect(mine.getByLabel('Fabric')).toHaveValue('Silk crêpe (+$250)')
  await expect(mine.getByLabel('Fabric')).toBeFocused()
  await expect(section(mine, 'Price')).toContainText('Total$2,385.00')
  await save.click()
  await expect(mine.getByRole('alert')).toHaveText(
    'Choose which value to keep for each highlighted field, then save.',
  )
  await expect(mine.getByRole('textbox', { name: 'Notes' })).toBeFocused()
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  const sent = await sentBodies(second, 'PUT')
  await save.click()
  await expectToast(second, 'Order updated')
  expect(await sent.jsonValue()).toEqual([
    { formData: { desc: 'Ivory gown' }, notes: 'By May.', fileFieldIds: [], version: 3 },
  ])
  expect(await get<Order>(host, `/api/orders/${order.id}`)).toMatchObject({
    formData: { desc: 'Ivory gown', fabric: 'Silk crêpe (+$250)', hem: '41', mono: true },
    notes: 'By May.',
    customerPhone: null,
    customerAddress: '12 Mercer Street',
    customerZip: '10014',
    total: '2385.00',
  })
})

test('two people who change the products of one order choose by name, and an event one of them chose is kept', {
  tag: '@long',
}, async ({ host, secondPage: second }) => {
  const { page: first } = host
  const order = await takeOrder(host, await makeFullForm(host))
  const show = await host.makeShow()
  for (const [name, basePrice] of [
    ['Lumen veil', '320'],
    ['Odette cape', '980'],
  ] as const)
    await host.make('/api/products', { name, basePrice })
  // On a busy device, a frame can come before what another user saved is rendered.
  await second.addInitScript(() => {
    window.requestAnimationFrame = (onFrame) => {
      queueMicrotask(() => onFrame(performance.now()))
      return 0
    }
  })
  const theirs = await open(host, order)
  const mine = await open({ ...host, page: second }, order)
  for (const [dialog, name] of [
    [theirs, /^Lumen veil/],
    [mine, /^Odette cape/],
  ] as const) {
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByRole('button', { name: 'Change Aurelie gown' }).click()
    await dialog.getByRole('button', { name }).click()
  }
  await theirs.getByRole('combobox', { name: 'Event' }).selectOption(String(show.id))
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expectToast(first, 'Order updated')

  const save = mine.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(section(mine, 'Product')).toContainText('Helena Vale changed this to Lumen veil')
  await expect(mine.getByRole('button', { name: 'Change Odette cape' })).toBeFocused()
  await expect(section(mine, 'Event')).toContainText(`Helena Vale changed this to ${show.name}`)
  await expect(section(mine, 'Price')).toContainText('Total$980.00')
  await section(mine, 'Product').getByRole('button', { name: 'Use Helena Vale’s' }).click()
  await expect(section(mine, 'Price')).toContainText('Total$320.00')
  await mine.getByRole('textbox', { name: 'Notes' }).fill('By May.')
  await save.click()
  await expectToast(second, 'Order updated')
  expect(await get<Order>(host, `/api/orders/${order.id}`)).toMatchObject({
    event: { id: show.id },
    items: 'Lumen veil',
    total: '320.00',
    notes: 'By May.',
  })
})

test('two people edit one product: each keeps their changes, and a price both changed waits for a choice', {
  tag: '@long',
}, async ({ host, secondPage: second }) => {
  const { page: first } = host
  const { id } = await host.make<{ id: number }>('/api/products', { name: 'Aurelie gown', basePrice: '2400' })
  const edit = async (page: typeof first) => {
    await page.goto('/products')
    await fromMenu(page, 'Aurelie gown', 'Edit')
    return page.getByRole('dialog')
  }
  const [theirs, mine] = [await edit(first), await edit(second)]
  await theirs.getByLabel('Base price').fill('2500')
  await theirs.getByLabel('Category').fill('Gowns')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expectToast(first, 'Product updated')

  await mine.getByLabel('Base price').fill('2600')
  await mine.getByLabel('SKU').fill('AG-2')
  const save = mine.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(mine.getByRole('alert')).toHaveText(
    'Helena Vale just changed this product. Review the highlighted fields, then save.',
  )
  await expect(mine.getByLabel('Category')).toHaveValue('Gowns')
  await expect(mine.getByLabel('Category')).toHaveAccessibleDescription('Helena Vale changed this to Gowns')
  await expect(mine.getByLabel('Base price')).toHaveValue('$2,600.00')
  await expect(mine.getByText('Helena Vale changed this to $2,500.00')).toBeVisible()
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  await save.click()
  await expectToast(second, 'Product updated')
  expect(await get(host, `/api/products/${id}`)).toMatchObject({
    basePrice: '2600.00',
    category: 'Gowns',
    sku: 'AG-2',
    version: 3,
  })
})

test('two people edit one discount code: what one of them changed stays', { tag: '@long' }, async ({
  host,
  secondPage: second,
}) => {
  const { page: first } = host
  await host.make('/api/discount-codes', { code: 'SPRING10', discountValue: 10, expiresAt: '2027-04-16' })
  const edit = async (page: typeof first) => {
    await page.goto('/orders?tab=discounts')
    await fromMenu(page, 'SPRING10', 'Edit')
    return page.getByRole('dialog')
  }
  const [theirs, mine] = [await edit(first), await edit(second)]
  await theirs.getByLabel('Maximum uses').fill('5')
  await theirs.getByLabel('Active').uncheck()
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expectToast(first, 'Discount code updated')

  await mine.getByLabel('Description').fill('Spring shows')
  await mine.getByLabel('Maximum uses').fill('8')
  const save = mine.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(mine.getByRole('alert')).toHaveText(
    'Helena Vale just changed this discount code. Review the highlighted fields, then save.',
  )
  await expect(mine.getByLabel('Active')).not.toBeChecked()
  await mine.getByRole('button', { name: 'Use Helena Vale’s' }).click()
  await expect(mine.getByLabel('Maximum uses')).toHaveValue('5')
  await save.click()
  await expectToast(second, 'Discount code updated')
  expect(await get(host, '/api/discount-codes')).toMatchObject([
    { description: 'Spring shows', usageLimit: 5, isActive: false, expiresAt: '2027-04-16' },
  ])
})
