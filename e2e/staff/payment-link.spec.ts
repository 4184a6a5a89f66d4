import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { makeForm } from '../order-form.ts'

test('staff connect the practice Stripe, email a link for the deposit, and the guest pays it on a phone', async ({
  host,
  page: phone,
  mails,
}) => {
  const { page } = host
  const email = `grace.${host.username}@mail.test`
  const named = await page.request.post('/api/company', { data: { companyName: 'Maison Vale' } })
  expect(named.status(), await named.text()).toBe(201)
  const { product, template } = await makeForm(host)
  const { id } = await host.make<{ id: number }>('/api/orders', {
    orderData: {
      templateId: template.id,
      customerName: 'Grace Okafor',
      customerEmail: email,
      products: [{ productId: product.id }],
      customFields: { desc: 'Ivory column gown' },
    },
  })
  const terms = await page.request.put(`/api/orders/${id}`, { data: { deposit: '50%' } })
  expect(terms.status(), await terms.text()).toBe(200)

  await page.goto('/settings/payments')
  await page.getByLabel('Restricted key').fill('sk_live_secret')
  await page.getByRole('button', { name: 'Connect Stripe' }).click()
  await expect(page.getByText('Enter the restricted key that begins with')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Restricted key').fill('')
  await page.getByRole('button', { name: 'Try it without an account' }).click()
  await expect(page.getByText('Safe to try: no real money moves.')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/orders?view=${id}`)
  const payments = page.getByRole('region', { name: 'Payments' })
  await payments.getByRole('button', { name: 'Send payment link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment link' })
  await expect(dialog.getByLabel('Ask for')).toHaveValue('deposit')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send payment link' }).click()
  await expect(payments.getByRole('row', { name: 'Deposit link' })).toContainText('$1,200.00Waiting')

  const mail = await mails.next({ to: email, subject: /^Maison Vale: \$1,200\.00 due for order #1001$/ })
  const link = /http:\S+\/pay\/\S+/.exec(mail.text!)![0]
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: 'Order #1001' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByLabel('Another amount').fill('12')
  await phone.getByRole('button', { name: 'Pay this amount' }).click()
  await expect(phone.getByText('Enter an amount from $50.00 to $2,400.00.')).toBeVisible()
  await expect(phone.getByLabel('Another amount')).toHaveValue('12')
  await phone.getByRole('button', { name: 'Pay $1,200.00 deposit' }).click()
  await expect(phone.getByRole('heading', { name: 'Practice payment' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Pay $1,200.00' }).click()
  await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectAccessible(phone)

  await payments.getByRole('button', { name: 'More for Stripe, $1,200.00' }).click()
  await page.getByRole('menuitem', { name: 'Refund through Stripe' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund through Stripe' })
  await refund.getByLabel('Amount').fill('200')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(payments.getByRole('row', { name: 'Stripe refund' })).toContainText('−$200.00')
  await expect(payments.getByRole('row', { name: 'Deposit link' })).toBeHidden()
})
