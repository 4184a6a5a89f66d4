import { expect, test } from 'vitest'
import { productSorts } from './screens.ts'

test('products are listed by name, unless by price or newest first', () => {
  expect(productSorts).toEqual(['name', 'price', 'newest'])
})
