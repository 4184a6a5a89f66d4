import type { Product } from '@trunkshow/contract/products/schema.ts'
import { expect, test } from 'vitest'
import { toSend, valuesOf } from './product-form-values.ts'

const bag: Product = {
  id: 7,
  name: 'Weekender bag',
  description: 'Full-grain leather.',
  sku: 'WB-1',
  category: 'Bags',
  photoUrl: '/uploads/images/4f/960.webp',
  basePrice: '1250.50',
  isActive: true,
  shopifyProductId: null,
  shopifyVariantId: null,
  shopifyHandle: null,
  vendor: '',
  productType: '',
  tags: [],
  status: 'active',
  inventoryQuantity: 0,
  weight: null,
  weightUnit: 'kg',
  requiresShipping: true,
  taxable: true,
}
const stored = valuesOf(bag)

test('a stored photo that nobody touched stays as it is', () => {
  const { body, files } = toSend(stored, stored)
  expect(body).toEqual({
    name: 'Weekender bag',
    description: 'Full-grain leather.',
    sku: 'WB-1',
    category: 'Bags',
    basePrice: '1250.50',
    isActive: true,
  })
  expect(files).toEqual({})
})

test('a photo taken off the form is taken away', () => {
  expect(toSend({ ...stored, photo: null }, stored).body).toMatchObject({ removePhoto: true })
})

test('a chosen photo goes along, and replaces the stored one', () => {
  const photo = new File(['…'], 'bag.jpg', { type: 'image/jpeg' })
  const { body, files } = toSend({ ...stored, photo }, stored)
  expect(files).toEqual({ photo })
  expect(body).not.toHaveProperty('removePhoto')
})

test('a new product without a photo takes nothing away', () => {
  const empty = valuesOf()
  expect(toSend(empty, empty).body).not.toHaveProperty('removePhoto')
})
