import type { Attachment, Order } from '@trunkshow/contract/orders/schema.ts'
import { expect, type Host, test } from '../fixtures.ts'
import { expectToast } from '../in-page.ts'
import { fields, get, makeForm, open, picture, section } from '../order-form.ts'

const file = (name: string) => ({ name, mimeType: 'image/gif', buffer: picture })
const namesOf = async (host: Host, { id }: Order) =>
  (await get<Attachment[]>(host, `/api/orders/${id}/attachments`)).map(({ displayName }) => displayName)

test('the only file of a required field is replaced, and never just removed', { tag: '@long' }, async ({
  host,
}) => {
  const { page } = host
  const sketch = { id: 'sketch', label: 'Sketch', type: 'attachment', required: true }
  const { product, template } = await makeForm(host, { fields: [...fields.slice(0, 2), sketch] })
  const orderData = JSON.stringify({
    templateId: template.id,
    customerName: 'Grace Okafor',
    customerEmail: 'grace@guest.test',
    products: [{ productId: product.id }],
    customFields: { desc: 'Ivory column gown', sketch: ['templateAttachment_0'] },
  })
  const form = { orderData, templateAttachment_0: file('old.gif') }
  const order: Order = await (await page.request.post('/api/orders', { multipart: form })).json()
  const dialog = await open(host, order)
  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove old.gif' }).click()
  await save.click()
  await expect(dialog.getByText('Sketch is required')).toBeVisible()
  await dialog.getByLabel('Sketch').setInputFiles([file('new.gif'), file('other.gif')])
  await save.click()
  await expectToast(page, 'Order updated')
  expect(await namesOf(host, order)).toEqual(['new.gif', 'other.gif'])

  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove new.gif' }).click()
  const [, other] = await get<Attachment[]>(host, `/api/orders/${order.id}/attachments`)
  const removed = await page.request.delete(`/api/orders/${order.id}/attachments/${other!.id}`)
  expect(removed.status()).toBe(204)
  await dialog.getByLabel('Item Description').fill('Ivory gown, open back')
  await save.click()
  const sentence = 'Sketch needs a file. Add another one before you remove this one.'
  await expect(section(dialog, 'Form details').getByText(sentence)).toBeVisible()
  await expect(dialog.getByLabel('Item Description')).toHaveValue('Ivory gown, open back')
  await dialog.getByRole('button', { name: 'Keep new.gif' }).click()
  await save.click()
  await expectToast(page, 'Order updated')
  expect(await namesOf(host, order)).toEqual(['new.gif'])
})
