import { Button, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orderStatuses } from '@trunkshow/contract/orders/rules.ts'
import { type OrderFilter, ordersScreen } from '@trunkshow/contract/orders/screens.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { agreementWords } from '@trunkshow/contract/proposals/fields.ts'
import { useId, useState } from 'react'
import { api, call } from '../../api/client.ts'
import { MineFilter } from '../../company/mine-filter.tsx'
import { RetryLine } from '../../ui/feedback/notice.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { Choose } from '../../ui/form/choose.tsx'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { ListFilter, SearchField } from '../../ui/list/list-screen.tsx'
import { Fold } from '../../ui/page/fold.tsx'
import { orderStatusWords, QuietButton } from '../../ui/page/words.tsx'
import { eventChoice, eventChoicesQuery, savedFiltersQuery } from '../queries.ts'
import styles from './order-tools.module.css'

/** What a filter has, without its sort order. */
export const filterParts = Object.keys(ordersScreen.filter.omit({ sort: true }).shape) as Exclude<
  keyof OrderFilter,
  'sort'
>[]
export const noFilter: OrderFilter = Object.fromEntries(filterParts.map((part) => [part, undefined]))

const DEBOUNCE_MS = 250

interface OrderToolsProps {
  filter: OrderFilter
  /** Whether any filter is set. */
  filtered: boolean
  onFilter: (change: OrderFilter) => void
  /** Called with the sort order that the user chose, for the next time. */
  onSort: (sort: NonNullable<OrderFilter['sort']>) => void
}

/** Search, filters and sort order of the orders (docs/product.md, The orders list). */
export function OrderTools({ filter, filtered, onFilter, onSort }: OrderToolsProps) {
  return (
    <Group align="stretch" component="search">
      <div className={styles.find}>
        <SearchField
          label="Search by number, customer, or product"
          value={filter.q ?? ''}
          onSearch={(q) => onFilter({ q: q || undefined })}
        />
      </div>
      <Fold label="Filter" active={filterParts.some((part) => part !== 'q' && filter[part] !== undefined)}>
        <ListFilter
          label="Status"
          // How far customers agreed and orders are is in the same list: one more would take a second line.
          value={filter.making ?? filter.agreement ?? filter.status}
          choices={[
            ['', 'All statuses'],
            ...orderStatuses.map((value) => [value, orderStatusWords[value]] as const),
            ...makingChoices,
            ['waiting', 'To approve'],
            ...(['changeAsked', 'changed', 'approved', 'declined', 'expired'] as const).map(
              (value) => [value, agreementWords[value][0]] as const,
            ),
          ]}
          onChoose={(chosen) => {
            const status = orderStatuses.find((one) => one === chosen)
            const making = makingChoices.find(([one]) => one === chosen)?.[0]
            const agreement = status || making ? undefined : (chosen as OrderFilter['agreement'])
            onFilter({ status, making, agreement })
          }}
        />
        <ListFilter
          label="Payment"
          value={filter.money}
          choices={[
            ['', 'Payments'],
            ['due', 'Due'],
            ['overdue', 'Overdue'],
            ['paid', 'Paid'],
            ['refundDue', 'Refund due'],
          ]}
          onChoose={(money) => onFilter({ money })}
        />
        <MineFilter mine={filter.mine} onFilter={onFilter} />
        <EventFilter value={filter.event} onChange={(event) => onFilter({ event })} />
        <ProductFilter value={filter.productId} onChange={(productId) => onFilter({ productId })} />
        <ListFilter
          label="Sort"
          value={filter.sort === 'oldest' ? undefined : filter.sort}
          choices={[
            ['', 'Oldest first'],
            ['newest', 'Newest first'],
            ['due', 'Due first'],
          ]}
          onChoose={(sort) => {
            onSort(sort ?? 'oldest')
            onFilter({ sort })
          }}
        />
        <QuietButton disabled={!filtered} onClick={() => onFilter(noFilter)}>
          Clear
        </QuietButton>
      </Fold>
    </Group>
  )
}

/** What of the making an order can be found by. */
const makingChoices = [
  ['open', 'To make'],
  ['late', 'Late'],
  ['atRisk', 'At risk'],
  ['notStarted', 'Paid, not started'],
] as const

interface FilterProps<Part extends keyof OrderFilter> {
  value: OrderFilter[Part]
  onChange: (value: OrderFilter[Part]) => void
}

