import { overflowOf } from './axe.ts'
import { expect, type Host, test } from './fixtures.ts'
import { expectToast } from './in-page.ts'
import { makeFullForm, takeOrder } from './order-form.ts'

const phone = { width: 390, height: 844 }

const quickLinks = ({ page }: Host) => page.getByRole('navigation', { name: 'Quick links' })

test('on a phone, the first guest and the first order stand in its upper half', async ({ host }) => {
  const { page } = host
  await takeOrder(host, await makeFullForm(host))
  const show = await host.makeShow()
  await host.book(show, '10:00', { name: 'Lena Fischer', email: 'lena@guest.test' })
  await page.setViewportSize(phone)
  for (const [address, first] of [
    [`/bookings/${show.id}`, page.getByRole('listitem').getByText('Lena Fischer', { exact: true })],
    ['/orders', page.getByRole('listitem').getByRole('heading')],
  ] as const) {
    await page.goto(address)
    await expect(first).toBeVisible()
    const { y, height } = (await first.boundingBox())!
    expect(y + height, address).toBeLessThanOrEqual(420)
    expect(await overflowOf(page)).toBe(0)
    const filters = page.getByRole('button', { name: 'Filter', exact: true })
    await expect(page.getByLabel('Status')).toBeHidden()
    await filters.click()
    await page.getByLabel('Status').selectOption({ index: 1 })
    await expect(page.getByRole('button', { name: 'Filter (on)' })).toHaveAttribute('aria-expanded', 'true')
    expect(await overflowOf(page)).toBe(0)
  }
  await page.goto(`/bookings/${show.id}`)
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('on a phone, a bar leads to the everyday areas and to the menu, and hides nothing', async ({
  host,
  browserName,
}) => {
  const { page } = host
  for (let at = 0; at < 8; at++)
    await host.make('/api/customers', {
      firstName: 'Grace',
      lastName: `Lind ${at}`,
      email: `g${at}@lind.test`,
    })
  await page.setViewportSize(phone)
  await page.goto('/home')
  const bar = quickLinks(host)
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Events', 'Orders', 'Customers'])
  await bar.getByRole('link', { name: 'Customers' }).click()
  await expect(bar.getByRole('link', { name: 'Customers' })).toHaveAttribute('aria-current', 'page')
  const last = page.getByRole('listitem', { name: 'Grace Lind 7' })
  await last.getByRole('button', { name: 'More for Grace Lind 7' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(bar).toBeHidden()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expectToast(page, 'Customer archived')
  const top = (await bar.boundingBox())!.y
  const toast = (await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .boundingBox())!
  expect(toast.y + toast.height).toBeLessThanOrEqual(top)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const row = (await page.getByRole('listitem', { name: 'Grace Lind 6' }).boundingBox())!
  expect(row.y + row.height).toBeLessThanOrEqual(top)
  await page.getByLabel('Search by name, email, phone, or tag').focus()
  await expect(bar, 'a keyboard takes its place').toBeHidden()
  await page.getByRole('heading', { level: 1 }).click()
  // Playwright cannot have Firefox lay a page out for paper.
  if (browserName !== 'firefox') {
    await page.emulateMedia({ media: 'print' })
    await expect(bar).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  }
  await expect(page.getByRole('button', { name: /menu/i })).toHaveCount(0)
  await bar.getByRole('button', { name: 'More areas' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expect(bar).toBeHidden()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveURL('/products')
  await expect(bar).toBeVisible()
})

test('on a tablet, tables stay tables beside a menu of icons', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await takeOrder(host, await makeFullForm(host))
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/orders')
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
  await expect(quickLinks(host)).toBeHidden()
  await page.getByRole('button', { name: 'Expand menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Customers')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
  await page.goto('/customers')
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible()
})
