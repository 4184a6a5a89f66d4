import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { changesIn } from '@trunkshow/contract/edits.ts'
import { orderChange } from '@trunkshow/contract/orders/schema.ts'
import type { Template, TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { describe, expect, test } from 'vitest'
import {
  type Chosen,
  carryOver,
  changeOf,
  editSchema,
  emptyOrder,
  followDate,
  isLastNameMissing,
  newOrderSchema,
  noChoices,
  type OrderValues,
  offerAnswers,
  orderOf,
} from './order-values.ts'

const nothing: Chosen = { ...noChoices, booking: undefined, place: 'new' }
const customer = {
  id: 7,
  firstName: 'Grace',
  lastName: 'Okafor',
  email: 'grace@okafor.test',
  phone: null,
} as Customer
const products = [
  { productId: 3, quantity: 1, options: [], templateId: null, templateVersion: null, formData: {} },
]
const template = {
  id: 5,
  version: 2,
  fields: [
    { id: 'hem', label: 'Hem', type: 'text', options: [], required: true, placeholder: '', archived: false },
  ],
} as unknown as Template
const home = { street: '48 Linden Avenue', street2: '', city: 'Brooklyn', state: 'NY', zip: '11206' }

function refusals(chosen: Partial<Chosen>, values: Partial<OrderValues> = {}) {
  const { error } = newOrderSchema(
    () => ({ ...nothing, ...chosen }),
    chosen.template,
    () => 0,
  ).safeParse({ ...emptyOrder, ...values })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('missing values are reported at their fields', () => {
  expect(refusals({})).toEqual({
    templateId: 'Please select a template',
    customerName: 'Customer name is required',
    customerEmail: 'Valid email is required',
    products: 'Please select a product',
  })
  const shippingAddress = { ...home, city: ' ' }
  expect(refusals({ template, customerKind: 'known', customer }, { products, shippingAddress })).toEqual({
    'formData.hem': 'Hem is required',
    'shippingAddress.city': 'City is required',
  })
})

test('an order for a booking is for its guest and event', () => {
  const booking = {
    id: 9,
    attendeeName: 'Grace Okafor',
    attendeeEmail: 'grace@okafor.test',
    event: { id: 4, name: 'Spring' },
    timeSlot: { id: 6, slotDate: '2027-04-16', startTime: '10:00', zone: 'EDT' },
  }
  expect(orderOf({ ...emptyOrder, customerName: 'Lena' }, { ...nothing, booking })).toMatchObject({
    bookingId: 9,
    eventId: 4,
    timeSlotId: 6,
    customerId: null,
    customerName: 'Grace Okafor',
    customerEmail: 'grace@okafor.test',
  })
})

describe('the last name of someone known by one word', () => {
  const booking = {
    id: 9,
    attendeeName: 'Cher',
    attendeeEmail: 'cher@mail.test',
    event: { id: 4, name: 'Spring' },
    timeSlot: { id: 6, slotDate: '2027-04-16', startTime: '10:00', zone: 'EDT' },
  }
  const cher = { ...customer, firstName: 'Cher', lastName: '' }
  const listed = { ...customer, firstName: 'Cher', lastName: 'Bono' }

  test.each<[string, Partial<Chosen>, string, string]>([
    ['a guest', { booking }, 'Sarkisian', 'Cher Sarkisian'],
    ['a guest in the list without one', { booking, customer: cher }, 'Sarkisian', 'Cher Sarkisian'],
    [
      'a customer of an earlier version',
      { customerKind: 'known', customer: cher },
      'Sarkisian',
      'Cher Sarkisian',
    ],
  ])('is required for %s', (_who, known, lastName, customerName) => {
    const chosen = { ...nothing, ...known }
    expect(isLastNameMissing(chosen)).toBe(true)
    expect(refusals(known)).toMatchObject({ customerName: 'Enter first and last name' })
    expect(orderOf(emptyOrder, { ...chosen, lastName })).toMatchObject({ customerName })
    expect(refusals({ ...known, lastName })).not.toHaveProperty('customerName')
  })

  test('comes from the customer list if it has one, and isn’t asked for then', () => {
    const chosen = { ...nothing, booking, customer: listed }
    expect(isLastNameMissing(chosen)).toBe(false)
    expect(orderOf(emptyOrder, { ...chosen, lastName: 'x' })).toMatchObject({ customerName: 'Cher Bono' })
    expect(isLastNameMissing(nothing)).toBe(false)
  })
})

test('an order ships to a stored address, a new one, or none', () => {
  const typed = { ...emptyOrder, shippingAddress: home }
  const placeOf = (place: Chosen['place'], values = typed) => {
    const { addressId, shippingAddress } = orderOf(values, { ...nothing, place })
    return { addressId, shippingAddress }
  }
  expect(placeOf(8)).toEqual({ addressId: 8, shippingAddress: null })
  expect(placeOf('new')).toEqual({ addressId: null, shippingAddress: home })
  expect(placeOf('none')).toEqual({ addressId: null, shippingAddress: null })
  expect(placeOf('new', emptyOrder)).toEqual({ addressId: null, shippingAddress: null })
})

test('answers of fields that the form does not have stay behind', () => {
  const formData = { hem: ' 60 in ', veil: 'Long' }
  expect(orderOf({ ...emptyOrder, formData }, { ...nothing, template }).customFields).toEqual({
    hem: '60 in',
  })
})

test('a guest’s answers fill in fields with the same label and type, unless they have a value', () => {
  const field = (id: string, label: string, type: string, options: string[] = []) => ({
    ...template.fields[0]!,
    id,
    label,
    type: type as 'text',
    options,
  })
  const fields = [
    field('a', 'dress SIZE', 'number'),
    field('b', 'Style', 'dropdown', ['Sheath (+$50)', 'A-line']),
    field('c', 'Wishes', 'text'),
    field('d', 'Venue', 'attachment'),
    field('e', 'Fabric', 'dropdown', ['Silk']),
    field('f', 'Name', 'text'),
  ]
  const given = (label: string, type: string, answer: string) => ({
    id: label,
    label,
    type: type as 'text',
    answer,
  })
  const answers = [
    given('Dress size', 'number', '38'),
    given('Style', 'dropdown', 'Sheath'),
    given('Wishes', 'textarea', 'No lace'),
    given('Venue', 'attachment', 'f.webp'),
    given('Fabric', 'dropdown', 'Velvet'),
    given('Name', 'text', 'Grace'),
  ]
  expect(offerAnswers({ f: 'Ada' }, answers, fields)).toEqual({ a: '38', b: 'Sheath (+$50)', f: 'Ada' })
})

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
const values = (changes: Partial<OrderValues>): OrderValues => ({
  formData: { a: 'Ivory gown' },
  customerName: 'Grace Okafor',
  customerEmail: 'grace@guest.test',
  customerPhone: '',
  notes: '',
  neededBy: '',
  promisedOn: '',
  shippingAddress: nowhere,
  discountCodeId: null,
  products,
  eventId: null,
  templateVersion: 1,
  ...changes,
})

/** Messages by field. */
function problems(fields: TemplateField[], given: OrderValues, files = 0, stored = nowhere) {
  const { error } = editSchema(fields, stored, () => files).safeParse(given)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test.each<[string, string, string | undefined, string, string]>([
  // what, Needed by until now, the date until now, the date now, Needed by then
  ['fills it while it is empty', '', undefined, '2027-06-05', '2027-06-05'],
  ['takes it along while it is the same', '2027-06-05', '2027-06-05', '2027-06-12', '2027-06-12'],
  ['leaves one that was entered', '2027-06-01', '2027-06-05', '2027-06-12', '2027-06-01'],
  ['leaves it if it is no date yet', '', undefined, 'June', ''],
  ['leaves it if it is cleared', '2027-06-05', '2027-06-05', '', '2027-06-05'],
])('the first date of a form %s', (_, neededBy, was, is, filled) => {
  const fields = [
    field({ id: 'name', type: 'text' }),
    field({ id: 'hidden', type: 'date', archived: true }),
    field({ id: 'day', type: 'date' }),
    field({ id: 'fitting', type: 'date' }),
  ]
  const others = { name: '2027-01-01', hidden: '2027-01-02', fitting: '2027-01-03' }
  const before = { neededBy, formData: { ...others, ...(was !== undefined && { day: was }) } }
  const formData = { ...others, day: is }
  expect(followDate(fields, formData, before)).toEqual({ formData, neededBy: filled })
})

test('an order that ships nowhere needs no address, one that ships somewhere needs all of it', () => {
  expect(problems([field({})], values({}))).toEqual({})
  expect(problems([field({})], values({ shippingAddress: { ...nowhere, city: 'Brooklyn' } }))).toEqual({
    'shippingAddress.street': 'Street address is required',
    'shippingAddress.state': 'State is required',
    'shippingAddress.zip': 'ZIP code is required',
  })
})

test('a wrong ZIP code is reported at its field, but one that is stored does not block saving', () => {
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
  const sent = (base: OrderValues, edited: OrderValues) =>
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

const text = (changes: Partial<TemplateField> & { id: string }) =>
  field({ label: changes.id, required: false, ...changes })
const fabric = (id: string, options: string[]) => text({ id, label: 'Fabric', type: 'dropdown', options })

test('carried answers go to the field of the same id, or of the same name and type', () => {
  const gown = [text({ id: 'a', label: 'Hem' }), text({ id: 'b', label: 'Lining' }), text({ id: 'c' })]
  const cape = [
    text({ id: 'a', label: 'Length' }),
    text({ id: 'x', label: 'LINING' }),
    text({ id: 'y', label: 'c', type: 'checkbox' }),
  ]
  const given = { a: '60 in', b: 'Silk', c: 'Ivory' }
  expect(carryOver(given, gown, cape)).toEqual({ ...given, x: 'Silk' })
})

test('an option carries over only if the other form offers it', () => {
  const gown = [fabric('a', ['Satin', 'Silk (+$250)'])]
  expect(carryOver({ a: 'Satin' }, gown, [fabric('b', ['Satin', 'Lace'])])).toHaveProperty('b', 'Satin')
  expect(carryOver({ a: 'Silk (+$250)' }, gown, [fabric('b', ['Satin'])])).not.toHaveProperty('b')
  expect(carryOver({ a: 'Silk (+$250)' }, gown, [fabric('a', ['Silk (+$300)'])])).toEqual({})
})

test('answers already on the other form stay', () => {
  const one = [text({ id: 'a', label: 'Hem' })]
  const other = [text({ id: 'b', label: 'Hem' })]
  expect(carryOver({ a: '60', b: '58' }, one, other)).toEqual({ a: '60', b: '58' })
})
