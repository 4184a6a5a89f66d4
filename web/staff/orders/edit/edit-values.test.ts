import { changesIn } from '@trunkshow/contract/edits.ts'
import { orderChange } from '@trunkshow/contract/orders/schema.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { expect, test } from 'vitest'
import { changeOf, type EditValues, editSchema } from './edit-values.ts'

const field = (changes: Partial<TemplateField>): TemplateField => ({
  id: 'a',
  label: 'Item Description',
  type: 'text',
  required: true,
  options: [],
  placeholder: '',
  archived: false,
  ...changes,
})
const nowhere = { street: '', street2: '', city: '', state: ' ', zip: '' }
const values = (changes: Partial<EditValues>): EditValues => ({
  formData: { a: 'Ivory gown' },
  customerName: 'Grace Okafor',
  customerEmail: 'grace@guest.test',
  customerPhone: '',
  notes: '',
  shippingAddress: nowhere,
  discountCodeId: null,
  products: [{ productId: 3, quantity: 1 }],
  eventId: null,
  templateVersion: 1,
  ...changes,
})

/** Messages by field. */
function problems(fields: TemplateField[], given: EditValues, files = 0, stored = nowhere) {
  const { error } = editSchema(fields, stored, () => files).safeParse(given)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('an order that ships nowhere needs no address, one that ships somewhere needs all of it', () => {
  expect(problems([field({})], values({}))).toEqual({})
  expect(problems([field({})], values({ shippingAddress: { ...nowhere, city: 'Brooklyn' } }))).toEqual({
    'shippingAddress.street': 'Street address is required',
    'shippingAddress.state': 'State is required',
    'shippingAddress.zip': 'ZIP code is required',
  })
})

test('a wrong ZIP code is said at its field, but one that is stored is in nobody’s way', () => {
  const home = { street: '48 Linden Avenue', street2: '', city: 'Brooklyn', state: 'NY', zip: '1120' }
  const wrong = { 'shippingAddress.zip': 'Enter a 5-digit ZIP code, or a ZIP+4 such as 94103-1234' }
  const problemsOf = (shippingAddress: typeof home) =>
    problems([field({})], values({ notes: 'By June.', shippingAddress }), 0, home)
  expect(problemsOf(home)).toEqual({})
  expect(problemsOf({ ...home, city: 'Queens' })).toEqual({})
  expect(problemsOf({ ...home, state: 'NJ' })).toEqual(wrong)
  expect(problemsOf({ ...home, zip: '112O6' })).toEqual(wrong)
  expect(problemsOf({ ...home, zip: '11206' })).toEqual({})
})

test('all errors are reported at once, each at its field', () => {
  const fields = [field({}), field({ id: 'b', label: 'Sketch', type: 'attachment' })]
  expect(problems(fields, values({ formData: {}, customerName: ' ', customerEmail: 'grace' }))).toEqual({
    'formData.a': 'Item Description is required',
    'formData.b': 'Sketch is required',
    customerName: 'Customer name is required',
    customerEmail: 'Valid email is required',
  })
  expect(problems(fields, values({}), 1), 'a file answers an attachment field').toEqual({})
})

test('only the changed fields are sent, in the form of the contract', () => {
  const home = { street: '48 Linden Avenue', street2: '', city: 'Brooklyn', state: 'NY', zip: '11206' }
  const sent = (base: EditValues, edited: EditValues) =>
    orderChange.parse(changeOf(changesIn(base, edited), edited, 3, undefined))
  const nothing = { templateVersion: null, fileFieldIds: [], version: 3 }
  expect(sent(values({}), values({}))).toEqual(nothing)
  expect(sent(values({ customerPhone: '1' }), values({ formData: { a: '' } }))).toEqual({
    ...nothing,
    formData: { a: '' },
    customerPhone: '',
  })
  const elsewhere = { ...home, zip: '11211' }
  expect(
    sent(values({ shippingAddress: home }), values({ shippingAddress: elsewhere })),
    'an address goes whole',
  ).toMatchObject({ shippingAddress: { street: '48 Linden Avenue', zip: '11211' } })
  expect(sent(values({ shippingAddress: home }), values({})), 'one that was emptied is taken away').toEqual({
    ...nothing,
    shippingAddress: null,
  })
})
