import { Button, Flex, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { adminUrlOf } from '@trunkshow/contract/shopify/rules.ts'
import { call } from '../api/client.ts'
import { useMayDo } from '../session/session-query.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { OutsideLink } from '../ui/page/page-header.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import styles from './product-store.module.css'
import { operationToasts, settleOperation, storeQuery } from './queries.ts'

/** A product's state in Shopify, with Push and Re-sync; shown only if a store is connected. */
export function ProductStore({ product }: { product: Product }) {
  const { data: store } = useQuery(storeQuery())
  const mayPush = useMayDo('shopify.push')
  if (!store?.connected) return null
  const { name, shopifyProductId } = product
  const url = adminUrlOf(store.adminBaseUrl, shopifyProductId)
  return (
    <Group
      gap={0}
      justify="space-between"
      mih="var(--control)"
      c="dimmed"
      fz="xs"
      className={`${surfaces.tight} ${styles.store}`}
      style={{ gridColumn: '1 / -1' }}
    >
      {url ? (
        <OutsideLink href={url} variant="subtle" aria-label={`Open in Shopify: ${name}`}>
          Open in Shopify
        </OutsideLink>
      ) : (
        <Text span px="xs">
          {shopifyProductId ? 'In Shopify' : 'Not in Shopify'}
        </Text>
      )}
      {mayPush && store.enabled && <StoreButtons product={product} />}
    </Group>
  )
}

function StoreButtons({ product: { id, name, shopifyProductId } }: { product: Product }) {
  const params = { id }
  const push = useReportedCall({
    call: () => settleOperation(call(api.products.push, { params })),
    ...operationToasts['product.push'],
    reloads: ['products'],
  })
  const resync = useReportedCall({
    call: () => settleOperation(call(api.products.resync, { params })),
    ...operationToasts['product.resync'],
    reloads: ['products'],
  })
  const busy = push.isPending || resync.isPending
  // The aria-label must contain the visible text, also while running.
  const [pushing, resyncing] = [
    push.isPending ? 'Pushing...' : 'Push',
    resync.isPending ? 'Re-syncing...' : 'Re-sync',
  ]
  return (
    <Flex className={surfaces.tight}>
      <Button
        variant="subtle"
        disabled={busy}
        aria-label={`${pushing} ${name} to Shopify`}
        onClick={() => push.mutate(undefined)}
      >
        {pushing}
      </Button>
      {shopifyProductId && (
        <Button
          variant="subtle"
          disabled={busy}
          aria-label={`${resyncing} ${name} from Shopify`}
          onClick={() => resync.mutate(undefined)}
        >
          {resyncing}
        </Button>
      )}
    </Flex>
  )
}
