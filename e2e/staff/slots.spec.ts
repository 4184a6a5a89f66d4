import { expect, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'

test('a host adds, changes and deletes time slots', async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await page.goto(`/bookings/${show.id}?tab=availability`)
  const count = page.getByRole('heading', { level: 2 }).filter({ hasText: /\d time slots?$/ })
  await expect(count).toContainText('4 time slots')

  await test.step('add, refused first', async () => {
    await page.getByRole('button', { name: 'Add Slot' }).click()
    const form = page.getByRole('region', { name: 'Add a time slot' })
    const create = form.getByRole('button', { name: 'Create' })
    await expect(create).toBeDisabled()
    await form.getByLabel('Start Time').fill('10:00')
    await form.getByLabel('End Time').fill('10:30')
    await create.click()
    await expectToast(page, 'Error Creating Time Slot', 'There is already a time slot at this date and time.')
    await form.getByLabel('Start Time').fill('13:00')
    await form.getByLabel('End Time').fill('13:30')
    await expect(
      form.getByText('Guests won’t see this slot unless you change the event’s dates or hours.'),
    ).toBeVisible()
    await create.click()
    await expectToast(page, 'Time Slot Created')
    await expect(count).toContainText('5 time slots')
  })
  await test.step('the warning of times outside the event', async () => {
    const warning = page.getByRole('region', { name: 'Time Slots Outside Event Hours' })
    await expect(warning).toContainText('1 time slot falls outside')
  })
  await test.step('add the next one', async () => {
    await page.getByRole('button', { name: /^Add Next Time Slot on/ }).click()
    await expect(page.getByRole('button', { name: /^Edit 1:30 PM – 2:00 PM/ })).toBeVisible()
    await expect(count).toContainText('6 time slots')
  })
  await test.step('change one', async () => {
    await page.getByRole('button', { name: /^Edit 10:00 AM/ }).click()
    const form = page.getByRole('form', { name: /^Edit 10:00 AM/ })
    const total = form.getByLabel('Total Slots')
    for (const wrong of ['0', '', '-3']) {
      await total.fill(wrong)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(total).toHaveAccessibleDescription('Enter a whole number of spots, 1 or more.')
      await expect(total).toBeFocused()
      await expect(total).toHaveValue(wrong)
    }
    expect((await host.slotAt(show, '10:00')).totalSlots).toBe(2)
    await total.fill('5')
    await expect(total).toHaveAccessibleDescription('')
    await form.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Time Slot Updated')
    await expect(page.getByText('0/5')).toBeVisible()
  })
  await test.step('update time slots to the event', async () => {
    await page.getByRole('button', { name: 'Match slots to event hours' }).click()
    const dialog = page.getByRole('dialog', { name: 'Match slots to event hours' })
    await expect(dialog.getByText('Removes 2 time slots that were never booked.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Match slots to event hours' }).click()
    await expectToast(page, 'Time Slots Updated', '0 added, 2 removed.')
    await expect(count).toContainText('4 time slots')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Match slots to event hours' }).click()
    await expect(
      dialog.getByText('Nothing to change. Your time slots already match the event.'),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
  })
  await test.step('delete, unless it was booked first', async () => {
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete time slot' })
    const open = (time: string) =>
      page.getByRole('button', { name: new RegExp(`^More for ${time} AM –`) }).click()
    const remove = page.getByRole('menuitem', { name: 'Delete' })
    await open('10:30')
    await remove.click()
    await confirm.click()
    await expectToast(page, 'Time Slot Deleted')
    await expect(count).toContainText('3 time slots')

    await open('11:00')
    await remove.click()
    await host.book(show, '11:00', { name: 'Grace Okafor', email: 'grace@guest.test' })
    await confirm.click()
    const refusal = 'This time slot has bookings, so it cannot be deleted.'
    await expectToast(page, 'Error Deleting Time Slot', refusal)
    await expect(page.getByText('1/2')).toBeVisible()
    await open('11:00')
    await expect(remove).toContainText(refusal)
  })
})

test('Match slots brings free slots to another length, and says what it keeps and why', async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await host.book(show, '11:00', { name: 'Grace Okafor', email: 'grace@guest.test' })
  const changed = await page.request.put(`/api/events/${show.id}`, {
    data: {
      ...{ name: show.name, hostName: show.hostName, eventDate: show.eventDate, startTime: '10:00' },
      ...{ endTime: '15:00', slotDuration: 45, bufferAfter: 15, maxBookingsPerSlot: 2 },
    },
  })
  expect(changed.ok()).toBe(true)
  await page.goto(`/bookings/${show.id}?tab=availability`)
  await page.getByRole('button', { name: 'Match slots to event hours' }).click()
  const dialog = page.getByRole('dialog', { name: 'Match slots to event hours' })
  await expect(dialog).toContainText('10:00 AM – 3:00 PM, 45-minute appointments')
  const kept = 'Keeps 1 time slot at other times because guests have it.'
  await expect(dialog.getByRole('status')).toContainText(
    `Adds 4 time slots. Removes 3 time slots that were never booked. ${kept}`,
  )
  await dialog.getByRole('button', { name: 'Match slots to event hours' }).click()
  await expectToast(page, 'Time Slots Updated', `4 added, 3 removed. ${kept}`)
  for (const times of [
    '10:00 AM – 10:45 AM',
    '11:00 AM – 11:30 AM',
    '12:00 PM – 12:45 PM',
    '2:00 PM – 2:45 PM',
  ])
    await expect(page.getByText(times).first()).toBeVisible()
})