function EventFilter({ value, onChange }: FilterProps<'event'>) {
  const list = useQuery(eventChoicesQuery())
  const events = list.data ?? []
  // The URL may have an event that hasn't loaded or no longer exists.
  const unknown = typeof value === 'number' && !events.some(({ id }) => id === value)
  return (
    <>
      <Choose
        aria-label="Event"
        maw={130}
        value={value}
        onChoose={onChange}
        choices={[
          ['', 'All events'],
          ['none', 'No event'],
          ...(unknown ? [[value, 'Another event'] as const] : []),
          ...events.map(eventChoice),
        ]}
      />
      {list.isError && !list.data && <RetryLine list={list}>Couldn’t load events.</RetryLine>}
    </>
  )
}

const labelOf = ({ name, sku }: Pick<Product, 'name' | 'sku'>) => (sku ? `${name}, ${sku}` : name)

/** The calls of products load when one is looked for, not with the orders. */
const loadCalls = async () => (await import('@trunkshow/contract/products/calls.ts')).productCalls

/** Offers products that match what is typed: a catalog has too many to list them all. */
function ProductFilter({ value, onChange }: FilterProps<'productId'>) {
  const listId = useId()
  const [typed, setTyped] = useState<string>()
  const [q, setQ] = useState<string>()
  const search = useDebouncedCallback((text: string) => setQ(text.trim()), DEBOUNCE_MS)
  const list = useQuery({
    queryKey: ['products', 'choices', q ?? ''],
    queryFn: async () => call((await loadCalls()).list, { query: { q: q || undefined, limit: 50 } }),
    placeholderData: keepPreviousData,
    enabled: q !== undefined,
  })
  const products = list.data ?? []
  const chosen = useQuery({
    queryKey: ['products', 'one', value ?? 0],
    queryFn: async () => call((await loadCalls()).get, { params: { id: value! } }),
    enabled: value !== undefined,
  })
  const label = chosen.data ? labelOf(chosen.data) : chosen.isError ? 'Another product' : ''
  function pick(text: string) {
    setTyped(text)
    search(text)
    const product = products.find((product) => labelOf(product) === text)
    if (product || !text) onChange(product?.id)
  }
  return (
    <>
      <TextInput
        aria-label="Product"
        placeholder="All products"
        maw={120}
        list={listId}
        value={typed ?? (value === undefined ? '' : label)}
        onFocus={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setQ('')
          currentTarget.select()
        }}
        onChange={({ currentTarget }) => pick(currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <datalist id={listId}>
        {products.map((product) => (
          <option key={product.id} value={labelOf(product)} />
        ))}
      </datalist>
      {list.isError && !list.data && <RetryLine list={list}>Couldn’t load products.</RetryLine>}
    </>
  )
}

const SaveFilterDialog = lazy(() => import('./save-filter-dialog.tsx'), 'SaveFilterDialog')

/** The user's saved filters: select one, save the current one, delete the selected one. */
export function SavedFilters({ filter, filtered, onFilter }: Omit<OrderToolsProps, 'onSort'>) {
  const list = useQuery(savedFiltersQuery())
  const saved = list.data ?? []
  const remove = useReportedCall({
    call: (id: number) => call(api.savedFilters.remove, { params: { id } }),
    done: 'Filter deleted',
    failed: 'Failed to delete the filter',
    reloads: savedFiltersQuery().queryKey,
  })
  const [naming, setNaming] = useState(false)
  const current = saved.find((other) => isSame(other.filter, filter))
  const failed = list.isError && !list.data
  if (!filtered && saved.length === 0 && !failed) return null
  return (
    <Group gap="xs">
      {failed && <RetryLine list={list}>Couldn’t load saved filters.</RetryLine>}
      {saved.length > 0 && (
        <Choose
          aria-label="Saved filters"
          value={current?.id}
          onChoose={(chosen) => {
            const picked = saved.find(({ id }) => id === chosen)
            if (picked) onFilter(whole(picked.filter))
          }}
          choices={[['', 'Saved filters'], ...saved.map(({ id, name }) => [id, name] as const)]}
        />
      )}
      {filtered && !current && (
        <Button variant="subtle" onClick={() => setNaming(true)}>
          Save this filter
        </Button>
      )}
      {current && (
        <Button
          variant="subtle"
          color="bad"
          disabled={remove.isPending}
          onClick={() => remove.mutate(current.id)}
        >
          Delete this filter
        </Button>
      )}
      {naming && <SaveFilterDialog filter={filter} onClose={() => setNaming(false)} />}
    </Group>
  )
}

/** Every part of a filter, so selecting a saved one clears the parts it doesn't have, and sorts as it did. */
function whole({ sort, ...kept }: OrderFilter): OrderFilter {
  return { ...noFilter, ...kept, sort: sort ?? 'oldest' }
}

function isSame(kept: OrderFilter, filter: OrderFilter) {
  const [one, other] = [whole(kept), whole(filter)]
  return one.sort === other.sort && filterParts.every((part) => one[part] === other[part])
}
