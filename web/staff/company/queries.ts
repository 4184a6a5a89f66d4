import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type {
  CompanyInput,
  companyPageInput,
  embeddingInput,
  UserChangeInput,
} from '@trunkshow/contract/company/schema.ts'
import type { z } from 'zod'
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

/** Saves the company's details. The first save creates the company, after which users can be invited. */
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
    // If another admin saved first, the next try updates instead.
    onFailed: (_error, client) => client.invalidateQueries({ queryKey }),
  })
}

/** Saves the company's public page and looks. */
export function useSaveCompanyPage() {
  const { queryKey } = companyQuery()
  return useReportedCall({
    call: ({ logo, ...body }: z.input<typeof companyPageInput> & { logo?: File }) =>
      call(api.company.savePage, { body, files: { logo } }),
    done: 'Public page saved',
    failedTo: 'update public page',
    keepsForm: true,
    onDone: (company, client) => client.setQueryData(queryKey, company),
  })
}

/** Saves which sites may embed the company's booking pages. */
export function useSaveEmbedding() {
  const { queryKey } = companyQuery()
  return useReportedCall({
    call: (body: z.input<typeof embeddingInput>) => call(api.company.saveEmbedding, { body }),
    done: 'Sites saved',
    failedTo: 'update sites',
    keepsForm: true,
    onDone: (company, client) => client.setQueryData(queryKey, company),
  })
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
