import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { expectToast, fromMenu } from './in-page.ts'

test('a host writes to all guests: reads it first, tries it, sends it once, and finds it at the booking', async ({
  host,
  mails,
}) => {
  const { page } = host
  const show = await host.makeShow()
  const guest = (name: string) => `${name}-${host.username}@guest.test`
  await host.book(show, '10:00', { name: 'Grace Okafor', email: guest('grace') })
  await host.book(show, '10:30', { name: 'Grace Okafor', email: guest('grace') })
  await host.book(show, '11:00', { name: 'Nora Lind', email: guest('nora') })
  await page.goto(`/bookings/${show.id}`)
  await fromMenu(page, 'these bookings', 'Email guests')
  const dialog = page.getByRole('dialog', { name: 'Email guests' })
  await expect(dialog.getByRole('status')).toHaveText('Goes to 2 guests, one email for each address.')
  const send = dialog.getByRole('button', { name: 'Email 2 guests' })
  await send.click()
  await expect(dialog.getByText('Enter a subject.')).toBeVisible()
  await expect(dialog.getByText('Enter your message.')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Subject').fill('A new door')
  await dialog.getByLabel('Message').fill('Please ring at 12 Mercer Street.\n\nSee you soon!')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe[title="Preview of the email"]')
  await expect(preview.getByRole('heading', { name: 'A new door' })).toBeVisible()
  await expect(preview.getByRole('paragraph').filter({ hasText: 'Please ring' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Send a test to me' }).click()
  await expectToast(page, 'Test on its way')
  await mails.next({ to: host.email, subject: /^Test: A new door/ })
  expect(mails.to(guest('grace')).map(({ subject }) => subject)).not.toContain('A new door')

  await send.click()
  await expectToast(page, 'Email on its way to 2 guests')
  await expect(dialog).toBeHidden()
  const mail = await mails.next({ to: guest('grace'), subject: /^A new door/ })
  expect(mail.text).toContain('Hi Grace Okafor,')
  expect(mail.text!.match(/\/booking\//g)).toHaveLength(2)
  await mails.next({ to: guest('nora'), subject: /^A new door/ })
  await page.goto('/emails?kind=message')
  await expect(page.getByRole('list', { name: 'Emails' }).getByText('Message to guests')).toHaveCount(2)
})
