/** What a company may have so much of; bytes are those of its files (decision 036). */
export const quotaKinds = ['events', 'slots', 'orders', 'files', 'bytes'] as const
export type QuotaKind = (typeof quotaKinds)[number]

/** Whether so much is used that screens say so: four fifths. */
export function isNearQuota({ used, limit }: { used: number; limit: number | null }): boolean {
  return limit !== null && used >= limit * 0.8
}
