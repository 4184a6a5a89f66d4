import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { expect, test } from 'vitest'
import { stateOf, storeStateOf } from './discounts-tab.tsx'

const code: DiscountCode = {
  id: 1,
  code: 'SPRING10',
  description: '',
  discountType: 'percentage',
  discountValue: 10,
  isActive: true,
  usageLimit: 5,
  usedCount: 4,
  expiresAt: '2027-04-16',
  shopifyPriceRuleId: null,
  shopifySyncedAt: null,
  version: 1,
  userId: 1,
  createdAt: '2027-01-01T12:00:00.000Z',
  updatedAt: '2027-01-01T12:00:00.000Z',
}

test.each([
  ['Active', {}, '2027-04-16'],
  ['Expired', {}, '2027-04-17'],
  ['Used up', { usedCount: 5 }, '2027-04-16'],
  ['Active', { usedCount: 500, usageLimit: null, expiresAt: null }, '2027-04-16'],
  ['Inactive', { isActive: false, usedCount: 5 }, '2027-04-17'],
])('%s', (word, changes, today) => {
  expect(stateOf({ ...code, ...changes }, today).word).toBe(word)
})

test.each([
  ['Not in Shopify', {}],
  ['In Shopify', { shopifyPriceRuleId: 'gid', shopifySyncedAt: '2027-04-16T12:00:00.000Z' }],
  ['Changed since it was sent', { shopifyPriceRuleId: 'gid' }],
])('%s with the store', (words, changes) => {
  expect(storeStateOf({ ...code, ...changes })).toBe(words)
})
