import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Colleague } from '@trunkshow/contract/endpoint.ts'
import { api, call } from '../api/client.ts'
import { useMayDo } from '../session/session-query.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { Choose, type ChooseProps } from '../ui/form/choose.tsx'

/** The company's active users, by name. */
export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: () => call(api.assignees.colleagues),
})

const endpoints = {
  orders: api.assignees.ofOrder,
  customers: api.assignees.ofCustomer,
  bookings: api.assignees.ofBooking,
}

interface AssigneeFieldProps extends Pick<ChooseProps<number>, 'w' | 'mt' | 'disabled'> {
  of: keyof typeof endpoints
  id: number
  assignee: Colleague | null
  /** Whether a colleague is known not to be at work then, which is said and forbids nothing. */
  isAway?: (id: number) => boolean
}

/** Chooses who serves a record; nothing in a company of one (docs/product.md, Who serves whom). */
export function AssigneeField({ of, id, assignee, isAway, disabled, ...field }: AssigneeFieldProps) {
  const mayAssign = useMayDo('orders.edit')
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const assign = useReportedCall({
    call: (assigneeId: number | null) =>
      call(endpoints[of], { params: { id }, body: { assigneeId, from: assignee?.id ?? null } }),
    failedTo: 'assign this',
    reloads: [of],
    onDone: (_, client) => client.invalidateQueries({ queryKey: ['home'] }),
  })
  const all = [...colleagues, ...(assignee ? [assignee] : [])]
  const nameOf = ({ id, name }: Colleague) => (isAway?.(id) ? `${name} (not at work then)` : name)
  const choices = [...new Map(all.map((one) => [one.id, nameOf(one)]))]
  if (choices.length < 2 && !assignee) return null
  return (
    <Choose
      label="Assigned to"
      value={assign.isPending ? assign.variables : assignee?.id}
      disabled={disabled || !mayAssign || assign.isPending}
      onChoose={(chosen) => assign.mutate(chosen ?? null)}
      choices={[['', 'No one'], ...choices]}
      {...field}
    />
  )
}
