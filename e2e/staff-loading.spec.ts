import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, type Host, test } from './fixtures.ts'
import { withoutSentAnswers } from './in-page.ts'
import { makeFullForm, takeOrder } from './order-form.ts'

const isCode = (path: string) => /\.(js|css)$/.test(path)

/** The files that a document names, and the addresses whose answers it has. */
async function readDocument(page: Page, address: string) {
  const html = await (await page.request.get(address)).text()
  const files = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))[?"]/g)].map(([, file]) => file!)
  const [, answers = '[]'] = /id="answers">(.*?)<\/script>/s.exec(html) ?? []
  return {
    files,
    answers: JSON.parse(answers).map((answer: { address: string }) => answer.address) as string[],
  }
}

/**
 * Opens the host's first page with an empty cache, and returns what it requests until a row is shown; `others` is code
 * that the document does not name.
 */
async function openCold({ page }: Host, address: string, row: string) {
  const { files } = await readDocument(page, address)
  const sizes = files.map(async (file) => gzipSync(await (await page.request.get(file)).body()).length)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  const requested: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    // The tab's icon, which only browsers with tabs ask for.
    if (path.endsWith('.svg')) return
    // Code that loads later is fetched, then imported from the browser's cache.
    if (!isCode(path) || !requested.includes(path)) requested.push(path)
  })
  await page.goto(address)
  await expect(page.getByText(row)).toBeVisible()
  const isOther = (path: string) => isCode(path) && !files.includes(path)
  const others = requested.filter(isOther)
  return {
    requested: requested.filter((path) => !isOther(path)),
    kilobytes: bytes / 1024,
    others: others.map((path) => path.replace(/-.{8}\.\w+$/, '')),
  }
}

const bride = { name: 'Grace Okafor', email: 'grace@guest.test' }

test('the orders load with at most 20 requests and 260 KB of code, all named by the document', async ({
  host,
}) => {
  await takeOrder(host, await makeFullForm(host))
  const { requested, kilobytes, others } = await openCold(host, '/orders', bride.name)
  expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(20)
  expect(requested.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(kilobytes).toBeLessThanOrEqual(260)
  expect(others).toEqual([])
})

test('the bookings load with at most 35 requests and 280 KB of code, all named by the document', {
  tag: '@long',
}, async ({ host }) => {
  const show = await host.makeShow()
  await host.book(show, '10:00', bride)
  const { requested, kilobytes, others } = await openCold(host, `/bookings/${show.id}`, bride.name)
  expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(35)
  expect(requested.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(kilobytes).toBeLessThanOrEqual(280)
  expect(others).toEqual([])
})

test('a document has the answers to calls that its page makes, and to no others', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const order = await takeOrder(host, await makeFullForm(host))
  const { id } = await host.makeShow()
  await withoutSentAnswers(page)
  for (const address of [
    '/host',
    '/events',
    '/events?tab=inactive',
    `/events/${id}/edit`,
    `/editevent/${id}`,
    `/bookings/${id}`,
    `/bookings/${id}?status=active&q=grace`,
    `/bookings/${id}/run-sheet`,
    '/orders',
    '/orders?q=gown&status=paid&sort=newest',
    '/orders?tab=templates',
    '/orders?tab=discounts',
    '/orders?tab=products',
    `/orders/print?ids=${order.id}`,
    '/customers?q=grace&sort=newest',
    `/customer-history?customerId=${order.customerId}`,
    '/products',
    '/products?tab=customizations',
    '/emails?q=grace&state=sent',
    '/settings',
    '/settings/profile',
    '/settings/public-page',
    '/settings/team',
    '/settings/notifications',
    '/settings/store',
    '/settings/guest-data',
    '/settings/usage',
    '/settings/move-in',
    '/settings/activity?subject=order',
    '/settings/shopify',
  ])
    await test.step(address, async () => {
      let answers: string[] = []
      // A busy server sends the document without the answers that take it too long.
      await expect(async () => {
        answers = (await readDocument(page, address)).answers
        expect(answers).toContain('/api/user')
      }).toPass()
      const made = new Set<string>()
      page.on('request', (request) => made.add(request.url().replace(new URL(request.url()).origin, '')))
      await page.goto(address)
      await expect.poll(() => answers.filter((answer) => !made.has(answer))).toEqual([])
      page.removeAllListeners('request')
    })
})

test('no screen does what the content security policy refuses', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  const tagged = { firstName: 'Grace', lastName: 'Lind', email: 'grace@lind.test', tags: 'VIP' }
  const { id } = await host.make<{ id: number }>('/api/customers', tagged)
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const { dataset } = document.documentElement
      dataset.refused = `${dataset.refused ?? ''} ${effectiveDirective} ${blockedURI}`
    })
  })
  const lists = ['/home', '/events', '/calendar', '/orders', '/customers', '/products', '/emails', '/reports']
  const records = [
    `/bookings/${show.id}`,
    `/desk/${show.id}`,
    `/customer-history?customerId=${id}`,
    '/settings',
  ]
  for (const path of [...lists, ...records]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path.includes('customerId')) await expect(page.getByText('VIP')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dataset.refused), path).toBeUndefined()
  }
})

for (const way of ['hover', 'focus'] as const)
  test(`on ${way} a link fetches its page and the data, which are there when it opens`, {
    tag: '@long',
  }, async ({ host }) => {
    const { page } = host
    await takeOrder(host, await makeFullForm(host))
    await page.goto('/settings')
    const lists: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/orders?')) lists.push(request.url())
    })
    const answered = page.waitForResponse('**/api/orders?*')
    const link = page.getByRole('link', { name: 'Orders', exact: true })
    await link[way]()
    expect(page.url()).toContain('/settings')
    await (await answered).finished()
    await page.route('**/api/orders?*', (route) => route.abort())
    await page.route('**/*.js', (route) => route.abort())
    await link.click()
    await expect(page.getByText(bride.name)).toBeVisible()
    expect(lists).toHaveLength(1)
  })
