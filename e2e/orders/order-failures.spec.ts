import { expect, type Host, test } from '../fixtures.ts'
import { expectToast, failNext, fromMenu } from '../in-page.ts'
import {
  dialogOf,
  fillIn,
  get,
  makeFullForm,
  open,
  openStandalone,
  picture,
  section,
  takeOrder,
} from '../order-form.ts'

const answer = 'Out of order'

test('what cannot be done with an order says so, and the order is as it was', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const order = await takeOrder(host, await makeFullForm(host))
  const file = { name: 'sketch.gif', mimeType: 'image/gif', buffer: picture }
  const upload = { multipart: { orderId: String(order.id), file } }
  expect((await page.request.post('/api/attachments', upload)).status()).toBe(201)
  await page.route('**/uploads/**', (route) => route.abort())
  const dialog = await open(host, order)
  await expect(section(dialog, 'Attachments').getByText('Image preview unavailable')).toBeVisible()

  await failNext(page, 'POST', '**/api/orders/*/entries')
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  const payment = page.getByRole('dialog', { name: 'Record payment' })
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expectToast(page, 'Couldn’t record payment', answer)
  await payment.getByRole('button', { name: 'Cancel' }).click()
  await failNext(page, 'POST', '**/api/orders/*/cancel')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await confirm(host, 'Cancel order')
  await expectToast(page, 'Failed to Cancel Order', answer)
  await failNext(page, 'DELETE', '**/api/orders/*')
  await dialog.getByRole('button', { name: 'Delete order' }).click()
  await confirm(host, 'Delete order')
  await expectToast(page, 'Error', `Failed to delete order: ${answer}`)
  const { status, version } = order
  expect(await get(host, `/api/orders/${order.id}`)).toMatchObject({ status, version })
})

test('a list that an order needs says at its field that it cannot be loaded, and is loaded again', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await makeFullForm(host)
  await host.make('/api/discount-codes', { code: 'SPRING10', discountValue: 10 })
  await refuseOnce(host, '**/api/discount-codes?*')
  const dialog = await openStandalone(host)
  await fillIn(dialog)
  await retry(host, 'Couldn’t load discount codes.')
  await expect(dialog.getByLabel('Discount code').getByRole('option')).toHaveText([
    'No discount',
    'SPRING10, 10% off',
  ])
  await refuseOnce(host, `**/api/events/${show.id}/timeslots*`)
  await dialog.getByRole('combobox', { name: 'Event' }).selectOption(String(show.id))
  await expectToast(page, 'Failed to load time slots')
  await retry(host, 'Failed to load time slots')
  await expect(dialog.getByLabel('Time slot').getByRole('option')).toHaveCount(5)
})

test('what cannot be done with a template or a code says so', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await makeFullForm(host)
  await page.goto('/orders?tab=templates')
  const template = page.getByRole('listitem', { name: 'Gown' })
  for (const [method, address, press, told] of [
    ['POST', '**/api/order-templates', 'Copy', 'create template'],
    ['PATCH', '**/api/order-templates/*/archive', 'Archive', 'archive template'],
  ] as const) {
    await failNext(page, method, address)
    await fromMenu(template, 'Gown', press)
    await expectToast(page, 'Error', `Failed to ${told}: ${answer}`)
  }
  await host.make('/api/discount-codes', { code: 'SPRING10', discountValue: 10 })
  await page.goto('/orders?tab=discounts')
  await failNext(page, 'DELETE', '**/api/discount-codes/*')
  await fromMenu(page, 'SPRING10', 'Delete')
  await confirm(host, 'Delete discount code')
  await expectToast(page, 'Failed to delete discount code.', answer)
  await failNext(page, 'PUT', '**/api/discount-codes/*')
  await fromMenu(page, 'SPRING10', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Discount Code' })
  await dialog.getByLabel('Description').fill('For the spring')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to update discount code.', answer)
  await expect(dialog.getByLabel('Description')).toHaveValue('For the spring')
})

/** Refuses the next read with a status that the app does not retry. */
async function refuseOnce({ page }: Host, address: string) {
  await page.route(address, (route) => route.fulfill({ status: 429, json: {} }), { times: 1 })
}

async function confirm({ page }: Host, name: string) {
  await page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()
}

async function retry(host: Host, sentence: string) {
  const alert = dialogOf(host).getByRole('alert').filter({ hasText: sentence })
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toBeHidden()
}
