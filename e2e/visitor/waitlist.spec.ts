import { expectAccessible } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'

/** A show of one spot, which is booked. */
async function makeFullShow(host: Host) {
  const show = await host.makeShow({ endTime: '10:30', maxBookingsPerSlot: 1 })
  await host.book(show, '10:00', { name: 'Ann Lind', email: `ann.${host.username}@mail.test` })
  return show
}

/** Cancels the host's only active booking. */
async function cancel(host: Host, showId: number) {
  const answer = await host.page.request.get(`/api/events/${showId}/bookings?status=active`)
  const [booking] = await answer.json()
  expect((await host.page.request.patch(`/api/bookings/${booking.id}/cancel`)).status()).toBe(200)
}

/** Whether the chosen option of a select fits beside its arrow. */
function showsAllOf(select: HTMLElement | SVGElement) {
  const text = document.createElement('span')
  const { font, paddingLeft, paddingRight } = getComputedStyle(select)
  text.style.font = font
  text.textContent = (select as HTMLSelectElement).selectedOptions[0]!.text
  document.body.append(text)
  const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return text.getBoundingClientRect().width <= room
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a guest waits for a full show, gets the spot that opens up, and no one else can', async ({
      page,
      host,
      mails,
    }) => {
      const email = `grace.${host.username}@mail.test`
      const show = await makeFullShow(host)
      await page.goto(`/event/${show.urlSlug}`)
      await expect(page.getByRole('radio', { name: '10:00 AM Fully Booked' })).toBeDisabled()
      await page.getByRole('link', { name: 'Join the waitlist' }).click()
      await expect(page.getByRole('heading', { name: 'Join the waitlist' })).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 780 })
      const wanted = page.getByLabel('Waiting For')
      await wanted.selectOption({ index: 1 })
      if (javaScriptEnabled) expect(await wanted.evaluate(showsAllOf)).toBe(true)
      await wanted.selectOption('Any time')
      await page.getByRole('button', { name: 'Join Waitlist' }).click()
      await expect(page.getByText('Name is required')).toBeVisible()
      await expect(page.getByText('Enter your email.')).toBeVisible()
      await expect(wanted).toHaveValue('event')
      await page.getByLabel('Your Name').fill('Grace Okafor')
      await page.getByLabel('Email Address').fill(email)
      await page.getByRole('button', { name: 'Join Waitlist' }).click()
      await expect(page.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(page)
      await mails.next({ to: email, subject: /^You’re on the waitlist/ })

      await cancel(host, show.id)
      const offer = await mails.next({ to: email, subject: /^A spot opened up/ })
      await page.goto(`/event/${show.urlSlug}`)
      await expect(page.getByRole('radio', { name: '10:00 AM Fully Booked' })).toBeDisabled()
      await page.goto(/\/waitlist\/[0-9a-f-]+/.exec(offer.text!)![0])
      await expect(page.getByRole('heading', { name: 'A spot opened up' })).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(page)
      await page.getByRole('button', { name: 'Book This Appointment' }).click()
      await expect(page.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible()
      await mails.next({ to: email, subject: /^Booking confirmed/ })
      await page.getByRole('link', { name: 'See your appointment' }).click()
      await expect(page.getByText('Grace Okafor')).toBeVisible()
    })

    test('a guest leaves the waitlist, and passes on an offer that they can wait for again', {
      tag: '@long',
    }, async ({ page, host, mails }) => {
      const email = `grace.${host.username}@mail.test`
      const show = await makeFullShow(host)
      await page.goto(`/event/${show.urlSlug}/waitlist`)
      await page.getByLabel('Your Name').fill('Grace Okafor')
      await page.getByLabel('Email Address').fill(email)
      await page.getByRole('button', { name: 'Join Waitlist' }).click()
      const joined = await mails.next({ to: email, subject: /^You’re on the waitlist/ })
      await page.goto(/\/waitlist\/[0-9a-f-]+/.exec(joined.text!)![0])
      await page.getByRole('button', { name: 'Leave Waitlist' }).click()
      await expect(page.getByRole('heading', { name: 'You left the waitlist' })).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(page)
      await page.getByRole('button', { name: 'Join Again' }).click()
      await expect(page.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible()
      await cancel(host, show.id)
      await mails.next({ to: email, subject: /^A spot opened up/ })
      await page.reload()
      await page.getByRole('button', { name: 'No, Thanks' }).click()
      await expect(page.getByRole('heading', { name: 'You passed on this spot' })).toBeVisible()
    })
  })
}
