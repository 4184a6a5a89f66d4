import { Card, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order, OrderInShopify } from '@trunkshow/contract/orders/schema.ts'
import { adminUrlOf, type OperationKind, openStates, storeIdOf } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import { useState } from 'react'
import { api, call } from '../../api/client.ts'
import { useMayDo } from '../../session/session-query.ts'
import { operationToasts, reasonAgainstStore, settleOperation, storeQuery } from '../../shopify/queries.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { type ToastContent, useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { ButtonLink, OutsideLink } from '../../ui/page/page-header.tsx'
import { QuietButton, QuietText } from '../../ui/page/words.tsx'
import { CancelOrderDialog } from '../detail/status-control.tsx'
import { orderQuery } from '../queries.ts'
import styles from './order-store.module.css'

/** Whether an order is in Shopify, with the actions for it. */
export function OrderStore({ order }: { order: Order }) {
  const { data: store } = useQuery(storeQuery())
  const { data: at } = useQuery(orderInShopifyQuery(order.id))
  const mayPush = useMayDo('shopify.push')
  const mayEdit = useMayDo('orders.edit')
  const mayManage = useMayDo('shopify.manage')
  const [canceling, setCanceling] = useState(false)
  const { shopifyOrderId, importedAs, status } = order
  if (importedAs !== null)
    return (
      <Card style={{ gap: 'var(--g2)' }}>
        <Text fw={600}>Imported as {importedAs}</Text>
        <QuietText>{orderMessages.notPushedImported}</QuietText>
      </Card>
    )
  const unusable = reasonAgainstStore(store)
  const url = adminUrlOf(store?.adminBaseUrl ?? null, shopifyOrderId)
  return (
    <Card style={{ gap: 'var(--g2)' }}>
      <Text fw={600}>
        {!shopifyOrderId ? 'Not in Shopify' : `In Shopify${at?.shopifyName ? ` as ${at.shopifyName}` : ''}`}
      </Text>
      {shopifyOrderId && <QuietText>{`Shopify order ID: ${storeIdOf(shopifyOrderId)}`}</QuietText>}
      {at && <OperationStatus at={at} mayPush={mayPush} />}
      {at && Number(at.untold) !== 0 && <QuietText>{untoldWords(at.untold, order.money.due)}</QuietText>}
      {store && unusable && <QuietText>{unusable}</QuietText>}
      <Group gap="xs" className={styles.ways}>
        {mayPush && status !== 'cancelled' && (
          <StoreActions
            order={order}
            reason={unusable ?? (isUnderway(at) ? at!.operation!.message : orderCan.push(order))}
          />
        )}
      </Group>
      <Group gap="xs" className={styles.ways}>
        {url && (
          <OutsideLink href={url} variant="subtle">
            Open in Shopify
          </OutsideLink>
        )}
        {mayManage && store && unusable && (
          <ButtonLink to="/settings" variant="subtle">
            Settings
          </ButtonLink>
        )}
        {mayManage && at?.operation && (
          <ButtonLink to="/settings/shopify" search={{ orderId: order.id }} variant="subtle">
            Log
          </ButtonLink>
        )}
        {mayPush && mayEdit && shopifyOrderId && status !== 'cancelled' && (
          <ReasonButton
            variant="subtle"
            color="bad"
            reason={orderCan.cancel(order)}
            onClick={() => setCanceling(true)}
          >
            Cancel Shopify order
          </ReasonButton>
        )}
      </Group>
      {canceling && <CancelOrderDialog order={order} onClose={() => setCanceling(false)} />}
    </Card>
  )
}

const changedSince = {
  nothing: null,
  details: 'Changed since it was sent. Update sends the address, email, and notes to Shopify.',
  items: 'Items or price changed since it was sent. Recreate to send them to Shopify.',
}

/** What Shopify doesn't know of an order's money (docs/product.md, Orders in Shopify). */
function untoldWords(untold: string, due: string): string {
  if (untold.startsWith('-'))
    return `Shopify counts ${formatMoney(untold.slice(1))} more than this order holds. Mark it as refunded in Shopify too, without paying it out again.`
  const words = `Shopify doesn’t know about ${formatMoney(untold)} of this order’s payments.`
  return Number(due) > 0 ? `${words} Once nothing is due, we’ll mark the order as paid in Shopify.` : words
}

