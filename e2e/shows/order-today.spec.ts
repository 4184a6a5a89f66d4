import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'
import { dialogOf, fields, makeForm, onlyOrder, openStandalone, section } from '../order-form.ts'
import { addGuest, makeToday } from '../today.ts'

test('a member of staff takes an order for a guest of today in at most 12 actions', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { show, slotId } = await makeToday(host)
  await addGuest(host, slotId, 'Nora Lind')
  const booking = await host.make<{ id: number }>(`/api/timeslots/${slotId}/bookings`, {
    attendeeName: 'Grace Okafor',
    attendeeEmail: 'grace@guest.test',
  })
  await makeForm(host)
  await host.setRole('order management')
  let actions = 0
  const click = (what: Locator) => {
    actions++
    return what.click()
  }
  const fill = (field: Locator, text: string) => {
    actions++
    return field.fill(text)
  }

  await page.goto('/home')
  await click(page.getByRole('region', { name: 'Today' }).getByRole('link', { name: /Grace Okafor/ }))
  await click(page.getByRole('button', { name: 'Create Order for Grace Okafor' }))
  const dialog = dialogOf(host)
  await expect(dialog.getByLabel('Find a product')).toBeFocused()
  await click(dialog.getByRole('button', { name: /Aurelie gown/ }))
  await fill(dialog.getByLabel('Item Description'), 'Ivory column gown')
  await click(dialog.getByRole('button', { name: 'Create Order' }))
  await expectToast(page, 'Order created')
  expect(actions).toBeLessThanOrEqual(12)
  expect(await onlyOrder(host)).toMatchObject({
    customerName: 'Grace Okafor',
    bookingId: booking.id,
    eventId: show.id,
    timeSlot: { startTime: '00:00' },
    total: '2400.00',
  })
})

test('an order starts with the only template, today’s event, and then with what was selected last', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const { show } = await makeToday(host)
  await makeForm(host)
  const dialog = await openStandalone(host)
  const template = dialog.getByLabel('Template')
  const event = dialog.getByRole('combobox', { name: 'Event' })
  await expect(dialog.getByLabel('Customer name')).toBeFocused()
  await expect(template).toHaveValue(/\d/)
  await expect(event).toHaveValue(String(show.id))
  await expect(dialog.getByLabel('Item Description')).toBeVisible()
  await event.selectOption('No event')
  await template.selectOption('Select a template')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await host.make('/api/order-templates', { templateName: 'Veil', fields })
  await openStandalone(host)
  await expect(template).toHaveValue('')
  await expect(event).toHaveValue('')
  await template.selectOption('Veil')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.goto('/orders?create=true')
  await expect(dialog.getByLabel('Customer name')).toBeFocused()
  await expect(template.getByRole('option', { selected: true })).toHaveText('Veil')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

for (const [width, height] of [
  [360, 780],
  [1440, 900],
] as const)
  test(`the price stays in sight in a window ${width} pixels wide`, { tag: '@long' }, async ({ host }) => {
    await host.page.setViewportSize({ width, height })
    await makeForm(host)
    const dialog = await openStandalone(host)
    await dialog.getByRole('button', { name: /Aurelie gown/ }).click()
    const total = dialog.locator('form').getByText('Total $2,400.00', { exact: true })
    for (const title of ['Customer', 'Attachments', 'Shipping address']) {
      await section(dialog, title).evaluate((element) => element.scrollIntoView())
      await expect(total).toBeInViewport({ ratio: 1 })
    }
  })
