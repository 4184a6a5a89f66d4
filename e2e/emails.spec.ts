import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runSql } from '../server/test/run-sql.ts'
import { expectAccessible, expectReadableEmail } from './axe.ts'
import { expect, type Host, test } from './fixtures.ts'
import { drawPicture, expectToast, fromMenu } from './in-page.ts'

const dialogOf = ({ page }: Host, name: string) => page.getByRole('dialog', { name, exact: true })

test('a host reads why a confirmation failed, corrects the address, and sends it again', async ({
  host,
  mails,
}) => {
  const { page } = host
  const show = await host.makeShow()
  await page.goto(`/bookings/${show.id}`)
  await host.book(show, '10:00', { name: 'Grace Okafor', email: `${host.username}@gone.test` })
  const menu = page.getByRole('navigation', { name: 'Main' })
  const failed = page.getByRole('button', { name: 'Email failed: Grace Okafor' })
  await expect(failed).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Emails 1' })).toBeVisible()
  await menu.getByRole('link', { name: 'Events' }).click()
  const card = page.getByRole('listitem', { name: show.name })
  await expect(card.getByText('1 failed email')).toBeVisible()

  await page.goBack()
  await failed.click()
  const dialog = dialogOf(host, 'Booking confirmed')
  await expect(dialog.getByText('The mail server of gone.test says the address doesn’t exist.')).toBeVisible()
  await expect(dialog.getByText('550 5.1.1 User unknown')).toBeVisible()
  const address = dialog.getByLabel('Guest’s email')
  await expect(address).toHaveValue(`${host.username}@gone.test`)
  await address.fill('grace')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await address.fill(`${host.username}@guest.test`)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expectToast(page, 'Email on its way')
  await expect(dialog.getByText('Sent', { exact: true }).first()).toBeVisible()
  const mail = await mails.next({ to: `${host.username}@guest.test`, subject: /^Booking confirmed/ })
  expect(mail.text).toContain('Hi Grace Okafor')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(failed).toBeHidden()
  await expect(menu.getByRole('link', { name: 'Emails', exact: true })).toBeVisible()
  await expect(page.getByText(`${host.username}@guest.test`)).toBeVisible()
})

test('a dismissed failure no longer asks for attention', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:00', { name: 'Grace Okafor', email: `${host.username}@gone.test` })
  await page.goto('/emails')
  await page.getByRole('button', { name: 'Show 1 that needs attention' }).click()
  await expect(page).toHaveURL(/state=attention/)
  await page.getByRole('button', { name: `Open Booking confirmed to ${host.username}@gone.test` }).click()
  await dialogOf(host, 'Booking confirmed').getByRole('button', { name: 'Dismiss' }).click()
  await expectToast(page, 'Failed email dismissed')
  await dialogOf(host, 'Booking confirmed').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all emails' }).click()
  await expect(page.getByRole('list', { name: 'Emails' }).getByText('Failed')).toBeVisible()
})

