import { expectAccessible, overflowOf } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'
import { get, makeFullForm, open, takeOrder } from '../order-form.ts'

test('a customer asks for a change by the emailed link, approves the next proposal, and pays the deposit', async ({
  host,
  mails,
  browser,
}) => {
  const { page } = host
  await host.make('/api/company', { companyName: 'Maison Vale', shopifyStoreUrl: '' })
  await page.goto('/settings/payments')
  await page.getByLabel('Deposit').fill('50%')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Payment terms saved')
  await page.getByRole('textbox', { name: 'Terms' }).fill('Made to order, so we can’t take it back.')
  await page.getByRole('button', { name: 'Save terms' }).click()
  await expectToast(page, 'Terms saved')
  await page.request.post('/api/stripe/practice')

  const order = await takeOrder(host, await makeFullForm(host))
  const dialog = await open(host, order)
  const approval = dialog.getByRole('region', { name: 'Approval' })
  const send = async (button: string) => {
    await approval.getByRole('button', { name: button }).click()
    const form = page.getByRole('dialog', { name: 'Send to customer' })
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await expectToast(page, `Sent to ${order.customerEmail}`)
  }
  await send('Send to customer')
  await expect(approval.getByText('Sent', { exact: true })).toBeVisible()

  const mail = await mails.next({ to: order.customerEmail, subject: /please review/ })
  const [link] = /\/order\/[\w-]+/.exec(mail.text ?? '')!
  // A phone without scripts: the page needs none.
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
    baseURL: new URL(page.url()).origin,
  })
  const theirs = await phone.newPage()
  await theirs.goto(link)
  await expect(theirs.getByText(/Proposal 1$/)).toBeVisible()
  await theirs.getByText('Ask for a change').click()
  await theirs.getByLabel('What should we change?').fill('Two of them, please.')
  await theirs.getByRole('button', { name: 'Send' }).click()
  await expect(theirs.getByRole('status').first()).toContainText('We got your message')

  await open(host, order)
  await expect(approval.getByText(/Two of them, please\.$/)).toBeVisible()
  const { version, products } = await get<typeof order>(host, `/api/orders/${order.id}`)
  const [line] = products
  await page.request.put(`/api/orders/${order.id}`, {
    data: { version, products: [{ productId: line!.productId, quantity: 2 }] },
  })
  await open(host, order)
  await expect(approval.getByText('Changed since', { exact: true }).first()).toBeVisible()
  await send('Send again')

  await theirs.reload()
  await expect(theirs.getByText(/Proposal 2$/)).toBeVisible()
  await expect(theirs.getByText(/^Changed since/)).toBeVisible()
  await theirs.getByLabel('Type your full name to approve').fill('Grace Okafor')
  await theirs.getByRole('checkbox').check()
  await theirs.getByRole('button', { name: 'Approve' }).click()
  await expect(theirs.getByRole('status').first()).toContainText('You approved this order.')
  await theirs.getByRole('button', { name: /^Pay .* deposit$/ }).click()
  await theirs.getByRole('button', { name: /^Pay / }).click()
  await expect
    .poll(async () => (await get<typeof order>(host, `/api/orders/${order.id}`)).money.state)
    .toBe('depositPaid')
  await phone.close()
  await open(host, order)
  await expect(approval.getByText('Approved', { exact: true })).toBeVisible()
  await page.goto('/orders?agreement=approved')
  await expect(page.getByRole('row', { name: order.customerName }).getByText('Approved')).toBeVisible()
  const approved = await get<typeof order>(host, `/api/orders/${order.id}`)
  await page.request.put(`/api/orders/${order.id}`, {
    data: { version: approved.version, products: [{ productId: line!.productId, quantity: 1 }] },
  })
  await page.goto('/home')
  await page.getByRole('link', { name: /order changed since the customer saw it/ }).click()
  await expect(page.getByRole('row', { name: order.customerName }).getByText('Changed since')).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
})
