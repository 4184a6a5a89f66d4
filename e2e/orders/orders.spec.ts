import { readFile } from 'node:fs/promises'
import { formatShortDate } from '@trunkshow/contract/dates.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { newYork } from '../../server/test/new-york.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { drawPicture, expectToast, withoutSentAnswers } from '../in-page.ts'
import { makeFullForm, open, takeOrder } from '../order-form.ts'

test('orders are found by words, status and event, and a filter is saved', async ({ host }) => {
  const { page } = host
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Template' }).click()
  await expect(page.getByRole('dialog', { name: 'New Template' })).toBeVisible()

  const show = await host.makeShow()
  const form = await makeFullForm(host)
  await takeOrder(host, form, { eventId: show.id })
  const lena = await takeOrder(host, form, { customerName: 'Lena Fischer', customerEmail: 'lena@guest.test' })
  await page.request.patch(`/api/orders/${lena.id}/status`, { data: { status: 'paid' } })
  await page.goto('/orders')
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row')
  await expect(rows).toHaveText([/Order ID/, /Grace Okafor/, /Lena Fischer/])
  await expect(rows.nth(1)).toContainText('#1001')
  const taken = wallClock(new Date(lena.createdAt), newYork).date
  await expect(rows.nth(2).getByText(formatShortDate(taken), { exact: true })).toBeVisible()
  await expect(rows.nth(1)).toContainText('Aurelie gown$2,400.00')
  await expect(rows.nth(1)).toContainText(show.name)
  await expect(rows.nth(2)).toContainText('lena@guest.test')
  await expect(rows.nth(2)).toContainText('Paid')
  await page.getByLabel('Sort').selectOption('Newest first')
  await expect(rows).toHaveText([/Order ID/, /Lena Fischer/, /Grace Okafor/])

  await page.getByLabel(/^Search by number/).fill('#1001')
  await expect(rows).toHaveText([/Order ID/, /Grace Okafor/])
  await page.getByLabel(/^Search by number/).fill('1002')
  await expect(rows).toHaveText([/Order ID/, /Lena Fischer/])
  await page.getByLabel(/^Search by number/).fill('')
  await page.getByLabel('Event').selectOption('No event')
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Status', { exact: true }).selectOption('Paid')
  await page.getByLabel(/^Search by number/).fill('fisch')
  await expect(page).toHaveURL(/q=fisch/)
  await page.getByRole('button', { name: 'Save this filter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this filter' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Paid at home')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Saved filters')).toHaveText(/Paid at home/)

  await page.reload()
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await page.getByLabel(/^Search by number/).fill('nobody')
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Saved filters').selectOption('Paid at home')
  await expect(rows).toHaveText([/Order ID/, /Lena Fischer/])
  await expect(page).toHaveURL(/status=paid/)
  await page.getByRole('button', { name: 'Delete this filter' }).click()
  await expect(page.getByLabel('Saved filters')).toBeHidden()
})

test('orders with a product are listed, counted, exported, and saved as a filter', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await page.context().addInitScript(() => {
    window.print = () => {}
  })
  const form = await makeFullForm(host)
  const veil = await host.make<{ id: number }>('/api/products', { name: 'Silk veil', basePrice: '90' })
  await host.make('/api/products', { name: 'Silk veil', sku: 'VEIL-2', basePrice: '120' })
  await takeOrder(host, form)
  await takeOrder(host, form, {
    customerName: 'Lena Fischer',
    customerEmail: 'lena@guest.test',
    products: [{ productId: form.product.id }, { productId: veil.id }],
  })
  await page.goto('/orders')
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  const product = page.getByRole('combobox', { name: 'Product', exact: true })
  const offered = page.locator('datalist option')
  await product.pressSequentially('veil')
  await expect
    .poll(() => offered.evaluateAll((all) => all.map((one) => one.getAttribute('value'))))
    .toEqual(['Silk veil', 'Silk veil, VEIL-2'])
  await expect(rows, 'nothing is chosen yet').toHaveCount(3)
  // The browser's own list cannot be clicked by a test; it fills in the field.
  await product.fill('Silk veil')
  await expect(rows).toHaveText([/Order ID/, /Lena Fischer/])
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`productId=${veil.id}$`))
  await expectAccessible(page)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.trim().split(/\r?\n/)).toHaveLength(2)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Packing slips' }).click()
  const print = await opened
  await expect(print.getByText('Lena Fischer').first()).toBeVisible()
  await expect(print.getByText('Grace Okafor')).toHaveCount(0)
  await print.close()

  await page.getByRole('button', { name: 'Save this filter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this filter' })
  await dialog.getByLabel('Name').fill('Veils')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(rows).toHaveCount(3)
  await expect(product).toHaveValue('')
  await page.getByLabel('Saved filters').selectOption('Veils')
  await expect(rows).toHaveText([/Order ID/, /Lena Fischer/])
  await page.reload()
  await expect(rows).toHaveText([/Order ID/, /Lena Fischer/])
  await expect(product).toHaveValue('Silk veil')
  await product.fill('')
  await expect(rows).toHaveCount(3)
  await page.goto('/orders?productId=2147483647')
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible()
  await expect(product).toHaveValue('Another product')
})

