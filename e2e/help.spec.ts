import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('staff open the help from the menu and by keyboard, and read all of it', async ({ host }) => {
  const { page } = host
  await page.goto('/events')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Help', exact: true })
    .click()
  await expect(page).toHaveURL('/help/hosts')
  await expect(page.getByRole('link', { name: 'Hosts' })).toHaveAttribute('aria-current', 'page')

  await page.goto('/orders')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('help')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help/hosts')
  await page.getByRole('link', { name: 'Operators' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Help for operators · Trunkshow')
  // Only the repository has this document.
  await expect(page.getByText('docs/scaling.md')).toBeVisible()
  await expect(page.getByRole('link', { name: 'docs/scaling.md' })).toBeHidden()
})

test('a guest finds the help at the top of every page', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await expect(page).toHaveURL('/help/guests')
  expect((await page.goto('/help/nobody'))!.status()).toBe(404)
})

for (const topic of ['guests', 'hosts', 'operators'])
  test(`the help for ${topic} has a title and its pictures, and is accessible`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto(`/help/${topic}`)
    await expect(page).toHaveTitle(`Help for ${topic} · Trunkshow`)
    await expect(page.getByRole('heading', { level: 1, name: `Help for ${topic}` })).toBeVisible()
    const pictures = await page
      .locator('article img')
      .evaluateAll((all) => Promise.all(all.map((it) => (it as HTMLImageElement).decode())))
    expect(pictures.length > 0).toBe(topic !== 'operators')
    await expectAccessible(page)
  })
