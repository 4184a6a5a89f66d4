import { z } from 'zod'
import { byId, endpoint, page } from '../endpoint.ts'
import { discountChange, discountCode, discountInput, syncedDiscount } from './schema.ts'
import { whichDiscounts } from './screens.ts'

/** Discount codes, newest first. */
export const discountCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/discount-codes',
    access: 'orders.see',
    query: page.extend(whichDiscounts.shape),
    output: z.array(discountCode),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/discount-codes',
    access: 'discounts.edit',
    body: discountInput,
    output: discountCode,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/discount-codes/:id',
    access: 'discounts.edit',
    params: byId,
    body: discountChange,
    output: discountCode,
  }),
  /** Only a code that no order uses can be deleted. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/discount-codes/:id',
    access: 'discounts.edit',
    params: byId,
  }),
  /** Creates the code in Shopify once, then updates it (docs/product.md, Products and codes in Shopify). */
  sync: endpoint({
    method: 'POST',
    path: '/api/discount-codes/:id/sync-to-shopify',
    access: 'shopify.push',
    params: byId,
    output: syncedDiscount,
    mayReturnAccepted: true,
  }),
} as const
