import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import { isNearQuota, type QuotaKind } from '@trunkshow/contract/quotas.ts'
import { usageQuery } from './queries.ts'

/** Shown where data is added: a note for each relevant quota that is nearly used up. */
export function UsageNote({ kinds }: { kinds: readonly QuotaKind[] }) {
  const { data = [] } = useQuery(usageQuery())
  const near = data.filter((usage) => kinds.includes(usage.kind) && isNearQuota(usage))
  return near.map(({ kind, used, limit }) => (
    <Text key={kind} c="dimmed" mb="md">
      {companyMessages.nearQuota(kind, used, limit)}
    </Text>
  ))
}