test('what is typed into a search keeps its spaces while the list follows', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await takeOrder(host, await makeFullForm(host), { customerName: 'Anna Smith' })
  for (const [address, label] of [
    ['/orders', /^Search by number/],
    ['/customers', /^Search/],
    ['/emails', 'Search by recipient'],
  ] as const)
    await test.step(address, async () => {
      await page.goto(address)
      const field = page.getByLabel(label)
      await field.pressSequentially('anna ')
      await expect(page).toHaveURL(`${address}?q=anna`)
      await expect(field).toHaveValue('anna ')
      await field.pressSequentially('smith')
      await expect(page).toHaveURL(/\?q=anna(\+|%20)smith$/)
      await expect(field).toHaveValue('anna smith')
    })
})

test('every list ignores parameters of its address that are not filters, or not values of one', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await takeOrder(host, await makeFullForm(host))
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  for (const [address, shown] of [
    ['/orders?status=nonsense&event=-5&productId=x&page=-1', page.getByText('Grace Okafor')],
    ['/orders?tab=nonsense&sort=price', page.getByText('Grace Okafor')],
    ['/orders?tab=products&sort=oldest&isActive=perhaps', page.getByText('Aurelie gown').first()],
    ['/orders?tab=templates&archived=perhaps&page=-1', page.getByText('Gown').first()],
    ['/orders?tab=discounts&isActive=7&page=-1', page.getByRole('heading', { name: /^No discount/i })],
    ['/customers?sort=nonsense&archived=perhaps&page=-1', page.getByText('Grace Okafor').first()],
    ['/products?sort=nonsense&productId=-1&page=-1', page.getByText('Aurelie gown').first()],
    ['/emails?state=nonsense&kind=9&page=-1', page.getByRole('button', { name: /^Open Confirm your email/ })],
    [`/bookings/${show.id}?status=nonsense&date=never&page=-1`, page.getByText('No bookings found.')],
    ['/events?tab=nonsense&tour=x&page=-1', page.getByText(show.name).first()],
    ['/reports?eventId=-1&from=never&page=-1', page.getByRole('heading', { name: 'Reports' })],
    ['/settings/activity?subject=nonsense&userId=-1&page=-1', page.getByText(show.name).first()],
    ['/settings/security?kind=nonsense&page=-1', page.getByRole('heading', { name: 'Security log' })],
    ['/settings/shopify?status=nonsense&page=-1', page.getByText('Nothing sent yet')],
  ] as const)
    await test.step(address, async () => {
      await page.goto(address)
      await expect(shown).toBeVisible()
      expect(refused).toEqual([])
    })
})

test('on a phone, Back closes an order and the list keeps its filter', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const order = await takeOrder(host, await makeFullForm(host))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/host')
  await page.goto('/orders?q=okafor')
  const dialog = page.getByRole('dialog', { name: `Order #${order.orderNumber}` })
  const view = page.getByRole('button', { name: `View order #${order.orderNumber}` })
  await view.click()
  await expect(dialog.getByText('created this order')).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/orders\?q=okafor$/)
  await page.goForward()
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('The hem is too long.')
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveValue('The hem is too long.')
  // Two taps close it only once,
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await question.getByRole('button', { name: 'Discard changes' }).evaluate(pressTwice)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/orders\?q=okafor$/)
  await expect(view).toBeFocused()
  await view.click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).evaluate(pressTwice)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/orders\?q=okafor$/)
  // and the second one does not press anything behind it.
  await view.click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
  const filters = page.getByRole('button', { name: 'Filter', exact: true })
  await filters.evaluate(pressSecondTime)
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
  await view.click()
  await page.reload()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(/\/orders\?q=okafor$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/host$/)
})

/** Presses the button as the second press of a double click, which Playwright cannot do over WebDriver BiDi. */
function pressSecondTime(button: HTMLElement) {
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
}

