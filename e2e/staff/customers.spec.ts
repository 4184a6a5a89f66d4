import type { Locator, Page } from '@playwright/test'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast, failNext, fromMenu, sentBodies, withoutSentAnswers } from '../in-page.ts'

const grace = { firstName: 'Grace', lastName: 'Okafor', email: 'grace@okafor.test', phone: '(212) 555-0147' }

const addCustomer = (host: Host, changes: object = {}) =>
  host.make<Customer>('/api/customers', { ...grace, ...changes })

const names = (page: Page) =>
  page.getByRole('list', { name: 'Customers', exact: true }).getByRole('heading', { level: 2 })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

async function fillCustomer(dialog: Locator, { firstName, lastName, email, phone }: typeof grace) {
  await dialog.getByLabel('First name').fill(firstName)
  await dialog.getByLabel('Last name').fill(lastName)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Phone').fill(phone)
}

test('a second tap on an empty address hits only its button on a phone, and never a box', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  await addCustomer(host)
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Addresses of Grace Okafor' }).click()
  const dialog = dialogOf(page, 'Add Address')
  const add = dialog.getByRole('button', { name: 'Add Address' })
  for (const [width, height] of [
    [390, 844],
    [360, 740],
    [360, 640],
    [1000, 740],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByRole('button', { name: 'Add Address' }).click()
    await expect(dialog.getByLabel('Street')).toBeFocused()
    const place = (await add.boundingBox())!
    await add.click()
    await expect(dialog.getByText('ZIP code is required')).toBeVisible()
    if (width < 400) expect(await add.boundingBox()).toEqual(place)
    const met = await dialog.getByLabel('Default address').evaluate((box: HTMLInputElement, place) => {
      const itself: (Element | null)[] = [box, ...(box.labels ?? [])]
      for (let y = place.y; y < place.y + place.height; y += 2)
        for (let x = place.x; x < place.x + place.width; x += 2)
          if (itself.includes(document.elementFromPoint(x, y))) return [x, y]
      return null
    }, place)
    expect(met, `at ${width}`).toBeNull()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('a customer is added, changed, archived, restored and deleted', async ({ host }) => {
  const { page } = host
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'No customers found' })).toBeVisible()

  await test.step('add', async () => {
    await page.getByRole('button', { name: 'Add Customer' }).click()
    const dialog = dialogOf(page, 'Add Customer')
    const add = dialog.getByRole('button', { name: 'Add Customer' })
    await add.click()
    for (const sentence of ['First name is required', 'Last name is required', 'Invalid email address'])
      await expect(dialog.getByText(sentence)).toBeVisible()
    await expect(dialog.getByLabel('First name')).toBeFocused()
    await fillCustomer(dialog, grace)
    await failNext(page, 'POST', '**/api/customers')
    await add.click()
    await expectToast(page, 'Failed to create customer', 'Out of order')
    await expect(dialog.getByLabel('Phone')).toHaveValue(grace.phone)
    await add.click()
    await expectToast(page, 'Customer created')
    await expect(dialog).toBeHidden()
    await expect(names(page)).toHaveText(['Grace Okafor'])
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: grace.email })).toHaveAttribute(
      'href',
      `mailto:${grace.email}`,
    )
    await expect(page.getByRole('link', { name: grace.phone })).toHaveAttribute('href', 'tel:2125550147')
  })

  await test.step('edit', async () => {
    await fromMenu(page, 'Grace Okafor', 'Edit')
    const dialog = dialogOf(page, 'Edit Customer')
    await dialog.getByLabel('Last name').fill('Okafor-Lind')
    await dialog.getByLabel('Notes').fill('Likes silk.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await failNext(page, 'PUT', '**/api/customers/*')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Failed to update customer', 'Out of order')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Customer updated')
    await expect(names(page)).toHaveText(['Grace Okafor-Lind'])
    await expect(page.getByRole('paragraph').getByText('Likes silk.')).toBeVisible()
  })

  await test.step('archive and restore', async () => {
    await fromMenu(page, 'Grace Okafor-Lind', 'Archive')
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await expectToast(page, 'Customer archived')
    await expect(page.getByRole('heading', { name: 'No customers found' })).toBeVisible()
    await page.getByLabel('Show').selectOption('Archived')
    await expect(names(page)).toHaveText(['Grace Okafor-Lind'])
    await fromMenu(page, 'Grace Okafor-Lind', 'Restore')
    await expectToast(page, 'Customer restored')
    await page.getByRole('button', { name: 'Show all customers' }).click()
    await expect(names(page)).toHaveText(['Grace Okafor-Lind'])
  })

  await test.step('delete', async () => {
    const remove = () => fromMenu(page, 'Grace Okafor-Lind', 'Delete')
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete customer' })
    await remove()
    await page.getByRole('button', { name: 'Keep customer' }).click()
    await failNext(page, 'DELETE', '**/api/customers/*')
    await remove()
    await confirm.click()
    await expectToast(page, 'Failed to delete customer', 'Out of order')
    await remove()
    await confirm.click()
    await expectToast(page, 'Customer deleted')
    await expect(page.getByRole('heading', { name: 'No customers found' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add your first customer' })).toBeVisible()
  })
})

test('customers are found by name, email, phone and tag, and the URL keeps the search', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  await addCustomer(host)
  await addCustomer(host, {
    firstName: 'Lena',
    lastName: 'Fischer',
    email: 'lena@mail.test',
    phone: '030 4477',
    tags: 'Bride 2027',
  })
  const search = page.getByRole('searchbox', { name: 'Search by name, email, phone, or tag' })
  await page.goto('/customers')
  await expect(names(page)).toHaveText(['Lena Fischer', 'Grace Okafor'])
  for (const [words, found] of [
    ['okaf', 'Grace Okafor'],
    ['lena@mail', 'Lena Fischer'],
    ['fischer bride', 'Lena Fischer'],
    ['4477', 'Lena Fischer'],
  ] as const) {
    await search.fill(words)
    await expect(names(page)).toHaveText([found])
  }
  await expect(page).toHaveURL(/q=.*4477/)
  await page.getByLabel('Sort').selectOption('Newest first')
  await page.reload()
  await expect(search).toHaveValue('4477')
  await expect(page.getByLabel('Sort')).toHaveValue('newest')
  await expect(names(page)).toHaveText(['Lena Fischer'])
  await search.fill('nobody')
  await expect(page.getByRole('heading', { name: 'No customers found' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all customers' }).click()
  await expect(names(page)).toHaveText(['Lena Fischer', 'Grace Okafor'])
  await expect(search).toHaveValue('')
})

test('customers that cannot be loaded say so, and Retry loads them', { tag: '@long' }, async ({ host }) => {
  const { page } = host
  await addCustomer(host)
  const refuse = { status: 429, json: { error: 'Too many requests. Please wait a moment.' } }
  await withoutSentAnswers(page)
  await page.route('**/api/customers?*', (route) => route.fulfill(refuse))
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Failed to fetch customers' })).toBeVisible()
  await expect(page.getByText(refuse.json.error)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(names(page)).toHaveText(['Grace Okafor'])
})

test('a customer’s addresses are added, changed and deleted, and one is the default', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  await addCustomer(host)
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Addresses of Grace Okafor' }).click()
  await expect(page.getByText('No addresses yet')).toBeVisible()
  const addresses = page.getByRole('listitem', { name: 'Grace Okafor' }).getByRole('listitem')
  const add = page.getByRole('button', { name: 'Add Address' })
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: /^(Add Address|Save)$/ })

  await test.step('the first one is the default', async () => {
    await add.click()
    await expect(dialog.getByLabel('Country')).toHaveValue('USA')
    await expect(dialog.getByLabel('Default address')).toBeChecked()
    await send.click()
    for (const name of ['Street address', 'City', 'State', 'ZIP code'])
      await expect(dialog.getByText(`${name} is required`)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Street', exact: true }).fill('12 Mercer Street')
    await dialog.getByLabel('City').fill('New York')
    await dialog.getByLabel('State').selectOption('NY')
    await dialog.getByLabel('ZIP code').fill('1001')
    await send.click()
    await expect(dialog.getByText('Enter a 5-digit ZIP code, or a ZIP+4 such as 94103-1234')).toBeVisible()
    await expect(dialog.getByLabel('ZIP code')).toHaveValue('1001')
    await expect(dialog.getByLabel('ZIP code')).toBeFocused()
    await dialog.getByLabel('ZIP code').fill('10013')
    await failNext(page, 'POST', '**/addresses')
    await send.click()
    await expectToast(page, 'Failed to add address', 'Out of order')
    await send.click()
    await expectToast(page, 'Address added')
    await expect(addresses).toHaveCount(1)
    for (const line of ['Default', '12 Mercer Street', 'New York, NY 10013', 'USA'])
      await expect(addresses.getByText(line, { exact: true })).toBeVisible()
  })

  await test.step('another becomes the default in its place', async () => {
    await add.click()
    await expect(dialog.getByLabel('Default address')).not.toBeChecked()
    await dialog.getByRole('textbox', { name: 'Street', exact: true }).fill('4 Beacon Street')
    await dialog.getByLabel('Apartment, suite').fill('Apt 2')
    await dialog.getByLabel('City').fill('Boston')
    await dialog.getByLabel('State').selectOption('MA')
    await dialog.getByLabel('ZIP code').fill('02108')
    await dialog.getByLabel('Default address').check()
    await send.click()
    await expectToast(page, 'Address added')
    await expect(addresses).toHaveCount(2)
    await expect(addresses.filter({ hasText: 'Default' })).toContainText('4 Beacon Street')
  })

  await test.step('change and delete', async () => {
    await fromMenu(page, '4 Beacon Street', 'Edit')
    await dialog.getByLabel('State').selectOption('Puerto Rico')
    await dialog.getByLabel('ZIP code').fill('00901 1234')
    await failNext(page, 'PUT', '**/api/addresses/*')
    await send.click()
    await expectToast(page, 'Failed to update address', 'Out of order')
    await send.click()
    await expectToast(page, 'Address updated')
    await expect(addresses.first()).toContainText('Boston, PR 00901-1234')

    const remove = () => fromMenu(page, '12 Mercer Street', 'Delete')
    const confirm = dialog.getByRole('button', { name: 'Delete address' })
    await failNext(page, 'DELETE', '**/api/addresses/*')
    await remove()
    await confirm.click()
    await expectToast(page, 'Failed to delete address', 'Out of order')
    await remove()
    await confirm.click()
    await expectToast(page, 'Address deleted')
    await expect(addresses).toHaveCount(1)
  })
})

