import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { expectAccessible } from '../axe.ts'
import { SCRIPTS_STAY_ON } from '../firefox.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast, fromMenu } from '../in-page.ts'

/** The link in an email that begins with this path. */
function linkIn({ html }: { html?: string }, path: string): string {
  return new RegExp(`href="[^"]*(${path}[\\w-]+)"`).exec(html ?? '')![1]!
}

const guest = { name: 'Zora Hurst', email: 'zora@hurst.test' }
const zora = { firstName: 'Zora', lastName: 'Hurst', email: guest.email, phone: '(212) 555-0147' }

test('an admin exports a customer’s data, then erases them and sees what is deleted and what stays', async ({
  host,
}) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:00', guest)
  await host.make<Customer>('/api/customers', zora)
  await page.goto('/customers')
  await fromMenu(page, 'Zora Hurst', 'History')
  // The list's row has a menu of the same name.
  await expect(page.getByRole('heading', { name: 'Booking History' })).toBeVisible()
  await page.getByRole('button', { name: 'More for Zora Hurst' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download data' }).click()
  const data = JSON.parse(await readFile((await (await downloading).path())!, 'utf8'))
  expect(data).toMatchObject({ customers: [{ phone: zora.phone }], bookings: [{ email: guest.email }] })
  await page.goto('/customers')
  await fromMenu(page, 'Zora Hurst', 'Erase')
  const dialog = page.getByRole('dialog', { name: 'Erase this customer?' })
  await expect(dialog).toContainText('Cancels 1 upcoming booking')
  await expect(dialog).toContainText('we keep 1 booking without a name')
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
  await expectToast(page, 'Personal data erased')
  await expect(page.getByText('Zora Hurst')).toHaveCount(0)
  await page.goto('/customers?archived=true')
  await expect(page.getByRole('heading', { name: 'Erased customer' })).toBeVisible()
  await page.getByRole('button', { name: 'More for Erased customer' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['History'])
  await page.goto(`/bookings/${show.id}`)
  await expect(page.getByText('Erased guest')).toBeVisible()
  await page.goto('/settings/activity')
  await expect(page.getByText('erased a customer')).toBeVisible()
})

test('an admin erases the guest of a booking, and chooses how long guests are kept', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:00', guest)
  await page.goto(`/bookings/${show.id}`)
  await fromMenu(page, 'Zora Hurst', 'Erase')
  const dialog = page.getByRole('dialog', { name: 'Erase this guest?' })
  await expect(dialog).toContainText(guest.email)
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(page.getByText('Erased guest')).toBeVisible()
  await page.getByRole('button', { name: 'More for Erased guest' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Emails'])
  await page.goto('/settings/guest-data')
  const section = page.getByRole('region', { name: 'Guest data' })
  await section.getByLabel('Delete guests’ data').selectOption('12 months after an event')
  await section.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Guest data setting saved')
  await page.reload()
  await expect(section.getByLabel('Delete guests’ data')).toHaveValue('12')
})

test('a guest without scripts asks for their data by email, downloads it and deletes it', async ({
  host,
  browser,
  mails,
  baseURL,
  browserName,
}) => {
  test.skip(browserName === 'firefox', SCRIPTS_STAY_ON)
  const email = `${randomUUID()}@hurst.test`
  const show = await host.makeShow()
  await host.book(show, '10:00', { name: guest.name, email })
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(linkIn(await mails.next({ to: email, subject: /confirmed/i }), '/booking/'))
  await page.getByRole('link', { name: 'Download or delete your data' }).click()
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const link = linkIn(await mails.next({ to: email, subject: /Your data/ }), '/my-data/')
  await host.page.goto(link)
  await expect(host.page.getByRole('link', { name: 'Download my data' })).toBeVisible()
  await expectAccessible(host.page)
  await page.goto(link)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  expect(JSON.parse(await readFile((await (await downloading).path())!, 'utf8')).bookings).toHaveLength(1)
  await expect(page.getByText('Your upcoming appointment is canceled.')).toBeVisible()
  await page.getByLabel('Yes, delete my data').check()
  await page.getByRole('button', { name: 'Delete my data' }).click()
  await expect(page.getByRole('heading', { name: 'Your data was deleted' })).toBeVisible()
  await context.close()
  await host.page.goto(`/bookings/${show.id}`)
  await expect(host.page.getByText('Erased guest')).toBeVisible()
})
