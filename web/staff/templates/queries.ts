import { queryOptions } from '@tanstack/react-query'
import type { whichTemplates } from '@trunkshow/contract/templates/screens.ts'
import type { z } from 'zod'
import { api, call, callAll, callPage, pagedQuery } from '../api/client.ts'
import { fresh } from '../api/query-client.ts'

/** The templates' filters, kept in the page's URL. */
export type TemplateFilter = z.output<typeof whichTemplates>

const reloads = ['templates']

/** All templates that new orders can use, always refetched. */
export function templateChoicesQuery() {
  return queryOptions({
    queryKey: ['templates', 'choices'],
    queryFn: () => callAll(api.templates.list),
    staleTime: 0,
  })
}

/** The company's templates by name, paged, with their total; archived ones only if requested. */
export function templatesQuery(filter: TemplateFilter = {}) {
  return pagedQuery(
    [...reloads, 'list', filter],
    (cursor) => callPage(api.templates.list, { query: { ...filter, cursor } }),
    { staleTime: fresh.long },
  )
}

export function templateQuery(id: number) {
  return queryOptions({
    queryKey: [...reloads, 'one', id],
    queryFn: () => call(api.templates.get, { params: { id } }),
    staleTime: fresh.long,
  })
}

export function templateProductsQuery(id: number) {
  return queryOptions({
    queryKey: [...reloads, 'products', id],
    queryFn: () => call(api.templates.products, { params: { id } }),
    staleTime: fresh.long,
  })
}
