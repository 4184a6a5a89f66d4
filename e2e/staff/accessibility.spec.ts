import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { fromMenu } from '../in-page.ts'
import { makeFullForm, open, orderOf, picture, takeOrder } from '../order-form.ts'

test.describe.configure({ timeout: 900_000 }) // checks each screen four times

test('no screen for logging in has an axe violation, at any size or theme', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessible(page)
})

test('no screen of events has an axe violation, at any size or theme', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow({ location: '12 Mercer Street, New York' })
  for (const [address, sign] of [
    ['/events', 'by Maison Vale'],
    ['/events?tab=inactive', 'No inactive events'],
    ['/host', 'What guests will see'],
    [`/events/${show.id}/edit`, 'Public Event'],
    ['/editevent/2000000000', 'Event not found.'],
    ['/bookings/none', 'Page Not Found'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(sign).first()).toBeVisible()
    await test.step(address, () => expectAccessible(page))
  }
  await test.step('the form for a new event with every refusal', async () => {
    await page.goto('/events?create=true')
    await page.getByRole('dialog').getByRole('button', { name: 'Create Event' }).click()
    await expect(page.getByText('Event name is required')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('asking before an event is deleted', async () => {
    await page.goto(`/editevent/${show.id}`)
    await page.getByRole('button', { name: 'Delete event' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the menu of a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto('/events')
    await page.getByRole('button', { name: 'More areas' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('no screen of bookings has an axe violation, at any size or theme', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const show = await host.makeShow({ maxBookingsPerSlot: 1 })
  await host.book(show, '10:00', { name: 'Grace Okafor', email: 'grace@guest.test' })
  const outside = { slotDate: show.eventDate, startTime: '18:00', endTime: '18:30', totalSlots: 1 }
  await page.request.post(`/api/events/${show.id}/timeslots`, { data: outside })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialogs = {
    Reschedule: () => fromMenu(page, 'Grace Okafor', 'Reschedule'),
    Cancel: () => fromMenu(page, 'Grace Okafor', 'Cancel'),
    'Add booking': () => button('Add booking').click(),
    Share: () => button('Share').click(),
  }
  await page.goto(`/bookings/${show.id}`)
  await expect(page.getByText('Grace Okafor')).toBeVisible()
  await expect(page.getByText('Time Slots Outside Event Hours')).toBeVisible()
  await expectAccessible(page)
  for (const [name, open] of Object.entries(dialogs)) {
    await test.step(name, async () => {
      await open()
      await expect(page.getByRole('dialog').getByRole('heading')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    })
  }
  await test.step('run sheet', async () => {
    await page.goto(`/bookings/${show.id}/run-sheet`)
    await expect(page.getByRole('table')).toBeVisible()
    await expectAccessible(page)
  })
  await page.goto(`/bookings/${show.id}?tab=availability`)
  await expect(page.getByText('5 time slots')).toBeVisible()
  await expectAccessible(page)
  await test.step('match time slots', async () => {
    await button('Match slots to event hours').click()
    await expect(page.getByText('Removes 1 time slot')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })
  await test.step('add and edit', async () => {
    await button('Add Slot').click()
    await button('Edit All').click()
    await expect(page.getByRole('form').first()).toBeVisible()
    await expectAccessible(page)
  })
})

test('no screen of orders has an axe violation, at any size or theme', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  // Firefox stops a page whose print preview is open.
  await page.addInitScript(() => {
    window.print = () => {}
  })
  const show = await host.makeShow()
  const form = await makeFullForm(host)
  const [slot] = await (await page.request.get(`/api/events/${show.id}/timeslots`)).json()
  const answer = await page.request.post('/api/orders', {
    multipart: {
      orderData: JSON.stringify(
        orderOf(form, {
          eventId: show.id,
          timeSlotId: slot.id,
          notes: 'Wedding on June 5.',
          shippingAddress: { street: '48 Linden Avenue', city: 'Brooklyn', state: 'NY', zip: '11206' },
          customFields: {
            desc: 'Ivory gown',
            fabric: 'Silk crêpe (+$250)',
            sketch: ['templateAttachment_0'],
          },
        }),
      ),
      templateAttachment_0: { name: 'front.gif', mimeType: 'image/gif', buffer: picture },
      orderAttachment_0: {
        name: 'contract.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
      },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const order: Order = await answer.json()
  await page.request.post(`/api/orders/${order.id}/comments`, { data: { comment: 'Fitting on May 3' } })
  const others = ['paid', 'shipped', 'delivered', 'completed']
  for (const [at] of others.entries()) {
    const { id } = await takeOrder(host, form)
    for (const status of others.slice(0, at + 1))
      await page.request.patch(`/api/orders/${id}/status`, { data: { status } })
  }
  const canceled = await takeOrder(host, form)
  await page.request.post(`/api/orders/${canceled.id}/cancel`)

  await page.goto('/orders?status=pending')
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('All statuses')
  await expect(page.getByText('6 orders')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Columns' })).toBeVisible()
  await test.step('the list', () => expectAccessible(page))
  const dialog = await open(host, order)
  await expect(dialog.getByText('Fitting on May 3')).toBeVisible()
  await test.step('an order', () => expectAccessible(page))
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Item Description').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Item Description is required')).toBeVisible()
  await test.step('its form with a refusal', () => expectAccessible(page))
  for (const address of ['/orders/print', '/orders/print?kind=slip'])
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.getByRole('article')).toHaveCount(6)
      // Paper is white in every theme.
      await page.emulateMedia({ colorScheme: 'light' })
      await expect(page.getByText(`#${order.orderNumber}`)).toBeVisible()
      await expectAccessible(page)
    })
})
