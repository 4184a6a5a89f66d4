import { addDays, formatDay } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { expect, test } from '../fixtures.ts'
import { expectToast, fromMenu, withoutSentAnswers } from '../in-page.ts'

const day = addDays(newYorkNow().date, 30)

test('without events, both tabs say what to do next', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await page.goto('/events')
  await expect(page.getByRole('heading', { name: 'No active events' })).toBeVisible()
  await expect(page.getByText('Create your first event to get started.')).toBeVisible()
  await page.getByRole('tab', { name: 'Inactive' }).click()
  await expect(page.getByRole('heading', { name: 'No inactive events' })).toBeVisible()
  await expect(page.getByText('All your events are currently active.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Inactive', selected: true })).toBeVisible()
})

test('events that cannot be loaded say so, and Retry loads them', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await host.makeShow()
  const refuse = { status: 429, json: { error: 'Too many requests. Please wait a moment.' } }
  await withoutSentAnswers(page)
  await page.route('**/api/events?*', (route) => route.fulfill(refuse))
  await page.goto('/events')
  await expect(page.getByRole('heading', { name: 'Error Loading Events' })).toBeVisible()
  await expect(page.getByText(refuse.json.error)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Spring Bridal Trunk Show' })).toBeVisible()
})

test('many events come in pages, past ones separately', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  for (const name of ['First', 'Second', 'Third']) await host.makeShow({ name })
  await host.makeShow({ name: 'Last year', eventDate: addDays(day, -365) })
  await withoutSentAnswers(page)
  // Pages of two instead of a hundred.
  await page.route(/\/api\/events\?.*when=/, async (route) => {
    // Firefox would decompress the answer again.
    const headers = { ...route.request().headers(), 'accept-encoding': 'identity' }
    const response = await route.fetch({ url: `${route.request().url()}&limit=2`, headers })
    await route.fulfill({ response })
  })
  await page.goto('/events')
  const names = page.getByRole('heading', { level: 3 })
  await expect(names).toHaveText(['First', 'Second', 'Last year'])
  await expect(page.getByRole('heading', { name: 'Past' })).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(names).toHaveText(['First', 'Second', 'Third', 'Last year'])
})

test('the dialog for a new event refuses invalid values and creates a valid event', async ({ host }) => {
  const { page } = host
  const rival = await host.makeShow({ urlSlug: `taken-${host.username}` })
  await page.goto('/events')
  await page.getByRole('link', { name: 'Create Event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Event' })
  const create = dialog.getByRole('button', { name: 'Create Event' })
  await create.click()
  for (const name of ['Event name', 'Host name', 'Event date', 'Start time', 'End time'])
    await expect(dialog.getByText(`${name} is required`)).toBeVisible()
  await expect(dialog.getByLabel('Event name')).toBeFocused()

  await dialog.getByLabel('Event name').fill('Autumn Show')
  await dialog.getByLabel('Host name').fill('Maison Vale')
  await dialog.getByLabel('Contact email').fill('nobody')
  await dialog.getByLabel('Multi-day event').check()
  await dialog.getByLabel('Start date').fill(formatDay(day))
  await dialog.getByLabel('Start time').fill('14:00')
  await dialog.getByLabel('End time').fill('10:00')
  await dialog.getByLabel('Custom URL').fill('not allowed!')
  await create.click()
  for (const sentence of [
    'Must be a valid email address',
    'End time must be after start time',
    'End date is required for multi-day events',
    'Custom URL can only contain letters, numbers, hyphens, and underscores',
  ])
    await expect(dialog.getByText(sentence)).toBeVisible()

  await dialog.getByLabel('Contact email').fill('')
  await dialog.getByLabel('Multi-day event').uncheck()
  await dialog.getByLabel('End time').fill('16:00')
  await dialog.getByText('45 min', { exact: true }).click()
  await dialog.getByLabel('Custom URL').fill(rival.urlSlug)
  await expect(dialog.getByText('Creates 2 time slots (4 spots).')).toBeVisible()
  await create.click()
  const taken = 'This custom URL is already in use. Please choose another.'
  await expectToast(page, 'Error', 'Review the highlighted fields.')
  await expect(dialog.getByLabel('Custom URL')).toHaveAccessibleDescription(new RegExp(taken))
  await dialog.getByLabel('Custom URL').fill('')
  await create.click()
  await expectToast(page, 'Success', 'Event created successfully')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Autumn Show is ready for guests' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Autumn Show', exact: true })).toBeVisible()
})

test('a copy of an event asks only for new dates, and keeps everything else', async ({ host }) => {
  const { page } = host
  const show = await host.makeShow({ description: 'Try the new season.', slotDuration: 45, isPublic: false })
  await page.goto('/events')
  await fromMenu(page, show.name, 'Copy')
  const dialog = page.getByRole('dialog', { name: 'Copy Event' })
  await expect(dialog.getByLabel('Event name')).toHaveValue(show.name)
  await expect(dialog.getByLabel('Event date')).toHaveValue('')
  await expect(dialog.getByLabel('Event date')).toBeFocused()
  await dialog.getByRole('button', { name: 'Create Event' }).click()
  await expect(dialog.getByText('Event date is required')).toBeVisible()
  await dialog.getByLabel('Event date').fill(formatDay(addDays(show.eventDate, 3)))
  await dialog.getByLabel('Location', { exact: true }).fill('Dallas')
  await dialog.getByRole('button', { name: 'Create Event' }).click()
  await expectToast(page, 'Success', 'Event created successfully')
  await expect(dialog).toBeHidden()

  const [, copy] = (await (await page.request.get('/api/events')).json()) as Event[]
  const { id: _, urlSlug, ...kept } = show
  expect(copy).toMatchObject({ ...kept, eventDate: addDays(show.eventDate, 3), location: 'Dallas' })
  expect(copy!.urlSlug).not.toBe(urlSlug)
})

