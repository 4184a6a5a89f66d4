import { expect, test } from '../fixtures.ts'

test('a guest follows a reminder’s links and says that they are coming, which the host sees', async ({
  page,
  host,
}) => {
  const show = await host.makeShow()
  await page.goto(`/event/${show.urlSlug}`)
  await page.getByRole('radio', { name: /^10:00 AM/ }).check()
  await page.getByLabel('Your Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill(`${host.username}@guest.test`)
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const link = await page.getByRole('link', { name: 'Manage appointment' }).getAttribute('href')

  // The links of the reminder open a section each, and change nothing.
  await page.goto(`${link}#cancel`)
  await expect(page.getByRole('heading', { name: 'Cancel this appointment?' })).toBeVisible()
  await page.goto(`${link}#coming`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Are you coming?' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cancel this appointment?' })).toBeHidden()
  await host.page.goto(`/bookings/${show.id}`)
  await expect(host.page.getByText('Grace Okafor')).toBeVisible()
  await expect(host.page.getByText('Coming', { exact: true })).toBeHidden()

  const button = page.getByRole('button', { name: 'I’m coming' })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`${link}#coming`)
  await expect(button).toBeInViewport()
  await button.click()
  await expect(page.getByText('know you’re coming')).toBeVisible()
  await expect(page.getByText('You said you’re coming.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Are you coming?' })).toBeHidden()
  await host.page.reload()
  await expect(host.page.getByText('Coming', { exact: true })).toBeVisible()
})

test('a host switches off a reminder and on the thanks', { tag: '@long' }, async ({ host }) => {
  const show = await host.makeShow()
  await host.page.goto(`/editevent/${show.id}`)
  const emails = host.page.getByRole('region', { name: 'Emails to guests' })
  await expect(emails.getByLabel('Remind guests the day before')).toBeChecked()
  await emails.getByLabel('Remind guests three hours before').uncheck()
  await emails.getByLabel('Thank guests the day after').check()
  await host.page.getByRole('button', { name: 'Save', exact: true }).click()
  await host.page.waitForURL('**/events')
  await host.page.goto(`/editevent/${show.id}`)
  await expect(emails.getByLabel('Remind guests three hours before')).not.toBeChecked()
  await expect(emails.getByLabel('Thank guests the day after')).toBeChecked()
})
