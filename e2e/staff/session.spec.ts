import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast, logOut } from '../in-page.ts'

async function logIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a wrong password is refused and the right one logs in', async ({ host, page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Username or email is required')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await logIn(page, { ...host, password: 'not the one' })
  await expectToast(page, 'Login failed', 'Wrong username, email or password')
  await expect(page.getByText('Log in again in a new tab')).toBeHidden()
  await expect(page).toHaveURL('/auth')
  await logIn(page, { ...host, username: host.email })
  await expectToast(page, 'Login successful', 'Welcome back, Helena Vale')
  await expect(page).toHaveURL('/home')
  await page.goto('/auth')
  await expect(page).toHaveURL('/host')
  await page.getByRole('button', { name: 'Hello, Helena Vale' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Your profile' }).click()
  await expect(page.getByRole('button', { name: 'Logout', exact: true })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Personal Information' })).toBeVisible()
})

test('registering says what is wrong at each field, also what only the server knows', async ({
  host,
  page,
}) => {
  await page.goto('/auth?tab=register')
  const register = page.getByRole('button', { name: 'Register' })
  await register.click()
  for (const sentence of [
    'Name is required',
    'Username must be at least 3 characters',
    'Invalid email address',
    'Confirm password is required',
  ])
    await expect(page.getByText(sentence)).toBeVisible()
  await page.getByLabel('Shop name').fill('Second House')
  await page.getByLabel('Name', { exact: true }).fill('Second Owner')
  await page.getByLabel('Email').fill('hello@second-house.test')
  await expect(page.getByLabel('Username')).toHaveValue('second-house')
  await page.getByLabel('Username').fill(host.username)
  await page.getByLabel('Email').fill(`second-${host.email}`)
  await expect(page.getByLabel('Username')).toHaveValue(host.username)
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByLabel('Confirm password').fill('another password')
  await register.click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm password').fill('a long password')
  await register.click()
  await expectToast(page, 'Registration failed', 'Review the highlighted fields.')
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/This username is already taken/)
  await page.getByLabel('Username').fill(`second-${host.username}`)
  await register.click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('banner').getByText('Second House')).toBeVisible()
  await expect(page.getByText('1 of 5 done')).toBeVisible()
})

test('a screen requested before logging in opens after it', { tag: '@long' }, async ({ host, page }) => {
  const show = await host.makeShow()
  await page.goto(`/bookings/${show.id}?tab=availability`)
  await expect(page.getByText('Please log in to manage bookings and availability.')).toBeVisible()
  await page.goto(`/editevent/${show.id}`)
  await expect(page.getByText('Please log in to edit events.')).toBeVisible()
  await logIn(page, host)
  await expect(page).toHaveURL(`/editevent/${show.id}`)
  await expect(page.getByLabel('Event name')).toHaveValue(show.name)
})

test('a session that ended leads to /auth and back; a filled form stays', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const show = await host.makeShow()
  await page.goto('/events')
  await page.getByRole('link', { name: 'Manage Bookings' }).waitFor()
  await host.endSessions()
  await page.getByRole('link', { name: 'Manage Bookings' }).click()
  await expect(page).toHaveURL(/\/auth\?/)
  await logIn(page, host)
  await expect(page).toHaveURL(`/bookings/${show.id}`)
  await expect(page.getByRole('heading', { name: show.name })).toBeVisible()

  await page.goto(`/editevent/${show.id}`)
  await page.getByLabel('Event name').fill('Renamed meanwhile')
  await host.endSessions()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Error Updating Event', 'Please log in to continue')
  await expect(page.getByLabel('Event name')).toHaveValue('Renamed meanwhile')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^Log in again in a new tab/ }).click()
  const tab = await opened
  await logIn(tab, host)
  await expect(tab).toHaveURL('/home')
  await expect(page.getByLabel('Event name')).toHaveValue('Renamed meanwhile')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Renamed meanwhile' })).toBeVisible()
})

test('logging out works, even if the server cannot be reached', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await page.route(
    '**/api/logout',
    (route) => route.fulfill({ status: 503, json: { error: 'Out of order' } }),
    {
      times: 1,
    },
  )
  await page.goto('/events')
  await expect(page.getByText('Hello, Helena Vale')).toBeVisible()
  await logOut(page)
  await expect(page).toHaveURL('/auth')
  await expectToast(
    page,
    'Logout status',
    'You have been logged out locally, but there was an issue with the server: Out of order',
  )
  expect(await page.evaluate(() => localStorage.getItem('auth_user'))).toBeNull()

  await logIn(page, host)
  await expect(page).toHaveURL('/home')
  await page.goto('/events')
  await logOut(page)
  await expectToast(page, 'Logged out', 'You have been successfully logged out.')
  await page.goto('/events')
  await expect(page).toHaveURL(/\/auth\?/)
})

