import { discountMessages as text } from './messages.ts'

interface CodeState {
  isActive: boolean
  usageLimit: number | null
  usedCount: number
  expiresAt: string | null
}

/**
 * Whether a code can be applied (docs/product.md, Using a code): null if allowed, else the reason. `today` is the
 * venue's date, yyyy-MM-dd; a code is valid through its expiration date.
 */
export const discountCan = {
  apply: ({ isActive, usageLimit, usedCount, expiresAt }: CodeState, today: string) => {
    if (!isActive) return text.inactive
    if (expiresAt && expiresAt < today) return text.expired
    return usageLimit !== null && usedCount >= usageLimit ? text.usedUp : null
  },
  delete: ({ usedCount }: Pick<CodeState, 'usedCount'>) => (usedCount > 0 ? text.inUse : null),
}
