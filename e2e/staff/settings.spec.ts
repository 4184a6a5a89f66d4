import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast, withoutSentAnswers } from '../in-page.ts'
import { makeFullForm, takeOrder } from '../order-form.ts'

/** The vertical position of each section, by its heading. */
const positionsOf = (page: Page) =>
  page.getByRole('heading', { level: 2 }).evaluateAll((all) =>
    // The last one is below the users, whose number is not known yet.
    all.slice(0, -1).map((heading) => [heading.textContent, Math.round(heading.getBoundingClientRect().top)]),
  )

for (const width of [1280, 360])
  test(`no part of the settings moves while they load, at ${width} pixels`, { tag: '@long' }, async ({
    host,
  }) => {
    const { page } = host
    await host.make('/api/company', { companyName: 'Maison Vale' })
    expect((await page.request.post('/api/shopify/practice')).ok()).toBe(true)
    await page.setViewportSize({ width, height: 800 })
    const arrive = Promise.withResolvers<void>()
    let isKnown = false
    await withoutSentAnswers(page)
    await page.route('**/api/**', async (route) => {
      // The app requests the user before it shows any page.
      if (isKnown) await arrive.promise
      isKnown = true
      await route.fallback()
    })
    await page.goto('/settings')
    await expect(page.getByRole('status', { name: 'Loading profile' })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await positionsOf(page)
    arrive.resolve()
    await expect(page.getByLabel('Company name')).toHaveValue('Maison Vale')
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    expect(await positionsOf(page)).toEqual(before)
  })

test('changing the email does not save the profile behind the dialog', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await page.goto('/settings')
  await expect(page.getByLabel('Company name')).toBeVisible()
  const primary = page.getByRole('main').locator('button[data-variant=filled]')
  await expect(page.getByRole('button', { name: 'Save profile' })).toBeVisible()
  await expect(primary).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Not saved yet')
  await expect(primary).toHaveText(['Save profile'])
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill('new@vale.test')
  await dialog.getByLabel('Current password').fill(host.password)
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Not saved yet')
  const user = await page.request.get('/api/user')
  expect(await user.json()).toMatchObject({ name: 'Helena Vale' })
})

