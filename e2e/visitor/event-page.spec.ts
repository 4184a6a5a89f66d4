import { addDays, formatDay, formatTime, fromMinutes } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { fieldTypes } from '@trunkshow/contract/templates/schema.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { expectAccessible } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { drawPicture } from '../in-page.ts'
import { press, tabTo, typeInto } from '../keyboard.ts'
import { weigh } from '../weight.ts'

const day = addDays(newYorkNow().date, 30)
const days = [day, addDays(day, 1), addDays(day, 2)]

/** Creates an event with 40 slots over 3 days: 13 a day from 10:00, and one more on the first day. */
async function makeLargeShow(host: Host, changes?: Record<string, unknown>): Promise<Event> {
  const show = await host.makeShow({
    isMultiDay: true,
    endDate: days[2],
    endTime: '16:30',
    location: '12 Mercer Street, New York',
    contactEmail: 'hello@vale.test',
    description: 'Try the new season before it reaches the shop, with the designer in the room.',
    ...changes,
  })
  const extra = { slotDate: day, startTime: '09:45', endTime: '10:15', totalSlots: 1 }
  const answer = await host.page.request.post(`/api/events/${show.id}/timeslots`, { data: extra })
  expect(answer.status()).toBe(201)
  return show
}

test('holds every slot in its first HTML', async ({ host, request }) => {
  const show = await makeLargeShow(host)
  const html = await (await request.get(`/event/${show.urlSlug}`)).text()
  const visible = html.slice(html.indexOf('id="root"'), html.indexOf('<script type="application/json"'))
  expect(visible.match(/type="radio"/g)).toHaveLength(40)
  for (const date of days) expect(visible).toContain(formatDay(date))
  for (let minutes = 600; minutes + 30 <= 990; minutes += 30) {
    expect(visible.split(formatTime(fromMinutes(minutes))).length - 1).toBeGreaterThanOrEqual(3)
  }
})

for (const [where, folder] of [
  ['', '/event'],
  [' in a frame on a host’s site', '/embed/event'],
]) {
  const more = where && '?details'
  test(`with all it can show${where}, weighs at most 85 KB of JavaScript, 12 KB of CSS, 110 KB of text in all and 56 KB of fonts, in 10 requests`, async ({
    host,
    page,
  }) => {
    const show = await makeLargeShow(host, {
      maxBookingsPerSlot: 5,
      maxPartySize: 5,
      phoneQuestion: 'optional',
      questions: fieldTypes
        .filter((type) => type !== 'measurements')
        .map((type) => ({ id: type, label: type, type, options: ['A-line', 'Sheath'] })),
    })
    const companyAddress = '12 Mercer Street\nNew York, NY 10013'
    await host.make('/api/company', { companyName: `Maison ${host.username}`, companyAddress })
    const looks = { urlSlug: `maison-${host.username}`, accentColor: '#0f6b57', showAddress: true }
    expect((await host.page.request.put('/api/company/page', { data: looks })).status()).toBe(200)
    const weights = await weigh(page, `${folder}/${show.urlSlug}${more}`, () =>
      expect(page.locator('html')).toHaveAttribute('data-live', ''),
    )
    await expect(page.getByRole('contentinfo').getByText('New York, NY 10013')).toBeVisible()
    await expect(page.getByLabel('Party size')).toBeVisible()
    expect(weights.script).toBeGreaterThan(50_000)
    expect(weights.script).toBeLessThanOrEqual(85 * 1024)
    expect(weights.style).toBeGreaterThan(1_000)
    expect(weights.style).toBeLessThanOrEqual(12 * 1024)
    expect(weights.all).toBeGreaterThan(weights.script + weights.style)
    expect(weights.all).toBeLessThanOrEqual(110 * 1024)
    expect(weights.font).toBeGreaterThan(10_000)
    expect(weights.font).toBeLessThanOrEqual(56 * 1024)
    expect(weights.requests).toBeLessThanOrEqual(10)
  })
}

