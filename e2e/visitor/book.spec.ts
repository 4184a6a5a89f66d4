import type { Page } from '@playwright/test'
import { addDays, formatDate, formatDay } from '@trunkshow/contract/dates.ts'
import type { ReceivedMail } from '../../server/test/mail/mailbox.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { expectAccessible } from '../axe.ts'
import { SCRIPTS_STAY_ON } from '../firefox.ts'
import { expect, test } from '../fixtures.ts'

const phone = { width: 360, height: 780 }
const day = addDays(newYorkNow().date, 30)
const nextDay = addDays(day, 1)

/** The address of the manage page in the text of an email. */
function manageLinkOf(mail: ReceivedMail): string {
  const [link] = /https?:\/\/\S+\/booking\/[\w-]+/.exec(mail.text ?? '') ?? []
  if (!link) throw new Error(`No link to the booking in: ${mail.text}`)
  return link
}

async function fillAttendee(page: Page, name: string, email: string) {
  await page.getByLabel('Your Name').fill(name)
  await page.getByLabel('Email Address').fill(email)
}

test('a host registers and creates an event; a guest on a phone books, moves and cancels', async ({
  browser,
  page: host,
  mails,
  baseURL,
}) => {
  const username = `anna${Date.now()}`
  const guest = `${username}@guest.test`
  const contact = `${username}@vale.test`
  await test.step('register', async () => {
    await host.goto('/auth')
    await host.getByRole('tab', { name: 'Register' }).click()
    await host.getByLabel('Name', { exact: true }).fill('Anna Vale')
    await host.getByLabel('Username').fill(username)
    await host.getByLabel('Email').fill(`${username}@shop.test`)
    await host.getByLabel('Password', { exact: true }).fill('a long password')
    await host.getByLabel('Confirm password').fill('a long password')
    await host.getByRole('button', { name: 'Register' }).click()
    await expect(host.getByText('Registration successful', { exact: true })).toBeVisible()
    await expect(host.getByText('Welcome, Anna Vale', { exact: true })).toBeVisible()
    await expect(host).toHaveURL('/home')
    await host.goto('/host')
  })

  await test.step('make a show', async () => {
    await host.getByLabel('Event name').fill('Spring Bridal Trunk Show')
    await host.getByLabel('Host name').fill('Maison Vale')
    await host.getByLabel('Location', { exact: true }).fill('12 Mercer Street, New York')
    await host.getByLabel('Contact email').fill(contact)
    await host.getByLabel('Multi-day event').check()
    await host.getByLabel('Start date').fill(formatDate(day))
    await host.getByLabel('End date').fill(formatDate(nextDay))
    await host.getByLabel('Start time').fill('10:00')
    await host.getByLabel('End time').fill('12:00')
    await host.getByLabel('Custom URL').fill(`spring-${username}`)
    await host.getByRole('button', { name: 'Create Event' }).click()
    await expect(host.getByText('Event created successfully', { exact: true })).toBeVisible()
    await expect(host).toHaveURL(/\/events/)
  })

  await test.step('confirm that alerts may go to the show’s contact, and the email of the account', async () => {
    const banner = host.getByRole('region', { name: 'Emails', exact: true })
    await expect(banner).toContainText(`Confirm your email. We sent a link to ${username}@shop.test.`)
    for (const [to, subject] of [
      [contact, /^Confirm this email for booking alerts/],
      [`${username}@shop.test`, /^Confirm your email/],
    ] as const) {
      const { text } = await mails.next({ to, subject })
      await host.goto(/https?:\/\/\S+\/confirm-email\/[\w-]+/.exec(text ?? '')![0])
      await expect(host.getByRole('button', { name: 'Confirm email' })).toBeVisible()
      if (to === contact) await expectAccessible(host)
      await host.getByRole('button', { name: 'Confirm email' }).click()
      await expect(host.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
    }
    await expectAccessible(host)
    await host.getByRole('link', { name: 'Go to your events' }).click()
    await expect(host.getByRole('heading', { name: 'Spring Bridal Trunk Show' })).toBeVisible()
    await expect(banner).toBeHidden()
  })

  const context = await browser.newContext({ viewport: phone, baseURL: baseURL! })
  const visitor = await context.newPage()
  await test.step('book on a phone', async () => {
    await visitor.goto(`/event/spring-${username}`)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Spring Bridal Trunk Show')
    await expect(visitor.getByText('16 of 16')).toBeVisible()
    await expect(visitor.getByText('Please select a time slot first')).toBeVisible()
    await visitor.getByRole('radio', { name: '10:30 AM' }).check()
    await fillAttendee(visitor, 'Grace Okafor', guest)
    // Where the confirmation will be is at the top, below the toast.
    await visitor.setViewportSize({ width: 360, height: 440 })
    await visitor
      .getByRole('heading', { name: 'Complete Your Booking' })
      .evaluate((heading) => scrollBy(0, heading.getBoundingClientRect().y + 40))
    await visitor.getByRole('button', { name: 'Confirm Booking' }).click()
    await visitor.getByText('Booking Successful').hover() // so the toast stays until it is compared
    const confirmed = visitor.getByRole('heading', { name: 'Booking Confirmed' })
    // The page scrolls smoothly.
    await expect
      .poll(
        () =>
          confirmed.evaluate((heading) => {
            const { x, y, width, height } = heading.getBoundingClientRect()
            const isUncovered = document.elementFromPoint(x + width / 2, y + height / 2) === heading
            return isUncovered && document.querySelector('[role="status"] > *') !== null
          }),
        'the confirmation is beside the toast',
      )
      .toBe(true)
    await visitor.setViewportSize(phone)
    await expect(
      visitor.getByText('Your appointment has been successfully booked. We look forward to seeing you!'),
    ).toBeVisible()
    await expect(visitor.getByText('12 Mercer Street, New York')).toHaveCount(1)
    await expect(visitor.getByText(formatDate(day))).toHaveCount(1)
    await expect(visitor.getByText('Spring Bridal Trunk Show')).toHaveCount(1)
    await expect(visitor.getByRole('heading', { name: 'Available Appointments' })).toBeHidden()
    await visitor.getByRole('link', { name: 'Book another appointment' }).click()
    await expect(visitor.getByText('15 of 16')).toBeVisible()
  })

  const confirmation = await mails.next({ to: guest, subject: /^Booking confirmed/ })
  await test.step('read the mail, and open its page: that changes nothing', async () => {
    expect(confirmation.subject).toContain(`${formatDate(day)} at 10:30 AM`)
    await mails.next({ to: contact, subject: /^New booking: Grace Okafor/ })
    await visitor.goto(manageLinkOf(confirmation))
    await expect(visitor.getByText(formatDay(day)).first()).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByText('10:30 AM – 11:00 AM').first()).toBeVisible()
  })

  await test.step('add to the calendar', async () => {
    const download = visitor.waitForEvent('download')
    await visitor.getByText('Add to calendar').click()
    await expect(visitor.getByRole('link', { name: 'Google Calendar' })).toBeVisible()
    await visitor.getByRole('link', { name: 'Apple or another calendar' }).click()
    expect((await download).suggestedFilename()).toBe('appointment.ics')
  })

  await test.step('reschedule', async () => {
    await visitor.getByRole('link', { name: 'Reschedule' }).click()
    await visitor.getByRole('link', { name: formatDay(nextDay).slice(0, 3) }).click()
    await visitor.getByRole('radio', { name: '11:00 AM' }).check()
    await visitor.getByRole('button', { name: 'Move my appointment' }).click()
    await expect(visitor.getByRole('heading', { name: 'Booking Rescheduled' })).toBeVisible()
    const moved = await mails.next({ to: guest, subject: /^Booking rescheduled/ })
    expect(moved.subject).toContain(`${formatDate(nextDay)} at 11:00 AM`)
    expect(manageLinkOf(moved)).toBe(manageLinkOf(confirmation))
  })

  await test.step('the host sees it', async () => {
    await host.getByRole('link', { name: /^Manage Bookings/ }).click()
    await expect(host.getByText('Grace Okafor')).toBeVisible()
    await expect(host.getByRole('heading', { name: formatDay(nextDay) })).toBeVisible()
    await host.getByRole('button', { name: 'More for Grace Okafor' }).click()
    await expect(host.getByRole('menuitem', { name: `Write to ${guest}` })).toHaveAttribute(
      'href',
      `mailto:${guest}`,
    )
    await host.keyboard.press('Escape')
  })

  await test.step('cancel', async () => {
    await visitor.getByRole('link', { name: 'Cancel' }).click()
    await visitor.getByRole('button', { name: 'Cancel appointment' }).click()
    await expect(visitor.getByRole('heading', { name: 'Booking Cancelled Successfully' })).toBeVisible()
    await expect(visitor.getByText('12 Mercer Street, New York')).toBeVisible()
    await mails.next({ to: guest, subject: /^Booking canceled/ })
    await mails.next({ to: contact, subject: /^Booking canceled: Grace Okafor/ })
    await visitor.getByRole('link', { name: 'Book Another Time' }).click()
    await expect(visitor.getByText('16 of 16')).toBeVisible()
  })
  await context.close()
})

