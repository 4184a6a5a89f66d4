import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { UserChangeInput } from '@trunkshow/contract/company/schema.ts'
import { call } from '../api/client.ts'
import { sessionQuery, useUser } from '../session/session-query.ts'
import type { ToastContent } from '../ui/feedback/toast.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** The company's details; null until first saved (docs/product.md, Company details). */
export function companyQuery() {
  return queryOptions({ queryKey: ['company', 'details'], queryFn: () => call(api.company.get) })
}

/** The head of printed pages; null until the company is saved. */
export function letterheadQuery() {
  return queryOptions({ queryKey: ['company', 'letterhead'], queryFn: () => call(api.company.letterhead) })
}

/** The company's users, including invited ones, in the order they were added. */
export function companyUsersQuery() {
  return queryOptions({ queryKey: ['company', 'users'], queryFn: () => call(api.company.users) })
}

/** The company's usage of its quotas. */
export function usageQuery() {
  return queryOptions({ queryKey: ['company', 'usage'], queryFn: () => call(api.company.usage) })
}

interface UserCallTexts<Input> {
  done: (input: Input) => ToastContent
  failedTo: string
  keepsForm?: boolean
}

/** Changes the company's users, then shows the result and reloads the list. */
export function useUserCall<Input, Output>(
  call: (input: Input) => Promise<Output>,
  { done, ...texts }: UserCallTexts<Input>,
) {
  return useReportedCall({
    call,
    done: (_output, input) => done(input),
    ...texts,
    // Runs one at a time, so when arrow keys move quickly through the roles, the last one wins.
    scope: { id: 'company-users' },
    reloads: companyUsersQuery().queryKey,
  })
}

/** Changes a user's role or whether they can log in. A change to the current user updates the screens at once. */
export function useChangeUser() {
  const queryClient = useQueryClient()
  const me = useUser()?.id
  return useUserCall(
    async ({ id, ...body }: UserChangeInput & { id: number; name: string }) => {
      const user = await call(api.company.changeUser, { params: { id }, body })
      if (id === me) await queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey })
      return user
    },
    {
      done: ({ name, role, isActive }) =>
        role
          ? { title: 'Role changed', description: `${name}’s role is now ${role}.` }
          : { title: isActive ? 'User reactivated' : 'User deactivated', description: name },
      failedTo: 'update user',
    },
  )
}
