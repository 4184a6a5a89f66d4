import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** A site of the host on another origin, which is also another site: its pages contain this HTML. */
const demo = test.extend<{ site: { url: string; html: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  site: async ({}, use) => {
    const site = { url: '', html: '' }
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<!doctype html><html lang="en"><title>Our shop</title><h1>Our shop</h1>${site.html}<p>The end`,
      )
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await use(site)
    server.closeAllConnections()
    server.close()
  },
})

demo(
  'a guest books, and waits for what is full, in a page of another site, without cookies; no other site can show it',
  async ({ host, page, site, mails, baseURL, browserName }) => {
    /** Over WebDriver BiDi, Playwright clicks beside what is in a frame of another site. */
    const click = (target: Locator) =>
      browserName === 'firefox' ? target.dispatchEvent('click') : target.click()
    const show = await host.makeShow({ isPublic: false, maxBookingsPerSlot: 1 })
    await host.make('/api/company', { companyName: `Maison ${host.username}` })
    await host.page.goto(`/bookings/${show.id}`)
    await host.page.getByRole('button', { name: 'Share' }).click()
    await host.page.getByText('Show it on your website').click()
    site.html = await host.page.getByLabel('Line of HTML').inputValue()
    expect(site.html).toBe(`<script async src="${baseURL}/embed.js" data-event="${show.urlSlug}"></script>`)

    const frame = page.frameLocator('iframe')
    /** Expects the frame to be as high as its page, so nothing in it scrolls. */
    async function expectFitting() {
      const [root, outer] = [frame.locator('#root'), page.locator('iframe')]
      await expect
        .poll(async () => {
          const inner = await root.evaluate((element) => Math.ceil(element.getBoundingClientRect().height))
          return (await outer.evaluate((element) => element.clientHeight)) - inner
        })
        .toBe(0)
    }

    const requested = page.waitForResponse((response) => response.url().includes('/embed/event/'))
    await page.goto(site.url)
    expect((await requested).headers()['content-security-policy']).toMatch(/frame-ancestors 'self'(;|$)/)
    await expect(page.locator('iframe')).toBeVisible()
    await expect(frame.getByRole('heading', { name: show.name })).toBeHidden()

    await host.page.goto('/settings')
    const section = host.page.getByRole('region', { name: 'Embedding' })
    await section.getByRole('textbox', { name: 'Allowed sites' }).fill('not a site')
    await section.getByRole('button', { name: 'Save sites' }).click()
    await expect(section.getByText('Enter the address of a site')).toBeVisible()
    await section
      .getByRole('textbox', { name: 'Allowed sites' })
      .fill(`${site.url}/book https://www.shop.example`)
    await section.getByRole('button', { name: 'Save sites' }).click()
    await expect(host.page.getByText('Sites saved', { exact: true })).toBeVisible()

    await expect(async () => {
      await page.goto(site.url)
      await expect(frame.getByRole('heading', { name: show.name })).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expectFitting()
    await frame.locator('html[data-live]').waitFor()
    await click(frame.getByRole('radio', { name: '11:00 AM' }))
    await frame.getByLabel('Your Name').fill('Grace Okafor')
    await frame.getByLabel('Email Address').fill(`${host.username}@guest.test`)
    await click(frame.getByRole('button', { name: 'Confirm Booking' }))
    await expect(frame.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
    expect(await page.context().cookies()).toEqual([])
    await expectFitting()

    const manage = frame.getByRole('link', { name: 'Manage appointment' })
    await expect(manage).toHaveAttribute('target', '_blank')
    const managed = new URL((await manage.getAttribute('href'))!, baseURL).href

    const waiting = `rosa.${host.username}@guest.test`
    const join = frame.getByRole('link', { name: 'Join the waitlist' })
    await expect(async () => {
      await page.goto(site.url)
      await expect(join).toBeVisible({ timeout: 2000 })
    }).toPass()
    await click(join)
    await frame.getByLabel('Your Name').fill('Rosa Lind')
    await frame.getByLabel('Email Address').fill(waiting)
    await click(frame.getByRole('button', { name: 'Join Waitlist' }))
    await expect(frame.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible()
    await expectFitting()
    expect(await page.context().cookies()).toEqual([])
    const [booking] = await (await host.page.request.get(`/api/events/${show.id}/bookings`)).json()
    await host.page.request.patch(`/api/bookings/${booking.id}/cancel`)
    const offer = await mails.next({ to: waiting, subject: /^A spot opened up/ })
    const tab = await page.context().newPage()
    await tab.goto(/\/waitlist\/[0-9a-f-]+/.exec(offer.text!)![0])
    await tab.getByRole('button', { name: 'Book This Appointment' }).click()
    await expect(tab.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible()

    site.html = `<iframe src="${managed}"></iframe>`
    await page.goto(site.url)
    await expect(page.frameLocator('iframe').getByText('Grace Okafor')).toBeHidden()
  },
)
