/** The quotas a company has; `bytes` counts its files (decision 036). */
export const quotaKinds = ['events', 'slots', 'orders', 'files', 'bytes'] as const
export type QuotaKind = (typeof quotaKinds)[number]

/** Whether at least 80% is used, so screens show a warning. */
export function isNearQuota({ used, limit }: { used: number; limit: number | null }): boolean {
  return limit !== null && used >= limit * 0.8
}
