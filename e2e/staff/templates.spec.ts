import type { Product } from '@trunkshow/contract/products/schema.ts'
import type { TemplateDetail } from '@trunkshow/contract/templates/schema.ts'
import { expectAccessible } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast, fromMenu, withoutSentAnswers } from '../in-page.ts'

const dropdown = 'Silk crêpe (+$250)\nOrganza\nSatin (-$40)'

async function post<Answer>({ page }: Host, path: string, data: unknown): Promise<Answer> {
  const answer = await page.request.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

const makeProduct = (host: Host, name: string) =>
  post<Product>(host, '/api/products', { name, basePrice: '2400' })

/** Creates a template with a text, a dropdown and a checkbox field; `changes` override this. */
function makeTemplate(host: Host, changes: Record<string, unknown> = {}) {
  const fields = [
    { id: 'item', label: 'Item Description', type: 'text', required: true },
    { id: 'fabric', label: 'Fabric', type: 'dropdown', options: dropdown.split('\n') },
    { id: 'monogram', label: 'Monogram inside', type: 'checkbox' },
  ]
  return post<TemplateDetail>(host, '/api/order-templates', {
    templateName: 'Bridal gown',
    itemType: 'Gown',
    fields,
    ...changes,
  })
}

/** Takes an order on the template, so that it is in use. */
async function takeOrder(host: Host, template: TemplateDetail) {
  const { id } = await makeProduct(host, 'Aurelie gown')
  const orderData = {
    templateId: template.id,
    customerName: 'Grace Okafor',
    customerEmail: 'grace@okafor.test',
    customFields: { item: 'Ivory column gown' },
    products: [{ productId: id }],
  }
  const answer = await host.page.request.post('/api/orders', {
    multipart: { orderData: JSON.stringify(orderData) },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

async function readTemplate({ page }: Host, id: number): Promise<TemplateDetail> {
  return (await page.request.get(`/api/order-templates/${id}`)).json()
}

test('a template is created with every type of field, and its preview follows', async ({ host }) => {
  const { page } = host
  await makeProduct(host, 'Aurelie gown')
  await makeProduct(host, 'Cecile veil')
  await page.goto('/orders?tab=templates')
  await expect(page.getByText('No Templates Yet')).toBeVisible()
  await page.getByRole('button', { name: 'New Template', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New Template' })
  const preview = dialog.getByRole('complementary', { name: 'Form preview' })
  const save = dialog.getByRole('button', { name: 'Create Template' })
  const lines = dialog.getByRole('list', { name: 'Form fields' }).getByRole('button', { expanded: undefined })
  const line = (label: string) => lines.and(dialog.locator('[aria-expanded]')).filter({ hasText: label })

  await test.step('refusals', async () => {
    await save.click()
    await expect(dialog.getByLabel('Template name')).toHaveAccessibleDescription('Name is required')
    await expect(dialog.getByLabel('Template name')).toBeFocused()
    await dialog.getByLabel('Template name').fill('Bridal gown')
    await dialog.getByLabel('Label').fill('')
    await save.click()
    await expect(dialog.getByLabel('Label')).toHaveAccessibleDescription('Field label is required')
    await dialog.getByRole('button', { name: 'Delete Field' }).click()
    await save.click()
    await expect(dialog.getByText('At least one field is required')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })

  await page.getByRole('button', { name: 'New Template', exact: true }).click()
  await dialog.getByLabel('Template name').fill('Bridal gown')
  await dialog.getByLabel('Item type').fill('Gown')
  await test.step('products are found, and what was ticked stays', async () => {
    await dialog.getByLabel('Find a product').fill('veil')
    await expect(dialog.getByRole('checkbox', { name: 'Aurelie gown' })).toBeHidden()
    await dialog.getByRole('checkbox', { name: 'Cecile veil' }).check()
    await dialog.getByLabel('Find a product').fill('aurelie')
    await dialog.getByRole('checkbox', { name: 'Aurelie gown' }).check()
    await expect(dialog.getByRole('list', { name: 'Selected products' }).getByRole('listitem')).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Remove Aurelie gown' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Aurelie gown' })).not.toBeChecked()
  })
  await test.step('options are read as they are typed', async () => {
    await expect(preview.getByLabel('Item Description')).toHaveAttribute('required')
    await line('Item Description').click()
    await dialog.getByRole('button', { name: 'Add Field' }).click()
    await expect(dialog.getByLabel('Label')).toBeFocused()
    await expect(dialog.getByLabel('Label')).toHaveValue('Field 2')
    await page.keyboard.type('Fabric')
    await dialog.getByLabel('Type', { exact: true }).selectOption('Dropdown')
    await save.click()
    await expect(dialog.getByLabel('Options')).toHaveAccessibleDescription(/Enter at least one option/)
    await dialog.getByLabel('Options').fill(`${dropdown}\nLace (+80)`)
    const read = dialog.getByRole('table', { name: 'Preview' })
    await expect(read.getByRole('row', { name: 'Silk crêpe +$250.00' })).toBeVisible()
    await expect(read.getByRole('row', { name: 'Organza no change' })).toBeVisible()
    await expect(read.getByRole('row', { name: 'Satin −$40.00' })).toBeVisible()
    await expect(read.getByRole('row', { name: 'Lace (+80) no price found' })).toBeVisible()
    await dialog.getByLabel('Options').fill(dropdown)
    await preview.getByLabel('Fabric').selectOption('Silk crêpe (+$250.00)')
    await line('Fabric').click()
  })
  for (const [label, type] of [
    ['Hem length', 'Number'],
    ['Notes', 'Text area'],
    ['Sketches', 'Attachment'],
    ['Monogram', 'Checkbox'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Add Field' }).click()
    await dialog.getByLabel('Label').fill(label)
    await dialog.getByLabel('Type', { exact: true }).selectOption(type)
    await line(label).click()
  }
  await expect(preview.getByRole('checkbox', { name: 'Monogram' })).toBeVisible()
  await preview.getByLabel('Sketches').setInputFiles([
    { name: 'front.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
  ])
  await expect(preview.getByText('front.pdf')).toBeVisible()
  await expect(preview.getByLabel('Sketches')).toHaveAccessibleDescription(
    /notes.txt: Please upload images \(JPG, PNG, GIF, WebP\) or PDF files only/,
  )

  await test.step('fields are put into order by keyboard and by dragging', async () => {
    await dialog.getByRole('button', { name: 'Move up Monogram' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Monogram is now 5 of 6.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Move up Monogram' })).toBeFocused()
    const rows = dialog.getByRole('list', { name: 'Form fields' }).getByRole('listitem')
    await rows.filter({ hasText: 'Notes' }).getByTitle('Drag to reorder').hover()
    await page.mouse.down()
    const target = (await rows.first().boundingBox())!
    await page.mouse.move(target.x + 10, target.y + 2, { steps: 8 })
    await page.mouse.up()
    await expect(dialog.getByText('Notes is now 1 of 6.')).toBeVisible()
  })
  await save.click()
  await expectToast(page, 'Template created')
  await expect(dialog).toBeHidden()
  const card = page.getByRole('listitem', { name: 'Bridal gown' })
  await expect(card).toContainText('Gown · 6 fields · 1 product')
  await expect(card).toContainText('Notes, Item Description, Fabric, Hem length, Monogram, Sketches')
  const [stored] = (await (await page.request.get('/api/order-templates')).json()) as TemplateDetail[]
  expect(stored!.fields.map(({ type }) => type)).toEqual([
    'textarea',
    'text',
    'dropdown',
    'number',
    'checkbox',
    'attachment',
  ])
  expect(stored!.fields[2]!.options).toEqual(dropdown.split('\n'))
})

test('a template is copied, archived, found again, restored and deleted', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await makeTemplate(host)
  await page.goto('/orders?tab=templates')
  const card = (name: string) => page.getByRole('listitem', { name, exact: true })
  await fromMenu(page, 'Bridal gown', 'Copy')
  await expectToast(page, 'Template copied')
  await expect(card('Bridal gown (Copy)')).toContainText('Gown · 3 fields · all products')
  await fromMenu(page, 'Bridal gown', 'Archive')
  await expectToast(page, 'Template archived')
  await expect(card('Bridal gown')).toBeHidden()
  await page.getByLabel('Show').selectOption('Archived')
  await page.reload()
  await expect(page.getByText('1 template', { exact: true })).toBeVisible()
  await expect(card('Bridal gown')).toContainText('Archived')
  await fromMenu(page, 'Bridal gown', 'Restore')
  await expectToast(page, 'Template restored')
  await page.getByRole('button', { name: 'Show active templates' }).click()
  await fromMenu(page, 'Bridal gown (Copy)', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click()
  await expectToast(page, 'Template deleted')
  await expect(page.getByRole('list', { name: 'Templates' }).getByRole('listitem')).toHaveCount(1)
  await page.route('**/archive', (route) => route.fulfill({ status: 409, json: { message: 'Not now.' } }))
  await fromMenu(page, 'Bridal gown', 'Archive')
  await expectToast(page, 'Error', 'Failed to archive template: Not now.')
})

test('what orders use stays: fields are hidden, and a change is confirmed', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const template = await makeTemplate(host)
  await page.goto('/orders?tab=templates')
  const dialog = page.getByRole('dialog', { name: 'Edit Template' })
  const confirm = dialog.getByRole('checkbox', { name: 'Confirm Safe Update' })
  await test.step('an order is taken while the template is edited', async () => {
    await fromMenu(page, 'Bridal gown', 'Edit')
    await dialog.getByLabel('Item type').fill('Evening gown')
    await expect(confirm).toBeHidden()
    await takeOrder(host, template)
    await dialog.getByRole('button', { name: 'Save Template' }).click()
    await confirm.check()
    await dialog.getByRole('button', { name: 'Save Template' }).click()
    await expectToast(page, 'Template updated')
    await expect(dialog).toBeHidden()
  })
  await expect(page.getByRole('listitem', { name: 'Bridal gown' })).toContainText('In use')
  await page.getByRole('button', { name: 'More for Bridal gown' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText(
    'Orders use this template. Archive it instead of deleting it.',
  )
  await page.keyboard.press('Escape')
  await fromMenu(page, 'Bridal gown', 'Edit')
  const preview = dialog.getByRole('complementary', { name: 'Form preview' })
  await dialog.getByRole('button', { name: /^Fabric Dropdown/ }).click()
  await expect(dialog.getByLabel('Type', { exact: true })).toBeDisabled()
  await expect(dialog.getByText('Orders use the field “Fabric”, so its type can’t change.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete Fabric' }).press('Enter')
  await expectToast(page, 'Can’t delete', 'Orders use the field “Fabric”. Hide it instead of deleting it.')
  await dialog.getByRole('checkbox', { name: 'Required' }).check()
  await expect(dialog.getByText('Applies to new orders only.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Hide Fabric' }).click()
  await expect(preview.getByLabel('Fabric')).toBeHidden()
  await dialog.getByRole('button', { name: 'Unhide Fabric' }).click()
  await expect(preview.getByLabel('Fabric')).toBeVisible()
  await dialog.getByRole('button', { name: 'Hide Fabric' }).click()

  await dialog.getByRole('button', { name: 'Save Template' }).click()
  await expect(
    dialog.getByText('Orders use this template. Check Confirm Safe Update, then save.'),
  ).toBeVisible()
  await expect(confirm).toBeFocused()
  await confirm.check()
  await dialog.getByRole('button', { name: 'Save Template' }).click()
  await expectToast(page, 'Template updated')
  const { fields, version } = await readTemplate(host, template.id)
  expect(version).toBe(3)
  expect(fields[1]).toMatchObject({ id: 'fabric', archived: true, required: true })
})

test('two people change one template: both see it, and neither loses anything', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const template = await makeTemplate(host)
  await page.goto('/orders?tab=templates')
  await fromMenu(page, 'Bridal gown', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Template' })
  const save = dialog.getByRole('button', { name: 'Save Template' })
  const label = dialog.getByRole('textbox', { name: 'Label', exact: true })
  await dialog.getByLabel('Template name').fill('Evening gown')
  const theirs = { ...template, itemType: 'Dress', templateName: 'Ball gown' }
  const [first, ...others] = template.fields
  theirs.fields = [
    { ...first!, label: 'Their words', placeholder: 'Their hint' },
    ...others,
    { ...first!, id: 'hem', label: 'Hem length' },
  ]
  await dialog.getByRole('button', { name: new RegExp(`^${first!.label} `) }).click()
  await label.fill('My words')
  expect((await page.request.put(`/api/order-templates/${template.id}`, { data: theirs })).ok()).toBe(true)
  await save.click()
  const sentence = 'Helena Vale just changed this template. Review the form, then save again.'
  await expect(dialog.getByRole('alert')).toHaveText(sentence)
  await expect(dialog.getByText('Helena Vale changed this to Ball gown')).toBeInViewport()
  await expect(dialog.getByLabel('Template name')).toHaveValue('Evening gown')
  await expect(dialog.getByLabel('Item type')).toHaveValue('Dress')
  await expect(dialog.getByLabel('Item type')).toHaveAccessibleDescription(
    'Helena Vale changed this to Dress',
  )
  const labels = theirs.fields.map(({ label }) => label)
  await expect(dialog.getByText(`Helena Vale changed this to ${labels.join(', ')}`)).toBeVisible()
  await expect(label).toHaveValue('My words')
  await expect(dialog.getByLabel('Placeholder')).toHaveValue('Their hint')

  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Choose which value to keep for each highlighted field, then save.',
  )
  await dialog.getByRole('button', { name: 'Keep mine' }).first().click()
  await dialog.getByRole('button', { name: 'Use Helena Vale’s' }).click()
  await expect(label).toHaveValue('Their words')
  await save.click()
  await expectToast(page, 'Template updated')
  const stored = await readTemplate(host, template.id)
  expect(stored).toMatchObject({ templateName: 'Evening gown', itemType: 'Dress', version: 3 })
  expect(stored.fields.map(({ label }) => label)).toContain('Hem length')
  expect(stored.fields[0]).toMatchObject({ label: 'Their words', placeholder: 'Their hint' })

  await test.step('one that is gone is made again', async () => {
    await fromMenu(page, 'Evening gown', 'Edit')
    await dialog.getByLabel('Item type').fill('Gown')
    expect((await page.request.delete(`/api/order-templates/${template.id}`)).ok()).toBe(true)
    await save.click()
    await expect(
      dialog.getByText('This template was just deleted. You can save your version as a new template.'),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Create Template' }).click()
    await expectToast(page, 'Template created')
    await expect(page.getByRole('listitem', { name: 'Evening gown' })).toContainText('Gown · 4 fields')
  })
})

test('unsaved changes of a template are not lost by accident', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await makeTemplate(host)
  await page.goto('/orders?tab=templates')
  await fromMenu(page, 'Bridal gown', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Template' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByLabel('Template name').press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'More for Bridal gown' })).toBeFocused()
  await fromMenu(page, 'Bridal gown', 'Edit')
  await dialog.getByLabel('Template name').fill('Evening gown')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('Template name')).toBeFocused()
  await expect(dialog.getByLabel('Template name')).toHaveValue('Evening gown')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
})

test('a view-only user sees templates, and a list that fails can be retried', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await makeTemplate(host)
  await host.setRole('view only')
  await withoutSentAnswers(page)
  await page.route('**/api/order-templates', (route) => route.fulfill({ status: 429, json: {} }), {
    times: 1,
  })
  await page.goto('/orders?tab=templates')
  await expect(page.getByText('Couldn’t load templates')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  const card = page.getByRole('listitem', { name: 'Bridal gown' })
  await expect(card).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New Template' })).toBeHidden()
})

test.describe('no screen of templates has an axe violation, at any size or theme', () => {
  test.describe.configure({ timeout: 900_000 }) // checks each screen four times
  test('empty, filled, edited and refused', { tag: '@long' }, async ({ host }) => {
    const { page } = host
    await page.goto('/orders?tab=templates')
    await expect(page.getByText('No Templates Yet')).toBeVisible()
    await expectAccessible(page)
    await takeOrder(host, await makeTemplate(host))
    await page.goto('/orders?tab=templates')
    await expect(page.getByRole('listitem', { name: 'Bridal gown' })).toBeVisible()
    await expectAccessible(page)
    await fromMenu(page, 'Bridal gown', 'Edit')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Fabric Dropdown/ }).click()
    await dialog.getByRole('button', { name: 'Hide Fabric' }).click()
    await dialog.getByLabel('Template name').fill('')
    await dialog.getByRole('button', { name: 'Add Field' }).click()
    await dialog.getByLabel('Label').last().fill('')
    await dialog.getByLabel('Type', { exact: true }).last().selectOption('Attachment')
    await dialog.getByRole('button', { name: 'Save Template' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await expectAccessible(page)
  })
})
