import { Box, Button, Card, Flex, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { productMessages } from '@trunkshow/contract/products/messages.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { adminUrlOf } from '@trunkshow/contract/shopify/rules.ts'
import { call } from '../api/client.ts'
import { useMayDo } from '../session/session-query.ts'
import { operationToasts, settleOperation, storeQuery } from '../shopify/queries.ts'
import { RowButton } from '../ui/feedback/reason-button.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { Photo } from '../ui/files/picture.tsx'
import { Tag } from '../ui/list/words.tsx'
import { OutsideLink } from '../ui/page/page-header.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { opensOn, RowLink } from '../ui/table/row-link.tsx'
import table from '../ui/table/table.module.css'
import card from './product-card.module.css'

interface ProductsTableProps extends Omit<ProductActionsProps, 'product'> {
  products: readonly Product[]
  outdated: boolean
}

/** The products on a large screen; a row opens its product, or for who can't edit it, its customizations. */
export function ProductsTable({ products, outdated, ...row }: ProductsTableProps) {
  const { data: store } = useQuery(storeQuery())
  const isConnected = store?.connected === true
  return (
    <table className={table.table} aria-label="Products" data-outdated={outdated} aria-busy={outdated}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">SKU</th>
          <th scope="col">Category</th>
          <th scope="col" className={table.amount}>
            Price
          </th>
          {isConnected && <th scope="col">Shopify</th>}
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <Row key={product.id} product={product} isConnected={isConnected} {...row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ isConnected, ...props }: ProductActionsProps & { isConnected: boolean }) {
  const { product, mayEdit, onAct } = props
  const { id, name, sku, category, photoUrl, basePrice, isActive } = product
  const href = `${paths.products()}?productId=${id}`
  const open = () => onAct(product, mayEdit ? 'edit' : 'assign')
  return (
    <tr {...opensOn(href, open)}>
      <th scope="row">
        <Group wrap="nowrap">
          <Photo source={photoUrl} name={name} sizes="40px" square={40} />
          <RowLink href={href} onOpen={open}>
            {name}
          </RowLink>
          {!isActive && <Tag>Inactive</Tag>}
        </Group>
      </th>
      <td>{sku}</td>
      <td>{category}</td>
      <td className={table.amount}>{formatMoney(basePrice)}</td>
      {isConnected && (
        <td>
          <ProductStore product={product} inRow />
        </td>
      )}
      <td>
        <Group gap={0} align="stretch" justify="end" wrap="nowrap">
          <ProductActions {...props} size="compact-sm" />
        </Group>
      </td>
    </tr>
  )
}

/** One product of the catalog. */
export function ProductCard(props: ProductActionsProps) {
  const { product } = props
  const { id, name, sku, category, photoUrl, basePrice, isActive } = product
  const nameId = `product-${id}`
  return (
    <Card component="li" p={0} miw={0} className={card.card} aria-labelledby={nameId}>
      <div className={card.photo}>
        <Photo source={photoUrl} name={name} sizes="(max-width: 30em) 96px, 320px" />
        {!isActive && (
          <span className={`${surfaces.corner} ${card.state}`}>
            <Tag>Inactive</Tag>
          </span>
        )}
      </div>
      <Box px="md" pt="sm" miw={0} flex={1} className={card.words}>
        <Text component="h2" id={nameId} fz="md" fw={600} lh={1.3} textWrap="balance">
          {name}
        </Text>
        <Text ff="heading" fz="xl" lh={1.15} mt={4}>
          {formatMoney(basePrice)}
        </Text>
        <Text mih="1.5em" mt={4} c="dimmed" fz="xs">
          {[sku, category].filter(Boolean).join(' · ')}
        </Text>
      </Box>
      <Group gap={0} px="xs" pt={4} pb="xs" className={`${surfaces.tight} ${card.actions}`}>
        <ProductActions {...props} />
      </Group>
      <ProductStore product={product} />
    </Card>
  )
}

export type ProductAction = 'edit' | 'assign' | 'delete'

interface ProductActionsProps {
  product: Product
  mayEdit: boolean
  onAct: (product: Product, action: ProductAction) => void
}

function ProductActions({ product, mayEdit, onAct, size = 'sm' }: ProductActionsProps & { size?: string }) {
  const { name, isActive, shopifyProductId } = product
  const act = (action: ProductAction) => () => onAct(product, action)
  return (
    <>
      {mayEdit && <RowButton label="Edit" of={name} size={size} onClick={act('edit')} />}
      <Button variant="subtle" size={size} aria-label={`Customizations of ${name}`} onClick={act('assign')}>
        Customizations
      </Button>
      {mayEdit && (
        <RowButton
          label="Delete"
          of={name}
          size={size}
          color="bad"
          reason={shopifyProductId && !isActive ? productMessages.deleteInShopifyFirst : null}
          onClick={act('delete')}
        />
      )}
    </>
  )
}

/** A product's state in Shopify, with Push and Re-sync; shown only if a store is connected. */
function ProductStore({ product, inRow = false }: { product: Product; inRow?: boolean }) {
  const { data: store } = useQuery(storeQuery())
  const mayPush = useMayDo('shopify.push')
  if (!store?.connected) return null
  const { name, shopifyProductId } = product
  const url = adminUrlOf(store.adminBaseUrl, shopifyProductId)
  return (
    <Group
      gap={0}
      justify={inRow ? 'start' : 'space-between'}
      wrap={inRow ? 'nowrap' : 'wrap'}
      mih="var(--control)"
      c="dimmed"
      fz="xs"
      className={`${surfaces.tight} ${inRow ? '' : card.store}`}
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
  const push = useStoreOperation(id, 'push')
  const resync = useStoreOperation(id, 'resync')
  const props = { size: 'sm', disabled: push.isPending || resync.isPending }
  return (
    <Flex className={surfaces.tight}>
      <RowButton
        label={push.isPending ? 'Pushing...' : 'Push'}
        of={`${name} to Shopify`}
        {...props}
        onClick={() => push.mutate(undefined)}
      />
      {shopifyProductId && (
        <RowButton
          label={resync.isPending ? 'Re-syncing...' : 'Re-sync'}
          of={`${name} from Shopify`}
          {...props}
          onClick={() => resync.mutate(undefined)}
        />
      )}
    </Flex>
  )
}

function useStoreOperation(id: number, does: 'push' | 'resync') {
  return useReportedCall({
    call: () => settleOperation(call(api.products[does], { params: { id } })),
    ...operationToasts[`product.${does}`],
    reloads: ['products'],
  })
}
