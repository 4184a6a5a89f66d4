import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '@trunkshow/contract/api.ts'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { customersScreen } from '@trunkshow/contract/customers/screens.ts'
import { urlOf } from '@trunkshow/contract/paths.ts'
import { type ReactNode, useState } from 'react'
import { ImportButton } from '../imports/import-button.tsx'
import { useMayDo } from '../session/session-query.ts'
import type { Prefetch } from '../shell/lazy-page.tsx'
import { CardList } from '../ui/list/card.tsx'
import { ListFiles } from '../ui/list/list-files.tsx'
import { ArchivedFilter, ListFilter, ListScreen } from '../ui/list/list-screen.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { useListView, ViewSwitch } from '../ui/table/view-switch.tsx'
import { CustomerCard } from './card/customer-card.tsx'
import { CustomerDialog } from './card/customer-dialog.tsx'
import { CustomersTable } from './customers-table.tsx'
import { type CustomerFilter, customersQuery } from './queries.ts'

const route = getRouteApi('/signed-in/customers')

export const prefetch: Prefetch = (client) => client.prefetchInfiniteQuery(customersQuery({}))

/** /customers: the company's customers, with their addresses. */
export function CustomersPage() {
  const filter = customersScreen.search.parse(route.useSearch())
  const { q, archived, sort } = filter
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
      <ListScreen
        list={list}
        noun="customer"
        label="Search by name, email, or phone"
        q={q}
        onSearch={(q) => changeSearch({ q })}
        filters={
          <>
            <ArchivedFilter archived={archived} onFilter={changeSearch} />
            <ListFilter
              label="Sort"
              value={sort === 'newest' ? sort : undefined}
              choices={[
                ['', 'By last name'],
                ['newest', 'Newest first'],
              ]}
              onChoose={(sort) => changeSearch({ sort })}
            />
          </>
        }
        actions={
          <>
            <ViewSwitch {...view} />
            <ListFiles url={urlOf(api.customers.export.path, {}, { ...filter })}>
              {mayEdit && <ImportButton kind="customers" />}
            </ListFiles>
          </>
        }
        failureTitle="Failed to fetch customers"
        empty={{
          filtered: (q !== undefined || archived !== undefined) && {
            text: q
              ? `No ${archived ? 'archived ' : ''}customers match your search.`
              : 'Archived customers appear here. You can restore them anytime.',
            onClear: () => changeSearch({ q: undefined, archived: undefined }),
          },
          children: `Keep your customers, their addresses, and their history in one place.${
            add ? ' You can also import them from a CSV file.' : ''
          }`,
          ways: add && [['Add your first customer', add]],
        }}
      >
        {(customers, outdated) => (
          <FoundCustomers customers={customers} outdated={outdated} isTable={view.view === 'table'} />
        )}
      </ListScreen>
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
          <CardList label="Customers" width={360} outdated={outdated} uneven>
            {customers.map((customer) => (
              <CustomerCard key={customer.id} customer={customer} onDialog={setDialog} />
            ))}
          </CardList>
        ))}
      {dialog}
    </>
  )
}
