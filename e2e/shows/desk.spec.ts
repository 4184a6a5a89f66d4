import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page, Route } from '@playwright/test'
import { api } from '@trunkshow/contract/api.ts'
import { addDays } from '@trunkshow/contract/dates.ts'
import type { DeskDay } from '@trunkshow/contract/desk/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { runSql } from '../../server/test/run-sql.ts'
import { zoneOf } from '../../server/zones.ts'
import { expectAccessible } from '../axe.ts'
import { test as base, expect, type Host } from '../fixtures.ts'
import { logOut, withoutSentAnswers } from '../in-page.ts'

/** A zone where it is daytime now, so that the show has upcoming time slots. */
const timeZone = [
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Honolulu',
].find((zone) => {
  const { time } = wallClock(new Date(), zoneOf(zone))
  return time >= '06:00' && time < '17:00'
})!

const tablet = { width: 768, height: 1024 }

const test = base.extend<{ makeToday: (guests: string[], changes?: object) => Promise<Event> }>({
  /** A show of today with these guests, five in each of its first time slots. */
  makeToday: ({ host, product }, use) =>
    use(async (guests, changes = {}) => {
      const { date } = wallClock(new Date(), zoneOf(timeZone))
      const show = await host.makeShow({
        eventDate: addDays(date, 30),
        timeZone,
        startTime: '00:00',
        endTime: '23:45',
        slotDuration: 60,
        maxBookingsPerSlot: 5,
        ...changes,
      })
      const slots = await (await host.page.request.get(`/api/events/${show.id}/timeslots`)).json()
      for (const [at, attendeeName] of guests.entries())
        await host.make(`/api/timeslots/${slots[Math.floor(at / 5)].id}/bookings`, { attendeeName })
      const shift = (table: string, column: string, id: string) =>
        runSql(product.databaseUrl, `UPDATE ${table} SET ${column} = ${column} - 30 WHERE ${id} = $1`, [
          show.id,
        ])
      await shift('time_slots', 'slot_date', 'event_id')
      await shift('events', 'event_date', 'id')
      return show
    }),
})

async function readDay({ page }: Host, show: Event): Promise<DeskDay> {
  return (await page.request.get(`/api/events/${show.id}/desk`)).json()
}

const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true, pressed: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const status = (page: Page) =>
  page.getByRole('status').filter({ hasText: /Up to date|Offline|Sending|Checking/ })

async function openDesk(page: Page, show: Event) {
  await page.setViewportSize(tablet)
  await page.goto(`/desk/${show.id}`)
  await expect(status(page)).toHaveText('Up to date')
}

