import { addDays } from '@trunkshow/contract/dates.ts'
import type { Board } from '@trunkshow/contract/making/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'
import { press, tabTo } from '../keyboard.ts'
import { get, makeFullForm, open, takeOrder } from '../order-form.ts'

const today = () => new Date().toISOString().slice(0, 10)
const cardOf = ({ page }: Host, stage: string, number: number) =>
  page.getByRole('list', { name: stage, exact: true }).getByText(`#${number}`)

test('orders are moved on the board by dragging, by the keyboard, and many at once from the list', async ({
  host,
}) => {
  const { page } = host
  const form = await makeFullForm(host)
  const orders = [await takeOrder(host, form), await takeOrder(host, form), await takeOrder(host, form)]
  const [first, second, third] = orders.map(({ orderNumber }) => orderNumber)
  await page.request.put(`/api/orders/${orders[0]!.id}`, {
    data: { promisedOn: addDays(today(), -9), neededBy: addDays(today(), 20) },
  })
  await page.goto('/board')
  await expect(page.getByText('1 late')).toBeVisible()
  await expect(cardOf(host, 'Not started', first!)).toBeVisible()
  await cardOf(host, 'Not started', first!).dragTo(page.getByRole('list', { name: 'Ordered', exact: true }))
  await expect(cardOf(host, 'Ordered', first!)).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  const menu = page.getByRole('button', { name: `More for order #${second}` })
  await tabTo(menu)
  await press(menu)
  const task = page.getByRole('menuitem', { name: 'Move to In production' })
  await task.focus()
  await press(task)
  await expect(cardOf(host, 'In production', second!)).toBeVisible()

  await page.getByRole('link', { name: 'By promised date' }).click()
  await page.getByRole('checkbox', { name: `Select order #${first}` }).check()
  await page.getByRole('checkbox', { name: `Select order #${third}` }).check()
  await page.getByRole('button', { name: 'Move to' }).click()
  await page.getByRole('menuitem', { name: 'Arrived' }).click()
  await expect(page.getByText('2 orders moved to Arrived.')).toBeVisible()
  const { columns } = await get<Board>(host, '/api/making')
  expect(columns.map(({ count }) => count)).toEqual([0, 0, 0, 1, 2, 0, 0])
})

test('an order that starts too early asks why, and its maker gets a ticket without prices', async ({
  host,
}) => {
  const { page } = host
  await page.goto('/settings/making')
  await page.getByText('Approval', { exact: true }).click()
  await page.getByLabel('Usual days of In production').fill('forty')
  await page.getByRole('button', { name: 'Save making' }).click()
  await expect(page.getByText('Enter 0 to 365 days, or leave it empty')).toBeVisible()
  await page.getByLabel('Usual days of In production').fill('40')
  await page.getByLabel('Closing days').fill('2027-12-24, 2027-12-25')
  await page.getByRole('button', { name: 'Save making' }).click()
  await expectToast(page, 'Making saved')
  await expectAccessible(page)

  const order = await takeOrder(host, await makeFullForm(host))
  const dialog = await open(host, order)
  await dialog.getByLabel('Stage').selectOption('Ordered')
  const why = page.getByRole('dialog', { name: /^Start order/ })
  await expect(why.getByText('The customer hasn’t approved this order.')).toBeVisible()
  await expectAccessible(page)
  await why.getByLabel('Reason').fill('The mill closes in August')
  await why.getByRole('button', { name: 'Start', exact: true }).click()
  await expectToast(page, 'Order started')
  await expect(dialog.getByLabel('Stage')).toHaveValue(/\d/)

  await page.goto(`/orders/print?ids=${order.id}&kind=maker`)
  await expect(page.getByRole('heading', { name: `Order #${order.orderNumber}` })).toBeVisible()
  await expect(page.getByText('$')).toHaveCount(0)
})

test('of two people who move an order, the second is told where the first put it', async ({ host }) => {
  const { page } = host
  const order = await takeOrder(host, await makeFullForm(host))
  await page.goto('/board')
  await expect(cardOf(host, 'Not started', order.orderNumber)).toBeVisible()
  const { columns } = await get<Board>(host, '/api/making')
  const stageId = columns[5]!.stageId
  // The board that is open doesn't know of it.
  await page.route('**/api/orders/version', (route) => route.abort())
  await page.request.patch(`/api/orders/${order.id}/stage`, { data: { stageId, from: null } })
  await cardOf(host, 'Not started', order.orderNumber).dragTo(
    page.getByRole('list', { name: 'Ordered', exact: true }),
  )
  await expect(page.getByText(/moved this order\. It’s where they put it now\.$/).first()).toBeVisible()
})
