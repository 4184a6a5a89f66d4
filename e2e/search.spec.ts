import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { expectToast } from './in-page.ts'
import { makeFullForm, takeOrder } from './order-form.ts'

test('Ctrl-K finds an order, a customer, an event, a product and a command, with only the keyboard', async ({
  host,
  page: stranger,
}) => {
  const { page, makeShow } = host
  const show = await makeShow({ name: 'Séance in silk' })
  const order = await takeOrder(host, await makeFullForm(host), { customerName: 'Zoë Whitlock' })
  await page.goto('/events')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox')
  const results = dialog.getByRole('option')
  await page.bringToFront() // only a window in front has focus
  await expect(field).toBeFocused()

  await field.fill('zoe whit')
  await expect(results).toHaveText([/^Zoë Whitlock/, /^#\d+ Zoë Whitlock.*\$2,400\.00$/])
  await expect(results.first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Order #${order.orderNumber}` })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await expect(results.first()).toHaveText(/^#\d+ Zoë Whitlock/) // opened last
  await field.fill('seance')
  await expect(results).toHaveText([/^Séance in silk/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/bookings/${show.id}`))

  // Enter comes before the answer, and another record was opened last.
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/orders?q=*', (route) => answered.then(() => route.continue()))
  await page.keyboard.press('Control+k')
  await expect(results.first()).toHaveText(/^Séance in silk/)
  await field.fill('1001')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Searching…')
  await expect(results).toHaveText([/^#1001 Zoë Whitlock/])
  answer()
  await expect(page.getByRole('dialog', { name: 'Order #1001' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await field.fill('aur-01')
  await expect(results).toHaveText([/^Aurelie gown/])
  const tab = page.waitForEvent('popup')
  await page.keyboard.press('Control+Enter')
  await expect((await tab).getByRole('dialog').getByLabel('Name')).toHaveValue('Aurelie gown')
  await (await tab).close()

  await page.keyboard.press('Control+k')
  await field.fill('dark')
  await expect(results).toHaveText(['Dark theme'])
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.keyboard.press('Control+k')
  await field.fill('nobody at all')
  await expect(dialog.getByRole('status')).toHaveText('Nothing found for “nobody at all”.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const account = { username: `other-${Date.now()}`, password: 'a long password', name: 'Other' }
  await stranger.request.post('/api/register', {
    data: { ...account, email: `${account.username}@shop.test` },
  })
  await stranger.goto('/events')
  await expect(stranger.getByRole('button', { name: 'Search' })).toBeVisible()
  await stranger.keyboard.press('Control+k')
  await stranger.getByRole('combobox', { name: /^Search/ }).fill('zoe')
  await expect(stranger.getByText('Nothing found for “zoe”.')).toBeVisible()
})

test('a named guest is rescheduled from anywhere in at most 4 presses', async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:30', { name: 'Grace Okafor', email: 'grace@okafor.test' })
  await page.goto('/customers')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  let presses = 0
  const press = (what: Promise<void>) => {
    presses++
    return what
  }
  await press(page.keyboard.press('Control+k'))
  await page.getByRole('combobox', { name: /^Search/ }).fill('okafor')
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(results.first()).toHaveText(
    /^Grace Okafor.*10:30 AM · Spring Bridal Trunk Show · grace@okafor\.test$/,
  )
  await expectAccessible(page)
  await press(results.filter({ hasText: 'Reschedule' }).click())
  const dialog = page.getByRole('dialog', { name: 'Reschedule booking' })
  await press(dialog.getByRole('radio', { name: /^11:00 AM/ }).check())
  await press(dialog.getByRole('button', { name: 'Confirm Reschedule' }).click())
  await expectToast(page, 'Booking Rescheduled')
  expect(presses).toBeLessThanOrEqual(4)
  await expect(page).toHaveURL(/\/customers$/)
  expect((await host.slotAt(show, '11:00')).availableSpots).toBe(1)
})

test('an appointment is opened, ordered for and canceled from the search, by keyboard', async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  const { id } = await host.slotAt(show, '10:30')
  const guest = { attendeeName: 'Grace Okafor', attendeeEmail: 'grace@okafor.test', phone: '(212) 555-0142' }
  await host.make(`/api/timeslots/${id}/bookings`, guest)
  await page.goto('/home')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Search/ })
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  // By phone, and by day and name.
  await field.fill('555-0142')
  await expect(results.first()).toHaveText(/^Grace Okafor/)
  await field.fill(`okafor ${show.eventDate}`)
  await expect(results).toHaveText([/^Grace Okafor/, 'Reschedule', 'Create Order', 'Cancel'])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(results.filter({ hasText: 'Create Order' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create Order' })).toContainText('Grace Okafor')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/home$/)

  await page.keyboard.press('Control+k')
  await field.fill('okafor')
  await page.keyboard.press('Enter')
  const appointment = page.getByRole('dialog', { name: 'Grace Okafor' })
  await expect(appointment.getByRole('link', { name: guest.phone, exact: true })).toHaveAttribute(
    'href',
    'tel:2125550142',
  )
  await expectAccessible(page)
  await appointment.getByRole('button', { name: 'Cancel booking for Grace Okafor' }).press('Enter')
  await page.getByRole('button', { name: 'Cancel booking', exact: true }).press('Enter')
  await expectToast(page, 'Booking Cancelled')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await field.fill('okafor')
  await expect(results.first().getByText('Cancelled', { exact: true })).toBeVisible()
  await field.fill('new order')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create Order' })).toBeVisible()
})

test('a form with changes asks before the search leads away from it', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await page.goto('/host')
  await page.getByLabel('Event name').fill('Half written')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('customers')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Event name')).toHaveValue('Half written')
})

test('single keys lead to screens, are listed under ?, and can be turned off', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await page.goto('/events')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByText('Go to Customers')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(list).toBeVisible() // keys do nothing else while a dialog is open
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/customers$/)
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('go')
  await expect(page.getByRole('searchbox')).toHaveValue('go')
  await page.getByRole('heading', { name: 'Customers', exact: true }).click()

  await page.keyboard.press('?')
  await list.getByLabel('Use single keys as shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await page.keyboard.press('?')
  await expect(list).toBeVisible()
  await expect(page).toHaveURL(/\/customers/)
})
