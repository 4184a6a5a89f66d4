import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { api } from '@trunkshow/contract/api.ts'
import { type Customer, fullName } from '@trunkshow/contract/customers/schema.ts'
import { customersScreen } from '@trunkshow/contract/customers/screens.ts'
import { formatShortDate } from '@trunkshow/contract/dates.ts'
import { urlOf } from '@trunkshow/contract/paths.ts'
import { isErased } from '@trunkshow/contract/privacy/rules.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ReactNode, useState } from 'react'
import { MineFilter } from '../company/mine-filter.tsx'
import { ImportButton } from '../imports/import-button.tsx'
import { useCompanyZone, useMayDo } from '../session/session-query.ts'
import type { Prefetch } from '../shell/lazy-page.tsx'
import { choicesOf } from '../ui/form/choose.tsx'
import { CardList, RecordCard } from '../ui/list/card.tsx'
import { ArchivedFilter, ListFiles, ListFilter, ListScreen } from '../ui/list/list-screen.tsx'
import { Contact, PageHeader } from '../ui/page/page-header.tsx'
import { QuietText, Tag } from '../ui/page/words.tsx'
import { TableHead } from '../ui/table/plain-table.tsx'
import { opensOn, RowLink } from '../ui/table/row-link.tsx'
import styles from '../ui/table/table.module.css'
import { useListView, ViewSwitch } from '../ui/table/view-switch.tsx'
import { Addresses, type CustomerProps } from './card/addresses.tsx'
import { CustomerDialog, CustomerMenu, historyOf } from './card/customer-actions.tsx'
import { Tags } from './card/tags.tsx'
import { type CustomerFilter, customersQuery, tagsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/customers')

export const prefetch: Prefetch = (client) => client.prefetchInfiniteQuery(customersQuery({}))

/** /customers: the company's customers, with their addresses. */
export function CustomersPage() {
  const filter = customersScreen.search.parse(route.useSearch())
  const { q, archived, tag, mine, sort } = filter
  const navigate = route.useNavigate()
  const mayEdit = useMayDo('orders.edit')
  /** Outlives its row and an emptied list, so nothing typed is lost. */
  const [dialog, setDialog] = useState<ReactNode>()
  const list = useInfiniteQuery(customersQuery(filter))
  const view = useListView('customers')
  const tags = useQuery(tagsQuery()).data ?? []
  const changeSearch = (change: CustomerFilter) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  const add = mayEdit ? () => setDialog(<CustomerDialog onClose={() => setDialog(null)} />) : undefined
  return (
    <>
      <PageHeader title="Customers">{add && <Button onClick={add}>Add Customer</Button>}</PageHeader>
      <ListScreen
        list={list}
        noun="customer"
        label="Search by name, email, phone, or tag"
        q={q}
        onSearch={(q) => changeSearch({ q })}
        filters={
          <>
            <MineFilter mine={mine} onFilter={changeSearch} />
            <ArchivedFilter archived={archived} onFilter={changeSearch} />
            {(tags.length > 0 || tag !== undefined) && (
              <ListFilter
                label="Tag"
                value={tags.find((each) => each.toLowerCase() === tag?.toLowerCase()) ?? tag}
                choices={[['', 'All tags'], ...among(tags, tag).map((tag) => [tag, tag] as const)]}
                onChoose={(tag) => changeSearch({ tag })}
              />
            )}
            <ListFilter
              label="Sort"
              value={sort === 'newest' ? sort : undefined}
              choices={choicesOf({ '': 'By last name', newest: 'Newest first' })}
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
        failed="Failed to fetch customers"
        empty={{
          filtered: (q ?? archived ?? tag ?? mine) !== undefined && {
            text: q
              ? `No ${archived ? 'archived ' : ''}customers match your search.`
              : mine
                ? 'No customers are assigned to you.'
                : tag
                  ? `No ${archived ? 'archived ' : ''}customers are tagged ${tag}.`
                  : 'Archived customers appear here. You can restore them anytime.',
            onClear: () =>
              changeSearch({ q: undefined, archived: undefined, tag: undefined, mine: undefined }),
          },
          children: `Keep your customers, their addresses, and their history in one place.${
            add ? ' You can also import them from a CSV file.' : ''
          }`,
          ways: add && [['Add your first customer', add]],
        }}
      >
        {(customers, outdated) =>
          view.view === 'table' && customers.length > 0 ? (
            <CustomersTable customers={customers} outdated={outdated} onDialog={setDialog} />
          ) : (
            <CardList label="Customers" width={360} rows={customers} outdated={outdated} uneven>
              {(customer) => <CustomerCard key={customer.id} customer={customer} onDialog={setDialog} />}
            </CardList>
          )
        }
      </ListScreen>
      {dialog}
    </>
  )
}

/** The tags with one that the page's address may have, but no active customer. */
const among = (tags: readonly string[], tag: string | undefined) =>
  tag && !tags.some((each) => each.toLowerCase() === tag.toLowerCase()) ? [...tags, tag] : tags

function CustomerCard({ customer, onDialog }: CustomerProps) {
  const router = useRouter()
  const href = historyOf(customer)
  return (
    <RecordCard
      name={fullName(customer)}
      open={{ href, onOpen: () => router.history.push(href) }}
      tag={customer.isArchived && <Tag>{isErased(customer) ? 'Erased' : 'Archived'}</Tag>}
      menu={<CustomerMenu customer={customer} onDialog={onDialog} />}
    >
      {!isErased(customer) && (
        <Contact
          component="p"
          mt="xs"
          emails={[customer.email, ...customer.alsoEmails]}
          phone={customer.phone}
        />
      )}
      {customer.assignee && <QuietText mt="xs">Assigned to {customer.assignee.name}</QuietText>}
      {customer.tags && (
        <Group gap={6} mt="xs">
          <Tags tags={customer.tags} />
        </Group>
      )}
      {customer.notes && (
        <Text lineClamp={4} mt="xs" style={{ whiteSpace: 'pre-line' }}>
          {customer.notes}
        </Text>
      )}
      {!isErased(customer) && <Addresses customer={customer} onDialog={onDialog} />}
    </RecordCard>
  )
}

interface CustomersTableProps extends Omit<CustomerProps, 'customer'> {
  customers: readonly Customer[]
  outdated: boolean
}

/** The customers on a large screen; a row opens the customer's history. */
function CustomersTable({ customers, outdated, onDialog }: CustomersTableProps) {
  return (
    <table className={styles.table} aria-label="Customers" data-outdated={outdated} aria-busy={outdated}>
      <TableHead columns={['Name', 'Email', 'Phone', 'Notes', 'Added', 'Actions']} />
      <tbody>
        {customers.map((customer) => (
          <Row key={customer.id} customer={customer} onDialog={onDialog} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ customer, onDialog }: CustomerProps) {
  const zone = useCompanyZone()
  const router = useRouter()
  const { email, alsoEmails, phone, notes, createdAt, isArchived } = customer
  const erased = isErased(customer)
  const href = historyOf(customer)
  const open = () => router.history.push(href)
  return (
    <tr {...opensOn(href, open)}>
      <th scope="row">
        <RowLink href={href} onOpen={open}>
          {fullName(customer)}
        </RowLink>{' '}
        {isArchived && <Tag>{erased ? 'Erased' : 'Archived'}</Tag>} <Tags tags={customer.tags} />
        {customer.assignee && <QuietText>{customer.assignee.name}</QuietText>}
      </th>
      <td>{!erased && [email, ...alsoEmails].map((email) => <QuietText key={email}>{email}</QuietText>)}</td>
      <td style={{ whiteSpace: 'nowrap' }}>{phone}</td>
      <td>
        <QuietText lineClamp={1}>{notes}</QuietText>
      </td>
      <td style={{ whiteSpace: 'nowrap' }}>{formatShortDate(wallClock(new Date(createdAt), zone).date)}</td>
      <td>
        <CustomerMenu customer={customer} onDialog={onDialog} />
      </td>
    </tr>
  )
}
