import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { commentInput, discountChoice, orderChange, orderForm, orderInput } from './schema.ts'

const typed = {
  templateId: 7,
  customerName: 'Grace Okafor',
  customerEmail: 'grace@okafor.test',
  products: [{ productId: 3 }],
}

function refusals(schema: z.ZodType, input: unknown) {
  const fields: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(input).error?.issues ?? [])
    fields[path.join('.')] ??= message
  return fields
}

describe('a new order', () => {
  test('needs a template, a customer and a product; the rest is empty', () => {
    expect(orderInput.parse(typed)).toEqual({
      ...typed,
      customerId: null,
      bookingId: null,
      eventId: null,
      timeSlotId: null,
      addressId: null,
      discountCodeId: null,
      customFields: {},
      products: [{ productId: 3, quantity: 1 }],
    })
  })

  test.each([
    [{ templateId: undefined }, 'templateId', 'Template is required'],
    [{ templateId: '' }, 'templateId', 'Template is required'],
    [{ templateId: null }, 'templateId', 'Template is required'],
    [{ customerName: ' ' }, 'customerName', 'Customer name is required'],
    [{ customerName: 'x'.repeat(201) }, 'customerName', 'Customer name must be 200 characters or less'],
    [{ customerName: ' Cher ' }, 'customerName', 'Enter first and last name'],
    [{ customerName: `Cher ${'o'.repeat(101)}` }, 'customerName', 'Names must be 100 characters or less'],
    [{ customerName: `${'o'.repeat(101)} Cher` }, 'customerName', 'Names must be 100 characters or less'],
    [{ customerEmail: 'grace' }, 'customerEmail', 'Valid email is required'],
    [{ customerEmail: undefined }, 'customerEmail', 'Valid email is required'],
    [{ customerPhone: '1'.repeat(51) }, 'customerPhone', 'Phone must be 50 characters or less'],
    [{ notes: 'x'.repeat(10_001) }, 'notes', 'Notes must be 10,000 characters or less'],
    [{ products: [] }, 'products', 'Please select a product'],
    [{ products: undefined }, 'products', 'Please select a product'],
    [{ products: [{ productId: 3, quantity: 0 }] }, 'products.0.quantity', 'Select products from the list'],
    [{ products: [{ productId: 'x' }] }, 'products.0.productId', 'Select products from the list'],
    [{ customerId: 3_000_000_000 }, 'customerId', 'This customer was deleted. Select another one.'],
    [{ timeSlotId: 'ten' }, 'timeSlotId', 'Select one of the event’s time slots.'],
    [
      { templateVersion: 3_000_000_000 },
      'templateVersion',
      'This template was deleted. Select another one. What you entered is kept.',
    ],
    [
      { customFields: 'none' },
      'customFields',
      'We can’t read the answers of the form. Reload the page and try again.',
    ],
    [{ shippingAddress: { street: '1 Elm' } }, 'shippingAddress.city', 'City is required'],
  ])('with %j is refused at %s', (changes, path, sentence) => {
    expect(refusals(orderInput, { ...typed, ...changes })[path]).toBe(sentence)
  })

  test('comes as JSON text in a form, whose numbers may be texts', () => {
    const orderData = JSON.stringify({ ...typed, templateId: '7', customerName: ' Grace\nOkafor ' })
    const form = orderForm.parse({ orderData, eventId: '12', bookingId: '' })
    expect(form).toMatchObject({
      orderData: { templateId: 7, customerName: 'Grace Okafor' },
      eventId: 12,
      bookingId: null,
    })
    expect(refusals(orderForm, { orderData: '{' })).toHaveProperty('orderData')
    expect(refusals(orderForm, { orderData: JSON.stringify({ ...typed, products: [] }) })).toEqual({
      'orderData.products': 'Please select a product',
    })
  })
})

describe('a change of an order', () => {
  test('leaves omitted fields out', () => {
    expect(orderChange.parse({})).toEqual({ templateVersion: null, fileFieldIds: [] })
  })

  test('may come as the texts of a form', () => {
    const form = { formData: '{"hem":"59"}', discountCodeId: '4', version: '2', fileFieldIds: 'photo' }
    expect(orderChange.parse(form)).toMatchObject({
      formData: { hem: '59' },
      discountCodeId: 4,
      version: 2,
      fileFieldIds: ['photo'],
    })
    expect(orderChange.parse({ fileFieldIds: '["photo",""]' }).fileFieldIds).toEqual(['photo', ''])
    expect(orderChange.parse({ fileFieldIds: '' }).fileFieldIds).toEqual([''])
    expect(orderChange.parse({ discountCodeId: '' }).discountCodeId).toBeNull()
  })

  test.each([
    [{ formData: '[1' }, 'formData', 'We can’t read the answers of the form. Reload the page and try again.'],
    [{ customerName: '' }, 'customerName', 'Customer name is required'],
    [{ customerName: 'Cher' }, 'customerName', 'Enter first and last name'],
    [{ discountCodeId: 'SPRING' }, 'discountCodeId', 'Discount code not found.'],
  ])('with %j is refused at %s', (change, path, sentence) => {
    expect(refusals(orderChange, change)[path]).toBe(sentence)
  })
})

test('removing the discount code is sent as null', () => {
  expect(discountChoice.parse({ discountCodeId: null })).toEqual({ discountCodeId: null })
  expect(refusals(discountChoice, {})).toEqual({ discountCodeId: 'Discount code not found.' })
})

test.each([
  ['  ', 'Enter a comment'],
  ['x'.repeat(5001), 'Comments must be 5,000 characters or less'],
])('a comment %j is refused', (comment, sentence) => {
  expect(refusals(commentInput, { comment })).toEqual({ comment: sentence })
})
