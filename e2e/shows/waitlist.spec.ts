import { expectAccessible } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast, fromMenu } from '../in-page.ts'

/** Joins the waitlist of a show as a guest. */
async function join(host: Host, showSlug: string, name: string) {
  const { page } = host
  await page.goto(`/event/${showSlug}/waitlist`)
  await page.getByLabel('Your Name').fill(name)
  await page
    .getByLabel('Email Address')
    .fill(`${name.split(' ')[0]!.toLowerCase()}.${host.username}@mail.test`)
  await page.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible()
}

test('a host sees who waits, moves one up, offers a time, reads what became of it, and erases a guest', async ({
  host,
  mails,
}) => {
  const { page } = host
  const show = await host.makeShow({ endTime: '10:30', maxBookingsPerSlot: 1 })
  await page.goto(`/bookings/${show.id}?tab=waitlist`)
  await expect(page.getByRole('heading', { name: 'No one is waiting.' })).toBeVisible()
  await host.book(show, '10:00', { name: 'Ann Lind', email: `ann.${host.username}@mail.test` })
  for (const name of ['Grace Okafor', 'Mae Lindqvist', 'Rosa Lind']) await join(host, show.urlSlug, name)

  await page.goto(`/bookings/${show.id}`)
  await page.getByRole('tab', { name: 'Waitlist' }).click()
  const list = page.getByRole('list', { name: 'Waitlist' }).getByRole('listitem')
  await expect(list).toHaveCount(3)
  await expect(list.first()).toContainText('Grace Okafor')
  await fromMenu(page, 'Grace Okafor', 'Email: Sent')
  const email = page.getByRole('dialog', { name: 'On the waitlist' })
  await expect(email.getByLabel('Guest’s email')).toHaveValue(`grace.${host.username}@mail.test`)
  await page.keyboard.press('Escape')
  await expect(email).toBeHidden()
  await expectAccessible(page)
  await fromMenu(page, 'Rosa Lind', 'Move to top')
  await expect(list.first()).toContainText('Rosa Lind')
  await page.getByRole('button', { name: 'Offer a time to Mae Lindqvist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Offer a time to Mae Lindqvist' })
  await expect(dialog.getByText('No time slot has an open spot.')).toBeVisible()
  await page.keyboard.press('Escape')
  await fromMenu(page, 'Grace Okafor', 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Removed from the waitlist')
  await expect(list).toHaveCount(2)

  const [booking] = await (await page.request.get(`/api/events/${show.id}/bookings`)).json()
  await page.request.patch(`/api/bookings/${booking.id}/cancel`)
  await page.reload()
  const offers = page.getByRole('list', { name: 'Offers' }).getByRole('listitem')
  await expect(offers).toHaveCount(1)
  await expect(offers).toContainText('Rosa Lind')
  await expect(offers).toContainText('Open')
  const offer = await mails.next({ to: `rosa.${host.username}@mail.test`, subject: /^A spot opened up/ })
  await page.goto(/\/waitlist\/[0-9a-f-]+/.exec(offer.text!)![0])
  await page.getByRole('link', { name: 'Download or delete your data' }).click()
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the waitlist' }).click()
  await page.getByRole('button', { name: 'Book This Appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible()
  await page.goto(`/bookings/${show.id}?tab=waitlist`)
  await expect(offers).toContainText('Booked')
  await expect(list).toHaveCount(1)
  const other = { slotDate: show.eventDate, startTime: '11:00', endTime: '11:30', totalSlots: 1 }
  await host.make(`/api/events/${show.id}/timeslots`, other)
  await page.reload()
  await page.getByRole('button', { name: 'Offer a time to Mae Lindqvist' }).click()
  await expect(dialog.getByLabel('Time slot')).toContainText('11:00 AM')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await fromMenu(page, 'Mae Lindqvist', 'Erase')
  const erasing = page.getByRole('dialog', { name: 'Erase this guest?' })
  await expect(erasing.getByText('Takes them off your waitlists.')).toBeVisible()
  await erasing.getByRole('button', { name: 'Erase', exact: true }).click()
  await expectToast(page, 'Personal data erased')
  await expect(page.getByRole('heading', { name: 'No one is waiting.' })).toBeVisible()
})