test('no guest page has an axe violation, at any size or theme', { tag: '@long' }, async ({
  host,
  page,
  mails,
}) => {
  const show = await makeLargeShow(host)
  const guest = `${host.username}@guest.test`
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Available Trunk Shows' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/event/${show.urlSlug}`)
  await expectAccessible(page)
  await page.getByRole('radio', { name: '11:00 AM' }).check()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByText('Name is required').first()).toBeVisible()
  await expect(page.getByText('Enter your email.').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Your Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill(guest)
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expectAccessible(page)

  const mail = await mails.next({ to: guest, subject: /^Booking confirmed/ })
  const [link] = /https?:\/\/\S+\/booking\/[\w-]+/.exec(mail.text ?? '')!
  await page.goto(link)
  await expect(page.getByRole('link', { name: 'Reschedule' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Reschedule' }).click()
  await expect(page.getByRole('button', { name: 'Move my appointment' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(link.replace('/booking/', '/cancel-booking/'))
  await expect(page.getByRole('heading', { name: 'Booking Cancelled Successfully' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/no/such/page')
  await expect(page.getByText('Page Not Found').first()).toBeVisible()
  await expectAccessible(page)

  const urlSlug = `maison-${host.username}`
  await host.make('/api/company', { companyName: urlSlug })
  expect((await host.page.request.put('/api/company/page', { data: { urlSlug } })).status()).toBe(200)
  for (const frame of [`/embed/event/${show.urlSlug}`, `/embed/shows/${urlSlug}`]) {
    await page.goto(frame)
    await expect(page.getByText(show.name).first()).toBeVisible()
    await test.step(frame, () => expectAccessible(page))
  }
})

test('can be booked with only the keyboard', async ({ host, page }) => {
  const show = await makeLargeShow(host)
  await page.goto(`/event/${show.urlSlug}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')

  const second = formatDay(days[1]!)
  await press(page.getByRole('list', { name: 'Dates' }).getByRole('link').nth(1))
  await expect(page.getByRole('heading', { name: second })).toBeVisible()
  await tabTo(page.getByRole('group', { name: second }).getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: '10:30 AM' })).toBeChecked()
  await typeInto(page.getByLabel('Your Name'), 'Grace Okafor')
  await typeInto(page.getByLabel('Email Address'), 'grace@guest.test')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeFocused()
  await expect(page.getByText('10:30 AM – 11:00 AM').first()).toBeVisible()
})

test('shows four dates at a time, moving on with one in common', { tag: '@long' }, async ({ host, page }) => {
  const show = await host.makeShow({ isMultiDay: true, endDate: addDays(day, 8) })
  await page.goto(`/event/${show.urlSlug}`)
  const dates = page.getByRole('list', { name: 'Dates' }).getByRole('link')
  const shown = async () => (await dates.allInnerTexts()).map((text) => Number(/\d+/.exec(text)?.[0]))
  const numbers = Array.from({ length: 9 }, (_, index) => Number(addDays(day, index).slice(8)))
  await expect.poll(shown).toEqual(numbers.slice(0, 4))
  await expect(page.getByRole('heading', { name: formatDay(day) })).toBeVisible()
  await page.getByRole('button', { name: 'Next dates' }).click()
  await expect.poll(shown).toEqual(numbers.slice(3, 7))
  // The first date is out of sight, so another one's times are shown.
  await expect(page.getByRole('heading', { name: formatDay(addDays(day, 3)) })).toBeVisible()
  await page.getByRole('button', { name: 'Next dates' }).click()
  await expect.poll(shown).toEqual(numbers.slice(5, 9))
  await page.getByRole('button', { name: 'Previous dates' }).click()
  await expect.poll(shown).toEqual(numbers.slice(2, 6))
})

test('at 200 % zoom the dates keep their width, and before scripts run a part of one more is in sight', {
  tag: '@long',
}, async ({ host, page }) => {
  const show = await host.makeShow({ isMultiDay: true, endDate: addDays(day, 8) })
  const widths = () =>
    page
      .getByRole('list', { name: 'Dates' })
      .getByRole('listitem')
      .evaluateAll((items) =>
        items.map((item) => {
          const strip = item.parentElement!.getBoundingClientRect()
          const { top, left, right, width } = item.getBoundingClientRect()
          return { top, width, inSight: Math.min(right, strip.right) - left }
        }),
      )
  for (const width of [180, 280, 328, 356, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`/event/${show.urlSlug}`)
    await expect(page.locator('html')).toHaveAttribute('data-live', '')
    const live = await widths()
    expect(live).toHaveLength(4)
    for (const date of live) expect(date.width).toBeGreaterThanOrEqual(44)
    if (width >= 280) expect(new Set(live.map(({ top }) => top)).size, `one row at ${width} px`).toBe(1)

    await page.route('**/assets/visitor/*.js', () => {})
    await page.goto(`/event/${show.urlSlug}`, { waitUntil: 'commit' })
    await page.getByRole('list', { name: 'Dates' }).waitFor()
    const cut = (await widths()).filter((date) => date.inSight > 8 && date.inSight < date.width - 8)
    expect(cut, `a date is cut off at ${width} px`).toHaveLength(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('the first time is in sight at once on a desktop; on a phone a button that stays in sight leads to it, without scripts too', async ({
  host,
  browser,
}) => {
  const told = {
    description: 'The new season, with the designer in the room. '.repeat(6).trim(),
    location: '12 Mercer Street, New York',
  }
  const show = await makeLargeShow(host, told)
  const { name, hostName, eventDate, startTime, endTime } = show
  const pictured = await host.page.request.put(`/api/events/${show.id}`, {
    multipart: {
      ...{ name, hostName, ...told, eventDate, endDate: days[2]!, isMultiDay: 'true', startTime, endTime },
      ...{ slotDuration: 30, maxBookingsPerSlot: 2, banner: await drawPicture(host.page, 1920, 1080) },
    },
  })
  expect(pictured.status(), await pictured.text()).toBe(200)
  const open = async (viewport: { width: number; height: number }) => {
    const page = await browser.newPage({ viewport, javaScriptEnabled: false })
    await page.goto(`/event/${show.urlSlug}`)
    return { page, time: page.getByRole('radio').first().locator('+ span') }
  }
  const desktop = await open({ width: 1440, height: 900 })
  await expect(desktop.time).toBeInViewport({ ratio: 1 })
  const phone = await open({ width: 360, height: 740 })
  expect((await phone.page.locator('main img').first().boundingBox())!.height).toBeLessThanOrEqual(120)
  await expect(phone.time).not.toBeInViewport({ ratio: 1 })
  const choose = phone.page.getByRole('link', { name: 'Choose a time' })
  await expect(choose).toBeInViewport({ ratio: 1 })
  await choose.click()
  await expect(phone.time).toBeInViewport({ ratio: 1 })
  await desktop.page.close()
  await phone.page.close()
})