test('a typed address stays when its customer disappears from the list', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { id } = await addCustomer(host)
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Addresses of Grace Okafor' }).click()
  await page.getByRole('button', { name: 'Add Address' }).click()
  const dialog = dialogOf(page, 'Add Address')
  await dialog.getByRole('textbox', { name: 'Street', exact: true }).fill('12 Mercer Street')
  await dialog.getByLabel('City').fill('New York')
  await dialog.getByLabel('State').selectOption('NY')
  await dialog.getByLabel('ZIP code').fill('10013')
  await page.request.patch(`/api/customers/${id}/archive`)
  await failNext(page, 'POST', '**/addresses')
  await dialog.getByRole('button', { name: 'Add Address' }).click()
  await expectToast(page, 'Failed to add address', 'Out of order')
  await expect(page.getByText('No customers found')).toBeAttached()
  await expect(dialog.getByLabel('City')).toHaveValue('New York')
})

test('a view-only user changes no customer, and addresses that cannot be loaded show as none', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const { id } = await addCustomer(host)
  const home = { street: '12 Mercer Street', city: 'New York', state: 'NY', zip: '10013' }
  await host.make(`/api/customers/${id}/addresses`, home)
  await host.setRole('view only')
  await page.goto('/customers')
  const card = page.getByRole('listitem', { name: 'Grace Okafor' })
  const addresses = page.getByRole('button', { name: 'Addresses of Grace Okafor' })
  await addresses.click()
  await expect(card.getByText(home.street)).toBeVisible()
  await page.getByRole('button', { name: 'More for Grace Okafor' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['History'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^(Add|More for 12|Import)\b/ })).toHaveCount(0)

  await page.route('**/addresses', (route) => route.fulfill({ status: 429, json: { error: 'Too many.' } }))
  await page.reload()
  await addresses.click()
  await expect(card.getByText('No addresses yet')).toBeVisible()
})

