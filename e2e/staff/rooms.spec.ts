import { runSql } from '../../server/test/run-sql.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast, fromMenu } from '../in-page.ts'
import { press, tabTo } from '../keyboard.ts'

test('a team says who works when, sees it on the day, and warns of a room that is taken', async ({
  host,
  product,
}) => {
  const { page } = host
  await runSql(
    product.databaseUrl,
    `INSERT INTO users (company_id, username, name, password_hash, role, accepted_at)
     SELECT company_id, 'nora-' || id, 'Nora Lind', 'none', 'order management', now() FROM users WHERE username = $1`,
    [host.username],
  )
  const { name } = await (await page.request.get('/api/user')).json()
  const show = await host.makeShow()
  await host.book(show, '10:00', { name: 'Grace Okafor', email: 'grace@rooms.test' })
  await host.book(show, '10:00', { name: 'Lena Fischer', email: 'lena@rooms.test' })

  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`/bookings/${show.id}`)
  await page.getByRole('button', { name: 'More for these bookings' }).click()
  await page.getByRole('menuitem', { name: 'Who works when' }).click()
  const team = page.getByRole('dialog', { name: 'Who works when' })
  await team.getByRole('button', { name: 'Add shift' }).click()
  await team.getByLabel('Colleague 1').selectOption(name)
  await team.getByLabel(`${name} from`).fill('10:00')
  await team.getByLabel(`${name} until`).fill('09:00')
  await team.getByText('Show names on time slots').click()
  await expectAccessible(page)
  await team.getByRole('button', { name: 'Save' }).click()
  await expect(team.getByText('This must be after the start')).toBeVisible()
  await team.getByLabel(`${name} until`).fill('12:00')
  await team.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`At work: ${name} 10:00–12:00`)).toBeVisible()
  await expect(page.getByText(`${name} is free`)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'More for these bookings' }).click()
  await page.getByRole('menuitem', { name: 'Who works when' }).click()
  await team.getByLabel(`${name} until`).fill('12:30')
  const url = `/api/events/${show.id}/team`
  const { version, shifts } = await (await page.request.get(url)).json()
  const { day, userId } = shifts[0]
  const theirs = [{ userId, startTime: '10:00', endTime: '11:00' }]
  const data = { day, namesOnSlots: true, version, shifts: theirs }
  expect((await page.request.put(url, { data })).status()).toBe(200)
  await team.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Team not saved', `${name} just changed who works when. Review it, then save.`)
  await expect(team.getByText(`Saved before yours: ${name}, 10:00 AM – 11:00 AM`)).toBeVisible()
  await team.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`At work: ${name} 10:00–12:30`)).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await fromMenu(page, 'Grace Okafor', 'Assign')
  const assigned = page.getByRole('dialog').getByLabel('Assigned to')
  await assigned.selectOption('Nora Lind (not at work then)')
  await expect(assigned).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nora Lind with Grace Okafor (not at work then)')).toBeVisible()

  await fromMenu(page, 'Grace Okafor', 'Notes and room')
  const notes = page.getByRole('dialog')
  await notes.getByLabel('Room').fill('Suite 2')
  await notes.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Room: Suite 2', { exact: true })).toBeVisible()
  await fromMenu(page, 'Lena Fischer', 'Notes and room')
  await notes.getByLabel('Room').fill('suite 2')
  await expect(notes.getByText('Grace Okafor has suite 2 then, 10:00 AM – 10:30 AM.')).toBeVisible()
  await expectAccessible(page)
  const save = notes.getByRole('button', { name: 'Save' })
  await tabTo(save)
  await press(save)
  await expect(page.getByText('Room: suite 2', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/calendar?date=${show.eventDate}&event=${show.id}&view=day`)
  await expect(page.getByText('Nora Lind with Grace Okafor (not at work then)')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/desk/${show.id}`)
  await expect(page.getByText(`At work: ${name} 10:00–12:30`)).toBeVisible()
  await expect(page.getByText('Room: Suite 2', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/bookings/${show.id}/run-sheet`)
  await expect(page.getByText('Grace Okafor · Room: Suite 2')).toBeVisible()
  await page.goto(`/event/${show.urlSlug}`)
  await expect(page.getByText(show.name).first()).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
})
