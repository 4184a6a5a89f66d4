import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { withoutSentAnswers } from '../without-sent-answers.ts'

/** The vertical position of each section, by its heading. */
const positionsOf = (page: Page) =>
  page.getByRole('heading', { level: 2 }).evaluateAll((all) =>
    // The last one is below the users, whose number is not known yet.
    all.slice(0, -1).map((heading) => [heading.textContent, Math.round(heading.getBoundingClientRect().top)]),
  )

for (const width of [1280, 360])
  test(`no part of the settings moves while they load, at ${width} pixels`, async ({ host }) => {
    const { page } = host
    await host.make('/api/company', { companyName: 'Maison Vale' })
    expect((await page.request.post('/api/shopify/practice')).ok()).toBe(true)
    await page.setViewportSize({ width, height: 800 })
    const arrive = Promise.withResolvers<void>()
    let isKnown = false
    await withoutSentAnswers(page)
    await page.route('**/api/**', async (route) => {
      // The app requests the user before it shows any page.
      if (isKnown) await arrive.promise
      isKnown = true
      await route.fallback()
    })
    await page.goto('/settings')
    await expect(page.getByRole('status', { name: 'Loading profile' })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await positionsOf(page)
    arrive.resolve()
    await expect(page.getByLabel('Company name')).toHaveValue('Maison Vale')
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    expect(await positionsOf(page)).toEqual(before)
  })

test('changing the email does not save the profile behind the dialog', async ({ host }) => {
  const { page } = host
  await page.goto('/settings')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Not saved yet')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill('new@vale.test')
  await dialog.getByLabel('Current password').fill(host.password)
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Not saved yet')
  const user = await page.request.get('/api/user')
  expect(await user.json()).toMatchObject({ name: 'Helena Vale' })
})
