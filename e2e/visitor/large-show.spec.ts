import type { Page } from '@playwright/test'
import { addDays, formatDay } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { expectAccessible } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'

const day = addDays(newYorkNow().date, 30)
/** A date that is neither among the 12 dates of the first page nor among its four weeks of links. */
const far = addDays(day, 45)

/** Creates an event with 1,500 slots over 60 days, more than fit on a page. */
const makeLargeShow = (host: Host) =>
  host.makeShow({ isMultiDay: true, endDate: addDays(day, 59), endTime: '22:30', maxBookingsPerSlot: 1 })

async function book(page: Page, host: Host, date: string, time: string) {
  await page
    .getByRole('group', { name: formatDay(date) })
    .getByRole('radio', { name: time })
    .check()
  await page.getByLabel('Your Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill(`${host.username}@guest.test`)
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
}

const dateLink = (page: Page, date: string) =>
  page.getByRole('list', { name: 'Dates' }).locator(`a[href$="#day-${date}"]`)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })

  test('a guest of a show with many dates pages to a later one, books it, and moves to an earlier one', {
    tag: '@long',
  }, async ({ page, host }) => {
    const show = await makeLargeShow(host)
    await page.goto(`/event/${show.urlSlug}`)
    await expect(page.getByText('1500 of 1500')).toBeVisible()
    await expect(page.getByRole('heading', { name: formatDay(day) })).toBeVisible()
    await expect(dateLink(page, far)).toHaveCount(0)
    await page.getByRole('link', { name: 'Next dates' }).click()
    await dateLink(page, far).click()
    await expect(page).toHaveURL(new RegExp(`\\?date=${far}#day-${far}$`))
    await expect(page.getByRole('heading', { name: formatDay(far) })).toBeInViewport()
    await book(page, host, far, '10:30 AM')
    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()

    await page.getByRole('link', { name: 'Manage appointment' }).click()
    await page.getByRole('link', { name: 'Reschedule' }).click()
    const later = addDays(day, 20)
    await dateLink(page, later).click()
    await page
      .getByRole('group', { name: formatDay(later) })
      .getByRole('radio', { name: '11:00 AM' })
      .check()
    await page.getByRole('button', { name: 'Move my appointment' }).click()
    await expect(page.getByRole('heading', { name: 'Booking Rescheduled' })).toBeVisible()
    await expect(page.getByText(formatDay(later)).first()).toBeVisible()
  })
})

test('a show with many dates reads the times of a date as it is chosen, and again after a booking', async ({
  page,
  host,
}) => {
  const show = await makeLargeShow(host)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/timeslots?')) asked.push(new URL(request.url()).search)
  })
  const only = (date: string) => `?bookable=true&date=${date}`
  await page.goto(`/event/${show.urlSlug}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await expect(page.getByRole('heading', { name: formatDay(day) })).toBeVisible()
  expect(asked).toEqual([])
  const next = page.getByRole('button', { name: 'Next dates' })
  await page.route(
    `**/timeslots?*date=${far}`,
    (route) => route.fulfill({ status: 403, json: { message: 'No.' } }),
    {
      times: 1,
    },
  )
  for (let press = 0; press < 15; press++) await next.click()
  await dateLink(page, far).click()
  await expect(page.getByText('Failed to load time slots. Please try again later.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: formatDay(far) })).toBeVisible()
  await book(page, host, far, '10:30 AM')
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect.poll(() => asked.slice(-3)).toEqual([only(far), only(far), only(far)])
  // On the way there, a date at each press of the arrow; never all at once.
  expect(asked.filter((query) => !query.includes('&date='))).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()

  await page.getByRole('link', { name: 'Manage appointment' }).click()
  await page.getByRole('link', { name: 'Reschedule' }).click()
  asked.length = 0
  for (let press = 0; press < 6; press++) await next.click()
  const later = addDays(day, 20)
  await dateLink(page, later).click()
  await page.getByRole('radio', { name: '11:00 AM' }).check()
  await page.getByRole('button', { name: 'Move my appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Rescheduled' })).toBeVisible()
  const ofBoth = asked.filter((query) => [later, far].map(only).includes(query))
  expect(ofBoth.sort()).toEqual([later, later, far].map(only).sort())
})

test('a link to a date opens it, and one to a date without times says so', { tag: '@long' }, async ({
  page,
  host,
}) => {
  const show = await makeLargeShow(host)
  await page.goto(`/event/${show.urlSlug}?date=${far}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await expect(page.getByRole('heading', { name: formatDay(far) })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Dates' }).getByRole('link')).toHaveCount(4)
  await page.goto(`/event/${show.urlSlug}?date=2020-01-01`)
  await expect(page.getByText('No available time slots on that date.')).toBeVisible()
  await expect(page.getByRole('heading', { name: formatDay(day) })).toBeVisible()
  await expectAccessible(page)
})
