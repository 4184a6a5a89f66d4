import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { UserChangeInput } from '@trunkshow/contract/company/schema.ts'
import { api, call } from '../api/client.ts'
import { sessionQuery, useUser } from '../session/session-query.ts'

/** The company's details; null until first saved (docs/product.md, Company details). */
export function companyQuery() {
  return queryOptions({ queryKey: ['company', 'details'], queryFn: () => call(api.company.get) })
}

/** The head of printed pages; null until the company is saved. */
export function letterheadQuery() {
  return queryOptions({ queryKey: ['company', 'letterhead'], queryFn: () => call(api.company.letterhead) })
}

/** The company's rates of sales tax, by state, in percent. */
export function taxRatesQuery() {
  return queryOptions({ queryKey: ['company', 'tax-rates'], queryFn: () => call(api.company.taxRates) })
}

/** The company's users, including invited ones, in the order they were added. */
export function companyUsersQuery() {
  return queryOptions({ queryKey: ['company', 'users'], queryFn: () => call(api.company.users) })
}

export function usageQuery() {
  return queryOptions({ queryKey: ['company', 'usage'], queryFn: () => call(api.company.usage) })
}

/** Changes a user's role or whether they can log in. A change to the current user updates the screens at once. */
export function useChangeUser() {
  const client = useQueryClient()
  const me = useUser()?.id
  return async (id: number, body: UserChangeInput) => {
    await call(api.company.changeUser, { params: { id }, body })
    if (id === me) await client.invalidateQueries({ queryKey: sessionQuery().queryKey })
  }
}

/** The company's terms. */
export const termsQuery = () =>
  queryOptions({ queryKey: ['terms'], queryFn: () => call(api.proposals.terms) })
