import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'

test('a host subscribes to the bookings of one event and of all, and removes a link', async ({
  host,
  playwright,
}) => {
  const { page } = host
  const show = await host.makeShow()
  const other = await host.makeShow({ name: 'Winter Show' })
  const guest = { name: 'Grace Okafor', email: `${host.username}@guest.test` }
  await host.book(show, '10:00', guest)
  // A calendar program has no session.
  const calendar = await playwright.request.newContext()
  const read = async (url: string) => {
    const answer = await calendar.get(url)
    return { status: answer.status(), text: await answer.text() }
  }

  await page.goto(`/bookings/${show.id}`)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bookings in your calendar' })
  await dialog.getByRole('button', { name: 'Create link for this event' }).click()
  const address = await dialog.getByLabel(`Calendar link for ${show.name}`).getByRole('textbox').inputValue()
  expect((await read(address)).text).toContain(`SUMMARY:Grace Okafor\\, ${show.name}`)
  const webcal = address.replace(/^https?:/, 'webcal:')
  await expect(dialog.getByRole('link', { name: 'Apple Calendar' })).toHaveAttribute('href', webcal)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.goto('/settings/profile')
  const section = page.getByRole('region', { name: 'Calendar', exact: true })
  await section.getByRole('button', { name: 'Create link for all events' }).click()
  const all = section.getByLabel('Calendar link for All events').getByRole('textbox')
  await host.book(other, '10:00', guest)
  expect((await read(await all.inputValue())).text).toContain('SUMMARY:Grace Okafor\\, Winter Show')

  const one = section.getByRole('region', { name: `Calendar link for ${show.name}` })
  await one.getByRole('button', { name: 'Remove link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove link' }).click()
  await expectToast(page, 'Calendar link removed')
  await expect(one).toBeHidden()
  expect((await read(address)).status).toBe(404)
  await expect(all).toBeVisible()
  await calendar.dispose()
})
