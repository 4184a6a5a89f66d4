import { runSql } from '../../server/test/run-sql.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { fromMenu } from '../in-page.ts'
import { makeFullForm, takeOrder } from '../order-form.ts'

test('a customer, an order, and a booking get a colleague, who finds them under Mine', async ({
  host,
  product,
}) => {
  const { page } = host
  const guest = { name: 'Grace Okafor', email: 'grace@served.test' }
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home')
  await expect(page.getByLabel('Whose')).toHaveCount(0)
  await runSql(
    product.databaseUrl,
    `INSERT INTO users (company_id, username, name, password_hash, role, accepted_at)
     SELECT company_id, 'nora-' || id, 'Nora Lind', 'none', 'order management', now() FROM users WHERE username = $1`,
    [host.username],
  )
  const show = await host.makeShow()
  await host.book(show, '10:00', guest)
  await host.book(show, '10:30', { name: 'Lena Fischer', email: 'lena@served.test' })
  const order = await takeOrder(host, await makeFullForm(host))

  await page.goto(`/customer-history?customerId=${order.customerId}`)
  const field = page.getByLabel('Assigned to')
  await field.selectOption('Nora Lind')
  await expect(field).toBeEnabled()
  await page.reload()
  await expect(field.getByRole('option', { selected: true })).toHaveText('Nora Lind')
  await expectAccessible(page)

  await page.goto('/customers')
  await expect(page.getByText('Nora Lind')).toBeVisible()
  await page.getByLabel('Whose').selectOption('Mine')
  await expect(page.getByText('No customers are assigned to you.')).toBeVisible()

  await page.goto(`/orders?orderId=${order.id}`)
  const { name } = await (await page.request.get('/api/user')).json()
  await page.getByLabel('Assigned to').selectOption(name)
  await expect(page.getByLabel('Assigned to')).toBeEnabled()
  await expectAccessible(page)
  await page.goto('/orders')
  await page.getByLabel('Whose').focus()
  await page.keyboard.press('M')
  await expect(page).toHaveURL(/mine=true/)
  await expect(page.getByText(order.customerName).first()).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/bookings/${show.id}`)
  await fromMenu(page, guest.name, 'Assign')
  const dialog = page.getByRole('dialog', { name: `Assign ${guest.name}` })
  await dialog.getByLabel('Assigned to').selectOption(name)
  await expect(dialog.getByLabel('Assigned to')).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(page.getByText(`With ${name}`)).toBeVisible()
  for (const list of [`/bookings/${show.id}`, `/desk/${show.id}`]) {
    await page.goto(list)
    await expect(page.getByText('Lena Fischer')).toBeVisible()
    await page.getByLabel('Whose').selectOption('Mine')
    await expect(page.getByText('Lena Fischer')).toHaveCount(0)
    await expect(page.getByText(guest.name)).toBeVisible()
    await expectAccessible(page)
  }
})
