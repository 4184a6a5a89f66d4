import { Box, Card, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { productMessages } from '@trunkshow/contract/products/messages.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { adminUrlOf } from '@trunkshow/contract/shopify/rules.ts'
import { api, call } from '../api/client.ts'
import { useMayDo } from '../session/session-query.ts'
import { operationToasts, settleOperation, storeQuery } from '../shopify/queries.ts'
import { RowButton } from '../ui/feedback/reason-button.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { Photo } from '../ui/files/picture.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { QuietText, Tag } from '../ui/page/words.tsx'
import { TableHead } from '../ui/table/plain-table.tsx'
import { opensOn, RowLink } from '../ui/table/row-link.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
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
      <TableHead
        columns={[
          ...['Product', 'SKU', 'Category'],
          ['Price', { className: table.amount }],
          isConnected && 'Shopify',
          'Actions',
        ]}
      />
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
  const { name, sku, category, photoUrl, basePrice, isActive } = product
  const href = hrefOf(product)
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
          <ProductStore product={product} />
        </td>
      )}
      <td>
        <Group gap={0} justify="end" wrap="nowrap">
          <ProductActions {...props} />
        </Group>
      </td>
    </tr>
  )
}

export function ProductCard(props: ProductActionsProps) {
  const { product, mayEdit, onAct } = props
  const { id, name, sku, category, photoUrl, basePrice, isActive } = product
  const nameId = `product-${id}`
  const href = hrefOf(product)
  const open = () => onAct(product, mayEdit ? 'edit' : 'assign')
  return (
    <Card
      component="li"
      p={0}
      miw={0}
      className={card.card}
      aria-labelledby={nameId}
      {...opensOn(href, open)}
    >
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
          <RowLink href={href} onOpen={open}>
            {name}
          </RowLink>
        </Text>
        <Text ff="heading" fz="xl" lh={1.15} mt={4}>
          {formatMoney(basePrice)}
        </Text>
        <QuietText mih="1.5em" mt={4} fz="xs">
          {[sku, category].filter(Boolean).join(' · ')}
        </QuietText>
        <QuietText fz="xs">
          <ProductStore product={product} />
        </QuietText>
      </Box>
      <Group gap={0} justify="space-between" px="xs" pt={4} pb="xs" className={card.actions}>
        <ProductActions {...props} />
      </Group>
    </Card>
  )
}

export type ProductAction = 'edit' | 'assign' | 'delete'

interface ProductActionsProps {
  product: Product
  mayEdit: boolean
  onAct: (product: Product, action: ProductAction) => void
}

/** The address that opens a product over the list. */
const hrefOf = ({ id }: Product) => `${paths.products()}?productId=${id}`

function ProductActions({ product, mayEdit, onAct }: ProductActionsProps) {
  const { id, name, isActive, shopifyProductId } = product
  const act = (action: ProductAction) => () => onAct(product, action)
  const { data: store } = useQuery(storeQuery())
  const mayPush = useMayDo('shopify.push') && store?.connected === true && store.enabled
  const push = useStoreOperation(id, 'push')
  const resync = useStoreOperation(id, 'resync')
  const isBusy = push.isPending || resync.isPending
  const url = store?.connected && adminUrlOf(store.adminBaseUrl, shopifyProductId)
  return (
    <>
      <RowButton label="Customizations" of={`of ${name}`} onClick={act('assign')} />
      <RowMenu
        name={name}
        tasks={[
          mayEdit && { label: 'Edit', onRun: act('edit') },
          mayPush && { label: 'Send to Shopify', onRun: () => isBusy || push.mutate(undefined) },
          mayPush &&
            shopifyProductId !== null && {
              label: 'Update from Shopify',
              onRun: () => isBusy || resync.mutate(undefined),
            },
          Boolean(url) && { label: 'Open in Shopify', href: String(url), outside: true },
          mayEdit && {
            label: 'Delete',
            danger: true,
            reason: shopifyProductId && !isActive ? productMessages.deleteInShopifyFirst : null,
            onRun: act('delete'),
          },
        ]}
      />
    </>
  )
}

/** Whether a product is in Shopify; shown only if a store is connected. */
function ProductStore({ product: { shopifyProductId } }: { product: Product }) {
  const { data: store } = useQuery(storeQuery())
  return store?.connected && (shopifyProductId ? 'In Shopify' : 'Not in Shopify')
}

function useStoreOperation(id: number, does: 'push' | 'resync') {
  return useReportedCall({
    call: () => settleOperation(call(api.products[does], { params: { id } })),
    ...operationToasts[`product.${does}`],
    reloads: ['products'],
  })
}