/** Presses the button twice before the first press can have an effect. */
function pressTwice(button: HTMLElement) {
  button.click()
  button.click()
}

test('a view-only user sees orders and cannot change them', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const order = await takeOrder(host, await makeFullForm(host))
  await host.setRole('view only')
  const dialog = await open(host, order)
  await expect(dialog.getByRole('button')).toHaveText(['', ''])
  await expect(dialog.getByText('created this order')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: `View order #${order.orderNumber}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Delete|Create)/ })).toHaveCount(0)
})

test('selected orders are printed without the others, a page each, and exported', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const form = await makeFullForm(host)
  const fabric = { customFields: { desc: 'Ivory gown', fabric: 'Silk crêpe (+$250)' }, notes: 'Of the house' }
  const grace = await takeOrder(host, form, fabric)
  await takeOrder(host, form, { customerName: 'Lena Fischer', customerEmail: 'lena@guest.test' })
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })
  await page.goto('/orders')
  await page.getByLabel(`Select order #${grace.orderNumber}`).check()
  await expect(page.getByText('1 selected')).toBeVisible()
  const slip = page.waitForEvent('popup')
  // Two taps open one window.
  await page.getByRole('button', { name: 'Packing slips' }).click()
  await page.getByRole('button', { name: 'Packing slips' }).click()
  const sheets = (await slip).getByRole('article')
  await expect((await slip).locator('html')).toHaveAttribute('data-printed', 'yes')
  await expect(sheets).toHaveCount(1)
  await expect(sheets).toContainText('Silk crêpe')
  await expect(sheets).not.toContainText(/\$|Of the house/)
  expect(page.context().pages()).toHaveLength(2)
  await (await slip).close()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Grace Okafor')

  await page.getByLabel('Select all').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByLabel('Select all').uncheck()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const tickets = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect((await tickets).locator('html')).toHaveAttribute('data-printed', 'yes')
  await expect((await tickets).getByRole('article')).toHaveText([
    /Grace Okafor.*Of the house.*\$2,650\.00/s,
    /Lena Fischer.*\$2,400\.00/s,
  ])
  await (await tickets).close()

  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expectToast(page, 'Print Error', 'Could not open print window. Please check your popup settings.')
})

