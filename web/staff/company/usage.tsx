import { useQuery } from '@tanstack/react-query'
import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import { isNearQuota, type QuotaKind, quotaKinds } from '@trunkshow/contract/quotas.ts'
import { NotLoaded } from '../ui/feedback/notice.tsx'
import { FormSection } from '../ui/form/form-shell.tsx'
import { QuietText } from '../ui/page/words.tsx'
import { usageQuery } from './queries.ts'

const names: Record<QuotaKind, string> = {
  events: 'Events',
  slots: 'Time slots',
  orders: 'Orders',
  files: 'Files',
  bytes: 'Storage',
}

/** The company's usage of each quota, for admins. */
export function UsageTable() {
  const usage = useQuery({ ...usageQuery(), refetchOnMount: 'always' })
  return (
    <FormSection title="Usage" hint="How much of your limits you’ve used.">
      {usage.isError ? (
        <NotLoaded query={usage} noun="usage" />
      ) : (
        <>
          <table>
            <tbody>
              {quotaKinds.map((kind) => {
                const found = usage.data?.find((one) => one.kind === kind)
                return (
                  <tr key={kind}>
                    <th scope="row">{names[kind]}</th>
                    <QuietText component="td" ta="right">
                      {found ? companyMessages.usedOf(kind, found.used, found.limit) : '–'}
                    </QuietText>
                  </tr>
                )
              })}
            </tbody>
          </table>
          <UsageNote kinds={quotaKinds} />
        </>
      )}
    </FormSection>
  )
}

/** Shown where data is added: a note for each relevant quota that is nearly used up. */
export function UsageNote({ kinds }: { kinds: readonly QuotaKind[] }) {
  const { data = [] } = useQuery(usageQuery())
  const near = data.filter((usage) => kinds.includes(usage.kind) && isNearQuota(usage))
  return near.map(({ kind, used, limit }) => (
    <QuietText key={kind} mb="md">
      {companyMessages.nearQuota(kind, used, limit)}
    </QuietText>
  ))
}
