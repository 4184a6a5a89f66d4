import { Box, Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Customization } from '@trunkshow/contract/customizations/schema.ts'
import { useState } from 'react'
import { customizationsQuery, useAssignCustomization } from '../customizations/queries.ts'
import { countOf } from '../ui/list/count-of.ts'
import { SearchField } from '../ui/list/search-field.tsx'
import { ShowMore } from '../ui/list/show-more.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import styles from './customizations-to-assign.module.css'

interface CustomizationsToAssignProps {
  productId: number
  /** IDs of the customizations already assigned. */
  assigned: readonly number[]
}

/** The company's other customizations, to search and assign. */
export function CustomizationsToAssign({ productId, assigned }: CustomizationsToAssignProps) {
  const [q, setQ] = useState('')
  const list = useInfiniteQuery(customizationsQuery(q || undefined))
  const others = list.data?.rows.filter(({ id }) => !assigned.includes(id))
  return (
    <Box component="section" mt="md" aria-label="Customizations to assign">
      <SearchField label="Find a customization" value={q} onSearch={setQ} />
      {list.isError && <p role="alert">Couldn’t load customizations. Please try again.</p>}
      {others?.length === 0 && (
        <Text mt="sm" c="dimmed">
          {q ? 'No other customizations match your search.' : 'There are no other customizations to assign.'}
        </Text>
      )}
      <Box component="ul" mt="xs" mah={264} className={styles.list} aria-busy={list.isFetching}>
        {others?.map((customization) => (
          <AssignableRow key={customization.id} productId={productId} customization={customization} />
        ))}
      </Box>
      <ShowMore list={list} />
    </Box>
  )
}

function AssignableRow({ productId, customization }: { productId: number; customization: Customization }) {
  const assign = useAssignCustomization(productId)
  const { id, name, options } = customization
  const assigning = assign.isPending ? 'Assigning...' : 'Assign'
  return (
    <Group component="li" gap="xs" wrap="nowrap" mih="var(--control)" className={surfaces.tight}>
      <Text span flex={1} miw={0}>
        {name} <small>{countOf(String(options), 'option')}</small>
      </Text>
      <Button
        variant="subtle"
        aria-label={`${assigning} ${name}`}
        disabled={assign.isPending}
        onClick={() => assign.mutate(id)}
      >
        {assigning}
      </Button>
    </Group>
  )
}
