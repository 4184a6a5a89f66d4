import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { discountCan } from '@trunkshow/contract/discounts/rules.ts'
import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import type { whichDiscounts } from '@trunkshow/contract/discounts/screens.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'
import type { z } from 'zod'
import { api, callAll, callPage, pagedQuery } from '../api/client.ts'

/** The codes' filters, kept in the page's URL. */
export type DiscountFilter = z.output<typeof whichDiscounts>

/** The discount codes that can be applied now, by the company's clock. */
export function usableCodesQuery(zone: Zone) {
  return queryOptions({
    queryKey: ['discounts', 'usable'],
    queryFn: async () => {
      const codes = await callAll(api.discounts.list, { query: { isActive: true } })
      const today = wallClock(new Date(), zone).date
      return codes.filter((code) => discountCan.apply(code, today) === null)
    },
    staleTime: 0,
  })
}

/** A code as a choice of a select. */
export function codeChoice({ id, code, discountValue }: DiscountCode) {
  return { value: String(id), label: `${code}, ${discountValue}% off` }
}

const FOLLOW_MS = 5000

const isBehind = ({ shopifyPriceRuleId, shopifySyncedAt }: DiscountCode) =>
  Boolean(shopifyPriceRuleId && !shopifySyncedAt)

/** The company's discount codes, newest first, paged, with their total. */
export function discountsQuery(filter: DiscountFilter = {}) {
  return infiniteQueryOptions({
    ...pagedQuery(['discounts', 'list', filter], (cursor) =>
      callPage(api.discounts.list, { query: { ...filter, cursor } }),
    ),
    // Saved codes are sent to Shopify in the background.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ rows }) => rows.some(isBehind)) ? FOLLOW_MS : false,
  })
}