test('a log-out that cannot reach the server is retried, and the browser counts as logged out until then', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  await page.goto('/events')
  await page.route('**/api/logout', (route) => route.abort())
  await logOut(page)
  await expectToast(page, 'Logout status', 'We couldn’t reach the server.')
  const told = page.getByRole('status', { name: 'Logging out' })
  await expect(told).toContainText('You’re logged out here, but not on our server yet.')
  const onServer = async () => (await page.request.get('/api/user')).status()
  expect(await onServer(), 'the session is still open').toBe(200)
  await page.goto('/events')
  await expect(page).toHaveURL(/\/auth\?/)
  await expect(told).toBeVisible()
  await told.getByRole('button', { name: 'Try again' }).click()
  await expectToast(page, 'Logout status')

  await page.unroute('**/api/logout')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(told).toBeHidden()
  expect(await onServer()).toBe(401)
  await logIn(page, host)
  await expect(page).toHaveURL('/events')
  expect(await onServer()).toBe(200)
})

test('a user who logs in while a log-out is pending stays logged in', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await page.goto('/events')
  await page.route('**/api/logout', (route) =>
    route.fulfill({ status: 503, json: { error: 'Out of order' } }),
  )
  await logOut(page)
  await expectToast(page, 'Logout status', /Out of order$/)
  await logIn(page, host)
  await expectToast(page, 'Login successful')
  await page.unroute('**/api/logout')
  await page.reload()
  await expect(page.getByText('Hello, Helena Vale')).toBeVisible()
  expect((await page.request.get('/api/user')).status()).toBe(200)
})

test('a server that does not answer is given up after 15 s, with what was typed kept', {
  tag: '@long',
}, async ({ host, page }) => {
  await page.clock.install()
  await page.goto('/auth')
  await page.route('**/api/login', () => {})
  const asked = page.waitForRequest('**/api/login')
  await logIn(page, host)
  await asked
  await page.clock.runFor(14_000)
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  await page.clock.runFor(1000)
  await expectToast(page, 'Login failed', 'This is taking too long. Check your connection and try again.')
  await expect(page.getByLabel('Username or email')).toHaveValue(host.username)
})

test('the theme survives a reload, on guest and staff pages', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/events')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByLabel('Theme').selectOption('Dark')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('Theme')).toHaveValue('dark')
  const show = await host.makeShow()
  await page.goto(`/event/${show.urlSlug}`)
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByLabel('Theme').selectOption('Light')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.goto('/events')
  await expect(page.getByLabel('Theme')).toHaveValue('light')
})

test('a view-only role sees no controls that change anything', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:00', { name: 'Grace Okafor', email: 'grace@guest.test' })
  const changing = page.getByRole('button', {
    name: /^(Create|Edit|Save|Delete|Reschedule|Cancel|Add|Update)/,
  })
  const screens = async (meet: (count: number) => void) => {
    await page.goto('/events')
    await expect(page.getByRole('heading', { name: show.name })).toBeVisible()
    meet(await page.getByRole('link', { name: /^(Create|Edit) / }).count())
    await page.goto(`/bookings/${show.id}`)
    await expect(page.getByText('Grace Okafor')).toBeVisible()
    meet(await changing.count())
    await page.getByRole('tab', { name: 'Availability' }).click()
    await expect(page.getByText('4 time slots')).toBeVisible()
    meet(await changing.count())
  }
  await screens((count) => expect(count).toBeGreaterThan(0))
  await host.setRole('view only')
  await screens((count) => expect(count).toBe(0))
  for (const address of ['/host', `/editevent/${show.id}`, `/events/${show.id}/edit`]) {
    await page.goto(address)
    await expect(page.getByText('Your role can view events but not change them')).toBeVisible()
  }
})

test('an unknown address says so, to staff and to guests', { tag: '@long' }, async ({ host, page }) => {
  await host.page.goto('/bookings/none')
  await expect(host.page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await host.page.getByRole('link', { name: 'Back to Events' }).click()
  await expect(host.page.getByRole('heading', { name: 'Your Events' })).toBeVisible()
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})