test('each section of the settings has an address, and those of an admin refuse others', async ({ host }) => {
  const { page } = host
  await page.goto('/settings')
  for (const name of ['Personal Information', 'Company Information', 'Company Users'])
    await expect(page.getByRole('region', { name })).toBeVisible()
  const list = page.getByRole('navigation', { name: 'Settings' })
  await list.getByRole('link', { name: 'Public page' }).click()
  await expect(page.getByRole('heading', { name: 'Name your company first' })).toBeVisible()
  await page.getByRole('link', { name: 'Open Company' }).click()
  await page.getByLabel('Company name').fill('Maison Vale')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expectToast(page, 'Company saved')
  await list.getByRole('link', { name: 'Public page' }).click()
  await expect(page).toHaveURL(/\/settings\/public-page$/)
  await expect(page.getByRole('region', { name: 'Embedding' })).toBeVisible()
  await expect(list.getByRole('link', { name: 'Public page' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expect(list).toBeHidden()
  await page.getByLabel('Section').selectOption('Team')
  await expect(page.getByRole('region', { name: 'Company Users' })).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/team$/)
  await expectAccessible(page)
  await page.goto('/settings/nonsense')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

test('moving in begins on Home, and leads to each import in its order', async ({ host }) => {
  const { page } = host
  await page.goto('/home')
  await page.getByRole('link', { name: 'Move in' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    '1. Products',
    '2. Customers',
    '3. Orders',
    '4. Appointments',
  ])
  await expect(page.getByRole('link', { name: 'Create the event' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import from Shopify' }).click()
  await expect(page.getByRole('dialog').getByText('Imports products from Shopify')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const kind of ['products', 'customers', 'orders']) {
    await page.getByRole('button', { name: `Import ${kind}` }).click()
    await expect(page.getByRole('dialog', { name: `Import ${kind}` })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await host.makeShow()
  await page.reload()
  await page.getByRole('button', { name: 'Import appointments' }).click()
  await expect(page.getByRole('dialog', { name: 'Import bookings' })).toBeVisible()
})

test('a new role is confirmed with what it allows, and the activity log leads to what was changed', async ({
  host,
}) => {
  const { page } = host
  await host.make('/api/company', { companyName: 'Maison Vale' })
  const nora = { name: 'Nora Lind', email: `nora-${host.username}@mail.test`, role: 'view only' }
  await host.make('/api/company/users', nora)
  const order = await takeOrder(host, await makeFullForm(host))
  const show = await host.makeShow({ name: 'Veil Evening' })
  expect((await page.request.delete(`/api/events/${show.id}`)).ok()).toBe(true)
  await page.goto('/settings')
  const role = page.getByLabel('Role of Nora Lind')
  await role.selectOption('admin')
  const question = page.getByRole('dialog', { name: 'Make Nora Lind an admin?' })
  await expect(question).toContainText('Admins can do everything, and only they can:')
  await expect(question.getByRole('listitem').last()).toContainText('Manage company details, users, roles')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep view only' }).click()
  await expect(question).toBeHidden()
  await expect(role).toHaveValue('view only')
  await role.selectOption('admin')
  await question.getByRole('button', { name: 'Make admin' }).click()
  await expectToast(page, 'Role changed', 'Nora Lind’s role is now admin.')
  await expect(question).toBeHidden()
  await role.selectOption('order management')
  const other = page.getByRole('dialog', { name: 'Change Nora Lind’s role to order management?' })
  await expect(other).toContainText('They can no longer:Delete tours')
  await other.getByRole('button', { name: 'Change role' }).click()
  await expect(role).toHaveValue('order management')

  await page.getByRole('button', { name: 'Invite User' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invite User' })
  await expect(invitation.getByRole('listitem').last()).toContainText('See and export orders')
  await invitation.getByLabel('Name').fill('Lena Fischer')
  await invitation.getByLabel('Email').fill(`lena-${host.username}@mail.test`)
  await invitation.getByLabel('Role').selectOption('admin')
  await expect(invitation).toContainText('Admins can do everything, and only they can:')
  await invitation.getByRole('button', { name: 'Send invitation' }).click()
  const invited = page.getByRole('dialog', { name: 'Invite Lena Fischer as an admin?' })
  await expect(invited.getByRole('listitem').last()).toContainText('Manage company details, users, roles')
  await expectAccessible(page)
  await invited.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByLabel('Role of Lena Fischer')).toHaveValue('admin')
  await expect(invitation).toBeHidden()

  await page.goto('/settings/activity')
  const rows = page.getByRole('main').getByRole('listitem')
  const deleted = rows.filter({ hasText: 'deleted Veil Evening' })
  await expect(deleted).toContainText('Event')
  await expect(deleted.getByRole('link')).toHaveCount(0)
  await expect(
    rows.filter({ hasText: 'changed the role of' }).first().getByRole('link', { name: 'Nora Lind' }),
  ).toHaveAttribute('href', '/settings/team')
  await expectAccessible(page)
  const created = rows.filter({ hasText: `created Order #${order.orderNumber}` })
  await expect(created).toContainText(/Order$/)
  await created.getByRole('link').click()
  await expect(page.getByRole('dialog', { name: `Order #${order.orderNumber}` })).toBeVisible()
})

test('one browser is logged out with the password, and the security log says so', { tag: '@long' }, async ({
  host,
  browser,
  baseURL,
}) => {
  const { page, username, password } = host
  const context = await browser.newContext({ baseURL: baseURL! })
  const phone = await context.newPage()
  expect((await phone.request.post('/api/login', { data: { username, password } })).ok()).toBe(true)
  await phone.goto('/events')
  await expect(phone.getByRole('banner').getByText('Hello, Helena Vale')).toBeVisible()

  await page.goto('/settings/profile')
  const browsers = page.getByRole('list', { name: 'Where you’re logged in' }).getByRole('listitem')
  await expect(browsers).toHaveCount(2)
  await page.getByRole('button', { name: /^Log out \w+ on / }).click()
  const dialog = page.getByRole('dialog', { name: /^Log out / })
  await dialog.getByLabel('Current password').fill('not this one')
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(dialog.getByText('This is not your current password')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(dialog).toBeHidden()
  await expect(browsers).toHaveCount(1)
  await phone.reload()
  await expect(phone).toHaveURL(/\/auth/)
  await context.close()

  await page.getByRole('link', { name: 'Security log' }).click()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.nth(0)).toContainText('Helena Vale logged out one of their other browsers')
  await expect(rows.nth(1)).toContainText('Wrong password for Helena Vale while logging out another browser')
  await expect(rows.nth(1)).toContainText('Failed')
  await expect(rows.nth(2)).toContainText('Helena Vale logged in')
  await expect(rows.nth(2)).toContainText(/Network [0-9a-f]{8}/)
  await expectAccessible(page)
  await page.getByLabel('Type').selectOption('Exports')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(rows).toHaveCount(4)

  await withoutSentAnswers(page)
  await page.route('**/api/security-log**', (call) => call.fulfill({ status: 503, body: 'no' }))
  await page.reload()
  await expect(page.getByText('Couldn’t load the security log')).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/security-log**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows).toHaveCount(4)
})
