import { Box, Button, CloseButton, Group, Menu, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isOpen } from '@trunkshow/contract/making/rules.ts'
import { nextStatuses, type OrderStatus, orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order, OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import type { OrderFilter } from '@trunkshow/contract/orders/screens.ts'
import { useEffect, useRef, useState } from 'react'
import { api, call, sentenceOf } from '../../api/client.ts'
import { runConcurrently } from '../../api/run-concurrently.ts'
import { makingQuery } from '../../making/queries.ts'
import { useMayDo } from '../../session/session-query.ts'
import { storeQuery } from '../../shopify/queries.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { countOf, orderStatusWords, QuietButton } from '../../ui/page/words.tsx'
import { OrderFiles } from './order-files.tsx'
import styles from './selection-bar.module.css'
import type { Selection } from './use-selection.ts'

/** Calls that run at once. */
const AT_ONCE = 3

/** What became of one order. */
interface Result {
  /** As it was before. */
  order: OrderSummary
  /** The status that it has now. */
  status: OrderStatus
  /** Why it was not done; absent if it was. */
  reason?: string
}

interface Change {
  /** Such as `marked Paid`, after the number of orders. */
  words: string
  results: Result[]
}

interface SelectionBarProps {
  orders: readonly OrderSummary[]
  selection: Selection
  filter: OrderFilter
  /** Told whether it has results to show, also when the orders have left the list. */
  onHold: (holds: boolean) => void
}

/** What can be done with the selected orders; takes the place of the list's tools. */
export function SelectionBar({ orders, selection, filter, onHold }: SelectionBarProps) {
  const chosen = orders.filter(({ id }) => selection.ids.has(id))
  const mayEdit = useMayDo('orders.edit')
  const mayPush = useMayDo('shopify.push')
  const { data: store } = useQuery({ ...storeQuery(), enabled: mayPush })
  const { data: { stages } = { stages: [] } } = useQuery({ ...makingQuery(), enabled: mayEdit })
  const [canceling, setCanceling] = useState(false)
  const { run, progress, change, forget } = useBulkChange()
  const trigger = useRef<HTMLButtonElement>(null)
  const holds = progress !== undefined || change !== undefined
  useEffect(() => onHold(holds), [holds, onHold])

  const moveTo = (status: OrderStatus) =>
    run(`marked ${orderStatusWords[status]}`, chosen, (order) => move(order, status))
  const choose = (status: OrderStatus) => (status === 'cancelled' ? setCanceling(true) : void moveTo(status))
  const choices = (Object.keys(orderStatusWords) as OrderStatus[]).filter((status) =>
    chosen.some((order) => orderCan.become(order, status) === null),
  )
  return (
    <Box mb="sm" component="section" aria-label="Selected orders">
      {(chosen.length > 0 || progress) && (
        <Group gap="8px 12px" className={surfaces.tools}>
          <Text miw={84} fw={600} className={styles.count} role="status">
            {progress ?? `${chosen.length} selected`}
          </Text>
          {mayEdit && (
            <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <QuietButton ref={trigger} disabled={progress !== undefined || choices.length === 0}>
                  Change status
                </QuietButton>
              </Menu.Target>
              <Menu.Dropdown>
                {choices.map((status) => (
                  <Menu.Item
                    key={status}
                    onClick={() => {
                      trigger.current?.focus() // where the question returns the focus to
                      choose(status)
                    }}
                  >
                    {orderStatusWords[status]}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          {mayEdit && stages.length > 0 && (
            <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <QuietButton disabled={progress !== undefined || !chosen.some(isOpen)}>Move to</QuietButton>
              </Menu.Target>
              <Menu.Dropdown>
                {stages.map(({ id: stageId, name }) => (
                  <Menu.Item
                    key={stageId}
                    onClick={() =>
                      void run(`moved to ${name}`, chosen, ({ id, stageId: from }) =>
                        call(api.making.move, { params: { id }, body: { stageId, from } }),
                      )
                    }
                  >
                    {name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          {mayPush && store?.connected && (
            <QuietButton
              disabled={progress !== undefined}
              onClick={() =>
                void run('sent to Shopify', chosen, async ({ id }) => {
                  const { state, message } = await call(api.orders.push, { params: { id } })
                  if (state !== 'done') throw new Error(message)
                })
              }
            >
              Send to Shopify
            </QuietButton>
          )}
          <OrderFiles which={{ ids: [...selection.ids], sort: filter.sort }} count={chosen.length} />
          <Button variant="subtle" onClick={selection.clear}>
            Clear selection
          </Button>
        </Group>
      )}
      {change && (
        <Results
          change={change}
          onClose={forget}
          onUndo={(moved) =>
            void run('moved back', moved, (order) => move(order, nextStatuses(order.status).back!))
          }
        />
      )}
      {canceling && (
        <ConfirmDialog
          keepLabel="Keep orders"
          title={`Cancel ${countOf(String(chosen.length), 'order')}?`}
          confirmLabel="Cancel orders"
          onClose={() => setCanceling(false)}
          onConfirm={() => {
            setCanceling(false)
            void moveTo('cancelled')
          }}
        >
          Canceled orders can’t be brought back. Those in Shopify are canceled there too.
        </ConfirmDialog>
      )}
    </Box>
  )
}

/** From the status it has here, so two people's changes are never mixed. */
const move = ({ id, status: from }: OrderSummary, status: OrderStatus) =>
  call(api.orders.changeStatus, { params: { id }, body: { status, from } })

/** Does something to one order after another, and keeps what became of each. */
function useBulkChange() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<string>()
  const [change, setChange] = useState<Change>()

  async function run(
    words: string,
    orders: readonly OrderSummary[],
    act: (order: OrderSummary) => Promise<Order | undefined>,
  ) {
    const results: Result[] = []
    const show = (done: number) => setProgress(`${done} of ${orders.length}…`)
    let done = 0
    setChange(undefined)
    show(0)
    await runConcurrently([...orders.entries()], AT_ONCE, async ([place, order]) => {
      results[place] = await act(order).then(
        (changed) => ({ order, status: changed?.status ?? order.status }),
        (error) => ({ order, status: order.status, reason: sentenceOf(error) }),
      )
      done += 1
      show(done)
    })
    await client.invalidateQueries({ queryKey: ['orders'] })
    setProgress(undefined)
    setChange({ words, results })
  }
  return { run, progress, change, forget: () => setChange(undefined) }
}

interface ResultsProps {
  change: Change
  /** Called with those that have a way back, as they are now. */
  onUndo: (moved: OrderSummary[]) => void
  onClose: () => void
}

/** What became of each, and the way back of those that have one. */
function Results({ change: { words, results }, onUndo, onClose }: ResultsProps) {
  const failed = results.filter(({ reason }) => reason).length
  const done = results.length - failed
  const moved = results.flatMap(({ order, status }) =>
    status !== order.status && nextStatuses(status).back === order.status ? [{ ...order, status }] : [],
  )
  return (
    <Group
      wrap="nowrap"
      align="flex-start"
      mt="sm"
      className={`${surfaces.panel} ${styles.results}`}
      role="alert"
    >
      <Stack gap="xs" flex={1} miw={0}>
        <p>
          {done > 0 && `${countOf(String(done), 'order')} ${words}.`}
          {failed > 0 && ` ${countOf(String(failed), 'order')} not ${words}.`}
        </p>
        <Box component="ul" mah={220} style={{ overflowY: 'auto' }} className={surfaces.between}>
          {results.map(({ order, status, reason }) => (
            <Group key={order.id} component="li" gap="0 12px" justify="space-between" py={4}>
              <b>
                #{order.orderNumber} {order.customerName}
              </b>
              <Text span c={reason && 'bad'}>
                {reason ?? (status === order.status ? 'Done' : `${wordOf(order)} → ${wordOf({ status })}`)}
              </Text>
            </Group>
          ))}
        </Box>
      </Stack>
      {moved.length > 0 && <QuietButton onClick={() => onUndo(moved)}>Undo</QuietButton>}
      <CloseButton aria-label="Close results" onClick={onClose} />
    </Group>
  )
}

const wordOf = ({ status }: Pick<OrderSummary, 'status'>) => orderStatusWords[status]
