import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { CompanyInput, InviteInput, UserChangeInput } from '@trunkshow/contract/company/schema.ts'
import { call } from '../api/client.ts'
import { sessionQuery, useUser } from '../session/session-query.ts'
import type { ToastContent } from '../ui/feedback/toast.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** The company's details; null until they are saved for the first time (docs/product.md, Company details). */
export function companyQuery() {
  return queryOptions({ queryKey: ['company', 'details'], queryFn: () => call(api.company.get) })
}

/** The company's users, including those invited, in the order they were added. */
export function companyUsersQuery() {
  return queryOptions({ queryKey: ['company', 'users'], queryFn: () => call(api.company.users) })
}

/** What the company uses of its quotas. */
export function usageQuery() {
  return queryOptions({ queryKey: ['company', 'usage'], queryFn: () => call(api.company.usage) })
}

/** Saves the company's details: the first time makes the company, so that people can be invited. */
export function useSaveCompany(isNew: boolean) {
  const { queryKey } = companyQuery()
  return useReportedCall({
    call: (body: CompanyInput) =>
      isNew ? call(api.company.create, { body }) : call(api.company.update, { body }),
    done: () => ({
      title: 'Company saved',
      ...(isNew && { description: 'You can now invite your team.' }),
    }),
    failedTo: isNew ? 'create company' : 'update company',
    keepsForm: true,
    onDone: (company, client) => client.setQueryData(queryKey, company),
    // Another admin may have saved it first; then the next try is a change.
    onFailed: (_error, client) => client.invalidateQueries({ queryKey }),
  })
}

interface UserCallTexts<Input> {
  done: (input: Input) => ToastContent
  failedTo: string
  keepsForm?: boolean
}

/** A call that changes the company's users: shows the result and reloads the list. */
function useUserCall<Input, Output>(
  call: (input: Input) => Promise<Output>,
  { done, ...texts }: UserCallTexts<Input>,
) {
  return useReportedCall({
    call,
    done: (_output, input) => done(input),
    ...texts,
    // One after the other: arrow keys may walk quickly over the roles, and the last one must win.
    scope: { id: 'company-users' },
    reloads: companyUsersQuery().queryKey,
  })
}

export function useInviteUser() {
  return useUserCall((body: InviteInput) => call(api.company.invite, { body }), {
    done: ({ email }) => ({
      title: 'Invitation sent',
      description: `We emailed ${email} a link that expires in 7 days.`,
    }),
    failedTo: 'invite user',
    keepsForm: true,
  })
}

export function useResendInvitation() {
  return useUserCall(
    ({ id }: { id: number; email: string }) => call(api.company.resend, { params: { id } }),
    {
      done: ({ email }) => ({
        title: 'Invitation sent again',
        description: `We emailed ${email} a new link. The old one no longer works.`,
      }),
      failedTo: 'invite user',
    },
  )
}

/** Changes a role, or whether somebody may come in at all. Changing oneself shows at once in what the screens offer. */
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

export function useRemoveUser() {
  return useUserCall(
    ({ id }: { id: number; name: string }) => call(api.company.removeUser, { params: { id } }),
    {
      done: ({ name }) => ({ title: 'User removed', description: name }),
      failedTo: 'remove user',
    },
  )
}
