import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { customersScreen } from '@trunkshow/contract/customers/screens.ts'
import { type ReactNode, useState } from 'react'
import { useMayDo } from '../session/session-query.ts'
import type { Prefetch } from '../shell/lazy-page.tsx'
import { PagedList } from '../ui/list/paged-list.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { useListView } from '../ui/table/view-switch.tsx'
import { CustomerCard } from './card/customer-card.tsx'
import { CustomerDialog } from './card/customer-dialog.tsx'
import { CustomerTools } from './customer-tools.tsx'
import styles from './customers-page.module.css'
import { CustomersTable } from './customers-table.tsx'
import { NoCustomers } from './no-customers.tsx'
import { type CustomerFilter, customersQuery } from './queries.ts'

const route = getRouteApi('/signed-in/customers')

export const prefetch: Prefetch = (client) => client.prefetchInfiniteQuery(customersQuery({}))

/** /customers: the company's customers, with their addresses. */
export function CustomersPage() {
  const filter = customersScreen.search.parse(route.useSearch())
  const navigate = route.useNavigate()
  const mayEdit = useMayDo('orders.edit')
  const [adding, setAdding] = useState(false)
  const list = useInfiniteQuery(customersQuery(filter))
  const view = useListView('customers')
  const changeSearch = (change: CustomerFilter) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  const add = mayEdit ? () => setAdding(true) : undefined
  return (
    <>
      <PageHeader title="Customers" subtitle="Your customers, their addresses, and their history">
        {add && <Button onClick={add}>Add Customer</Button>}
      </PageHeader>
      <CustomerTools
        filter={filter}
        onFilter={changeSearch}
        mayEdit={mayEdit}
        total={list.isPlaceholderData ? undefined : list.data?.total}
        view={view}
      />
      <PagedList
        list={list}
        noun="customers"
        failureTitle="Failed to fetch customers"
        empty={
          <NoCustomers
            filter={filter}
            onClear={() => changeSearch({ q: undefined, archived: undefined })}
            onAdd={add}
          />
        }
      >
        {(customers, outdated) => (
          <FoundCustomers customers={customers} outdated={outdated} isTable={view.view === 'table'} />
        )}
      </PagedList>
      {adding && <CustomerDialog onClose={() => setAdding(false)} />}
    </>
  )
}

interface FoundCustomersProps {
  customers: readonly Customer[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
  isTable: boolean
}

/** The customers. Dialogs outlive their row and an emptied list, so nothing typed is lost. */
function FoundCustomers({ customers, outdated, isTable }: FoundCustomersProps) {
  const [dialog, setDialog] = useState<ReactNode>()
  return (
    <>
      {customers.length > 0 &&
        (isTable ? (
          <CustomersTable customers={customers} outdated={outdated} onDialog={setDialog} />
        ) : (
          <ul className={styles.cards} aria-label="Customers" data-outdated={outdated} aria-busy={outdated}>
            {customers.map((customer) => (
              <CustomerCard key={customer.id} customer={customer} onDialog={setDialog} />
            ))}
          </ul>
        ))}
      {dialog}
    </>
  )
}
