import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'

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
