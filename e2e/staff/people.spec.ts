import type { Browser, Page } from '@playwright/test'
import { formatTimeRange } from '@trunkshow/contract/dates.ts'
import { expectAccessible, overflowOf } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { fromMenu, withoutSentAnswers } from '../in-page.ts'

const password = 'a long password'

// Several people, each with a browser, take long on a small machine.
test.describe.configure({ timeout: 900_000 })

/** Opens a page in a new browser for another person. */
async function openBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL: baseURL! })).newPage()
}

async function saveCompany({ page }: Host) {
  const answer = await page.request.post('/api/company', { data: { companyName: 'Maison Vale' } })
  expect(answer.status(), await answer.text()).toBe(201)
}

async function invite({ page }: Host, person: { name: string; email: string; role: string }) {
  const answer = await page.request.post('/api/company/users', { data: person })
  expect(answer.status(), await answer.text()).toBe(201)
}

interface Mails {
  next: (which: { to: string; subject: RegExp }) => Promise<{ text?: string }>
}

/** The link to a page in the next email with this subject. */
async function linkIn(mails: Mails, to: string, subject: RegExp, page: string): Promise<string> {
  const { text } = await mails.next({ to, subject })
  const [link] = new RegExp(`https?://\\S+${page}/[\\w-]+`).exec(text ?? '') ?? []
  expect(link, text).toBeDefined()
  return link!
}

async function accept(page: Page, link: string, username: string) {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Join Maison Vale' })).toBeVisible()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
}

