import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../api/call-error.ts'
import { useMayDo } from '../session/session-query.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { CustomerCards } from './customer-cards.tsx'
import { CustomerTools } from './customer-tools.tsx'
import { NoCustomers } from './no-customers.tsx'
import { type CustomerFilter, customersQuery } from './queries.ts'

const route = getRouteApi('/signed-in/customers')

const CustomerDialog = lazyDialog(() =>
  import('./customer-dialog.tsx').then((module) => module.CustomerDialog),
)

/** /customers: everybody the company sells to, with their addresses (spec back-office §2). */
export function CustomersPage() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const mayEdit = useMayDo('orders.edit')
  const [adding, setAdding] = useState(false)
  const list = useInfiniteQuery(customersQuery(filter))
  const look = (change: CustomerFilter) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  const add = mayEdit ? () => setAdding(true) : undefined
  return (
    <>
      <PageHeader title="Customers" subtitle="Who you sell to, and where their orders go">
        {add && <Button onClick={add}>Add Customer</Button>}
      </PageHeader>
      <CustomerTools
        filter={filter}
        onFilter={look}
        mayEdit={mayEdit}
        total={list.isPlaceholderData ? undefined : list.data?.total}
      />
      {list.isPending && <ListSkeleton label="Loading customers" />}
      {list.isError && !list.data && (
        <LoadFailure title="Failed to fetch customers" retrying={list.isFetching} onRetry={list.refetch}>
          {sentenceOf(list.error)}
        </LoadFailure>
      )}
      {list.data?.rows.length === 0 && (
        <NoCustomers
          filter={filter}
          onClear={() => look({ q: undefined, archived: undefined })}
          onAdd={add}
        />
      )}
      {list.data && <CustomerCards customers={list.data.rows} outdated={list.isPlaceholderData} />}
      <ShowMore list={list} />
      {adding && <CustomerDialog onClose={() => setAdding(false)} />}
    </>
  )
}
