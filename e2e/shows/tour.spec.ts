import { addDays, formatShortDate } from '@trunkshow/contract/dates.ts'
import type { Tour } from '@trunkshow/contract/tours/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

const cities = 'Boston,Chicago,Dallas,Denver,Austin,Miami,Atlanta,Seattle,Portland,London,Paris,Milan'.split(
  ',',
)

/**
 * Seconds that a person takes: to point and click, and to press a key, by the keystroke-level model for an average
 * typist (Card, Moran, Newell: The Keystroke-Level Model for User Performance Time, 1980).
 */
const seconds = { click: 1.3, key: 0.28 }

test('a tour of 12 stops is made in under 3 minutes of clicks and keys, and guests go from stop to stop', async ({
  host,
  page,
}) => {
  const { page: desk } = host
  const show = await host.makeShow({ location: 'New York' })
  await host.make('/api/company', { companyName: `Maison ${host.username}` })
  await desk.goto('/events')
  const done = { click: 0, key: 0 }
  async function click(name: string) {
    await desk.getByRole('button', { name, exact: true }).last().click()
    done.click++
  }
  async function type(text: string) {
    await desk.keyboard.type(text)
    done.key += text.length
  }
  async function tab(times = 1) {
    for (let count = 0; count < times; count++) await desk.keyboard.press('Tab')
    done.key += times
  }

  await desk.getByRole('tab', { name: 'Tours' }).click()
  done.click++
  await click('Create Tour')
  const dialog = desk.getByRole('dialog', { name: 'Create Tour' })
  await dialog.getByLabel('Tour name').click()
  done.click++
  await type('Spring Tour')
  await dialog.getByLabel('Event to copy').selectOption(String(show.id))
  done.click += 2
  await expect(dialog.getByLabel('Start time').first()).toHaveValue('10:00')
  for (const [index, city] of cities.entries()) {
    await dialog.getByLabel('City or place').nth(index).click()
    done.click++
    await type(city)
    await tab()
    await type(formatShortDate(addDays(show.eventDate, index + 1)))
    await tab()
  }
  await expect(dialog.getByText('Creates 12 events.')).toBeVisible()
  await dialog.getByRole('listitem', { name: 'Stop 10' }).getByLabel('Time zone').fill('London')
  await desk
    .getByRole('option', { name: /^London, (?!.*Ontario).*United Kingdom|^London, England/ })
    .first()
    .click()
  done.click += 2
  await dialog.getByLabel('Tour name').click() // closes the calendar
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Create Tour' }).click()
  done.click++
  await expect(dialog).toBeHidden()
  expect(done.click * seconds.click + done.key * seconds.key).toBeLessThan(180)

  const card = desk.getByRole('listitem', { name: 'Spring Tour' })
  await expect(card.getByText('Milan')).toBeVisible()
  await expectAccessible(desk)
  const [tour] = (await (await desk.request.get('/api/tours')).json()) as Tour[]
  expect(tour!.stops.map(({ location }) => location)).toEqual(['New York', ...cities])
  await card.getByRole('button', { name: 'Remove from Tour: Milan' }).click()
  await expect(card.getByText('Milan')).toBeHidden()

  await page.goto(tour!.path!)
  await expect(page.getByRole('listitem').filter({ hasText: 'Book Appointment' })).toHaveCount(12)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Book Appointment' }).nth(3).click()
  await expect(page.getByText('Part of Spring Tour.')).toBeVisible()
  await page.getByRole('link', { name: 'Other stops' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spring Tour')
})