test('Save All refuses 0 at its field and takes anything but a number as 1', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const show = await host.makeShow()
  await page.goto(`/bookings/${show.id}?tab=availability`)
  await page.getByRole('button', { name: 'Edit All' }).click()
  const total = (time: string) => page.getByRole('form', { name: `Edit ${time}` }).getByLabel('Total Slots')
  await total('10:00 AM').fill('0')
  await total('10:30 AM').fill('')
  await page.getByRole('button', { name: 'Save All' }).click()
  const refusal = 'Enter a whole number of spots, 1 or more.'
  await expectToast(page, 'Error Updating Time Slots', 'Review the highlighted fields. 1 time slot saved.')
  await expect(page.getByRole('form')).toHaveCount(1)
  await expect(total('10:00 AM')).toHaveAccessibleDescription(refusal)
  await expect(total('10:00 AM')).toHaveValue('0')
  expect((await host.slotAt(show, '10:00')).totalSlots).toBe(2)
  expect((await host.slotAt(show, '10:30')).totalSlots).toBe(1)
})

test('a time that daylight saving skips is refused with a message', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow({ eventDate: '2028-03-12', startTime: '01:00', endTime: '04:00' })
  await page.goto(`/bookings/${show.id}?tab=availability`)
  await expect(page.getByRole('heading', { level: 2 })).toContainText('4 time slots')
  await page.getByRole('button', { name: 'Add Slot' }).click()
  const form = page.getByRole('region', { name: 'Add a time slot' })
  await form.getByLabel('Start Time').fill('02:30')
  await form.getByLabel('End Time').fill('03:15')
  await form.getByRole('button', { name: 'Create' }).click()
  const refusal = 'This time doesn’t exist on March 12, 2028, when clocks go forward. Choose another time.'
  await expect(form.getByLabel('Start Time')).toHaveAccessibleDescription(refusal)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Edit 1:30 AM/ }).click()
  const edit = page.getByRole('form', { name: /^Edit 1:30 AM/ })
  await edit.getByLabel('End Time').fill('02:30')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByLabel('End Time')).toHaveAccessibleDescription(refusal)
})

test('a show and its time slots can end at midnight', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow({ startTime: '22:30', endTime: '23:00', maxBookingsPerSlot: 1 })
  await page.goto(`/editevent/${show.id}`)
  const end = page.getByLabel('End time')
  await end.fill('00:00')
  await expect(page.getByLabel('Preview of the public page')).toContainText('10:30 PM – 12:00 AM')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).not.toHaveURL(/editevent/)
  await page.goto(`/editevent/${show.id}`)
  await expect(end).toHaveValue('00:00')

  await page.goto(`/bookings/${show.id}?tab=availability`)
  await page.getByRole('button', { name: 'Add Next Time Slot' }).click()
  await expect(page.getByRole('button', { name: /^Edit 11:00 PM/ })).toBeVisible()
  await page.getByRole('button', { name: /^Edit 11:00 PM/ }).click()
  const edit = page.getByRole('form', { name: /^Edit 11:00 PM/ })
  await edit.getByLabel('End Time').fill('00:00')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^Edit 11:00 PM – 12:00 AM/ })).toBeVisible()
  await expect(page.getByText('outside')).toHaveCount(0)
  expect((await host.slotAt(show, '23:00')).endTime).toBe('24:00')
  await page.goto(`/event/${show.urlSlug}`)
  await expect(page.getByText('11:00 PM').first()).toBeVisible()
})

test('Save All keeps a refused time slot open for editing', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  for (const name of ['Grace Okafor', 'Lena Fischer'])
    await host.book(show, '10:30', { name, email: `${name.slice(0, 4)}@guest.test` })
  await page.goto(`/bookings/${show.id}?tab=availability`)
  await page.getByRole('button', { name: 'Edit All' }).click()
  const form = (time: string) => page.getByRole('form', { name: `Edit ${time}` })
  await form('10:00 AM').getByLabel('Total Slots').fill('4')
  await form('10:30 AM').getByLabel('Total Slots').fill('1')
  await form('11:30 AM').getByLabel('End Time').fill('12:15')
  await page.getByRole('button', { name: 'Save All' }).click()
  const refusal = 'This time slot already has 2 booked spots. Enter at least that many.'
  await expectToast(page, 'Error Updating Time Slots', 'Review the highlighted fields. 2 time slots saved.')
  await expect(page.getByText(/^1 time slot couldn’t be saved/)).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(1)
  await expect(form('10:30 AM')).toContainText(refusal)
  await form('10:30 AM').getByLabel('Total Slots').fill('3')
  await page.getByRole('button', { name: 'Save All' }).click()
  await expectToast(page, 'Time Slots Updated', '1 time slot saved.')
  await expect(page.getByText('2/3')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit 11:30 AM – 12:15 PM/ })).toBeVisible()
  await expect(page.getByText('0/4')).toBeVisible()

  await page.getByRole('button', { name: /^Edit 10:30 AM/ }).click()
  await form('10:30 AM').getByLabel('Total Slots').fill('1')
  await form('10:30 AM').getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Error Updating Time Slot', 'Review the highlighted fields.')
  await expect(form('10:30 AM')).toContainText(refusal)
  await page.getByRole('link', { name: 'Back to Events' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form('10:30 AM').getByLabel('Total Slots')).toHaveValue('1')
})
