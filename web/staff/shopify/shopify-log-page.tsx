import { Button, Group, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type OperationKind, operationKinds, operationStates } from '@trunkshow/contract/shopify/rules.ts'
import { type LogFilter, shopifyLogScreen } from '@trunkshow/contract/shopify/screens.ts'
import { useMayDo } from '../session/session-query.ts'
import { timesSentence, useCompanyZone } from '../session/use-company-zone.ts'
import { EmptyList } from '../ui/list/empty-list.tsx'
import { LogPage } from '../ui/list/log-page.tsx'
import { PagedList } from '../ui/list/paged-list.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { LogList, stateWords } from './log-list.tsx'
import { logsQuery } from './log-queries.ts'

const route = getRouteApi('/signed-in/settings/shopify')

/** /settings/shopify: what was sent to Shopify and its result, for admins (docs/product.md, The Shopify log). */
export function ShopifyLogPage() {
  const maySee = useMayDo('shopify.manage')
  return (
    <LogPage
      title="Shopify log"
      subtitle={`What we sent to your store and what happened. ${timesSentence(useCompanyZone(), new Date())}`}
      maySee={maySee}
      refusal="The Shopify log is for admins"
    >
      <Log />
    </LogPage>
  )
}

function Log() {
  const filter = shopifyLogScreen.search.parse(route.useSearch())
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(logsQuery(filter))
  const changeSearch = (change: LogFilter) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  const [first] = (!list.isPlaceholderData && list.data?.rows) || []
  const subject = first?.subjectName ?? 'This order'
  const filtered = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <Filters filter={filter} subject={subject} onFilter={changeSearch} />
      <PagedList
        list={list}
        noun="the Shopify log"
        empty={
          <EmptyList
            noun="entries"
            filtered={
              filtered && {
                title: 'Nothing found',
                text: 'Try a different filter.',
                label: 'Show everything',
                onClear: () => changeSearch({ status: undefined, operation: undefined, orderId: undefined }),
              }
            }
            title="Nothing sent yet"
          >
            Push an order or product to your store, or sync its catalog, and it shows up here.
          </EmptyList>
        }
      >
        {(logs, outdated) => logs.length > 0 && <LogList logs={logs} outdated={outdated} />}
      </PagedList>
    </>
  )
}

interface FiltersProps {
  filter: LogFilter
  /** The log's filters. */
  subject: string
  onFilter: (change: LogFilter) => void
}

function Filters({ filter, subject, onFilter }: FiltersProps) {
  const kinds = Object.keys(operationKinds) as OperationKind[]
  return (
    <Group component="search" mb="md" className={surfaces.filters}>
      <NativeSelect
        aria-label="Operation"
        value={filter.operation ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ operation: kinds.find((kind) => kind === value) })
        }
        data={[
          { value: '', label: 'All operations' },
          ...kinds.map((value) => ({ value, label: operationKinds[value].does })),
        ]}
      />
      <NativeSelect
        aria-label="Outcome"
        value={filter.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ status: operationStates.find((state) => state === value) })
        }
        data={[
          { value: '', label: 'All outcomes' },
          ...(['done', 'failed', 'queued', 'unknown'] as const).map((value) => ({
            value,
            label: stateWords[value].label,
          })),
        ]}
      />
      {filter.orderId && (
        <Button variant="default" onClick={() => onFilter({ orderId: undefined })}>
          {subject}: show all
        </Button>
      )}
    </Group>
  )
}
