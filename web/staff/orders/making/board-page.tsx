import { Anchor, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Board, Stage } from '@trunkshow/contract/making/schema.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { MineFilter } from '../../company/mine-filter.tsx'
import { useMayDo } from '../../session/session-query.ts'
import { draggable, useDropTarget } from '../../ui/drag/use-drop-target.ts'
import { Loaded, Notice } from '../../ui/feedback/notice.tsx'
import { Choose } from '../../ui/form/choose.tsx'
import { ButtonLink, PageHeader } from '../../ui/page/page-header.tsx'
import { Soft, Tag } from '../../ui/page/words.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { MoneyTag } from '../money/money-tag.tsx'
import { eventChoicesQuery } from '../queries.ts'
import styles from './board.module.css'
import { useDueWords } from './due-words.ts'
import { boardQuery } from './queries.ts'
import { useMove } from './use-move.tsx'

const route = getRouteApi('/signed-in/board')

/** /board: the orders that are made, by stage, those due first at the top (docs/product.md, Making). */
export function BoardPage() {
  const search = route.useSearch()
  const { event, making, mine } = search
  const navigate = route.useNavigate()
  const query = useQuery(boardQuery(search))
  const { data: events = [] } = useQuery(eventChoicesQuery())
  const { stages, move, dialog } = useMove()
  const mayMove = useMayDo('orders.edit')
  const [dragged, setDragged] = useState<OrderSummary>()
  return (
    <>
      <PageHeader title="Making" subtitle={query.data && <Risks board={query.data} />}>
        <Choose
          aria-label="Show"
          value={making}
          onChoose={(making) => navigate({ search: { ...search, making } })}
          choices={[
            ['', 'All orders'],
            ['late', 'Late'],
            ['atRisk', 'At risk'],
            ['notStarted', 'Paid, not started'],
          ]}
        />
        <Choose
          aria-label="Event"
          value={event}
          onChoose={(event) => navigate({ search: { ...search, event } })}
          choices={[['', 'All events'], ...events.map(({ id, name }) => [id, name] as const)]}
        />
        <MineFilter mine={mine} onFilter={(change) => navigate({ search: { ...search, ...change } })} />
        <ButtonLink
          to="/orders"
          search={{ ...search, making: making ?? 'open', sort: 'due' }}
          variant="default"
        >
          By promised date
        </ButtonLink>
      </PageHeader>
      <Loaded query={query} noun="orders" skeleton={{ height: 480 }}>
        {({ columns }) =>
          columns.every(({ count }) => count === 0) ? (
            <Notice title="No orders here">Pending and paid orders appear here until they are sent.</Notice>
          ) : (
            <ul className={styles.board} aria-label="Stages">
              {columns.map((column) => (
                <Column
                  key={column.stageId}
                  column={column}
                  stages={stages}
                  takes={dragged !== undefined && dragged.stageId !== column.stageId}
                  onDrop={() => dragged && move.mutate({ order: dragged, stageId: column.stageId })}
                  onMove={(order, stageId) => move.mutate({ order, stageId })}
                  onDrag={mayMove ? setDragged : undefined}
                  search={search}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog}
    </>
  )
}

const plural = (count: number, words: string) => `${count} ${words}`

function Risks({ board: { late, atRisk, notStarted } }: { board: Board }) {
  return (
    <Group gap="xs">
      {late > 0 && <Tag tone="bad">{plural(late, 'late')}</Tag>}
      {atRisk > 0 && <Tag tone="warn">{plural(atRisk, 'at risk')}</Tag>}
      {notStarted > 0 && <Tag>{plural(notStarted, 'paid, not started')}</Tag>}
    </Group>
  )
}

interface ColumnProps {
  column: Board['columns'][number]
  stages: readonly Stage[]
  takes: boolean
  onDrop: () => void
  onMove: (order: OrderSummary, stageId: number | null) => void
  /** Undefined for those who may not move orders. */
  onDrag: ((order: OrderSummary | undefined) => void) | undefined
  search: ReturnType<typeof route.useSearch>
}

const nowhere = 'Not started'
const nameOf = (stages: readonly Stage[], stageId: number | null) =>
  stages.find(({ id }) => id === stageId)?.name ?? nowhere

function Column({ column, stages, takes, onDrop, onMove, onDrag, search }: ColumnProps) {
  const { stageId, count, orders } = column
  const name = nameOf(stages, stageId)
  return (
    <li className={styles.column} data-takes={takes} {...useDropTarget(takes, onDrop)}>
      <h2>
        {name} <span>{count}</span>
      </h2>
      <ul aria-label={name}>
        {orders.map((order) => (
          <Card key={order.id} order={order} stages={stages} onMove={onMove} onDrag={onDrag} />
        ))}
      </ul>
      {count > orders.length && (
        <Anchor
          component={Link}
          to="/orders"
          search={{ ...search, making: 'open', stage: stageId ?? 'none', sort: 'due' }}
        >
          All {count}
        </Anchor>
      )}
    </li>
  )
}

function Card({
  order,
  stages,
  onMove,
  onDrag,
}: { order: OrderSummary } & Pick<ColumnProps, 'stages' | 'onMove' | 'onDrag'>) {
  const { orderNumber, customerName, items, risk, stageId } = order
  const others = [null, ...stages.map(({ id }) => id)].filter((id) => id !== stageId)
  return (
    <li
      className={styles.card}
      data-risk={risk}
      {...(onDrag && draggable((isDragged) => onDrag(isDragged ? order : undefined)))}
    >
      <Group justify="space-between" wrap="nowrap" gap={4}>
        <Link to="/orders" search={{ orderId: order.id }}>
          #{orderNumber} {customerName}
        </Link>
        {onDrag && (
          <RowMenu
            name={orderName(order)}
            tasks={others.map((id) => ({
              label: `Move to ${nameOf(stages, id)}`,
              onRun: () => onMove(order, id),
            }))}
          />
        )}
      </Group>
      <div>{items}</div>
      <Group justify="space-between" gap={4}>
        <Soft>{useDueWords()(order)}</Soft>
        {order.assignee && <Soft>{order.assignee.name}</Soft>}
        <MoneyTag {...order} />
      </Group>
    </li>
  )
}
