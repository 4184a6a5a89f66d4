import { create, del, get, paged, post, put } from '../endpoint.ts'
import { discountChange, discountCode, discountInput, syncedDiscount } from './schema.ts'
import { whichDiscounts } from './screens.ts'

/** Discount codes, newest first. */
export const discountCalls = {
  list: get('/api/discount-codes', 'orders.see', paged(whichDiscounts, discountCode)),
  create: create('/api/discount-codes', 'discounts.edit', { body: discountInput, output: discountCode }),
  update: put('/api/discount-codes/:id', 'discounts.edit', { body: discountChange, output: discountCode }),
  /** Only a code that no order uses can be deleted. */
  remove: del('/api/discount-codes/:id', 'discounts.edit'),
  /** Creates the code in Shopify once, then updates it (docs/product.md, Products and codes in Shopify). */
  sync: post('/api/discount-codes/:id/sync-to-shopify', 'shopify.push', {
    output: syncedDiscount,
    mayReturnAccepted: true,
  }),
} as const
