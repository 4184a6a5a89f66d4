import { expect, test } from '../fixtures.ts'
import { drawPicture, expectToast } from '../in-page.ts'

test('pictures are refused, shown before they are sent, stored, replaced and removed', async ({
  host,
  page: guest,
}) => {
  const { page } = host
  const show = await host.makeShow()
  await page.goto(`/editevent/${show.id}`)
  const [banner, logo] = [
    page.getByLabel('Banner', { exact: true }),
    page.getByLabel('Logo', { exact: true }),
  ]
  const preview = page.getByRole('img', { name: 'Banner preview' })
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Event Updated')
    await expect(page).toHaveURL('/events')
  }
  const shown = async () => {
    await guest.goto(`/event/${show.urlSlug}`)
    return guest.locator('img[src*="/uploads/images/"]')
  }
  await test.step('refusals', async () => {
    await banner.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
    await expect(banner).toHaveAccessibleDescription(/Please upload an image file/)
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1024 * 1024 + 1) }
    await logo.setInputFiles(large)
    await expect(logo).toHaveAccessibleDescription(/File size exceeds 2MB limit/)
    await banner.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Error Updating Event')
    await expect(banner).toHaveAccessibleDescription(/Please upload an image file/)
  })
  await test.step('preview and upload', async () => {
    await banner.setInputFiles(await drawPicture(page, 600, 200))
    await expect(preview).toBeVisible()
    expect(await preview.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBe(960)
    await save()
    const picture = await shown()
    await expect(picture).toHaveCount(1)
    await expect(picture).toHaveAttribute('srcset', /480\.webp 480w, .*600\.webp 600w$/)
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  })
  const first = await (await shown()).getAttribute('src')
  await test.step('replace', async () => {
    await page.goto(`/editevent/${show.id}`)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Replace banner' }).click()
    await (await choosing).setFiles(await drawPicture(page, 500, 200))
    await logo.setInputFiles(await drawPicture(page, 200, 200))
    await save()
    const pictures = await shown()
    await expect(pictures).toHaveCount(2)
    await expect(pictures.first()).not.toHaveAttribute('src', first!)
  })
  await test.step('remove', async () => {
    await page.goto(`/editevent/${show.id}`)
    await page.getByRole('button', { name: 'Remove banner' }).click()
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await expect(preview).toBeHidden()
    await save()
    await expect(await shown()).toHaveCount(0)
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText(show.name)
  })
})

test('an upload that stalls for 15 s is canceled, and the form stays', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  const show = await host.makeShow()
  await page.clock.install()
  await page.goto(`/editevent/${show.id}`)
  await page.getByLabel('Banner', { exact: true }).setInputFiles(await drawPicture(page, 600, 200))
  await page.route('**/api/events/*', (route) =>
    route.request().method() === 'PUT' ? undefined : route.continue(),
  )
  const asked = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await asked
  await page.clock.runFor(15_000)
  await expectToast(page, 'Error Updating Event', 'This is taking too long.')
  await expect(page.getByText('600.png')).toBeVisible()
})

test('a picture that does not load is retried twice, then replaced by a placeholder', {
  tag: '@long',
}, async ({ host, page }) => {
  const show = await host.makeShow()
  await host.page.goto('/events')
  const banner = await drawPicture(host.page, 600, 200)
  const saved = await host.page.request.put(`/api/events/${show.id}`, {
    multipart: {
      name: show.name,
      hostName: show.hostName,
      eventDate: show.eventDate,
      startTime: show.startTime,
      endTime: show.endTime,
      banner,
    },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  let tries = 0
  await page.route('**/uploads/images/**', (route) => {
    tries++
    return route.abort()
  })
  await page.goto(`/event/${show.urlSlug}`)
  await expect(page.getByText('Image could not be loaded')).toBeVisible()
  expect(tries).toBe(3)
})
