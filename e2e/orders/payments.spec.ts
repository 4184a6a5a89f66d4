import { expectAccessible, overflowOf } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'
import { get, makeFullForm, open, takeOrder } from '../order-form.ts'

for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`on ${device}, a deposit and the balance are recorded, corrected, refunded, and an order is canceled`, async ({
    host,
  }) => {
    const { page } = host
    await page.setViewportSize(viewport)
    await host.make('/api/company', { companyName: 'Maison Vale', shopifyStoreUrl: '' })
    await page.goto('/settings/payments')
    await page.getByLabel('Deposit', { exact: true }).fill('half')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Enter a percentage such as 50%')).toBeVisible()
    await page.getByLabel('Deposit', { exact: true }).fill('50%')
    await page.getByText('Before delivery').click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Payment terms saved')

    // $2,650.00
    const order = await takeOrder(host, await makeFullForm(host))
    const dialog = await open(host, order)
    const money = dialog.getByRole('region', { name: 'Payments', exact: true })
    await expect(dialog.getByText('Deposit due')).toBeVisible()
    await expectAccessible(page)
    expect(await overflowOf(page)).toBe(0)

    // Two presses: the amount is filled in.
    const { total, money: before } = await get<typeof order>(host, `/api/orders/${order.id}`)
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    const form = page.getByRole('dialog', { name: /^Record|^Correct/ })
    await expect(form.getByLabel('Amount')).not.toHaveValue('')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Record payment' }).click()
    await expectToast(page, 'Payment recorded')
    await expect(dialog.getByText('Deposit paid')).toBeVisible()
    expect(await get(host, `/api/orders/${order.id}`)).toMatchObject({
      status: 'pending',
      money: { held: before.deposit, state: 'depositPaid' },
    })

    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await form.getByLabel('Method').selectOption('Cash')
    await form.getByLabel('Reference').fill('At the fitting')
    await form.getByRole('button', { name: 'Record payment' }).click()
    await expect(dialog.getByRole('button', { name: 'Mark as shipped' })).toBeVisible()
    await expect(money.getByText('At the fitting')).toBeVisible()
    expect(await get(host, `/api/orders/${order.id}`)).toMatchObject({
      status: 'paid',
      money: { held: total },
    })

    // The cash was less, so the order is pending again.
    await money.getByRole('button', { name: /^More for Cash/ }).click()
    await page.getByRole('menuitem', { name: 'Correct the amount' }).click()
    await form.getByLabel('Amount').fill('100')
    await form.getByRole('button', { name: 'Correct the amount' }).click()
    await expectToast(page, 'Amount corrected')
    await expect(dialog.getByRole('button', { name: 'Mark as paid' })).toBeVisible()

    await money.getByRole('button', { name: 'Record refund' }).click()
    await form.getByLabel('Amount').fill('1000000')
    await form.getByRole('button', { name: 'Record refund' }).click()
    await expect(form.getByText(/^You can refund up to/)).toBeVisible()
    await form.getByLabel('Amount').fill('100')
    await form.getByRole('button', { name: 'Record refund' }).click()
    await expectToast(page, 'Refund recorded')

    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    const cancel = page.getByRole('dialog', { name: `Cancel order #${order.orderNumber}?` })
    await cancel.getByLabel('Keep').fill('300')
    await expect(cancel.getByText(/is marked as refund due\.$/)).toBeVisible()
    await expectAccessible(page)
    await cancel.getByRole('button', { name: 'Cancel order' }).click()
    await expectToast(page, 'Order canceled')
    await expect(dialog.getByText('Refund due', { exact: true })).toBeVisible()
    expect(await get(host, `/api/orders/${order.id}`)).toMatchObject({
      status: 'cancelled',
      money: { kept: '300.00', state: 'refundDue' },
    })
  })
