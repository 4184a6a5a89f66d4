import { discountMessages } from '@trunkshow/contract/discounts/messages.ts'
import { discountCan } from '@trunkshow/contract/discounts/rules.ts'
import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'

const words: Record<string, { word: string; tone: 'plain' | 'warn' }> = {
  [discountMessages.inactive]: { word: 'Inactive', tone: 'plain' },
  [discountMessages.expired]: { word: 'Expired', tone: 'warn' },
  [discountMessages.usedUp]: { word: 'Used up', tone: 'warn' },
}

/** A code's status: Active if it can be applied today (`yyyy-MM-dd`, the company's), else why it can't. */
export function stateOf(code: DiscountCode, today: string) {
  const refusal = discountCan.apply(code, today)
  return refusal === null ? ({ word: 'Active', tone: 'good' } as const) : words[refusal]!
}

/** Whether a code is in Shopify and up to date, as text. */
export function storeStateOf({ shopifyPriceRuleId, shopifySyncedAt }: DiscountCode): string {
  if (!shopifyPriceRuleId) return 'Not synced'
  return shopifySyncedAt ? 'Synced' : 'Changed since sync'
}
