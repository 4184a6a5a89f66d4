import { addDays, formatShortDate } from '@trunkshow/contract/dates.ts'
import type { Tour } from '@trunkshow/contract/tours/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'

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
  await dialog.getByRole('button', { name: show.name }).click()
  done.click++
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
  const styles = await (await page.request.get(tour!.path!)).text()
  const [stop] = (await page.getByRole('listitem').first().getAttribute('class'))!.split(' ')
  expect(styles.split('</style>')[0], 'styled before its code comes').toContain(`.${stop}`)
  await page.getByRole('link', { name: 'Book Appointment' }).nth(3).click()
  await expect(page.getByText('Part of Spring Tour.')).toBeVisible()
  await page.getByRole('link', { name: 'Other stops' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spring Tour')
})

test('a host finds any event by typing, makes it a stop, and learns that a colleague put one into another tour', {
  tag: '@long',
}, async ({ host, secondPage: colleague }) => {
  const { page } = host
  const first = await host.makeShow({ name: 'Spring Fitting', location: 'Dallas' })
  const stops = [
    { location: 'Boston', eventDate: addDays(first.eventDate, 1), startTime: '10:00', endTime: '12:00' },
  ]
  for (const name of ['Spring Tour', 'Autumn Tour'])
    await host.make('/api/tours', { name, copyOf: first.id, stops })
  for (let day = 2; day < 10; day++) await host.makeShow({ eventDate: addDays(first.eventDate, day) })
  await host.makeShow({ name: 'Couture Evening', location: 'Paris', eventDate: addDays(first.eventDate, 40) })
  await host.makeShow({ name: 'Bridal Evening', eventDate: addDays(first.eventDate, 41) })

  async function open(desk: typeof page, tour: string) {
    await desk.goto('/events?tab=tours')
    const card = desk.getByRole('listitem', { name: tour })
    await card.getByRole('button', { name: 'Add Existing Events' }).click()
    const dialog = desk.getByRole('dialog', { name: `Add Events to ${tour}` })
    const find = (words: string) => dialog.getByLabel('Find an event by name or place').fill(words)
    return { card, dialog, find, event: (name: string) => dialog.getByRole('button', { name }) }
  }
  const spring = await open(page, 'Spring Tour')
  await expect(spring.dialog.getByText('Showing 8. Search to find more.')).toBeVisible()
  await expect(spring.event('Couture Evening')).toBeHidden()
  await spring.find('paris')
  await expect(spring.dialog.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await spring.event('Couture Evening').click()
  await expectToast(page, 'Stop added to the tour')
  await expect(spring.event('Couture Evening')).toContainText('In this tour')
  await page.bringToFront()
  await expect(spring.event('Couture Evening')).toBeFocused()
  await spring.find('bridal evening')
  await expect(spring.event('Bridal Evening')).toBeEnabled()

  const autumn = await open(colleague, 'Autumn Tour')
  await autumn.find('evening')
  await expect(autumn.event('Couture Evening')).toContainText('In Spring Tour')
  await expect(autumn.event('Couture Evening')).toBeDisabled()
  await autumn.event('Bridal Evening').click()
  await expect(autumn.event('Bridal Evening')).toContainText('In this tour')

  await spring.event('Bridal Evening').click()
  await expectToast(page, 'Error', 'This event is a stop of Autumn Tour. Remove it there first.')
  await expect(spring.event('Bridal Evening')).toContainText('In Autumn Tour')
  await spring.dialog.getByRole('button', { name: 'Done' }).click()
  const remove = { name: 'Remove from Tour: Paris' }
  await spring.card.getByRole('button', remove).click()
  await expect(spring.card.getByRole('button', remove)).toBeHidden()

  await autumn.dialog.getByRole('button', { name: 'Done' }).click()
  const gone = colleague.getByRole('listitem', { name: 'Spring Tour' }).getByRole('button', remove)
  await expect(gone).toBeVisible() // not loaded again yet
  await gone.click()
  await expectToast(colleague, 'Stop removed from the tour')
  await expect(gone).toBeHidden()
})