async function book({ page }: Host, slotId: number, attendeeName: string, attendeeEmail: string) {
  const answer = await page.request.post(`/api/timeslots/${slotId}/book`, {
    data: { attendeeName, attendeeEmail },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

test('the actions for a user are visible at any width', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await saveCompany(host)
  await invite(host, {
    name: 'Alexandria Montgomery',
    email: 'alexandria@maison.test',
    role: 'order management',
  })
  await page.goto('/settings')
  const more = page.getByRole('button', { name: 'More for Alexandria Montgomery' })
  for (const width of [320, 480, 768, 993, 1000, 1121, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    await more.scrollIntoViewIfNeeded()
    const { x, width: wide } = (await more.boundingBox())!
    expect(Math.round(x + wide), `at ${width}`).toBeLessThanOrEqual(width)
    expect(await overflowOf(page), `at ${width}`).toBe(0)
  }
})

test('an owner, an order manager, a viewer and a co-host work side by side', async ({
  host,
  browser,
  baseURL,
  mails,
}) => {
  test.setTimeout(900_000)
  const people = Object.fromEntries(
    ['nora', 'vera', 'carl', 'lena'].map((name) => [name, `${name}-${host.username}@mail.test`]),
  ) as Record<'nora' | 'vera' | 'carl' | 'lena', string>
  const show = await host.makeShow()
  const other = await host.makeShow({ name: 'Veil Evening', isPublic: false })
  const slots = await (await host.page.request.get(`/api/events/${show.id}/timeslots`)).json()
  await saveCompany(host)
  await invite(host, { name: 'Nora Lind', email: people.nora, role: 'order management' })
  await invite(host, { name: 'Vera Holm', email: people.vera, role: 'view only' })

  const [nora, vera, carl] = [
    await openBrowser(browser, baseURL),
    await openBrowser(browser, baseURL),
    await openBrowser(browser, baseURL),
  ]
  const invitations = /invites you to Trunkshow$/
  await accept(nora, await linkIn(mails, people.nora, invitations, '/invitation'), `nora-${host.username}`)
  await accept(vera, await linkIn(mails, people.vera, invitations, '/invitation'), `vera-${host.username}`)

  await test.step('the owner invites a co-host from the edit page', async () => {
    await host.page.goto(`/editevent/${show.id}`)
    await host.page.getByLabel('Co-host’s email').fill('carl')
    await host.page.getByRole('button', { name: 'Invite co-host' }).click()
    await expect(host.page.getByText('Invalid email address')).toBeVisible()
    await host.page.getByLabel('Co-host’s email').fill(people.carl)
    await host.page.getByRole('button', { name: 'Invite co-host' }).click()
    const row = host.page.getByRole('list', { name: 'Co-hosts' }).getByRole('listitem')
    await expect(row).toContainText(people.carl)
    await expect(row).toContainText('Pending')
  })

  await test.step('who registers with the invited address and comes back accepts', async () => {
    await carl.goto(await linkIn(mails, people.carl, /invites you to host/, '/co-host'))
    await carl.getByRole('link', { name: 'Register' }).click()
    await expect(carl.getByText('Log in or register with the email address that was invited.')).toBeVisible()
    await carl.getByLabel('Name', { exact: true }).fill('Carl Amsel')
    await carl.getByLabel('Username').fill(`carl-${host.username}`)
    await carl.getByLabel('Email').fill(people.carl)
    await carl.getByLabel('Password', { exact: true }).fill(password)
    await carl.getByLabel('Confirm password').fill(password)
    await carl.getByRole('button', { name: 'Register' }).click()
    await carl.getByRole('button', { name: 'Accept invitation' }).click()
    await expect(carl.getByRole('heading', { name: show.name })).toBeVisible()
    await expect(carl).toHaveURL(new RegExp(`/bookings/${show.id}$`))
  })

  await test.step('all four see a guest book', async () => {
    const pages = [host.page, nora, vera]
    for (const page of pages) await page.goto(`/bookings/${show.id}`)
    for (const page of [...pages, carl]) await expect(page.getByText('No bookings found.')).toBeVisible()
    await book(host, slots[0].id, 'Lena Fischer', people.lena)
    for (const page of [...pages, carl]) await expect(page.getByText('Lena Fischer')).toBeVisible()
  })

  await test.step('the viewer changes nothing, by screen or by call', async () => {
    await vera.getByRole('button', { name: 'More for Lena Fischer' }).click()
    await expect(vera.getByRole('menuitem')).toHaveText(['Emails', `Write to ${people.lena}`])
    await vera.keyboard.press('Escape')
    await vera.getByRole('tab', { name: 'Availability' }).click()
    await expect(vera.getByText('0/2').first()).toBeVisible()
    for (const name of ['Add Slot', 'Edit All', 'Match slots to event hours', /^More for/])
      await expect(vera.getByRole('button', { name })).toHaveCount(0)
    const call = await vera.request.patch(`/api/timeslots/${slots[1].id}`, { data: { totalSlots: 5 } })
    expect(call.status()).toBe(403)
    await vera.goto('/events')
    await expect(vera.getByRole('heading', { name: 'Veil Evening' })).toBeVisible()
    await expect(vera.getByRole('link', { name: /^Create/ })).toHaveCount(0)
    await vera.getByRole('button', { name: 'More for Veil Evening' }).click()
    await expect(vera.getByRole('menuitem')).toHaveText(['Report', 'View public page'])
    await vera.goto(`/editevent/${show.id}`)
    await expect(vera.getByText('Your role can view events but not change them')).toBeVisible()
  })

  await test.step('the order manager moves the booking, and the co-host sees it there', async () => {
    await fromMenu(nora, 'Lena Fischer', 'Reschedule')
    await nora.getByRole('radio', { name: formatTimeRange('11:30', '12:00') }).check()
    await nora.getByRole('button', { name: 'Confirm Reschedule' }).click()
    await expect(carl.getByRole('list', { name: formatTimeRange('11:30', '12:00') })).toContainText(
      'Lena Fischer',
    )
  })

  await test.step('the co-host manages the slots and bookings of this event and nothing else', async () => {
    await carl.getByRole('tab', { name: 'Availability' }).click()
    await expect(carl.getByRole('button', { name: 'Add Slot' })).toBeVisible()
    await expect(carl.getByRole('button', { name: 'Match slots to event hours' })).toHaveCount(0)
    await carl.getByRole('button', { name: 'Add Slot' }).click()
    await carl.getByLabel('Start Time').fill('09:30')
    await carl.getByLabel('End Time').fill('10:15')
    await carl.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(carl.getByText(formatTimeRange('09:30', '10:15'))).toBeVisible()
    await carl.getByRole('tab', { name: 'Bookings' }).click()
    await fromMenu(carl, 'Lena Fischer', 'Cancel')
    await carl.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
    await expect(host.page.getByRole('listitem').filter({ hasText: 'Lena Fischer' })).toContainText(
      'Cancelled',
    )

    await carl.goto('/events')
    const card = carl.getByRole('listitem').filter({ hasText: show.name })
    await expect(card.getByText('Co-host', { exact: true })).toBeVisible()
    await card.getByRole('button', { name: `More for ${show.name}` }).click()
    await expect(carl.getByRole('menuitem')).toHaveText(['Desk', 'Email guests', 'View public page'])
    await carl.keyboard.press('Escape')
    await expect(carl.getByText('Veil Evening')).toHaveCount(0)
    await carl.goto(`/editevent/${show.id}`)
    await expect(carl.getByText('Co-hosts can’t edit the event')).toBeVisible()
    await carl.goto(`/bookings/${other.id}`)
    await expect(carl.getByText('Event not found.')).toBeVisible()
    const change = await carl.request.put(`/api/events/${show.id}`, {
      data: { ...show, location: '', name: 'Mine' },
    })
    expect(change.status()).toBe(404)
  })

  await test.step('a new role acts at once, and a removed co-host has lost the event', async () => {
    const users = await (await host.page.request.get('/api/company/users')).json()
    const { id } = users.find((user: { name: string }) => user.name === 'Vera Holm')
    await host.page.request.put(`/api/company/users/${id}`, { data: { role: 'order management' } })
    await vera.goto('/events')
    await expect(vera.getByRole('link', { name: 'Create Event' })).toBeVisible()

    await carl.goto(`/bookings/${show.id}`)
    await expect(carl.getByRole('heading', { name: show.name })).toBeVisible()
    await host.page.goto(`/editevent/${show.id}`)
    await expect(host.page.getByRole('list', { name: 'Co-hosts' })).toContainText('Active')
    await fromMenu(host.page, people.carl, 'Remove')
    await host.page.getByRole('button', { name: 'Remove co-host' }).click()
    await expect(host.page.getByRole('list', { name: 'Co-hosts' })).toHaveCount(0)
    await expect(carl.getByText('Event not found.')).toBeVisible()
  })
  for (const page of [nora, vera, carl]) await page.context().close()
})

test('a forgotten password is reset by email, and every browser is logged out', async ({
  host,
  page,
  mails,
}) => {
  await host.page.goto('/events')
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  for (const email of [host.email, 'nobody@shop.test']) {
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await page.getByRole('button', { name: 'Use another address' }).click()
  }
  const link = await linkIn(mails, host.email, /^Set a new password$/, '/reset-password')
  await page.goto(link)
  await page.getByLabel('New password').fill('another password')
  await page.getByLabel('Confirm password').fill('an other password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm password').fill('another password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password changed').first()).toBeVisible()

  await host.page.reload()
  await expect(host.page.getByRole('tab', { name: 'Login' })).toBeVisible()

  await page.getByLabel('Username or email').fill(host.email)
  await page.getByLabel('Password', { exact: true }).fill('another password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()

  await page.goto(link)
  await page.getByLabel('New password').fill('a third password')
  await page.getByLabel('Confirm password').fill('a third password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await page.getByRole('link', { name: 'Get a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})

test('an invitation waits until the current user has logged out, works once, and can be retried after a failure', {
  tag: '@long',
}, async ({ host, page, mails }) => {
  await saveCompany(host)
  const email = `ines-${host.username}@mail.test`
  await invite(host, { name: 'Ines Roth', email, role: 'view only' })
  const link = await linkIn(mails, email, /invites you/, '/invitation')

  await host.page.goto(link)
  await expect(host.page.getByText(`You’re logged in as ${host.username}.`)).toBeVisible()
  await host.page.getByRole('button', { name: 'Log out' }).click()
  await expect(host.page.getByLabel('Username')).toBeVisible()

  await withoutSentAnswers(page)
  await page.route('**/api/invitations/*', (call) => call.fulfill({ status: 400, body: 'no' }))
  await page.goto(link)
  await expect(page.getByText('We couldn’t open the invitation')).toBeVisible()
  await page.unroute('**/api/invitations/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByLabel('Username').fill(host.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByText('This username is already taken')).toBeVisible()
  await accept(page, link, `ines-${host.username}`)
  await host.page.goto(link)
  await expect(host.page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
})

test('a co-host’s link is only for the invited account', { tag: '@long' }, async ({ host, page, mails }) => {
  const show = await host.makeShow()
  const email = `dora-${host.username}@mail.test`
  await host.page.request.post(`/api/events/${show.id}/co-hosts`, { data: { email } })
  const link = await linkIn(mails, email, /invites you to host/, '/co-host')
  await host.page.goto(link)
  await expect(host.page.getByText(`This invitation is for ${email}.`)).toBeVisible()
  await expect(host.page.getByRole('button', { name: 'Accept invitation' })).toHaveCount(0)
  await host.page.getByRole('button', { name: 'Log out' }).click()
  await expect(host.page).toHaveURL(/\/auth\?from=/)

  const account = { username: `dora-${host.username}`, email, name: 'Dora Falk', password }
  expect((await page.request.post('/api/register', { data: account })).status()).toBe(201)
  await page.goto(link)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page).toHaveURL(`/bookings/${show.id}`)
  await expect(page.getByRole('heading', { name: show.name })).toBeVisible()
  await page.goto(link)
  await page.getByRole('link', { name: 'Open your events' }).click()
  await expect(page.getByText('Co-host', { exact: true })).toBeVisible()
})

test('no page behind a link has an axe violation, at any size or theme', { tag: '@long' }, async ({
  host,
  page: guest,
  mails,
}) => {
  const { page: owner } = host
  const show = await host.makeShow()
  await saveCompany(host)
  const email = `ines-${host.username}@mail.test`
  await invite(host, { name: 'Ines Roth', email, role: 'order management' })
  await owner.request.post(`/api/events/${show.id}/co-hosts`, { data: { email } })
  const invitation = await linkIn(mails, email, /invites you to Trunkshow/, '/invitation')
  const coHost = await linkIn(mails, email, /invites you to host/, '/co-host')
  for (const [page, address, sign] of [
    [guest, '/forgot-password', 'Forgot your password?'],
    [guest, '/reset-password/1-x', 'Set a new password'],
    [guest, invitation, 'Accept invitation'],
    [guest, `${invitation}x`, 'This link is no longer valid'],
    [guest, coHost, 'Log in'],
    [owner, invitation, 'Log out'],
    [owner, coHost, 'This invitation is for'],
    [owner, `/editevent/${show.id}`, email],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(sign).first()).toBeVisible()
    await test.step(address, () => expectAccessible(page))
  }
})