/** The running or failed operation, and what changed since the order was pushed. */
function OperationStatus({ at: { operation, changed }, mayPush }: { at: OrderInShopify; mayPush: boolean }) {
  const failed = operation?.state === 'failed'
  const underway = operation && operation.state !== 'done' && !failed
  // Empty it takes no room, yet stays, so that what it says next is announced.
  const news = underway ? operation.message : changedSince[changed]
  return (
    <>
      <QuietText role="status" mt={news ? 0 : '-xs'}>
        {news}
      </QuietText>
      {failed && (
        <Stack gap="xs" align="start" c="bad" style={{ whiteSpace: 'pre-line' }}>
          {operation.message}
          {mayPush && <RetryNow operation={operation}>Retry</RetryNow>}
        </Stack>
      )}
      {operation?.state === 'unknown' && mayPush && (
        <div>
          <RetryNow operation={operation}>Check again</RetryNow>
        </div>
      )}
    </>
  )
}

/** Retries a failed operation; checks one with an unknown outcome in Shopify. */
function RetryNow({ operation: { id, kind }, children }: { operation: Operation; children: string }) {
  const retry = useOperation(kind, () => call(api.shopify.retry, { params: { id } }))
  return (
    <QuietButton size="compact-sm" disabled={retry.isPending} onClick={() => retry.mutate(undefined)}>
      {retry.isPending ? 'Trying...' : children}
    </QuietButton>
  )
}

function StoreActions({ order, reason }: { order: Order; reason: string | null }) {
  const { id, shopifyOrderId, orderNumber } = order
  const params = { id }
  const push = useOperation('order.push', () => call(api.orders.push, { params }), describePush)
  const recreate = useOperation(
    'order.recreate',
    () => call(api.orders.recreate, { params }),
    ({ message }) => ({ title: operationToasts['order.recreate'].done, description: message }),
  )
  const [recreating, setRecreating] = useState(false)
  const closeQuestion = () => setRecreating(false)
  const pushing = shopifyOrderId ? 'Updating...' : 'Sending...'
  return (
    <>
      <ReasonButton
        variant={shopifyOrderId ? 'default' : undefined}
        reason={reason}
        disabled={push.isPending}
        onClick={() => push.mutate(undefined)}
      >
        {push.isPending ? pushing : shopifyOrderId ? 'Update' : 'Send to Shopify'}
      </ReasonButton>
      {shopifyOrderId && (
        <ReasonButton
          variant="default"
          reason={reason}
          disabled={push.isPending}
          onClick={() => setRecreating(true)}
        >
          Recreate
        </ReasonButton>
      )}
      {recreating && (
        <ConfirmDialog
          title={`Recreate order #${orderNumber} in Shopify?`}
          confirmLabel="Recreate order"
          pendingLabel="Recreating..."
          keepLabel="Keep order"
          loading={recreate.isPending}
          onConfirm={() => recreate.mutate(undefined, { onSettled: closeQuestion })}
          onClose={closeQuestion}
        >
          This creates a new Shopify order and cancels the old one. You can’t undo this.
        </ConfirmDialog>
      )}
    </>
  )
}

/** A response whose message has `updated` was an update (docs/product.md, Orders in Shopify). */
const describePush = ({ message }: Operation) => ({
  title: message.includes('updated') ? 'Order updated in Shopify' : operationToasts['order.push'].done,
  description: message,
})

const POLL_MS = 2000

const isUnderway = (at: OrderInShopify | undefined) =>
  Boolean(at?.operation && openStates.includes(at.operation.state))

/** An order's state in Shopify, polled while an operation is running. */
function orderInShopifyQuery(id: number) {
  return queryOptions({
    queryKey: ['orders', 'store', id],
    queryFn: async ({ client, queryKey }) => {
      const before = client.getQueryData<OrderInShopify>(queryKey)
      const now = await call(api.orders.atStore, { params: { id } })
      // The operation may have changed the order too.
      if (isUnderway(before) && !isUnderway(now))
        void client.invalidateQueries({ queryKey: orderQuery(id).queryKey })
      return now
    },
    refetchInterval: ({ state }) => (isUnderway(state.data) ? POLL_MS : false),
    staleTime: 0,
  })
}

/** Runs an operation until it settles; meanwhile its state shows with the order. */
function useOperation(
  kind: OperationKind,
  start: () => Promise<Operation>,
  done: string | ((settled: Operation) => ToastContent) = operationToasts[kind].done,
) {
  const client = useQueryClient()
  const showState = () => client.invalidateQueries({ queryKey: ['orders', 'store'] })
  return useReportedCall({
    call: () => settleOperation(start(), showState),
    done,
    failed: operationToasts[kind].failed,
    reloads: ['orders'],
  })
}
