import { Box, Card, Group, Text } from '@mantine/core'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { ProductStore } from '../shopify/product-store.tsx'
import { Photo } from '../ui/files/photo.tsx'
import { Tag } from '../ui/list/tag.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { ProductActions, type ProductActionsProps } from './product-actions.tsx'
import styles from './product-card.module.css'

/** One product of the catalog. */
export function ProductCard({ product, mayEdit, onAct }: ProductActionsProps) {
  const { id, name, sku, category, photoUrl, basePrice, isActive } = product
  const nameId = `product-${id}`
  return (
    <Card component="li" p={0} miw={0} className={styles.card} aria-labelledby={nameId}>
      <div className={styles.photo}>
        <Photo source={photoUrl} name={name} sizes="(max-width: 30em) 96px, 320px" />
        {!isActive && (
          <span className={`${surfaces.corner} ${styles.state}`}>
            <Tag>Inactive</Tag>
          </span>
        )}
      </div>
      <Box px="md" pt="sm" miw={0} flex={1} className={styles.words}>
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
      <Group gap={0} px="xs" pt={4} pb="xs" className={`${surfaces.tight} ${styles.actions}`}>
        <ProductActions product={product} mayEdit={mayEdit} onAct={onAct} />
      </Group>
      <ProductStore product={product} />
    </Card>
  )
}