test('printed orders begin with the company’s logo, name and address, for every role that sees orders', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  await takeOrder(host, await makeFullForm(host))
  await page.context().addInitScript(() => {
    window.print = () => {}
  })
  await page.goto('/orders/print')
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('Order #1001')
  await expect(sheet.locator('header img')).toHaveCount(0)

  const details = { companyName: 'Maison Vale', companyAddress: '12 Mercer Street\nNew York, NY 10013' }
  const { urlSlug } = await host.make<{ urlSlug: string }>('/api/company', details)
  const logo = await drawPicture(page, 600, 150)
  const saved = await page.request.put('/api/company/page', { multipart: { urlSlug, logo } })
  expect(saved.status()).toBe(200)
  await host.setRole('view only')
  for (const kind of ['', '?kind=slip']) {
    await page.goto(`/orders/print${kind}`)
    await expect(sheet).toContainText('Maison Vale12 Mercer Street\nNew York, NY 10013')
    await expect
      .poll(() => sheet.locator('header img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
})

test('a step of several orders says which were moved and why others were not, and can be undone', async ({
  host,
  secondPage,
}) => {
  const { page } = host
  const form = await makeFullForm(host)
  const orders = []
  for (const name of ['Grace Okafor', 'Lena Fischer', 'Nora Lind'])
    orders.push(await takeOrder(host, form, { customerName: name }))
  await page.goto('/orders?status=pending')
  await page.getByLabel(`Select order #${orders[0]!.orderNumber}`).check()
  await page.getByLabel(`Select order #${orders[2]!.orderNumber}`).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await expect(bar).toContainText('3 selected')
  await expect(page.getByLabel(/^Search by number/)).toBeHidden()

  // A colleague has moved one of them, which this page does not know yet.
  await page.route('**/api/orders/version', (route) => route.abort())
  await page.route('**/api/orders?*', (route) => route.abort())
  await secondPage.request.patch(`/api/orders/${orders[1]!.id}/status`, { data: { status: 'paid' } })
  await bar.getByRole('button', { name: 'Change status' }).click()
  await page.getByRole('menuitem', { name: 'Paid' }).click()
  const results = bar.getByRole('listitem')
  await expect(bar).toContainText('2 orders marked Paid. 1 order not marked Paid.')
  await expect(results).toHaveText([
    `#${orders[0]!.orderNumber} Grace OkaforPending → Paid`,
    `#${orders[1]!.orderNumber} Lena FischerHelena Vale just marked this order Paid.`,
    `#${orders[2]!.orderNumber} Nora LindPending → Paid`,
  ])
  await expectAccessible(page)
  await page.unrouteAll()

  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(bar).toContainText('2 orders moved back.')
  await expect(bar.getByRole('button', { name: 'Undo' })).toBeHidden()
  await page.goto('/orders')
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row')
  await expect(rows).toHaveText([/Order ID/, /Grace.*Pending/, /Lena.*Paid/, /Nora.*Pending/])

  // Not all had the same status: those that were moved go back.
  await page.getByLabel('Select all').check()
  await bar.getByRole('button', { name: 'Change status' }).click()
  await page.getByRole('menuitem', { name: 'Paid' }).click()
  await expect(results).toHaveText([/Pending → Paid$/, /Status can only move one step/, /Pending → Paid$/])
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(results).toHaveText([/Grace OkaforPaid → Pending$/, /Nora LindPaid → Pending$/])
  await expect(rows).toHaveText([/Order ID/, /Grace.*Pending/, /Lena.*Paid/, /Nora.*Pending/])

  await bar.getByRole('button', { name: 'Change status' }).click()
  await page.getByRole('menuitem', { name: 'Cancelled' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel 3 orders?' })
  await question.getByRole('button', { name: 'Cancel orders' }).click()
  await expect(bar).toContainText('3 orders marked Cancelled.')
  await expect(bar.getByRole('button', { name: 'Undo' })).toBeHidden()
})

test('the first order is near the top, a row opens it, and columns can be hidden', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { orderNumber } = await takeOrder(host, await makeFullForm(host))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/orders')
  const row = page.getByRole('row', { name: /Grace Okafor/ })
  expect((await row.boundingBox())!.y).toBeLessThanOrEqual(300)
  const dialog = page.getByRole('dialog', { name: `Order #${orderNumber}` })
  await row.getByText('grace@guest.test').click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await row.getByRole('link', { name: `#${orderNumber}` }).press('Enter')
  await expect(dialog).toBeVisible()
  await page.goBack()
  const tab = page.waitForEvent('popup')
  await row.getByText('grace@guest.test').click({ button: 'middle' })
  await expect((await tab).getByRole('dialog', { name: `Order #${orderNumber}` })).toBeVisible()
  await (await tab).close()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('group', { name: 'Columns' }).getByLabel('Event').uncheck()
  await expect(page.getByRole('columnheader', { name: 'Event' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Items' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Event' })).toBeHidden()
})

test('the orders keep the sort that the user chose, and show their totals', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const form = await makeFullForm(host)
  await takeOrder(host, form)
  await takeOrder(host, form, { customerName: 'Zoë Whitlock' })
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody').getByRole('row')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/orders')
  await expect(rows).toHaveText([/Grace Okafor.*\$2,400\.00/, /Zoë Whitlock/])
  await page.getByLabel('Sort').selectOption('Newest first')
  await expect(rows).toHaveText([/Zoë Whitlock/, /Grace Okafor/])

  await page.goto('/orders')
  await expect(rows).toHaveText([/Zoë Whitlock/, /Grace Okafor/])
  await expect(page.getByLabel('Sort')).toHaveValue('newest')
  // An address that names a sort shows it, and changes no choice.
  await page.goto('/orders?sort=oldest')
  await expect(rows).toHaveText([/Grace Okafor/, /Zoë Whitlock/])
  await page.goto('/orders')
  await expect(rows).toHaveText([/Zoë Whitlock/, /Grace Okafor/])
  await page.getByLabel('Sort').selectOption('Oldest first')
  await expect(rows).toHaveText([/Grace Okafor/, /Zoë Whitlock/])
  await page.goto('/orders')
  await expect(rows).toHaveText([/Grace Okafor/, /Zoë Whitlock/])
})

test('orders that cannot be loaded say so, and so does a deleted one', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const refuse = { status: 429, json: { error: 'Too many requests. Please wait a moment.' } }
  await withoutSentAnswers(page)
  await page.route('**/api/orders?*', (route) => route.fulfill(refuse))
  await page.goto('/orders')
  await expect(page.getByText('Couldn’t load orders')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible()
  await page.goto('/orders?orderId=2000000000')
  await expect(page.getByRole('dialog').getByText('Order not found.')).toBeVisible()
})
