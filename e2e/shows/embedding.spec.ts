import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { addDays } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { expect, type Host, test } from '../fixtures.ts'

/** A site of the host on another origin, which is also another site: its pages contain this HTML. */
const demo = test.extend<{ site: { url: string; head: string; html: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  site: async ({}, use) => {
    const site = { url: '', head: '', html: '' }
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<!doctype html><html lang="en"><title>Our shop</title>${site.head}<h1>Our shop</h1>${site.html}<p>The end`,
      )
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await use(site)
    server.closeAllConnections()
    server.close()
  },
})

/** Lets a site show the booking pages of the host's company. */
async function allow(host: Host, origin: string) {
  await host.make('/api/company', { companyName: `Maison ${host.username}` })
  const saved = await host.page.request.put('/api/company/embedding', { data: { embedOrigins: [origin] } })
  expect(saved.status(), await saved.text()).toBe(200)
}

/** Opens a site once it may show the event, which takes some seconds after it was allowed, and waits for the event's scripts. */
async function openFrame(page: Page, url: string, name: string) {
  const frame = page.frameLocator('iframe')
  await expect(async () => {
    await page.goto(url)
    await expect(frame.getByRole('heading', { name })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await frame.locator('html[data-live]').waitFor()
  return frame
}

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
      const [root, outer] = [frame.locator('body'), page.locator('iframe')]
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

    await host.page.goto('/settings/public-page')
    const section = host.page.getByRole('region', { name: 'Embedding' })
    await section.getByRole('textbox', { name: 'Allowed sites' }).fill('not a site')
    await section.getByRole('button', { name: 'Save sites' }).click()
    await expect(section.getByText('Enter the address of a site')).toBeVisible()
    await section
      .getByRole('textbox', { name: 'Allowed sites' })
      .fill(`${site.url}/book https://www.shop.example`)
    await section.getByRole('button', { name: 'Save sites' }).click()
    await expect(host.page.getByText('Sites saved', { exact: true })).toBeVisible()

    await openFrame(page, site.url, show.name)
    await expectFitting()
    const details = frame.getByText(`Hosted by ${show.hostName}`)
    await expect(details).toBeHidden()
    const embed = site.html
    site.html = embed.replace('></', ' data-details></')
    await openFrame(page, site.url, show.name)
    await expect(details).toBeVisible()
    await expectFitting()
    site.html = embed
    await openFrame(page, site.url, show.name)
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

demo(
  'a refusal is said beside the form of a tall frame, each time, with its title',
  { tag: '@long' },
  async ({ host, page, site, baseURL, browserName }) => {
    const click = (target: Locator) =>
      browserName === 'firefox' ? target.dispatchEvent('click') : target.click()
    const eventDate = addDays(newYorkNow().date, 30)
    const show = await host.makeShow({
      eventDate,
      startTime: '08:00',
      endTime: '20:00',
      slotDuration: 15,
      maxBookingsPerSlot: 1,
    })
    await allow(host, site.url)
    site.html = `<script async src="${baseURL}/embed.js" data-event="${show.urlSlug}"></script>`
    const frame = await openFrame(page, site.url, show.name)
    await click(frame.getByRole('radio', { name: '11:00 AM' }))
    await frame.getByLabel('Your Name').fill('Grace Okafor')
    await frame.getByLabel('Email Address').fill(`${host.username}@guest.test`)
    const refusal = frame.locator('div:has(> h3:text-is("Booking Failed"))')
    for (const time of ['11:00 AM', '11:15 AM']) {
      await click(frame.getByRole('radio', { name: time }).first())
      await host.book(show, time.slice(0, 5), { name: 'Ann Lind', email: `ann.${host.username}@guest.test` })
      await click(frame.getByRole('button', { name: 'Confirm Booking' }))
      await expect(refusal).toContainText('Nearest open times')
      await expect(refusal).toBeFocused()
      await expect(refusal).toBeInViewport()
      await expect(frame.getByText('Booking Failed')).toHaveCount(1)
    }
  },
)

for (const [kind, attributes] of [
  ['a module', 'type="module"'],
  ['deferred', 'defer'],
  ['a plain script', ''],
])
  demo(
    `two embeds of ${kind} each make their frame`,
    { tag: '@long' },
    async ({ host, page, site, baseURL }) => {
      const shows = [await host.makeShow(), await host.makeShow({ name: 'Autumn Trunk Show' })]
      await allow(host, site.url)
      site.html = shows
        .map(
          ({ urlSlug }) =>
            `<script ${attributes} src="${baseURL}/embed.js" data-event="${urlSlug}"></script>`,
        )
        .join('<hr>')
      await page.goto(site.url)
      await expect(page.locator('script + iframe')).toHaveCount(2)
      for (const [index, { name }] of shows.entries())
        await expect(page.frameLocator(`iframe >> nth=${index}`).getByRole('heading', { name })).toBeVisible()
    },
  )

for (const type of ['', 'module'])
  demo(
    `a site that makes its pages itself shows the frame each time ${type}`,
    { tag: '@long' },
    async ({ host, page, site, baseURL }) => {
      const show = await host.makeShow()
      await allow(host, site.url)
      site.html = '<main></main>'
      await page.goto(site.url)
      const open = () =>
        page.evaluate(
          ([src, slug, type]) => {
            const script = document.createElement('script')
            Object.assign(script, { src, type })
            script.dataset.event = slug
            document.querySelector('main')!.replaceChildren(script)
          },
          [`${baseURL}/embed.js?ver=2`, show.urlSlug, type] as const,
        )
      const frame = page.locator('main > script + iframe')
      await open()
      await expect(frame).toHaveCount(1)
      await page.evaluate(() => document.querySelector('main')!.replaceChildren())
      await expect(frame).toHaveCount(0)
      await open()
      await expect(frame).toHaveCount(1)
    },
  )

for (const type of ['', 'type="module"'])
  demo(
    `an embed in the head says in the console where it belongs ${type}`,
    { tag: '@long' },
    async ({ page, site, baseURL }) => {
      site.head = `<script ${type} src="${baseURL}/embed.js" data-event="spring"></script>`
      const said = page.waitForEvent('console', (message) => message.text().startsWith('Trunkshow: '))
      await page.goto(site.url)
      expect((await said).text()).toContain('Move the script element out of the head')
      await expect(page.locator('iframe')).toHaveCount(0)
    },
  )
