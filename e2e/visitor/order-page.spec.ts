import type { Browser, Page } from '@playwright/test'
import type { Agreement } from '@trunkshow/contract/proposals/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { changeQuantity, get, sendOrder } from '../order-form.ts'
import { weigh } from '../weight.ts'

const agreementOf = (host: Host, { id }: { id: number }) =>
  get<Agreement>(host, `/api/orders/${id}/proposals`)

/** What mail programs do with a link that they check: they run its page, and follow all that it leads to. */
async function scan(browser: Browser, address: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'networkidle' })
  const script = await page.waitForSelector('script[type="module"]', { state: 'attached' })
  const found = await script.evaluate(async (script: HTMLScriptElement) => {
    await import(script.src)
    scrollTo(0, document.body.scrollHeight)
    for (const element of document.querySelectorAll('summary, a, [type="checkbox"]'))
      for (const type of ['pointerdown', 'mousedown', 'keydown', 'focus'])
        element.dispatchEvent(new Event(type, { bubbles: true }))
    for (const details of document.querySelectorAll('details')) details.open = true
    const leads = [...document.querySelectorAll<HTMLElement>('[href], [src]')].map((element) =>
      'href' in element ? String(element.href) : (element as HTMLImageElement).src,
    )
    // What a form would send, in the address.
    const sent = [...document.querySelectorAll('form')].flatMap((form) =>
      [...form.querySelectorAll('button')].map((button) => {
        const fields = new FormData(form, button)
        for (const name of ['name', 'agreed', 'wish']) fields.set(name, 'on')
        return `${form.action}?${new URLSearchParams(fields as never)}`
      }),
    )
    return [...leads, ...sent, `${location.href}/seen`]
  })
  await page.waitForLoadState('networkidle')
  for (const href of new Set(found)) await context.request.get(href)
  await context.close()
  return found
}

test('mail programs that open an order’s link, run its page, and follow all it leads to change nothing', async ({
  host,
  mails,
  browser,
  page,
  baseURL,
}) => {
  const { order, link } = await sendOrder(host, mails)
  const scans = await Promise.all([1, 2, 3].map(() => scan(browser, new URL(link, baseURL).href)))
  for (const found of scans)
    for (const lead of [/\/proposal\.pdf$/, /\/pictures\//, /\?number=1.*answer=approved/, /answer=declined/])
      expect(found).toContainEqual(expect.stringMatching(lead))
  expect(await agreementOf(host, order)).toMatchObject({
    state: 'sent',
    proposals: [{ seenAt: null, answers: [] }],
  })
  // A person's first press is seen, also before the page has loaded.
  await page.route('**/pictures/**', () => {})
  await page.goto(link, { waitUntil: 'domcontentloaded' })
  await page.getByText('Read the terms').click()
  await expect.poll(async () => (await agreementOf(host, order)).state).toBe('seen')
})

/** A customer's answer, as one of their browsers sends it. */
async function answer(page: Page, link: string, multipart: Record<string, string>) {
  await page.request.post(link, { multipart })
  await page.goto(link)
}
const approval = { answer: 'approved', number: '2', name: 'Grace Okafor', agreed: 'on' }

test('an order’s page is read aloud from what it is to its answer, and weighs at most 110 KB without pictures', async ({
  host,
  mails,
  page,
}) => {
  const { order, send, link } = await sendOrder(host, mails)
  await changeQuantity(host, order, 2)
  await send()
  await page.request.post(link, { multipart: { answer: 'changeAsked', number: '2', wish: 'Longer' } })
  const script = page.waitForResponse(/\/entry-order-/)
  const weights = await weigh(page, link, () => script)
  expect(weights.all).toBeGreaterThan(5_000)
  expect(weights.all).toBeLessThanOrEqual(110 * 1024)
  expect(weights.font).toBeLessThanOrEqual(56 * 1024)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Your Aurelie gown × 2" [level=1]
    - status: /We got your message/
    - strong: /Changed since/
    - region "What you ordered":
      - img "front.gif"
      - heading "Aurelie gown × 2 $4,800.00"
      - term: Item Description
      - definition: Ivory column gown
    - heading "Price"
    - term: Total
    - definition: $4,800.00
    - heading "Your answer"
    - textbox "Type your full name to approve"
    - checkbox
    - button "Approve"
  `)
})

test('no state of an order’s page has an axe violation, at any size or theme', { tag: '@long' }, async ({
  host,
  mails,
  page,
}) => {
  const { order, send, link } = await sendOrder(host, mails)
  await host.page.request.post('/api/stripe/practice')
  const check = async (state: string, sign: RegExp) =>
    test.step(state, async () => {
      await expect(page.getByText(sign).first()).toBeVisible()
      await expectAccessible(page)
    })
  await page.goto(link)
  for (const summary of ['Read the terms', 'Ask for a change', 'Decline'])
    await page.getByText(summary, { exact: true }).click()
  await check('sent', /Please check every line/)
  await page.getByRole('button', { name: 'Approve' }).click()
  await check('with a refusal', /Type your full name$/)
  await changeQuantity(host, order, 2)
  await page.goto(link)
  await check('while it changes', /is being changed/)
  await send()
  await answer(page, link, { answer: 'declined', number: '2' })
  await check('declined, with what changed', /You declined this order/)
  await answer(page, link, approval)
  await check('approved, to be paid', /You approved this order/)
  await expect(page.getByRole('button', { name: /^Pay .* deposit$/ })).toBeVisible()
  await host.page.goto(`/orders/${order.id}/preview`)
  await expectAccessible(host.page)
  await host.page.request.post(`/api/orders/${order.id}/cancel`, { data: {} })
  await page.goto(link)
  await check('canceled', /This order is canceled/)
})