test('a duplicate customer is pointed out, and two of one person are merged after a preview', async ({
  host,
}) => {
  const { page } = host
  const known = await addCustomer(host)
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Add Customer' }).click()
  const adding = dialogOf(page, 'Add Customer')
  await fillCustomer(adding, { ...grace, firstName: 'Gracie', email: 'GRACE@okafor.test' })
  await expect(adding.getByText('Grace Okafor already has this email.')).toBeVisible()
  await adding.getByLabel('Email').fill('gracie@mail.test')
  await expect(adding.getByText('Grace Okafor already has this phone number.')).toBeVisible()
  await expect(adding.getByRole('link', { name: 'Grace Okafor' })).toHaveAttribute(
    'href',
    `/customer-history?customerId=${known.id}`,
  )
  await adding.getByLabel('Notes').fill('Size 38.')
  await adding.getByRole('button', { name: 'Add Customer' }).click()
  await expect(names(page)).toHaveText(['Grace Okafor', 'Gracie Okafor'])
  const show = await host.makeShow()
  await host.book(show, '10:00', { name: 'Gracie Okafor', email: 'gracie@mail.test' })

  await fromMenu(page, 'Grace Okafor', 'Merge')
  const merging = dialogOf(page, 'Merge customers')
  await expect(merging.getByText('Same email or phone:')).toBeVisible()
  await merging.getByRole('button', { name: /^Gracie Okafor/ }).click()
  for (const [term, value] of [
    ['Name', 'Grace Okafor'],
    ['Email', grace.email],
    ['Other emails', 'gracie@mail.test'],
    ['Phone', grace.phone],
    ['Notes', 'Size 38.'],
  ] as const)
    await expect(merging.getByText(term, { exact: true }).locator('..')).toContainText(value)
  await expect(merging.getByText('1 booking will move to this customer.')).toBeVisible()
  await expect(merging.getByText('This can’t be undone.')).toBeVisible()
  await expect(names(page), 'looking changes nothing').toHaveText(['Grace Okafor', 'Gracie Okafor'])
  await merging.getByRole('button', { name: 'Merge' }).click()
  await expectToast(page, 'Customers merged')
  await expect(names(page)).toHaveText(['Grace Okafor'])
  await expect(page.getByRole('listitem', { name: 'Grace Okafor' })).toContainText('Size 38.')
  await expect(page.getByRole('link', { name: 'gracie@mail.test' })).toBeVisible()
  await fromMenu(page, 'Grace Okafor', 'History')
  for (const contact of [grace.email, 'gracie@mail.test', grace.phone])
    await expect(page.getByRole('main').getByRole('link', { name: contact, exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Booking History' })).toContainText('Gracie Okafor')
})

test('two customers who cannot be merged say why, and another can be selected', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  await addCustomer(host, { notes: 'a'.repeat(3000) })
  await addCustomer(host, { firstName: 'Gracie', notes: 'b'.repeat(3000) })
  await page.goto('/customers')
  await fromMenu(page, 'Grace Okafor', 'Merge')
  const merging = dialogOf(page, 'Merge customers')
  await merging.getByRole('button', { name: /^Gracie Okafor/ }).click()
  await expect(merging.getByRole('alert')).toContainText('Shorten one customer’s notes, then merge.')
  await merging.getByRole('button', { name: 'Select another' }).click()
  await expect(merging.getByRole('button', { name: /^Gracie Okafor/ })).toBeVisible()
})

test('two people change one customer: neither loses a phone or a note, and a field both changed is selected', {
  tag: '@long',
}, async ({ host, secondPage: second }) => {
  const { page: first } = host
  const { id } = await addCustomer(host, { notes: 'Likes silk.' })
  for (const page of [first, second]) {
    await page.goto('/customers')
    await fromMenu(page, 'Grace Okafor', 'Edit')
  }
  const [theirs, mine] = [dialogOf(first, 'Edit Customer'), dialogOf(second, 'Edit Customer')]
  await mine.getByLabel('Email').fill('grace@lind.test')
  await mine.getByLabel('Notes').fill('Likes lace.')
  await theirs.getByLabel('Phone').fill('(917) 555-0101')
  await theirs.getByLabel('Notes').fill('Likes satin.')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expectToast(first, 'Customer updated')

  const save = mine.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(mine.getByRole('alert')).toHaveText(
    'Helena Vale just changed this customer. Review the highlighted fields, then save.',
  )
  await expect(second.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(0)
  await expect(mine.getByLabel('Phone')).toHaveValue('(917) 555-0101')
  await expect(mine.getByLabel('Phone')).toHaveAccessibleDescription(
    'Helena Vale changed this to (917) 555-0101',
  )
  await expect(mine.getByLabel('Email')).toHaveAccessibleDescription('')
  await expect(mine.getByLabel('Notes')).toHaveValue('Likes lace.')
  await expect(mine.getByText('Helena Vale changed this to Likes satin.')).toBeVisible()
  await save.click()
  await expect(mine.getByRole('alert')).toHaveText(
    'Choose which value to keep for each highlighted field, then save.',
  )
  await expect(mine.getByLabel('Notes')).toBeFocused()
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  await expect(mine.getByLabel('Notes')).toBeFocused()

  // Once more before this save arrives.
  await first.request.put(`/api/customers/${id}`, { data: { lastName: 'Lind', notes: 'Likes tulle.' } })
  await save.click()
  await expect(mine.getByLabel('Last name')).toHaveAccessibleDescription('Helena Vale changed this to Lind')
  await expect(mine.getByText('Helena Vale changed this to Likes tulle.')).toBeVisible()
  await mine.getByRole('button', { name: 'Use Helena Vale’s' }).click()
  await expect(mine.getByLabel('Notes')).toHaveValue('Likes tulle.')
  const sent = await sentBodies(second, 'PUT')
  await save.click()
  await expectToast(second, 'Customer updated')
  expect(await sent.jsonValue()).toEqual([{ email: 'grace@lind.test', version: 3 }])
  const stored: Customer = await (await first.request.get(`/api/customers/${id}`)).json()
  expect(stored).toMatchObject({
    lastName: 'Lind',
    phone: '(917) 555-0101',
    email: 'grace@lind.test',
    notes: 'Likes tulle.',
  })
})

test('a customer who was archived during an edit is saved on the second try', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const { id } = await addCustomer(host)
  await page.goto('/customers')
  await fromMenu(page, 'Grace Okafor', 'Edit')
  const dialog = dialogOf(page, 'Edit Customer')
  await dialog.getByLabel('Notes').fill('Likes silk.')
  await page.request.patch(`/api/customers/${id}/archive`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Helena Vale just archived this customer. Save again to keep your changes.',
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Customer updated')
})

test('the table of customers opens a row by click, keyboard and middle click, and is kept on this device', {
  tag: '@long',
}, async ({ host }) => {
  const { page } = host
  const { id } = await addCustomer(host, { notes: 'Likes silk.' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/customers')
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Table' }).click()
  await page.reload()
  const row = page.getByRole('row', { name: /Grace Okafor/ })
  await expect(row).toContainText('Likes silk.')
  const history = page.getByRole('heading', { name: 'Grace Okafor', level: 1 })
  await row.getByText(grace.email).click()
  await expect(history).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Addresses' })).toBeVisible()
  await page.goBack()
  await row.getByRole('link', { name: 'Grace Okafor' }).press('Enter')
  await expect(history).toBeVisible()
  await page.goBack()
  const tab = page.waitForEvent('popup')
  await row.getByText(grace.email).click({ button: 'middle' })
  await expect(await tab).toHaveURL(`/customer-history?customerId=${id}`)
  await (await tab).close()

  const more = row.getByRole('button', { name: 'More for Grace Okafor' })
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Archive' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Archive this customer?' })
  await question.getByRole('button', { name: 'Keep customer' }).press('Enter')
  await expect(question).toBeHidden()
  await expect(more).toBeFocused()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(names(page)).toHaveText(['Grace Okafor'])
  await expect(page.getByRole('group', { name: 'View' })).toBeHidden()
})
