import { expectAccessible, overflowOf } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'
import { get, makeFullForm, open, takeOrder } from '../order-form.ts'
import { translate } from '../translator.ts'

test('a customer asks for a change by the emailed link, approves the next proposal, and pays the deposit', async ({
  host,
  mails,
  browser,
}) => {
  const { page } = host
  await host.make('/api/company', { companyName: 'Maison Vale', shopifyStoreUrl: '' })
  await page.goto('/settings/payments')
  await page.getByLabel('Deposit', { exact: true }).fill('50%')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Payment terms saved')
  await page.getByRole('textbox', { name: 'Terms' }).fill('Made to order, so we can’t take it back.')
  await page.getByLabel('Ask for a code from').fill('1')
  await page.getByRole('button', { name: 'Save approvals' }).click()
  await expectToast(page, 'Approvals saved')
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
  const code = /^\d{6}$/m.exec(
    (await mails.next({ to: order.customerEmail, subject: /your code/ })).text ?? '',
  )!
  await theirs.getByLabel(/^The 6-digit code we emailed to/).fill(code[0])
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

test('two people who are named both sign, with a drawing, on a page that is translated', async ({
  host,
  mails,
  browser,
}) => {
  const { page } = host
  const order = await takeOrder(host, await makeFullForm(host), { customerEmail: 'ada@guest.test' })
  const dialog = await open(host, order)
  const approval = dialog.getByRole('region', { name: 'Approval' })
  await approval.getByRole('button', { name: 'Send to customer' }).click()
  const form = page.getByRole('dialog', { name: 'Send to customer' })
  await form.getByLabel('Who approves (optional)').fill('Grace Okafor\nAda Okafor\n')
  await form.getByRole('checkbox', { name: 'All of them have to approve' }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await expectToast(page, `Sent to ${order.customerEmail}`)

  const mail = await mails.next({ to: order.customerEmail, subject: /please review/ })
  const [link] = /\/order\/[\w-]+/.exec(mail.text ?? '')!
  const phone = await browser.newContext({
    viewport: { width: 360, height: 800 },
    baseURL: new URL(page.url()).origin,
  })
  await phone.addInitScript(translate)
  const theirs = await phone.newPage()
  for (const name of ['Ada Okafor', 'Grace Okafor']) {
    await theirs.goto(link)
    await theirs.getByLabel('Type your full name to approve').fill(name)
    const pad = (await theirs.getByRole('img', { name: /^Sign here/ }).boundingBox())!
    await theirs.mouse.move(pad.x + 20, pad.y + 20)
    await theirs.mouse.down()
    await theirs.mouse.move(pad.x + 120, pad.y + 60, { steps: 5 })
    await theirs.mouse.up()
    await expect(theirs.getByRole('img', { name: 'Your signature' })).toBeVisible()
    await expect
      .poll(async () => (await get<{ state: string }>(host, `/api/orders/${order.id}/proposals`)).state)
      .toBe('seen')
    await expectAccessible(theirs)
    await theirs.getByRole('button', { name: 'Approve' }).click()
    // What was drawn outlives a refusal.
    await expect(theirs.getByText('Check the box to approve electronically')).toBeVisible()
    await expect(theirs.getByRole('img', { name: 'Your signature' })).toBeVisible()
    await theirs.getByRole('checkbox').check()
    await theirs.getByRole('button', { name: 'Approve' }).click()
    await expect(theirs.getByRole('status').first()).toContainText(
      name === 'Ada Okafor' ? 'We’re waiting for Grace Okafor.' : 'You approved this order.',
    )
    expect(await overflowOf(theirs)).toBe(0)
  }
  await phone.close()
  await open(host, order)
  await expect(approval.getByText('Approved', { exact: true })).toBeVisible()
  await expect(approval.getByRole('img', { name: 'Signature of Ada Okafor' })).toBeVisible()
})
