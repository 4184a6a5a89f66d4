import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { describe, expect, test } from 'vitest'
import {
  type Chosen,
  emptyOrder,
  isLastNameMissing,
  newOrderSchema,
  noChoices,
  offerAnswers,
  orderOf,
} from './new-order-values.ts'

const nothing: Chosen = { ...noChoices, booking: undefined, place: 'new', filesOf: () => 0 }
const customer = {
  id: 7,
  firstName: 'Grace',
  lastName: 'Okafor',
  email: 'grace@okafor.test',
  phone: null,
} as Customer
const product = { id: 3, name: 'Aurelie gown', basePrice: '2400.00' } as Product
const template = {
  id: 5,
  version: 2,
  fields: [
    { id: 'hem', label: 'Hem', type: 'text', options: [], required: true, placeholder: '', archived: false },
  ],
} as unknown as Template
const home = { street: '48 Linden Avenue', street2: '', city: 'Brooklyn', state: 'NY', zip: '11206' }

function refusals(chosen: Partial<Chosen>, values: Partial<typeof emptyOrder> = {}) {
  const { error } = newOrderSchema(() => ({ ...nothing, ...chosen })).safeParse({ ...emptyOrder, ...values })
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
  expect(refusals({ template, product, customerKind: 'known', customer }, { shippingAddress })).toEqual({
    'customFields.hem': 'Hem is required',
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
    expect(orderOf({ ...emptyOrder, lastName }, chosen)).toMatchObject({ customerName })
    expect(refusals(known, { lastName })).not.toHaveProperty('customerName')
  })

  test('comes from the customer list if it has one, and isn’t asked for then', () => {
    const chosen = { ...nothing, booking, customer: listed }
    expect(isLastNameMissing(chosen)).toBe(false)
    expect(orderOf({ ...emptyOrder, lastName: 'x' }, chosen)).toMatchObject({ customerName: 'Cher Bono' })
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
  const customFields = { hem: ' 60 in ', veil: 'Long' }
  expect(orderOf({ ...emptyOrder, customFields }, { ...nothing, template }).customFields).toEqual({
    hem: '60 in',
  })
})

test('answers of a guest are offered to fields of the same words and type, unless something is there', () => {
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