test('the cancel page cancels as it loads, and says the same when it is loaded again', {
  tag: '@long',
}, async ({ page, host, mails }) => {
  const show = await host.makeShow({ maxBookingsPerSlot: 1 })
  const guest = `${host.username}@guest.test`
  const slots = await (await page.request.get(`/api/events/${show.id}/timeslots`)).json()
  const visitor = { attendeeName: 'Mae Lindqvist', attendeeEmail: guest }
  await page.request.post(`/api/timeslots/${slots[0].id}/book`, { data: visitor })
  const link = manageLinkOf(await mails.next({ to: guest, subject: /^Booking confirmed/ }))
  for (const _twice of [1, 2]) {
    await page.goto(link.replace('/booking/', '/cancel-booking/'))
    await expect(page.getByRole('heading', { name: 'Booking Cancelled Successfully' })).toBeVisible()
  }
  await mails.next({ to: guest, subject: /^Booking canceled/ })
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Available Trunk Shows' })).toBeVisible()
})

test('after a booking, a reload and Back keep the confirmation, and a second person can book', {
  tag: '@long',
}, async ({ page, host }) => {
  const show = await host.makeShow()
  const confirmed = page.getByRole('heading', { name: 'Booking Confirmed' })
  const book = async (name: string, time: string) => {
    await page.getByRole('radio', { name: time }).check()
    await fillAttendee(page, name, `${host.username}@guest.test`)
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
  }
  await page.goto(`/event/${show.urlSlug}`)
  await book('Grace Okafor', '10:30 AM')
  await expect(confirmed).toBeVisible()
  await page.reload()
  await expect(confirmed).toBeVisible()

  await page.getByRole('link', { name: 'Manage appointment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spring Bridal Trunk Show')
  await page.goBack()
  await expect(confirmed).toBeVisible()
  expect(page.url()).toMatch(new RegExp(`/event/${show.urlSlug}$`))
  await page.getByRole('link', { name: 'Book another appointment' }).click()
  await expect(page.getByText('7 of 8')).toBeVisible()
  await book('Lena Fischer', '11:00 AM')
  await expect(confirmed).toBeVisible()
  await expect(page.getByText('11:00 AM – 11:30 AM')).toBeVisible()

  await page.getByRole('link', { name: 'Manage appointment' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Cancelled Successfully' })).toBeVisible()
  await page.goto(`/event/${show.urlSlug}`)
  await expect(page.getByText('7 of 8')).toBeVisible()
  await expect(confirmed).toBeHidden()
})

test('a form that has made a booking elsewhere says so, and the next press makes another', {
  tag: '@long',
}, async ({ page, host }) => {
  const show = await host.makeShow()
  const [slot] = await (await page.request.get(`/api/events/${show.id}/timeslots`)).json()
  await page.goto(`/event/${show.urlSlug}`)
  const key = await page.locator('[name="idempotencyKey"]').inputValue()
  const first = await page.request.post(`/api/timeslots/${slot.id}/book`, {
    headers: { 'idempotency-key': key },
    data: { attendeeName: 'Grace Okafor', attendeeEmail: 'grace@guest.test' },
  })
  expect(first.status()).toBe(201)

  await page.getByRole('radio', { name: '10:30 AM' }).check()
  await fillAttendee(page, 'Lena Fischer', 'lena@guest.test')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByText(/^You already booked with this form/).first()).toBeVisible()
  await expect(page.getByLabel('Your Name')).toHaveValue('Lena Fischer')
  await expect(page.getByLabel('Email Address')).toHaveValue('lena@guest.test')
  await expect(page.getByRole('alert').getByText('Booking Failed')).toBeVisible()
  const confirm = page.getByRole('button', { name: 'Confirm Booking' })
  for (const size of [phone, { width: 1280, height: 720 }]) {
    await page.setViewportSize(size)
    expect(await confirm.evaluate(isUncovered), `covered at ${size.width} px`).toBe(true)
  }
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText('10:30 AM – 11:00 AM')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: phone })

  test('a guest books, moves and cancels', async ({ page, host, mails }) => {
    const show = await host.makeShow({ isMultiDay: true, endDate: nextDay })
    const guest = `${host.username}@guest.test`
    await page.goto(`/event/${show.urlSlug}`)
    for (const date of [day, nextDay])
      await expect(page.getByRole('heading', { name: formatDay(date) })).toBeVisible()

    await page
      .getByRole('group', { name: formatDay(day) })
      .getByRole('radio', { name: '10:00 AM' })
      .check()
    await fillAttendee(page, 'Lena Fischer', guest)
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()

    const manageLink = manageLinkOf(await mails.next({ to: guest, subject: /^Booking confirmed/ }))
    await page.goto(manageLink)
    await page.getByRole('link', { name: 'Reschedule' }).click()
    await page
      .getByRole('group', { name: formatDay(nextDay) })
      .getByRole('radio', { name: '11:30 AM' })
      .check()
    await page.getByRole('button', { name: 'Move my appointment' }).click()
    await expect(page.getByRole('heading', { name: 'Booking Rescheduled' })).toBeVisible()
    await mails.next({ to: guest, subject: /^Booking rescheduled/ })

    await page.goto(manageLink.replace('/booking/', '/cancel-booking/'))
    await page.getByRole('button', { name: /^Cancel/ }).click()
    await expect(page.getByRole('heading', { name: 'Booking Cancelled Successfully' })).toBeVisible()
    await mails.next({ to: guest, subject: /^Booking canceled/ })
  })

  test('a full slot is refused with the form still filled and other times offered', { tag: '@long' }, async ({
    page,
    host,
    request,
  }) => {
    const show = await host.makeShow({ maxBookingsPerSlot: 1 })
    const [slot] = await (await request.get(`/api/events/${show.id}/timeslots`)).json()
    await page.goto(`/event/${show.urlSlug}`)
    const rival = { attendeeName: 'Rival', attendeeEmail: 'rival@guest.test' }
    expect((await request.post(`/api/timeslots/${slot.id}/book`, { data: rival })).status()).toBe(201)

    await page.getByRole('radio', { name: '10:00 AM' }).check()
    await fillAttendee(page, 'Priya Raman', 'priya@guest.test')
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(page.getByText('This time slot is fully booked. Please choose another time.')).toBeVisible()
    await expect(page.getByLabel('Your Name')).toHaveValue('Priya Raman')
    await expect(page.getByLabel('Email Address')).toHaveValue('priya@guest.test')
    await page.getByRole('radio', { name: '10:30 AM' }).first().check()
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  })
})