test('the dialog of an event asks before changes are lost, and saves them into the other tab', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await page.goto(`/events/${show.id}/edit`)
  const dialog = page.getByRole('dialog', { name: 'Edit Event' })
  await dialog.getByLabel('Event name').fill('Winter Show')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Event name')).toHaveValue('Winter Show')

  await page.route(`**/api/events/${show.id}`, (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Error', 'Failed to update event')
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByLabel('Public Event').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Success', 'Event updated successfully')
  await expect(page.getByRole('tab', { name: 'Inactive', selected: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Winter Show' })).toBeVisible()
  await expect(page.getByText('Private')).toBeVisible()
  await page.goto(`/event/${show.urlSlug}`)
  await expect(page.getByText('This event is not currently taking appointments').first()).toBeVisible()
})

test('a host makes a new link for a private event, and the old one stops working', { tag: '@long' }, async ({
  host,
  browser,
  baseURL,
}) => {
  const { page } = host
  const show = await host.makeShow({ isPublic: false, urlSlug: `${host.username}-spring` })
  const [old, stranger] = [
    await browser.newPage({ baseURL: baseURL! }),
    await browser.newPage({ baseURL: baseURL! }),
  ]
  await old.goto(`/event/${show.urlSlug}`)
  await expect(old.getByRole('heading', { name: show.name }).first()).toBeVisible()

  await page.goto(`/editevent/${show.id}`)
  await expect(page.getByText('This link can be guessed')).toBeVisible()
  await page.getByRole('button', { name: 'Make a new link' }).click()
  await expect(page.getByText('This link can be guessed')).toBeHidden()
  await expect(page.getByText('Once you save, the old link stops working.')).toBeVisible()
  const made = await page.getByLabel('Custom URL').inputValue()
  expect(made).toMatch(/-[a-km-np-z2-9]{16}$/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Event Updated', 'Your trunk show event has been updated successfully.')

  await old.goto(`/event/${show.urlSlug}`)
  await expect(old.getByText('Page Not Found').first()).toBeVisible()
  await old.goto(`/event/${show.id}`)
  await expect(old.getByText('Page Not Found').first()).toBeVisible()
  await stranger.goto(`/event/${made}`)
  await expect(stranger.getByRole('heading', { name: show.name }).first()).toBeVisible()
  await Promise.all([old.close(), stranger.close()])
})

test('the edit page saves, says why it cannot, and reports a missing event', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const show = await host.makeShow()
  const rival = await host.makeShow({ name: 'Rival' })
  await page.goto('/events')
  await fromMenu(page, show.name, 'Edit')
  await expect(page).toHaveURL(`/editevent/${show.id}`)
  await page.getByLabel('Custom URL').fill(rival.urlSlug)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expectToast(page, 'Error Updating Event', 'Review the highlighted fields.')
  await expect(page.getByText('This custom URL is already in use. Please choose another.')).toHaveCount(1)
  await page.route(`**/api/events/${show.id}`, (route) => route.fulfill({ status: 502, body: '' }), {
    times: 1,
  })
  await save.click()
  await expectToast(page, 'Error Updating Event', 'Failed to update event: 502 Bad Gateway')
  await page.getByLabel('Custom URL').fill(show.urlSlug)
  await page.getByLabel('Event name').fill('Summer Show')
  await save.click()
  await expectToast(page, 'Event Updated', 'Your trunk show event has been updated successfully.')
  await expect(page).toHaveURL('/events')
  await expect(page.getByRole('heading', { name: 'Summer Show' })).toBeVisible()

  for (const address of ['/editevent/2000000000', '/events/2000000000/edit', '/bookings/2000000000']) {
    await page.goto(address)
    await expect(page.getByText('Event not found.')).toBeVisible()
  }
})

test('an event is deleted until its first booking, then only made inactive', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const [unbooked, booked] = [await host.makeShow({ name: 'Never booked' }), await host.makeShow()]
  await host.book(booked, '10:00', { name: 'Grace Okafor', email: 'grace@guest.test' })
  const press = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
  await page.goto(`/editevent/${unbooked.id}`)
  await page.getByRole('button', { name: 'Delete event' }).click()
  await press('Keep event')
  await page.getByRole('button', { name: 'Delete event' }).click()
  await press('Delete event')
  await expectToast(page, 'Event Deleted')
  await expect(page).toHaveURL('/events')
  await expect(page.getByRole('heading', { name: booked.name })).toBeVisible()
  await expect(page.getByText('Never booked', { exact: true })).toBeHidden()

  await page.goto(`/editevent/${booked.id}`)
  const reason = 'This event has bookings, so it cannot be deleted. Make it inactive instead.'
  const remove = page.getByRole('button', { name: 'Delete event' })
  await expect(remove).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Delete event' })).toContainText(reason)

  const contested = await host.makeShow({ name: 'Booked just now' })
  await page.goto(`/editevent/${contested.id}`)
  await remove.click()
  await host.book(contested, '10:00', { name: 'Grace Okafor', email: 'grace@guest.test' })
  await press('Delete event')
  await expectToast(page, 'Error', reason, { also: true })
  await expect(remove).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Delete event' })).toContainText(reason)
})
