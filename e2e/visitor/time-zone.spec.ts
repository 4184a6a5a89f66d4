import { formatDay } from '@trunkshow/contract/dates.ts'
import ICAL from 'ical.js'
import { expect, test } from '../fixtures.ts'

test('a host chooses London by its name; a guest in New York reads both times, and page, email and calendar agree', async ({
  host,
  browser,
  mails,
  baseURL,
}) => {
  const { page } = host
  const day = `${new Date().getUTCFullYear() + 1}-06-01`
  const slug = `london-${host.username}`
  const guest = `${slug}@guest.test`
  await test.step('choose the zone by city', async () => {
    await page.goto('/host')
    await expect(page.getByText('All times are Eastern.')).toBeVisible()
    await page.getByLabel('Event name').fill('London Show')
    await page.getByLabel('Host name').fill('Maison Vale')
    await page.getByLabel('Event date').fill(formatDay(day))
    await page.getByLabel('Start time').fill('15:00')
    await page.getByLabel('End time').fill('16:00')
    await page.getByLabel('Custom URL').fill(slug)
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('dallas')
    await expect(page.getByRole('option', { name: 'Dallas, Texas (Central Time)' })).toBeVisible()
    await zone.fill('london')
    await page.getByRole('option', { name: /^London, United Kingdom/ }).click()
    await expect(page.getByText('All times are London time.')).toBeVisible()
    await page.getByRole('button', { name: 'Create Event' }).click()
    await expect(page).toHaveURL(/\/events/)
  })

  const context = await browser.newContext({ baseURL: baseURL!, timezoneId: 'America/New_York' })
  const visitor = await context.newPage()
  const both = '3:00 PM in London (10:00 AM your time)'
  await test.step('book', async () => {
    await visitor.goto(`/event/${slug}`)
    await expect(visitor.getByText('3:00 PM – 4:00 PM BST')).toBeVisible()
    await visitor.getByRole('radio', { name: '3:00 PM' }).check()
    await expect(visitor.getByText(both)).toBeVisible()
    await visitor.getByLabel('Your Name').fill('Grace Okafor')
    await visitor.getByLabel('Email Address').fill(guest)
    await visitor.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(visitor.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
    await expect(visitor.getByText(both).first()).toBeVisible()
  })

  const mail = await mails.next({ to: guest, subject: /^Booking confirmed/ })
  await test.step('read the email, its calendar entry, and the page it leads to', async () => {
    expect(mail.text).toContain('3:00 PM – 3:30 PM BST')
    const { content } = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
    const text = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()
    const calendar = new ICAL.Component(ICAL.parse(text))
    const starts = calendar.getFirstSubcomponent('vevent')!.getFirstPropertyValue('dtstart') as ICAL.Time
    starts.zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!)
    expect(new Date(starts.toUnixTime() * 1000).toISOString()).toBe(`${day}T14:00:00.000Z`)
    await visitor.goto(/https?:\/\/\S+\/booking\/[\w-]+/.exec(mail.text ?? '')![0])
    await expect(visitor.getByText('3:00 PM – 3:30 PM BST').first()).toBeVisible()
    await expect(visitor.getByText(both).first()).toBeVisible()
  })
  await context.close()

  await page.getByRole('link', { name: 'Manage Bookings' }).click()
  await expect(page.getByText('3:00 PM – 4:00 PM BST')).toBeVisible()
})
