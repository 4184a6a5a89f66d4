import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast, fromMenu } from '../in-page.ts'
import { get, makeForm, onlyOrder } from '../order-form.ts'

const customer = { firstName: 'Lena', lastName: 'Fischer', email: 'lena.measured@mail.test' }

for (const width of [360, 1440])
  test(`staff say what they measure, and measure a customer with the keyboard alone, at ${width} px`, async ({
    host,
  }) => {
    const { page } = host
    await page.setViewportSize({ width, height: 800 })
    const { id } = await host.make<Customer>('/api/customers', customer)
    await page.goto(`/customer-history?customerId=${id}`)
    const section = page.getByRole('region', { name: 'Measurements' })
    await expect(section).toContainText('No measurements yet')
    await section.getByRole('link', { name: 'Settings' }).click()

    await page.getByRole('button', { name: 'Add set' }).click()
    const form = page.getByRole('dialog', { name: 'Add measurement set' })
    await form.getByRole('button', { name: 'Add set' }).click()
    await expect(form).toContainText('Enter at least one measurement, one per line')
    await form.getByLabel('Name').fill('Gown')
    await form.getByLabel('Measurements').fill('Bust\nWaist\nHollow to hem')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add set' }).click()
    await expectToast(page, 'Measurement set created')
    await expect(page.getByRole('list', { name: 'Measurement sets' })).toContainText(
      'Bust, Waist, Hollow to hem',
    )

    await page.goto(`/customer-history?customerId=${id}`)
    await section.getByRole('button', { name: 'Add measurements' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add measurements' })
    await expect(dialog.getByLabel('Bust')).toBeFocused()
    for (const typed of ['34 1/8', '28.1', '57 3/8"']) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    }
    await expect(dialog).toContainText('Enter inches in eighths, like 34 1/8 or 34.125')
    await expect(dialog.getByLabel('Waist')).toBeFocused()
    await expect(dialog.getByLabel('Bust')).toHaveValue('34 1/8')
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('28.125')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Measurements saved')
    for (const shown of ['34 1/8 in', '28 1/8 in', '57 3/8 in']) await expect(section).toContainText(shown)

    await section.getByRole('button', { name: 'Measure again: Gown' }).click()
    await expect(dialog).toContainText('Last 34 1/8 in')
    await dialog.getByLabel('Bust').fill('34 1/2')
    await dialog.getByRole('button', { name: 'Save measurements' }).click()
    await expectToast(page, 'Measurements saved')
    await expect(section).toContainText('34 1/2 in+3/8 in')
    await expect(section).not.toContainText('57 3/8 in')
    await section.getByRole('button', { name: 'Show 1 earlier measurement: Gown' }).click()
    await expect(section).toContainText('57 3/8 in')
    await expectAccessible(page)
  })

/** Records what was measured of a customer with this set on a day. */
const measure = (host: Host, customerId: number, setId: number, measuredOn: string, value: string) =>
  host.make(`/api/customers/${customerId}/measurements`, {
    ...{ setId, unit: 'inch', measuredOn },
    values: [{ label: 'Bust', value }],
  })

test('an order keeps what was measured until someone presses for newer ones, and its date fills Needed by', async ({
  host,
}) => {
  const { page } = host
  const { id } = await host.make<Customer>('/api/customers', { ...customer, email: 'lena.ordered@mail.test' })
  const set = await host.make<{ id: number }>('/api/measurement-sets', {
    ...{ name: 'Gown', unit: 'inch', fields: 'Bust' },
  })
  await measure(host, id, set.id, '2026-03-02', '34 1/8')
  await makeForm(host)
  await page.goto('/orders?tab=templates')
  await fromMenu(page, 'Gown', 'Edit')
  const editor = page.getByRole('dialog', { name: 'Edit Template' })
  for (const [label, type] of [
    ['Body', 'Measurements'],
    ['Wedding day', 'Date'],
  ] as const) {
    await editor.getByRole('button', { name: 'Add Field' }).click()
    await editor.getByLabel('Label').last().fill(label)
    await editor.getByLabel('Type').last().selectOption(type)
  }
  await editor.getByLabel('Measurement set').selectOption('Gown')
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Save Template' }).click()
  await expectToast(page, 'Template updated')

  await page.goto(`/customer-history?customerId=${id}`)
  await page.getByRole('button', { name: 'New order' }).click()
  const form = page.getByRole('dialog', { name: 'Create Order', exact: true })
  await form.getByRole('button', { name: /Aurelie gown/ }).click()
  await form.getByLabel('Item Description').fill('Ivory column gown')
  await expect(form.getByLabel('Body')).toHaveValue('Bust: 34 1/8 in\nGown, March 2, 2026')
  await form.getByLabel('Wedding day').fill('June 5, 2027')
  await form.getByLabel('Wedding day').press('Tab')
  await expect(form.getByLabel('Needed by')).toHaveValue('June 5, 2027')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  const order = await onlyOrder(host)
  expect(order.neededBy).toBe('2027-06-05')

  await measure(host, id, set.id, '2026-04-06', '35')
  await page.goto(`/orders?orderId=${order.id}`)
  const dialog = page.getByRole('dialog', { name: `Order #${order.orderNumber}` })
  await expect(dialog).toContainText('Newer measurements exist for “Body”: Gown, April 6, 2026.')
  expect((await get<typeof order>(host, `/api/orders/${order.id}`)).formData).toEqual(order.formData)
  await dialog.getByRole('button', { name: 'Use the newer ones' }).click()
  await expectToast(page, 'Measurements updated')
  await expect(dialog).toContainText('Bust: 35 in')
  await expect(dialog).not.toContainText('Newer measurements')
})
