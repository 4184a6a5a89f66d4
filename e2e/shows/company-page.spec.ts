import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test('an admin gives the company’s page an address, a color and an address to visit, and guests see them', async ({
  host,
  page,
}) => {
  const show = await host.makeShow()
  const companyAddress = '12 Mercer Street\nNew York, NY 10013'
  await host.make('/api/company', { companyName: `Maison ${host.username}`, companyAddress })
  await host.page.goto('/settings/public-page')
  const section = host.page.getByRole('region', { name: 'Public page' })
  await expect(section.getByText(`/shows/maison-${host.username}`)).toBeVisible()
  await section.getByLabel('Custom URL').fill('events')
  await section.getByRole('button', { name: 'Save public page' }).click()
  await expect(section.getByText('This custom URL is reserved. Please choose another.')).toBeVisible()
  await section.getByLabel('Custom URL').fill(`Vale-${host.username}`)
  await section.getByLabel('Accent color').fill('#ffd700')
  await expect(section.getByText('Light theme. Darkened so that it can be read.')).toBeVisible()
  await section.getByText('Show address to guests').click()
  await section.getByRole('button', { name: 'Save public page' }).click()
  await expect(host.page.getByText('Public page saved', { exact: true })).toBeVisible()
  await expectAccessible(host.page)
  await section.getByRole('button', { name: 'Link and QR code' }).click()
  await expect(host.page.getByLabel('Link to the public page')).toHaveValue(
    new RegExp(`/shows/vale-${host.username}$`),
  )

  // A printed code of the earlier address.
  await page.goto(`/shows/maison-${host.username}`)
  await expect(page).toHaveURL(`/shows/vale-${host.username}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Maison ${host.username}`)
  await expectAccessible(page)
  const footer = page.getByRole('contentinfo')
  const allShows = footer.getByRole('link', { name: `All shows by Maison ${host.username}` })
  await expect(footer).toBeVisible()
  await expect(allShows).toBeHidden()
  await page.getByRole('link', { name: 'Book Appointment' }).click()
  await expect(page).toHaveURL(new RegExp(`/event/${show.id}$`))
  await expect(allShows).toBeVisible()
  await expect(footer.getByText('New York, NY 10013')).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Open in a map' })).toHaveAttribute('href', /Mercer/)
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--accent'),
  )
  expect(accent).not.toContain('#7a4a2b')
  await expectAccessible(page)
})
