import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { addDays, formatDate } from '@trunkshow/contract/dates.ts'
import type { TemplateDetail } from '@trunkshow/contract/templates/schema.ts'
import { newYorkNow } from '../server/test/new-york.ts'
import { expect, test } from './fixtures.ts'
import { expectToast } from './in-page.ts'
import { press, tabTo, typeInto } from './keyboard.ts'
import { get, makeForm, takeOrder } from './order-form.ts'
import { addGuest, makeToday } from './today.ts'

const day = addDays(newYorkNow().date, 30)

test('a host logs in, makes and shares an event, and adds, moves and cancels a booking', {
  tag: '@long',
}, async ({ host, page }) => {
  const { keyboard } = page
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const pressFromMenu = async (entry: string) => {
    await press(button('More for Grace Okafor'), 'Space')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await keyboard.press('Escape')
    await expect(button('More for Grace Okafor')).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await keyboard.type(entry.slice(0, 1)) // as in any menu
    await expect(page.getByRole('menuitem', { name: entry })).toBeFocused()
    await keyboard.press('Enter')
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/auth')
  await typeInto(page.getByLabel('Username or email'), host.username)
  await typeInto(page.getByLabel('Password', { exact: true }), host.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/home')

  await press(page.getByRole('link', { name: 'Events', exact: true }))
  await press(page.getByRole('link', { name: 'Create Event' }).first())
  const dialog = page.getByRole('dialog')
  await typeInto(dialog.getByLabel('Event name'), 'Autumn Show')
  await typeInto(dialog.getByLabel('Host name'), 'Maison Vale')
  await typeInto(dialog.getByLabel('Event date'), formatDate(day))
  await typeInto(dialog.getByLabel('Start time'), '1000AM')
  await typeInto(dialog.getByLabel('End time'), '1100AM')
  await press(dialog.getByRole('button', { name: 'Create Event' }))
  await expectToast(page, 'Success', 'Event created successfully')
  await expect(dialog).toBeHidden()

  await press(page.getByRole('link', { name: /^Manage Bookings/ }))
  await press(button('Share'))
  await press(dialog.getByRole('button', { name: 'Copy link' }))
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(button('Share')).toBeFocused()

  await press(button('Add booking'))
  await typeInto(dialog.getByLabel('Name'), 'Grace Okafor')
  await tabTo(dialog.getByRole('radio').first())
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(button('Add booking')).toBeFocused()

  await pressFromMenu('Reschedule')
  await tabTo(dialog.getByRole('radio').first())
  await keyboard.press('Space')
  await press(dialog.getByRole('button', { name: 'Confirm Reschedule' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: /^10:30 AM/ })).toContainText('Grace Okafor')
  await expect(page.locator('main :focus'), 'the focus stays nearby').toHaveCount(1)

  await pressFromMenu('Cancel')
  await press(dialog.getByRole('button', { name: 'Cancel booking' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Cancelled', { exact: true }).last()).toBeVisible()
  await expect(page.locator('main :focus'), 'the focus stays nearby').toHaveCount(1)
})

test('a guest moves and cancels an appointment, and joins a waitlist', { tag: '@long' }, async ({
  host,
  page,
  mails,
}) => {
  const { keyboard } = page
  const email = `grace.${host.username}@guest.test`
  const show = await host.makeShow({ endTime: '11:00', maxBookingsPerSlot: 1 })
  await host.book(show, '10:00', { name: 'Grace Okafor', email })
  const mail = await mails.next({ to: email, subject: /^Booking confirmed/ })
  await page.goto(/https?:\/\/\S+\/booking\/[\w-]+/.exec(mail.text!)![0])
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await press(page.getByRole('link', { name: 'Reschedule' }))
  await tabTo(page.getByRole('radio', { name: '10:30 AM' }))
  await keyboard.press('Space')
  await press(page.getByRole('button', { name: 'Move my appointment' }))
  await expect(page.getByRole('heading', { name: 'Booking Rescheduled' })).toBeFocused()
  await press(page.getByRole('link', { name: 'Cancel' }))
  await press(page.getByRole('button', { name: 'Cancel appointment' }))
  await expect(page.getByRole('heading', { name: 'Booking Cancelled Successfully' })).toBeVisible()

  const full = await host.makeShow({ endTime: '10:30', maxBookingsPerSlot: 1 })
  await host.book(full, '10:00', { name: 'Lena Fischer', email: `lena.${host.username}@guest.test` })
  await page.goto(`/event/${full.urlSlug}`)
  await press(page.getByRole('link', { name: 'Join the waitlist' }))
  await typeInto(page.getByLabel('Waiting For'), 'Any')
  await typeInto(page.getByLabel('Your Name'), 'Grace Okafor')
  await typeInto(page.getByLabel('Email Address'), email)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible()
})

test('staff mark a guest and a walk-in at the desk, take an order, and move and print orders', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const { keyboard } = page
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const { show, slotId } = await makeToday(host)
  await addGuest(host, slotId, 'Grace Okafor')
  const form = await makeForm(host)
  await takeOrder(host, form, { customerName: 'Lena Fischer', customFields: { desc: 'Ivory gown' } })
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })

  await page.goto(`/desk/${show.id}`)
  await press(button('Arrived: Grace Okafor'), 'Space')
  await expect(button('Arrived: Grace Okafor')).toHaveAttribute('aria-pressed', 'true')
  await expect(button('Arrived: Grace Okafor')).toBeFocused()
  await press(button('Walk-in details'))
  await typeInto(dialog.getByLabel('Name'), 'Nora Lind')
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(button('Arrived: Nora Lind')).toBeVisible()
  await expect(button('Walk-in details')).toBeFocused()

  await tabTo(button('Create Order for Grace Okafor'), 'Shift+Tab')
  await keyboard.press('Enter')
  await press(dialog.getByRole('button', { name: /Aurelie gown/ }))
  await tabTo(dialog.getByRole('button', { name: 'Change product' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await press(dialog.getByRole('button', { name: /Aurelie gown/ }))
  await typeInto(dialog.getByLabel('Item Description'), 'Ivory column gown')
  await typeInto(dialog.getByLabel('Fabric'), 'Sat')
  await typeInto(dialog.getByLabel('Email'), 'grace@guest.test')
  await press(dialog.getByRole('button', { name: 'Create Order' }))
  await expectToast(page, 'Order created')
  await expect(dialog).toBeHidden()

  const order = page.getByRole('dialog', { name: 'Order #1002' })
  await page.goto('/orders')
  await press(page.getByRole('link', { name: '#1002' }))
  await press(order.getByRole('button', { name: 'Mark as paid' }))
  await press(
    page.getByRole('dialog', { name: 'Record payment' }).getByRole('button', { name: 'Record payment' }),
  )
  await expect(order.getByRole('button', { name: 'Mark as shipped' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(order).toBeHidden()

  await takeOrder(host, form, { customerName: 'Nora Lind', customFields: { desc: 'Ivory gown' } })
  await page.goto('/orders')
  const row = page.getByRole('link', { name: '#1002' })
  await press(row)
  await expect(order).toBeVisible()
  await keyboard.press('Escape')
  await expect(row).toBeFocused()
  // Down, then up: Firefox shows no ring once the focus has passed an end of the page and come back.
  for (const [number, key] of [
    [1003, 'Tab'],
    [1001, 'Shift+Tab'],
  ] as const) {
    await tabTo(page.getByLabel(`Select order #${number}`), key)
    await keyboard.press('Space')
  }
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await tabTo(bar.getByRole('button', { name: 'Change status' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Paid' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(bar).toContainText('2 orders marked Paid.')

  await press(row)
  // Last, since Firefox gives the focus to no window once the printed one is closed.
  const tickets = page.waitForEvent('popup')
  await tabTo(order.getByRole('button', { name: /^More for Order/ }), 'Shift+Tab')
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Print', exact: true })).toBeFocused()
  await keyboard.press('Enter')
  await expect((await tickets).locator('html')).toHaveAttribute('data-printed', 'yes')
})

test('staff make a template, a product, a customer with an address and a discount code, and import customers', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const { keyboard } = page
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')

  await test.step('product', async () => {
    await page.goto('/products')
    await press(button('Create Product').first())
    await typeInto(dialog.getByLabel('Name'), 'Aurelie gown')
    await typeInto(dialog.getByLabel('Base price'), '2400')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Aurelie gown' })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(button('Create Product').first()).toBeFocused()
  })
  await test.step('template', async () => {
    await page.goto('/orders?tab=templates')
    await press(button('New Template').first())
    await typeInto(dialog.getByLabel('Template name'), 'Gown')
    await press(dialog.getByRole('button', { name: 'Add Field' }))
    await expect(dialog.getByLabel('Label').last()).toBeFocused()
    await keyboard.type('Fabric')
    await typeInto(dialog.getByLabel('Type', { exact: true }).last(), 'Dr')
    await tabTo(dialog.getByLabel('Options'))
    await keyboard.type('Satin')
    await keyboard.press('Enter')
    await keyboard.type('Silk (+$250)')
    await press(dialog.getByRole('button', { name: 'Create Template' }))
    await expectToast(page, 'Template created')
    await expect(dialog).toBeHidden()
    await expect(button('New Template').first()).toBeFocused()
    const [template] = await get<TemplateDetail[]>(host, '/api/order-templates')
    expect(template!.fields.at(-1)).toMatchObject({ type: 'dropdown', options: ['Satin', 'Silk (+$250)'] })
  })
  await test.step('discount code', async () => {
    await page.goto('/orders?tab=discounts')
    await press(button('New Discount Code').first())
    await typeInto(dialog.getByRole('textbox', { name: 'Code', exact: true }), 'SPRING10')
    await typeInto(dialog.getByLabel('Discount percentage'), '10')
    await press(dialog.getByRole('button', { name: 'Create Discount Code' }))
    await expect(page.getByRole('listitem', { name: 'SPRING10' })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(button('New Discount Code').first()).toBeFocused()
  })
  await test.step('customer', async () => {
    await page.goto('/customers')
    await press(button('Add Customer').first())
    await typeInto(dialog.getByLabel('First name'), 'Grace')
    await typeInto(dialog.getByLabel('Last name'), 'Okafor')
    await typeInto(dialog.getByLabel('Email'), 'grace@okafor.test')
    await keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await press(button('Addresses of Grace Okafor'))
    await press(button(/^Add address/i))
    await typeInto(dialog.getByLabel('Street'), '12 Mercer Street')
    await typeInto(dialog.getByLabel('City'), 'New York')
    await typeInto(dialog.getByLabel('State'), 'NY')
    await typeInto(dialog.getByLabel('ZIP code'), '10013')
    await keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('12 Mercer Street')).toBeVisible()
    await expect(button(/^Add address/i)).toBeFocused()
  })
  await test.step('import', async () => {
    await tabTo(button('Import CSV'), 'Shift+Tab')
    await keyboard.press('Enter')
    const choosing = page.waitForEvent('filechooser')
    await press(dialog.getByLabel('CSV or Excel file'))
    const buffer = Buffer.from('First name,Last name,Email\nMae,Lindqvist,mae@mail.test')
    await (await choosing).setFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer })
    await press(dialog.getByRole('button', { name: 'Import 1 customer' }))
    await expectToast(page, 'Import finished', '1 customer added.')
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button('Import CSV')).toBeFocused()
    expect(await get<Customer[]>(host, '/api/customers')).toHaveLength(2)
  })
})
