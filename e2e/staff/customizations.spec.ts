import type { Customization } from '@trunkshow/contract/customizations/schema.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { drawPicture, expectToast, failNext, fromMenu, underToast } from '../in-page.ts'

const addCustomization = (host: Host, name: string) =>
  host.make<Customization>('/api/customizations', { name })

test('a customization is created, found, changed and deleted', async ({ host }) => {
  const { page } = host
  await page.goto('/products?tab=customizations')
  await expect(page.getByRole('heading', { name: 'No customizations found' })).toBeVisible()
  const names = page.getByRole('list', { name: 'Customizations' }).getByRole('heading', { level: 2 })
  await test.step('create', async () => {
    await page.getByRole('button', { name: 'Create Customization' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Customization' })
    const create = dialog.getByRole('button', { name: 'Create Customization' })
    await create.click()
    await expect(dialog.getByText('Customization name is required')).toBeVisible()
    await dialog.getByLabel('Name').fill('Lining')
    await dialog.getByLabel('Description').fill('What the coat is lined with')
    await failNext(page, 'POST', '**/api/customizations')
    await create.click()
    await expectToast(page, 'Failed to create customization', 'Out of order')
    await create.click()
    await expectToast(page, 'Customization created')
    await expect(names).toHaveText(['Lining'])
    await expect(page.getByText('0 options · What the coat is lined with')).toBeVisible()
  })
  await test.step('search', async () => {
    await addCustomization(host, 'Buttons')
    await page.reload()
    await expect(names).toHaveText(['Buttons', 'Lining'])
    const search = page.getByRole('searchbox', { name: 'Find a customization' })
    await search.fill('lin')
    await expect(names).toHaveText(['Lining'])
    await expect(page).toHaveURL(/q=lin/)
    await search.fill('none of them')
    await expect(page.getByRole('heading', { name: 'No customizations found' })).toBeVisible()
    await page.getByRole('button', { name: 'Show all customizations' }).click()
    await expect(names).toHaveText(['Buttons', 'Lining'])
  })
  await test.step('edit and delete', async () => {
    await fromMenu(page, 'Lining', 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit Customization' })
    await dialog.getByLabel('Name').fill('Lining and piping')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Customization updated')
    await expect(names).toHaveText(['Buttons', 'Lining and piping'])
    await fromMenu(page, 'Buttons', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete customization' }).click()
    await expectToast(page, 'Customization deleted')
    await expect(names).toHaveText(['Lining and piping'])
  })
})

test('two people change one customization: the second one chooses', async ({ host }) => {
  const { page } = host
  const { id } = await addCustomization(host, 'Lining')
  await page.goto('/products?tab=customizations')
  await fromMenu(page, 'Lining', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Customization' })
  await dialog.getByLabel('Name').fill('Silk lining')
  await page.request.put(`/api/customizations/${id}`, {
    data: { name: 'Satin lining', description: 'Inside' },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Description')).toHaveValue('Inside')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Customization updated')
  await expect(page.getByRole('heading', { name: 'Silk lining' })).toBeVisible()
  await expect(page.getByText('0 options · Inside')).toBeVisible()
})

test('typed text stays when a colleague deletes the only customization', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { id } = await addCustomization(host, 'Lining')
  await page.goto('/products?tab=customizations')
  await fromMenu(page, 'Lining', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Customization' })
  await dialog.getByLabel('Description').fill('What the coat is lined with')
  await page.request.delete(`/api/customizations/${id}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to update customization', 'Customization not found.')
  await expect(page.getByText('A customization is a set of options,')).toBeVisible()
  await expect(dialog.getByLabel('Description')).toHaveValue('What the coat is lined with')
})

test('options have a price to the cent and a photo, and are managed in one dialog', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await addCustomization(host, 'Buttons')
  await page.goto('/products?tab=customizations')
  await page.getByRole('button', { name: 'Manage Options of Buttons' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Options' })
  const form = page.getByRole('dialog', { name: /^(Add|Edit) Option$/ })
  const options = dialog.getByRole('list', { name: 'Options' }).getByRole('listitem')
  await expect(dialog.getByText('There are no options yet.')).toBeVisible()

  await test.step('add', async () => {
    await dialog.getByRole('button', { name: 'Add Option' }).click()
    await form.getByRole('button', { name: 'Add Option' }).click()
    await expect(form.getByText('Option name is required')).toBeVisible()
    await form.getByLabel('Name').fill('Horn')
    const price = form.getByLabel('Price')
    await price.fill('12.5')
    await price.press('ArrowUp')
    await expect(price).toHaveValue('$12.51')
    await form.getByLabel('Photo', { exact: true }).setInputFiles(await drawPicture(page, 300, 300))
    await form.getByRole('button', { name: 'Add Option' }).click()
    await expectToast(page, 'Option created')
    await expect(options).toHaveCount(1)
    await expect(options).toContainText('Horn$12.51')
    await expect
      .poll(() => options.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  })
  await test.step('without a price', async () => {
    await dialog.getByRole('button', { name: 'Add Option' }).click()
    await form.getByLabel('Name').fill('Shell')
    await form.getByRole('button', { name: 'Add Option' }).click()
    await expect(options).toHaveCount(2)
    await expect(options.nth(1)).not.toContainText('$')
  })
  await test.step('edit and delete', async () => {
    const edit = dialog.getByRole('button', { name: 'Edit Horn' })
    const focused = await edit.evaluate(async (button: HTMLElement) => {
      button.click()
      await Promise.resolve()
      const [, price] = document.querySelectorAll<HTMLElement>('[role="dialog"] input')
      price!.focus()
      for (let i = 0; i < 3; i++) await new Promise((timer) => setTimeout(timer))
      return document.activeElement === price
    })
    expect(focused, 'the field that was clicked first keeps the focus').toBe(true)
    await form.getByLabel('Price').fill('')
    await form.getByRole('button', { name: 'Remove photo' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Option updated')
    await expect(options.first()).not.toContainText('$')
    await expect(options.locator('img')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Delete Shell' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete option' }).click()
    await expectToast(page, 'Option deleted')
    await expect(options).toHaveCount(1)
  })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('1 option', { exact: true })).toBeVisible()
})

test('customizations are assigned to a product, required, put in order by keyboard and removed', async ({
  host,
}) => {
  const { page } = host
  await host.make('/api/products', { name: 'Loden coat', basePrice: '900' })
  for (const name of ['Buttons', 'Lining', 'Monogram']) await addCustomization(host, name)
  await page.goto('/products')
  const dialog = page.getByRole('dialog', { name: 'Assign Customizations' })
  const open = () => page.getByRole('button', { name: 'Customizations of Loden coat' }).click()
  const rows = dialog.getByRole('list', { name: 'Assigned customizations' }).getByRole('listitem')
  const assign = (name: string) => dialog.getByRole('button', { name: `Assign ${name}` })
  await open()
  await expect(dialog.getByText('This product has no customizations yet.')).toBeVisible()
  await failNext(page, 'POST', '**/customizations')
  await assign('Buttons').click()
  await expectToast(page, 'Failed to assign customization', 'Out of order')
  for (const name of ['Buttons', 'Lining']) {
    await assign(name).click()
    await expectToast(page, 'Customization assigned')
    await expect(assign(name)).toBeHidden()
  }
  await dialog.getByRole('searchbox', { name: 'Find a customization' }).fill('mono')
  await expect(dialog.getByRole('button', { name: /^Assign / })).toHaveCount(1)
  await assign('Monogram').click()
  await expect(rows).toHaveText([/^Buttons/, /^Lining/, /^Monogram/])

  const required = dialog.getByRole('checkbox', { name: 'Lining is required' })
  expect(await required.evaluate(checksImmediately)).toBe(true)
  const up = dialog.getByRole('button', { name: 'Move up Monogram' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Monogram is now 2 of 3.')).toBeVisible()
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText([/^Monogram/, /^Buttons/, /^Lining/])
  await expect(up).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Move down Monogram' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Remove Buttons' }).click()
  await expectToast(page, 'Customization removed')
  await expect(rows).toHaveText([/^Monogram/, /^Lining/])

  await page.reload()
  await open()
  await expect(rows).toHaveText([/^Monogram/, /^Lining/])
  await expect(dialog.getByRole('checkbox', { name: 'Lining is required' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Monogram is required' })).not.toBeChecked()
})

test('customizations of a product are dragged into another order, which is saved', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { id } = await host.make<{ id: number }>('/api/products', { name: 'Loden coat', basePrice: '900' })
  for (const name of ['Buttons', 'Lining', 'Monogram']) {
    const customization = await addCustomization(host, name)
    await host.make(`/api/products/${id}/customizations`, { customizationId: customization.id })
  }
  await addCustomization(host, 'Piping')
  await page.goto('/products')
  const dialog = page.getByRole('dialog', { name: 'Assign Customizations' })
  const rows = dialog.getByRole('list', { name: 'Assigned customizations' }).getByRole('listitem')
  const open = () => page.getByRole('button', { name: 'Customizations of Loden coat' }).click()
  const drag = async (name: string, to: number) => {
    await rows.filter({ hasText: name }).getByTitle('Drag to reorder').hover()
    await page.mouse.down()
    const target = (await rows.nth(to).boundingBox())!
    await page.mouse.move(target.x + 10, target.y + 2, { steps: 8 })
  }
  await open()
  await expect(rows).toHaveText([/^Buttons/, /^Lining/, /^Monogram/])
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await drag('Monogram', 0)
  await page.mouse.up()
  await expect(dialog.getByText('Monogram is now 1 of 3.')).toBeVisible()
  expect((await kept).status()).toBe(200)
  await expect(rows).toHaveText([/^Monogram/, /^Buttons/, /^Lining/])
  const all = [/^Monogram/, /^Buttons/, /^Lining/, /^Piping/]
  await dialog.getByRole('button', { name: 'Assign Piping' }).click()
  await expect(rows).toHaveText(all)

  await failNext(page, 'PUT', '**/customizations')
  await drag('Lining', 0)
  await expect(rows).toHaveText([/^Lining/, /^Monogram/, /^Buttons/, /^Piping/])
  await page.mouse.up()
  await expectToast(page, 'Failed to reorder customizations', 'Out of order')
  await expect(rows).toHaveText(all)
  await page.reload()
  await open()
  await expect(rows).toHaveText(all)
})

test('on a phone a toast covers no button of a dialog', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await page.setViewportSize({ width: 360, height: 800 })
  await addCustomization(host, 'Buttons')
  await page.goto('/products?tab=customizations')
  await page.getByRole('button', { name: 'Manage Options of Buttons' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Options' })
  const form = page.getByRole('dialog', { name: 'Add Option' })
  await dialog.getByRole('button', { name: 'Add Option' }).click()
  await form.getByLabel('Name').fill('Horn')
  await form.getByRole('button', { name: 'Add Option' }).click()
  await expectToast(page, 'Option created')
  await expect(form).toBeHidden()
  expect(await underToast(page)).toEqual([])
})

/** Clicks a checkbox and returns whether it is checked before any answer can arrive. */
function checksImmediately(checkbox: HTMLElement) {
  checkbox.click()
  return (checkbox as HTMLInputElement).checked
}
