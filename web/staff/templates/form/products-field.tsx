import { Box, Button, Checkbox, Group, Input, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { type ReactNode, useId, useState } from 'react'
import { productsQuery } from '../../products/queries.ts'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { CloseIcon } from '../../ui/page/frame-icons.tsx'
import { tiles } from '../../ui/page/tiles.ts'
import styles from './products-field.module.css'

interface ProductsFieldProps {
  /** The products' IDs. */
  value?: readonly number[]
  /** The stored template's products. */
  stored: readonly Product[]
  onChange: (ids: number[]) => void
  error?: ReactNode
  description?: ReactNode
}

/** A template's products, as a searchable checklist. Selected products stay selected during a search. */
export function ProductsField({ value = [], stored, onChange, error, description }: ProductsFieldProps) {
  const titleId = useId()
  const [q, setQ] = useState('')
  const [picked, setPicked] = useState<readonly Product[]>([])
  const list = useInfiniteQuery(productsQuery({ q: q || undefined, isActive: true }))
  const chosen = value.flatMap((id) => [...stored, ...picked].find((product) => product.id === id) ?? [])
  const set = (product: Product, isChosen: boolean) => {
    if (isChosen) setPicked([...picked, product])
    onChange(isChosen ? [...value, product.id] : value.filter((id) => id !== product.id))
  }
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} id={titleId}>
        Associated products
      </Title>
      <Text mt={4} mb="xs" c="dimmed">
        {value.length ? 'Only the selected products.' : 'All products, unless you select specific ones.'}
      </Text>
      {chosen.length > 0 && (
        <Group component="ul" gap="xs" mb="sm" aria-label="Selected products">
          {chosen.map((product) => (
            <Box key={product.id} component="li" miw={0}>
              <Button
                variant="default"
                size="compact-sm"
                rightSection={<CloseIcon />}
                aria-label={`Remove ${product.name}`}
                onClick={() => set(product, false)}
              >
                {product.name}
              </Button>
            </Box>
          ))}
        </Group>
      )}
      <SearchField label="Find a product" value={q} onSearch={setQ} />
      {list.isError && !list.data && <RetryLine list={list}>Couldn’t load products.</RetryLine>}
      {list.data?.rows.length === 0 && (
        <Text mt={4} mb="xs" c="dimmed">
          {q ? 'No products match your search.' : 'There are no products yet.'}
        </Text>
      )}
      <div className={styles.scroll}>
        <ul
          className={styles.list}
          style={tiles(220, '0 var(--g4)')}
          aria-label="Products"
          aria-busy={list.isFetching}
        >
          {list.data?.rows.map((product) => (
            <li key={product.id}>
              <Checkbox
                label={product.name}
                checked={value.includes(product.id)}
                onChange={({ currentTarget }) => set(product, currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
        <ShowMore list={list} />
      </div>
      {description}
      {error && <Input.Error>{error}</Input.Error>}
    </section>
  )
}
