import { expect, test } from '../fixtures.ts'

test('a dialog opened without network leaves the page as it is, and opens once the network is back', async ({
  host,
}) => {
  const { page } = host
  await page.setViewportSize({ width: 360, height: 800 })
  const offline = (off: boolean) => page.context().setOffline(off)
  const failed = page.getByRole('dialog', { name: 'We couldn’t open this' })
  const show = await host.makeShow()
  await host.book(show, '10:30', { name: 'Grace Okafor', email: 'grace@guest.test' })
  await page.goto(`/bookings/${show.id}`)
  const opener = page.getByRole('button', { name: 'Create Order for Grace Okafor' })
  await expect(opener).toBeVisible()

  await test.step('a dialog', async () => {
    await offline(true)
    await opener.click()
    await expect(failed).toContainText('Check your connection and try again.')
    await expect(failed).not.toContainText('http')
    await failed.getByRole('button', { name: 'Close' }).click()
    await expect(opener).toBeFocused()
    await opener.click()
    await expect(failed).toBeVisible()
    await offline(false)
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(failed).toBeHidden()
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Create Order' })
    await expect(dialog).toBeVisible()
    // Its style sheet has loaded, too.
    const head = dialog.getByRole('heading', { name: 'Create Order' }).locator('..')
    await expect(head).toHaveCSS('display', 'flex')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('the menu', async () => {
    await offline(true)
    await page.getByRole('button', { name: 'More areas' }).click()
    await expect(failed).toBeVisible()
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(failed).toContainText('Check your connection and try again.')
    await page.keyboard.press('Escape')
    await expect(failed).toBeHidden()
    await offline(false)
    await page.getByRole('button', { name: 'More areas' }).click()
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(failed).toBeHidden()
    await page.getByRole('button', { name: 'More areas' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  })

  await test.step('a page', async () => {
    await offline(true)
    await page.getByRole('link', { name: 'Products' }).click()
    await expect(page.getByRole('heading', { name: 'We couldn’t open this page', level: 1 })).toBeVisible()
    await offline(false)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  })
})

test('a form brings its dialogs, so typed text stays when one opens without network', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const form = await host.make<{ id: number }>('/api/order-templates', {
    templateName: 'Gown',
    fields: [{ id: 'desc', label: 'Item Description', type: 'text', required: true }],
  })
  const product = await host.make<{ id: number }>('/api/products', {
    name: 'Aurelie gown',
    basePrice: '2400',
  })
  const { id, orderNumber } = await host.make<{ id: number; orderNumber: number }>('/api/orders', {
    orderData: {
      templateId: form.id,
      customerName: 'Grace Okafor',
      customerEmail: 'grace@okafor.test',
      products: [{ productId: product.id }],
      customFields: { desc: 'Ivory' },
    },
  })
  await page.goto(`/orders?orderId=${id}`)
  const order = page.getByRole('dialog', { name: `Order #${orderNumber}` })
  await order.getByRole('button', { name: 'Edit', exact: true }).click()
  const typed = order.getByLabel('Item Description')
  await typed.fill('Ivory, open back')
  await page.context().setOffline(true)
  await order.getByRole('button', { name: 'Edit template' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Template' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(typed).toHaveValue('Ivory, open back')
})

test('a dialog that is loading says so at once', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await page.goto('/orders')
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/create-order-dialog-*.js', async (route) => {
    await arrival
    await route.continue()
  })
  await page.getByRole('button', { name: 'Create Order' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Loading...' })).toBeVisible()
  arrive()
  await expect(page.getByRole('dialog', { name: 'Create Order' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('a page whose code an update has removed reloads by itself', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  const files = '**/products-page-*.js'
  await page.route(files, (route) => route.fulfill({ status: 404, body: '' }))
  const reloaded = page.waitForEvent('domcontentloaded')
  await page.getByRole('link', { name: 'Products' }).click()
  await reloaded
  await page.unroute(files)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
})
