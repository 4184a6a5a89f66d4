import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'
import { makeFullForm, open, takeOrder } from '../order-form.ts'
import { addGuest, makeToday } from '../today.ts'

const bride = { firstName: 'Amelia', lastName: 'Hart', email: 'amelia@follow.test' }

test('a follow-up is made for a customer, done and undone on Home, and closed by their order', async ({
  host,
}) => {
  const { page } = host
  const customer = await host.make<{ id: number }>('/api/customers', bride)
  await host.makeShow()
  const history = `/customer-history?customerId=${customer.id}`
  await page.goto(history)
  const section = page.getByRole('region', { name: 'Follow-ups' })
  await section.getByRole('button', { name: 'Add follow-up' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Follow up with Amelia Hart' })
  await expect(form.getByLabel('What to do')).toHaveValue('Get in touch with Amelia Hart')
  await expectAccessible(page)
  await form.getByLabel('What to do').fill('')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('Enter what to do')).toBeVisible()
  await form.getByLabel('What to do').fill('Ask about the veil')
  await form.getByLabel('Until').fill('2026-01-05')
  await form.getByLabel('What to do').press('Enter')
  await expectToast(page, 'Follow-up added')
  await expect(section.getByRole('listitem')).toContainText('Ask about the veilOverdue since Jan 5')

  await page.goto('/home')
  await expect(section).toContainText('1 due · 1 overdue')
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Done Ask about the veil' }).press('Enter')
  await expect(section).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Follow-up reopened')
  await expect(section.getByRole('link', { name: 'Amelia Hart' })).toBeVisible()

  const { email: customerEmail } = bride
  const order = await takeOrder(host, await makeFullForm(host), { customerId: customer.id, customerEmail })
  await page.goto(history)
  await expect(section).toContainText(`Closed by order #${order.orderNumber}`)
  await expectAccessible(page)
  await page.goto('/home')
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible()
  await expect(section).toBeHidden()
})

test('at the desk and at a quote a follow-up has its text filled in', async ({ host }) => {
  const { page } = host
  const { show, slotId } = await makeToday(host)
  await addGuest(host, slotId, 'Grace Okafor')
  await page.goto(`/desk/${show.id}`)
  await page.getByRole('button', { name: 'Follow up with Grace Okafor' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Follow up with Grace Okafor' })
  const text = `Ask what Grace Okafor thought of ${show.name}`
  await expect(form.getByLabel('What to do')).toHaveValue(text)
  await form.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Grace Okafor' })).toContainText(text)
  await expectAccessible(page)

  await page.goto(`/bookings/${show.id}`)
  await page.getByRole('button', { name: 'More for Grace Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Follow up' }).click()
  await expect(form.getByLabel('What to do')).toHaveValue(text)

  const order = await takeOrder(host, await makeFullForm(host), { customerEmail: 'grace@quote.test' })
  await host.make(`/api/orders/${order.id}/proposals`, { expiresOn: '2030-01-05' })
  const approval = (await open(host, order)).getByRole('region', { name: 'Approval' })
  await approval.getByRole('button', { name: 'Follow up' }).click()
  const quote = `Ask about the quote for order #${order.orderNumber}, good until Jan 5, 2030`
  await expect(form.getByLabel('What to do')).toHaveValue(quote)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.goto(`/customer-history?customerId=${order.customerId}`)
  await expect(page.getByRole('region', { name: 'Follow-ups' })).toContainText('Due Jan 4, 2030')
})
