import { changesIn } from '@trunkshow/contract/edits.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { expect, test } from 'vitest'
import { changesToSend, productToSend, valuesOf } from './product-dialog.tsx'

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
  version: 1,
  userId: 1,
  createdAt: '2027-01-01T12:00:00.000Z',
  updatedAt: '2027-01-01T12:00:00.000Z',
}
const stored = valuesOf(bag)

test('only changed fields are sent, a price as a decimal, and a cleared text', () => {
  const values = { sku: 'WB-2', basePrice: '$1,300.00', isActive: false, description: '', version: 4 }
  expect(changesToSend(values)).toEqual({
    body: { sku: 'WB-2', basePrice: '1300.00', isActive: false, description: '', version: 4 },
    files: {},
  })
})

test('a photo removed from the form is deleted', () => {
  const changes = changesIn(stored, { ...stored, photo: null })
  expect(changesToSend(changes).body).toEqual({ removePhoto: true })
})

test('a selected photo is uploaded and replaces the stored one', () => {
  const photo = new File(['…'], 'bag.jpg', { type: 'image/jpeg' })
  const changes = changesIn(stored, { ...stored, photo })
  expect(changesToSend(changes)).toEqual({ body: {}, files: { photo } })
})

test('a new product is sent as typed, with its photo if it has one', () => {
  const photo = new File(['…'], 'bag.jpg', { type: 'image/jpeg' })
  const typed = { ...valuesOf(), name: 'Satchel', basePrice: '$900' }
  const body = {
    name: 'Satchel',
    basePrice: '900.00',
    sku: '',
    category: '',
    description: '',
    isActive: true,
  }
  expect(productToSend(typed)).toEqual({ body, files: {} })
  expect(productToSend({ ...typed, photo })).toEqual({ body, files: { photo } })
})