test('emails are listed, found, and shown as they were sent, readable in both themes on a narrow phone', {
  tag: '@long',
}, async ({ host, mails }) => {
  const { page } = host
  const emailPage = await page.context().newPage()
  await host.make('/api/company', { companyName: 'Maison Vale', companyAddress: '12 Mercer Street' })
  const looks = { urlSlug: host.username, accentColor: '#c9a227', showAddress: 'true' }
  const logo = await drawPicture(emailPage, 900, 200)
  await page.request.put('/api/company/page', { multipart: { ...looks, logo } })
  const show = await host.makeShow()
  const email = `${host.username}@guest.test`
  await host.book(show, '10:00', { name: 'Grace Okafor', email })
  const mail = await mails.next({ to: email, subject: /^Booking confirmed/ })
  await mails.next({ to: host.email, subject: /^New booking/ })
  for (const { html } of [...mails.to(host.email), mail]) await expectReadableEmail(emailPage, html!)
  const shown = emailPage.getByRole('img', { name: 'Maison Vale' })
  await expect(shown).toHaveAttribute('src', /\/384\.png$/)
  await expect(shown).toHaveJSProperty('naturalWidth', 384)
  // Where programs show no pictures, its text gets the space it needs: a line, not the logo's dimensions.
  await emailPage.setContent(mail.html!.replace(/(<img[^>]*?) src="[^"]*"/, '$1'))
  await expect(shown).toHaveCSS('height', '24px')
  await emailPage.close()
  await page.goto('/emails')
  const list = page.getByRole('list', { name: 'Emails' })
  await expect(list.getByRole('listitem')).toContainText([
    `New booking, to the host to ${host.email}`,
    `Booking confirmed to ${email}`,
    `Confirm your email to ${host.email}`,
  ])
  await page.getByLabel('Kind').selectOption('Booking confirmations')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Search by recipient').fill(host.username)
  await expect(page).toHaveURL(new RegExp(`q=${host.username}`))
  await page.reload()
  await list.getByRole('button', { name: `Open Booking confirmed to ${email}` }).click()
  const dialog = dialogOf(host, 'Booking confirmed')
  const frame = dialog.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  const look = await frame
    .getByRole('heading', { name: 'Booking Confirmed' })
    .evaluate((heading) => getComputedStyle(heading).fontSize)
  expect(look).toBe('30px')
  const [, token] = /\/booking\/([\w-]+)/.exec(mail.text!)!
  expect(await frame.locator('html').innerHTML()).not.toContain(token)
  await dialog.getByText('Text', { exact: true }).click()
  await expect(dialog.getByText('Reschedule, cancel, or add to calendar [private link]')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByLabel('Search by recipient').fill('nobody')
  await expect(page.getByRole('heading', { name: 'No emails found' })).toBeVisible()
})

test('whatever an email says, its frame runs no script and loads only pictures of this site', {
  tag: '@long',
}, async ({ host, mails, product }) => {
  const { page } = host
  const show = await host.makeShow()
  const email = `${host.username}@guest.test`
  await host.book(show, '10:00', { name: 'Grace Okafor', email })
  await mails.next({ to: email, subject: /^Booking confirmed/ })
  const elsewhere: string[] = []
  // A real server: Firefox reports requests that it then refuses to make.
  const site = createServer(({ url }, response) => {
    elsewhere.push(url!)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const theirs = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  await page.goto('/emails')
  const { name, hostName, eventDate, startTime, endTime } = show
  const logo = await drawPicture(page, 200, 200)
  const saved = await page.request.put(`/api/events/${show.id}`, {
    multipart: { name, hostName, eventDate, startTime, endTime, logo },
  })
  const { logoUrl } = await saved.json()
  const hostile = `<p id="sign">Read me</p>
    <img alt="theirs" src="${theirs}/pixel.png" onerror="parent.document.title = 'owned'">
    <img alt="ours" src="${logoUrl}"><link rel="stylesheet" href="${theirs}/look.css">
    <iframe src="${theirs}/frame"></iframe>
    <form action="${theirs}/form"><button>Log in</button></form>
    <script>parent.document.title = 'owned'; document.querySelector('#sign').textContent = 'owned'</script>`
  await runSql(product.databaseUrl, 'UPDATE emails SET body = $1 WHERE to_email = $2', [hostile, email])
  await page.getByRole('button', { name: `Open Booking confirmed to ${email}` }).click()
  const frame = dialogOf(host, 'Booking confirmed').frameLocator('iframe')
  const isShown = (alt: string) =>
    frame.getByAltText(alt).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
  await expect.poll(() => isShown('ours')).toBe(true)
  expect(await isShown('theirs')).toBe(false)
  await frame.getByRole('button', { name: 'Log in' }).click()
  await expect(frame.getByText('Read me')).toBeVisible()
  await expect(page).toHaveTitle(/^Emails/)
  expect(elsewhere).toEqual([])
  site.close()
})

test('a host turns booking alerts off in an email, and on again in Settings, where they come once a day', {
  tag: '@long',
}, async ({ host, mails }) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:00', { name: 'Grace Okafor', email: `${host.username}@guest.test` })
  const alert = await mails.next({ to: host.email, subject: /^New booking/ })
  const [link] = /http\S+booking-alerts\/\d+\/[\w-]+/.exec(alert.text!)!
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Turn off booking alerts' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Turn off booking alerts' }).click()
  await expect(page.getByRole('heading', { name: 'Booking alerts are off' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/settings/notifications')
  const toMe = page.getByLabel(`Send alerts to ${host.email}`)
  await expect(toMe).not.toBeChecked()
  await toMe.check()
  await page.getByLabel('When to send them').selectOption('One email a day, at 8:00 AM')
  const section = page.getByRole('region', { name: 'Booking alerts' })
  await section.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Booking alerts saved')
  await page.reload()
  await expect(toMe).toBeChecked()
  await host.book(show, '10:30', { name: 'Nora Lind', email: `nora.${host.username}@guest.test` })
  await page.goto('/emails?state=waiting')
  await expect(page.getByText(/^It goes out with other booking alerts, on .*8:00 AM\.$/)).toBeVisible()
})

test('no screen of emails has an axe violation, at any size or theme', { tag: '@long' }, async ({ host }) => {
  test.setTimeout(900_000) // checks each screen four times
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '10:00', { name: 'Grace Okafor', email: `${host.username}@gone.test` })
  await page.goto('/emails?state=attention')
  const open = page.getByRole('button', { name: /^Open Booking confirmed/ })
  await expect(open).toBeVisible()
  await test.step('the list', () => expectAccessible(page))
  await open.click()
  await expect(dialogOf(host, 'Booking confirmed').getByLabel('Guest’s email')).toBeVisible()
  await test.step('a failed email', () => expectAccessible(page))
  await page.goto('/emails?q=nobody')
  await expect(page.getByRole('heading', { name: 'No emails found' })).toBeVisible()
  await test.step('an empty list', () => expectAccessible(page))
})

test('the emails of a booking are at the booking, at its order and in its customer’s history', {
  tag: '@long',
}, async ({ host, mails }) => {
  const { page } = host
  const show = await host.makeShow()
  const email = `${host.username}@guest.test`
  await host.book(show, '10:00', { name: 'Grace Okafor', email })
  await mails.next({ to: email, subject: /^Booking confirmed/ })
  const opening = `Open Booking confirmed to ${email}`
  await page.goto(`/bookings/${show.id}`)
  await fromMenu(page, 'Grace Okafor', 'Emails')
  const dialog = dialogOf(host, 'Emails for Grace Okafor')
  await dialog.getByRole('button', { name: opening }).click()
  await dialogOf(host, 'Booking confirmed').getByRole('button', { name: 'Close' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()

  const [booking] = await (await page.request.get(`/api/events/${show.id}/bookings`)).json()
  const product = await host.make<{ id: number }>('/api/products', {
    name: 'Aurelie gown',
    basePrice: '2400',
  })
  const template = await host.make<{ id: number }>('/api/order-templates', {
    templateName: 'Gown',
    fields: [{ id: 'item', label: 'Item', type: 'text', required: false, archived: false }],
  })
  const order = await host.make<{ id: number; customerId: number }>('/api/orders', {
    orderData: {
      templateId: template.id,
      bookingId: booking.id,
      customerName: 'Grace Okafor',
      customerEmail: email,
      products: [{ productId: product.id }],
      customFields: {},
    },
  })
  await page.goto(`/orders?orderId=${order.id}`)
  const section = page.getByRole('dialog').getByRole('region', { name: 'Emails' })
  await expect(section.getByRole('button', { name: opening })).toBeVisible()
  await page.goto(`/customer-history?customerId=${order.customerId}`)
  const history = page.getByRole('region', { name: 'Emails' })
  await expect(history.getByRole('button', { name: opening })).toBeVisible()
})
