import { discountMessages as text } from './messages.ts'

interface CodeState {
  isActive: boolean
  usageLimit: number | null
  usedCount: number
  expiresAt: string | null
}

/**
 * What a code's state allows (docs/product.md, Using a code): null when allowed, else the sentence that says why not.
 * `today` is the venue's day, yyyy-MM-dd; a code can be used through the day it expires on.
 */
export const discountCan = {
  apply: ({ isActive, usageLimit, usedCount, expiresAt }: CodeState, today: string) => {
    if (!isActive) return text.inactive
    if (expiresAt && expiresAt < today) return text.expired
    return usageLimit !== null && usedCount >= usageLimit ? text.usedUp : null
  },
  delete: ({ usedCount }: Pick<CodeState, 'usedCount'>) => (usedCount > 0 ? text.inUse : null),
}