test('of two browsers that race for the last spot, one gets it and the other is offered a time', async ({
  browser,
  host,
  baseURL,
}) => {
  const show = await host.makeShow({ maxBookingsPerSlot: 1 })
  const rivals = await Promise.all(
    ['Grace Okafor', 'Lena Fischer'].map(async (name, index) => {
      const context = await browser.newContext({ viewport: phone, baseURL: baseURL! })
      const page = await context.newPage()
      await page.goto(`/event/${show.urlSlug}`)
      await page.getByRole('radio', { name: '11:00 AM' }).check()
      await fillAttendee(page, name, `rival${index}-${show.id}@guest.test`)
      return page
    }),
  )
  await Promise.all(rivals.map((page) => page.getByRole('button', { name: 'Confirm Booking' }).click()))
  const outcomes = await Promise.all(
    rivals.map(async (page) => {
      const confirmed = page.getByRole('heading', { name: 'Booking Confirmed' })
      const refused = page.getByText('This time slot is fully booked. Please choose another time.').first()
      await expect(confirmed.or(refused)).toBeVisible()
      return (await confirmed.isVisible()) ? 'confirmed' : 'refused'
    }),
  )
  expect([...outcomes].sort()).toEqual(['confirmed', 'refused'])

  const loser = rivals[outcomes.indexOf('refused')]!
  await expect(loser.getByLabel('Your Name')).not.toHaveValue('')
  await loser.getByRole('radio', { name: '10:30 AM' }).last().check()
  await loser.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(loser.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  for (const page of rivals) await page.context().close()
})

/** Whether a button at the bottom of the screen, in reach of a thumb, has nothing over it. */
function isUncovered(button: HTMLElement) {
  button.scrollIntoView({ block: 'end', behavior: 'instant' })
  const { left, top, width, height } = button.getBoundingClientRect()
  const above = document.elementFromPoint(left + width / 2, top + height / 2)
  return button === above || button.contains(above)
}

test('a guest whose page is open as the show is made private finishes, with and without JavaScript', {
  tag: '@long',
}, async ({ host, browser, baseURL, browserName }) => {
  test.skip(browserName === 'firefox', SCRIPTS_STAY_ON)
  for (const javaScriptEnabled of [true, false]) {
    const show = await host.makeShow()
    const context = await browser.newContext({ viewport: phone, baseURL: baseURL!, javaScriptEnabled })
    const guest = await context.newPage()
    await guest.goto(`/event/${show.urlSlug}`)
    await host.page.goto(`/editevent/${show.id}`)
    await host.page.getByLabel('Public Event').uncheck()
    await host.page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(host.page.getByText('Event Updated', { exact: true })).toBeVisible()

    await guest.getByRole('radio', { name: '10:30 AM' }).check()
    await fillAttendee(guest, 'Grace Okafor', `grace@guest.test`)
    await guest.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(guest.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
    await guest.getByRole('link', { name: 'Book another appointment' }).click()
    await expect(guest.getByText('7 of 8')).toBeVisible()

    const stranger = await browser.newPage({ baseURL: baseURL! })
    await stranger.goto(`/event/${show.id}`)
    await expect(stranger.getByText('Page Not Found').first()).toBeVisible()
    await stranger.close()
    await context.close()
  }
})

test('many shows of a host come in pages that work without JavaScript, behind the soonest', {
  tag: '@long',
}, async ({ host, browser, baseURL, browserName }) => {
  test.skip(browserName === 'firefox', SCRIPTS_STAY_ON)
  const hostName = 'House of Winter'
  await Promise.all(Array.from({ length: 25 }, () => host.makeShow({ hostName, eventDate: nextDay })))
  const last = await host.makeShow({ hostName, name: 'Winter Show', eventDate: addDays(day, 300) })
  const context = await browser.newContext({ viewport: phone, baseURL: baseURL!, javaScriptEnabled: false })
  const guest = await context.newPage()
  await guest.goto('/')
  const others = guest.getByRole('link', { name: `More shows by ${hostName}` })
  for (let pages = 0; (await others.count()) === 0; pages++) {
    expect(pages).toBeLessThan(20)
    await guest.getByRole('link', { name: 'More shows', exact: true }).click()
    await expect(guest.getByRole('link', { name: 'First shows' })).toBeVisible()
  }
  await others.click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(`Trunk Shows by ${hostName}`)
  expect(await guest.getByRole('article').count()).toBe(24)
  await guest.getByRole('link', { name: 'More shows', exact: true }).click()
  await expect(guest.getByRole('link', { name: 'First shows' })).toBeVisible()
  const winter = guest.getByRole('article', { name: 'Winter Show' })
  await winter.getByRole('link', { name: 'Book Appointment' }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Winter Show')
  expect(guest.url()).toContain(`/event/${last.id}`)
  await context.close()
})