test('a guest is marked with one tap and set back with the same button; the other tablet follows', async ({
  host,
  secondPage,
  makeToday,
}) => {
  const { page } = host
  const show = await makeToday(['Grace Okafor', 'Lena Brandt'])
  await page.goto(`/bookings/${show.id}`)
  await page.getByRole('link', { name: 'Desk' }).click()
  await openDesk(secondPage, show)
  await press(page, 'Arrived: Grace Okafor')
  await expect(pressed(secondPage, 'Arrived: Grace Okafor')).toBeVisible()
  await press(secondPage, 'Arrived: Grace Okafor')
  await expect(page.getByRole('button', { name: 'Arrived: Grace Okafor', pressed: false })).toBeVisible()
  await press(page, 'No-show: Lena Brandt')
  await press(page, 'Add walk-in')
  await expect(pressed(secondPage, 'Arrived: Walk-in')).toBeVisible()
  await secondPage.getByRole('searchbox').fill('lena')
  await expect(secondPage.getByRole('button', { name: /^Arrived: / })).toHaveCount(1)
  await expect(pressed(secondPage, 'No-show: Lena Brandt')).toBeVisible()
  await press(page, 'Create Order for Lena Brandt')
  await expect(page.getByRole('dialog', { name: 'Create Order' })).toBeVisible()
  await page.goto(`/bookings/${show.id}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Lena Brandt' })).toContainText('No-show')
})

test('a walk-in is named, and goes over the last spot only when the host agrees', { tag: '@long' }, async ({
  host,
  makeToday,
}) => {
  const { page } = host
  const show = await makeToday([], { maxBookingsPerSlot: 1 })
  await openDesk(page, show)
  await press(page, 'Walk-in details')
  const dialog = page.getByRole('dialog', { name: 'Add walk-in' })
  await dialog.getByLabel('Name').fill('Mae Lindqvist')
  await dialog.getByLabel('Phone').fill('(212) 555-0142')
  await dialog.getByRole('button', { name: 'Add walk-in' }).click()
  await expect(pressed(page, 'Arrived: Mae Lindqvist')).toBeVisible()
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await expect(link('(212) 555-0142')).toHaveAttribute('href', 'tel:2125550142')
  await expect(link('Text (212) 555-0142')).toHaveAttribute('href', 'sms:2125550142')
  await press(page, 'Walk-in details')
  const choices = dialog.getByLabel('Time slot', { exact: true }).locator('option')
  await expect(choices.filter({ hasText: '(full)' })).toHaveCount(1)
  const full = await choices.filter({ hasText: '(full)' }).getAttribute('value')
  await dialog.getByLabel('Time slot', { exact: true }).selectOption(full!)
  await dialog.getByRole('button', { name: 'Add walk-in' }).click()
  await expect(dialog.getByText('Check this box to add a spot.')).toBeVisible()
  await dialog.getByLabel('Add to this full time slot. This makes it 2 spots.').check()
  await dialog.getByRole('button', { name: 'Add walk-in' }).click()
  await expect(pressed(page, 'Arrived: Walk-in')).toBeVisible()
})

test('two tablets without a network for ten minutes send every change once, and a person decides conflicts', {
  tag: '@long',
}, async ({ host, secondPage, makeToday, playwright, launchOptions, baseURL, browserName }) => {
  test.skip(browserName === 'firefox', 'Its profiles cannot be opened again.')
  const guests = Array.from({ length: 18 }, (_, at) => `Guest ${String.fromCharCode(65 + at)}`)
  const [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = guests.map((name) => name.at(-1)!)
  const show = await makeToday(guests)
  const profile = await mkdtemp(join(tmpdir(), 'trunkshow-tablet-'))
  const open = async (offline: boolean) => {
    const context = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL: baseURL!,
      offline,
      viewport: tablet,
    })
    return { context, page: context.pages()[0]! }
  }
  const mark = async (page: Page, label: string, letters: (string | undefined)[]) => {
    for (const letter of letters) await press(page, `${label}: Guest ${letter}`)
  }

  let first = await open(false)
  await first.context.addCookies((await host.page.context().storageState()).cookies)
  await openDesk(first.page, show)
  await first.page.evaluate(() => navigator.serviceWorker.ready)
  await secondPage.clock.install()
  await openDesk(secondPage, show)

  await first.context.setOffline(true)
  await secondPage.context().setOffline(true)
  await mark(first.page, 'Arrived', [a, b, c, d, e, f, g, h, i, j])
  await mark(first.page, 'No-show', [p, q])
  for (let walkIn = 0; walkIn < 3; walkIn++) await press(first.page, 'Add walk-in')
  await mark(secondPage, 'No-show', [h, i, j])
  await mark(secondPage, 'Arrived', [p, q, k, l, m, n, o, a, b])
  for (let walkIn = 0; walkIn < 3; walkIn++) await press(secondPage, 'Add walk-in')
  await secondPage.clock.fastForward('10:00')
  const text = 'Offline: 15 changes will be sent when the network is back.'
  await expect(status(secondPage)).toHaveText(text)

  await test.step('the first tablet’s browser is closed and opened again', async () => {
    await first.context.close()
    first = await open(true)
    await first.page.goto(`/desk/${show.id}`)
    await expect(status(first.page)).toHaveText(text)
    await expect(pressed(first.page, 'Arrived: Guest A')).toBeVisible()
    await expect(first.page.getByText('Not sent yet')).toHaveCount(15)
  })

  await first.context.setOffline(false)
  await expect(status(first.page)).toHaveText('Up to date')
  await expect(first.page.getByText('Not sent yet')).toHaveCount(0)
  await secondPage.context().setOffline(false)
  await expect(secondPage.getByText('6 changes to decide')).toBeVisible()
  const crossed = secondPage.getByRole('region', { name: 'Needs your decision' }).getByRole('listitem')
  await expect(crossed).toHaveCount(6)
  await expect(crossed.filter({ hasText: 'Guest H' })).toContainText(
    /Guest H was marked as arrived by Helena Vale at \d+:\d\d [AP]M\. Mark as a no-show anyway\?/,
  )
  await press(secondPage, 'Mark as a no-show: Guest H')
  for (const letter of [i, j]) await press(secondPage, `Keep as arrived: Guest ${letter}`)
  await press(secondPage, `Keep as a no-show: Guest ${p}`)
  await press(secondPage, `Mark as arrived: Guest ${q}`)
  // The sixth walk-in in a time slot of five spots.
  await expect(crossed.filter({ hasText: 'With this booking it has 6.' })).toHaveCount(1)
  await press(secondPage, 'Add anyway: Walk-in')
  await expect(crossed).toHaveCount(0)
  await expect(status(secondPage)).toHaveText('Up to date')

  const { bookings } = await readDay(host, show)
  const marks = (attendance: string | null) =>
    bookings
      .filter((booking) => booking.attendance === attendance)
      .map(({ attendeeName }) => attendeeName.at(-1))
  const walkIns = Array.from({ length: 6 }, () => 'n') // of Walk-in
  expect(marks('arrived').sort()).toEqual([a, b, c, d, e, f, g, i, j, k, l, m, n, o, q, ...walkIns].sort())
  expect(marks('no_show').sort()).toEqual([h, p])
  expect(marks(null)).toEqual(['R'])
  const versions = bookings.map(({ attendeeName, attendanceVersion }) => [attendeeName, attendanceVersion])
  expect(versions.filter(([, version]) => version === 2)).toEqual([
    ['Guest H', 2],
    ['Guest Q', 2],
  ])
  await expect(pressed(first.page, 'No-show: Guest H')).toBeVisible()
  await first.context.close()
  await rm(profile, { recursive: true })
})

test('a session that ends keeps the queue, which another user neither sees nor sends; logging out asks first', {
  tag: '@long',
}, async ({ host, secondPage: page, makeToday, browser, baseURL, product }) => {
  const show = await makeToday(['Grace Okafor', 'Lena Brandt'])
  const coHost = await registerCoHost(browser, baseURL!, product.databaseUrl, show)
  const logIn = async (user: { username: string; password: string }) => {
    await expect(page).toHaveURL(/\/auth/)
    await page.getByLabel('Username or email').fill(user.username)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).not.toHaveURL(/\/auth/)
  }
  await openDesk(page, show)
  await host.endSessions()

  await test.step('on a network that never answers, the user goes on; once it does, the session has ended', async () => {
    const held: Route[] = []
    await withoutSentAnswers(page)
    await page.addInitScript(() => {
      // No call times out, so what is shown does not wait for one.
      AbortSignal.timeout = () => new AbortController().signal
    })
    await page.route('**/api/**', (route) => void held.push(route))
    await page.reload()
    await expect(status(page)).toHaveText('Checking...')
    await press(page, 'Arrived: Grace Okafor')
    await expect(pressed(page, 'Arrived: Grace Okafor')).toBeVisible()
    await expect(status(page)).toHaveText('Sending 1 change...')
    const asksSession = (route: Route) => route.request().url().endsWith(api.session.current.path)
    await held.find(asksSession)!.continue()
    await expect(page).toHaveURL(/\/auth/)
    await page.unroute('**/api/**')
  })

  await test.step('someone else logs in', async () => {
    await logIn(coHost)
    await openDesk(page, show)
    await expect(page.getByRole('button', { name: 'Arrived: Grace Okafor', pressed: false })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/events')
    await logOut(page)
  })

  await test.step('the user is back', async () => {
    await page.route('**/desk', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await logIn(host)
    await page.goto(`/desk/${show.id}`)
    await expect(page.getByText('Not sent yet')).toHaveCount(1)
    await page.goto('/events')
    await logOut(page)
    const question = page.getByRole('dialog', { name: 'Log out and lose changes?' })
    await expect(question).toContainText('1 change at the desk wasn’t sent yet.')
    await question.getByRole('button', { name: 'Stay logged in' }).click()
    await page.unroute('**/desk')
    await openDesk(page, show)
    await expect(pressed(page, 'Arrived: Grace Okafor')).toBeVisible()
    await expect(page.getByText('Not sent yet')).toHaveCount(0)
  })

  await test.step('logging out removes the guests from the device', async () => {
    expect(await countKept(page)).toBeGreaterThan(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/events')
    await logOut(page)
    await expect(page).toHaveURL(/\/auth/)
    expect(await countKept(page)).toBe(0)
  })
})

test('an answer that arrives after the log-out stores nothing on the device, in this tab or another', {
  tag: '@long',
}, async ({ host, secondPage: page, makeToday }) => {
  const show = await makeToday(['Grace Okafor'])
  const other = await page.context().newPage()
  const held: Route[] = []
  for (const tab of [page, other]) {
    await openDesk(tab, show)
    await tab.route(`**/api/events/${show.id}/desk**`, (route) => void held.push(route))
  }
  const slots = await (await host.page.request.get(`/api/events/${show.id}/timeslots`)).json()
  await host.make(`/api/timeslots/${slots.at(-1).id}/bookings`, { attendeeName: 'Lena Brandt' })
  // Both tabs reload the day, since it has changed.
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(2)

  const answer = await readDay(host, show)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Bookings' }).first().click()
  await logOut(page)
  await expect(page).toHaveURL(/\/auth/)
  await expect(other).toHaveURL(/\/auth/)
  for (const route of held) await route.fulfill({ json: answer })
  for (const tab of [page, other]) {
    // A write of the answer would have begun two frames later.
    await tab.evaluate(
      () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen(undefined)))),
    )
    expect(await countKept(tab)).toBe(0)
  }
})

/** How many days and changes the browser has stored. */
const countKept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('trunkshow-desk')
        opening.onsuccess = () => {
          const counting = opening.result.transaction('kept').objectStore('kept').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )

/** Registers a user of another company, who co-hosts the show. */
async function registerCoHost(browser: Browser, baseURL: string, databaseUrl: string, show: Event) {
  const context = await browser.newContext({ baseURL })
  const username = `co-host-${randomUUID().slice(0, 8)}`
  const account = { username, email: `${username}@shop.test`, password: 'a long password' }
  const answer = await context.request.post('/api/register', { data: { ...account, name: 'Sam Ortiz' } })
  expect(answer.status()).toBe(201)
  await context.close()
  await runSql(
    databaseUrl,
    `INSERT INTO event_co_hosts (company_id, event_id, user_id, invited_email, invited_by, is_active)
     SELECT events.company_id, events.id, users.id, users.email, events.user_id, true
     FROM events, users WHERE events.id = $1 AND users.username = $2`,
    [show.id, username],
  )
  return account
}

test('the device keeps the desk without anyone’s data, and a day of guests for 24 hours', {
  tag: '@long',
}, async ({ host, secondPage: page, makeToday, browserName }) => {
  test.skip(browserName === 'firefox', 'It runs no service workers in tests.')
  const show = await makeToday(['Grace Okafor'])
  await page.clock.install()
  await openDesk(page, show)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`/desk/${show.id}`)
  await expect(status(page)).toHaveText('Up to date')
  const listStored = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('trunkshow-desk')).keys()
      return requests.map(({ url }) => url.slice(location.origin.length))
    })
  const stored = await listStored()
  expect(stored).toContain('/desk/offline')
  expect(stored.filter((path) => path !== '/desk/offline' && !path.startsWith('/assets/staff/'))).toEqual([])
  const document = await page.evaluate(async () => (await caches.match('/desk/offline'))!.text())
  expect(document).not.toContain('Grace Okafor')

  await test.step('an update of the product is stored with its first visit, in place of what was', async () => {
    const style = stored.find((path) => path.endsWith('.css'))!
    const update = '/assets/staff/assets/update.css'
    await page.context().route(/\/desk\/\w+$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(style, update) })
    })
    await page
      .context()
      .route(`**${update}`, (route) =>
        route.fulfill({ contentType: 'text/css', body: ':root { --build: update }' }),
      )
    await page.reload()
    const others = stored.filter((path) => path !== style)
    await expect.poll(async () => (await listStored()).sort()).toEqual([...others, update].sort())
    await page.context().unrouteAll()
  })

  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('Grace Okafor')).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('--build', 'update')
  await expect(status(page)).toContainText('Offline')
  await test.step('a day that was opened without the network is loaded when it is back', async () => {
    const [booking] = (await readDay(host, show)).bookings
    const seen = { attendance: null, version: 0 }
    const change = { key: randomUUID(), kind: 'mark', bookingId: booking!.id, attendance: 'arrived', seen }
    const { id: userId } = await (await host.page.request.get(api.session.current.path)).json()
    await host.page.request.post(`/api/events/${show.id}/desk`, { data: { userId, changes: [change] } })
    await page.context().setOffline(false)
    await expect(pressed(page, 'Arrived: Grace Okafor')).toBeVisible()
    await expect(status(page)).toHaveText('Up to date')
    await page.context().setOffline(true)
  })
  await page.clock.setSystemTime(Date.now() + 25 * 3_600_000)
  await page.reload()
  await expect(page.getByText('This day isn’t on this device.')).toBeVisible()
  expect(await countKept(page)).toBe(0)
})

test('another company’s desk is not found', { tag: '@long' }, async ({ browser, baseURL, makeToday }) => {
  const show = await makeToday(['Grace Okafor'])
  const context = await browser.newContext({ baseURL: baseURL! })
  const username = `stranger-${randomUUID().slice(0, 8)}`
  await context.request.post('/api/register', {
    data: { username, email: `${username}@shop.test`, password: 'a long password', name: 'Sam Ortiz' },
  })
  const page = await context.newPage()
  await page.goto(`/desk/${show.id}`)
  await expect(page.getByText('Event not found.')).toBeVisible()
  await expect(page.getByText('Grace Okafor')).toHaveCount(0)
  await context.close()
})

test('the desk has no axe violation, at any size or theme', { tag: '@long' }, async ({
  host,
  secondPage,
  makeToday,
}) => {
  test.setTimeout(900_000)
  const show = await makeToday(['Grace Okafor', 'Lena Brandt', 'Mae Lindqvist'])
  const { page } = host
  await openDesk(page, show)
  await openDesk(secondPage, show)
  await page.context().setOffline(true)
  await press(page, 'Arrived: Grace Okafor')
  await press(page, 'No-show: Lena Brandt')
  await press(secondPage, 'No-show: Grace Okafor')
  await expect(status(secondPage)).toHaveText('Up to date')
  await test.step('offline', () => expectAccessible(page))
  await page.context().setOffline(false)
  await expect(page.getByText('1 change to decide')).toBeVisible()
  await test.step('with a conflict', () => expectAccessible(page))
  await press(page, 'Walk-in details')
  await expect(page.getByRole('dialog', { name: 'Add walk-in' })).toBeVisible()
  await test.step('adding a walk-in', () => expectAccessible(page))
})
