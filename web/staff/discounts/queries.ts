import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { DiscountCode, discountChange, discountInput } from '@trunkshow/contract/discounts/schema.ts'
import type { z } from 'zod'
import { call, callPage } from '../api/client.ts'
import { operationToasts } from '../shopify/operation-toasts.ts'
import { settleOperation } from '../shopify/settle-operation.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** Which codes are looked at: the address of the page holds it. */
export interface DiscountFilter {
  /** A part of a code. */
  q?: string | undefined
  isActive?: boolean | undefined
}

const reloads = ['discounts']
const FOLLOW_MS = 5000

const isBehind = ({ shopifyPriceRuleId, shopifySyncedAt }: DiscountCode) =>
  Boolean(shopifyPriceRuleId && !shopifySyncedAt)

/** The company's discount codes, the newest first, page by page, and how many there are. */
export function discountsQuery(filter: DiscountFilter = {}) {
  return infiniteQueryOptions({
    queryKey: [...reloads, 'list', filter],
    queryFn: ({ pageParam }) => callPage(api.discounts.list, { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    // Shopify gets what is saved a moment later.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ rows }) => rows.some(isBehind)) ? FOLLOW_MS : false,
    select: ({ pages }) => ({ rows: pages.flatMap((page) => page.rows), total: pages.at(-1)?.total }),
    placeholderData: keepPreviousData,
  })
}

interface DiscountToSave {
  input: z.input<typeof discountInput>
  /** What was changed of it. */
  change: z.input<typeof discountChange>
}

/** Makes a code, or changes this one. */
export function useSaveDiscount(code?: DiscountCode) {
  return useReportedCall({
    call: ({ input, change }: DiscountToSave) =>
      code
        ? call(api.discounts.update, { params: { id: code.id }, body: change })
        : call(api.discounts.create, { body: input }),
    done: code ? 'Discount code updated' : 'Discount code created',
    failed: code ? 'Failed to update discount code.' : 'Failed to create discount code.',
    reloads,
    keepsForm: true,
  })
}

/** Brings a code in Shopify up to date. */
export function useSyncDiscount({ id }: DiscountCode) {
  return useReportedCall({
    call: () => settleOperation(call(api.discounts.sync, { params: { id } })),
    ...operationToasts['discount.sync'],
    reloads,
  })
}

/** Deletes a code that no order carries, in Shopify too. */
export function useDeleteDiscount({ id }: DiscountCode) {
  return useReportedCall({
    call: () => call(api.discounts.remove, { params: { id } }),
    done: 'Discount code deleted',
    failed: 'Failed to delete discount code.',
    reloads,
  })
}
