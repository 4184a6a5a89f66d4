import { discountMessages as text } from './messages.ts'

interface CodeState {
  isActive: boolean
  usageLimit: number | null
  usedCount: number
  expiresAt: string | null
}

/** Null if allowed, else why not (docs/product.md, Using a code). `today`, yyyy-MM-dd, may be the last valid day. */
export const discountCan = {
  apply: ({ isActive, usageLimit, usedCount, expiresAt }: CodeState, today: string) => {
    if (!isActive) return text.inactive
    if (expiresAt && expiresAt < today) return text.expired
    return usageLimit !== null && usedCount >= usageLimit ? text.usedUp : null
  },
  delete: ({ usedCount }: Pick<CodeState, 'usedCount'>) => (usedCount > 0 ? text.inUse : null),
}
