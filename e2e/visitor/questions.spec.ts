import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { drawPicture, expectToast } from '../in-page.ts'
import { dialogOf, makeForm, onlyOrder, section } from '../order-form.ts'

const phone = { width: 360, height: 800 }

test('from a question to an order: asked by the host, changed while a guest answers, and filled in', async ({
  host,
  page: guest,
  mails,
}) => {
  const { page } = host
  const show = await host.makeShow()
  await page.goto(`/events/${show.id}/edit`)
  const form = page.getByRole('dialog')
  await form.getByText('Required', { exact: true }).click()
  const add = async (label: string, type: string) => {
    await form.getByRole('button', { name: 'Add Question' }).click()
    const row = form.getByRole('listitem').last()
    await row.getByLabel('Label').fill(label)
    await row.getByLabel('Type').selectOption(type)
    return row
  }
  await add('Dress size', 'Number')
  const style = await add('Style', 'Choice')
  await style.getByLabel('Options').fill('A-line\nSheath')
  await add('Your venue', 'Photo')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await guest.setViewportSize(phone)
  await guest.goto(`/event/${show.urlSlug}`)
  await guest.getByRole('radio', { name: '10:30 AM' }).check()
  await guest.getByLabel('Your Name').fill('Grace Okafor')
  await guest.getByLabel('Email Address').fill('grace@guest.test')
  await guest.getByLabel('Dress size').fill('medium')
  await guest.getByLabel('Style').selectOption('Sheath')
  await guest.getByLabel('Your venue').setInputFiles(await drawPicture(guest, 600, 400))
  const confirm = guest.getByRole('button', { name: 'Confirm Booking' })
  await confirm.click()
  await expect(guest.getByText('Phone number is required')).toBeVisible()
  await expect(guest.getByText('Enter a number')).toBeVisible()
  await expectAccessible(guest)
  await guest.setViewportSize(phone)
  await guest.getByLabel('Phone Number').fill('(212) 555-0142')
  await guest.getByLabel('Dress size').fill('38')

  await page.goto(`/events/${show.id}/edit`)
  const wish = await add('Anything else', 'Longer text')
  await wish.getByLabel('Required').check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await confirm.click()
  await expect(guest.getByText('The host just changed the questions.')).toBeVisible()
  await expect(guest.getByText('Anything else is required')).toBeVisible()
  await expect(guest.getByLabel('Anything else')).toBeFocused()
  await expect(guest.getByLabel('Style')).toHaveValue('Sheath')
  await guest.getByLabel('Anything else').fill('No lace, please.')
  await confirm.click()
  await expect(guest.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await guest.getByRole('link', { name: 'Manage appointment' }).click()
  await expect(guest.getByText('No lace, please.')).toBeVisible()
  await expect(guest.getByText('Photo sent to the host')).toBeVisible()
  const mail = await mails.next({ to: host.email, subject: /New booking/ })
  for (const line of ['Phone: (212) 555-0142', 'Dress size: 38', 'Anything else: No lace, please.'])
    expect(mail.text).toContain(line)

  const photo = page.getByRole('img', { name: 'Your venue, open in full size' })
  for (const address of [`/bookings/${show.id}`, `/bookings/${show.id}/run-sheet`]) {
    await page.goto(address)
    await expect(page.getByText('No lace, please.')).toBeVisible()
    await expect
      .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  }

  await makeForm(host, {
    fields: [
      { id: 'size', label: 'dress size', type: 'number' },
      { id: 'style', label: 'Style', type: 'dropdown', options: ['Sheath (+$50)', 'A-line'] },
    ],
  })
  await page.goto(`/bookings/${show.id}`)
  await page.getByRole('button', { name: 'Create Order for Grace Okafor' }).click()
  const dialog = dialogOf(host)
  await expect(section(dialog, 'Customer')).toContainText('No lace, please.')
  await expect(dialog.getByLabel('Phone')).toHaveValue('(212) 555-0142')
  await dialog.getByLabel('Template').selectOption('Gown')
  await expect(dialog.getByLabel('dress size')).toHaveValue('38')
  await expect(dialog.getByLabel('Style')).toHaveValue('Sheath (+$50)')
  await dialog.getByRole('button', { name: /Aurelie gown/ }).click()
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Order created')
  expect(await onlyOrder(host)).toMatchObject({ customerPhone: '(212) 555-0142' })
})
