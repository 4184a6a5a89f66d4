import { Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OrderFilter } from '@trunkshow/contract/orders/screens.ts'
import { useState } from 'react'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { savedFiltersQuery } from '../queries.ts'
import { filterParts, noFilter } from './order-tools.tsx'
import { useRemoveFilter } from './saved-filter-calls.ts'

const SaveFilterDialog = lazy(() => import('./save-filter-dialog.tsx'), 'SaveFilterDialog')

interface SavedFiltersProps {
  filter: OrderFilter
  filtered: boolean
  onPick: (filter: OrderFilter) => void
}

/** The user's saved filters: select one, save the current one, delete the selected one. */
export function SavedFilters({ filter, filtered, onPick }: SavedFiltersProps) {
  const list = useQuery(savedFiltersQuery())
  const saved = list.data ?? []
  const remove = useRemoveFilter()
  const [naming, setNaming] = useState(false)
  const current = saved.find((other) => isSame(other.filter, filter))
  const failed = list.isError && !list.data
  if (!filtered && saved.length === 0 && !failed) return null
  return (
    <Group gap="xs">
      {failed && <RetryLine list={list}>Couldn’t load saved filters.</RetryLine>}
      {saved.length > 0 && (
        <NativeSelect
          aria-label="Saved filters"
          value={current?.id ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const picked = saved.find(({ id }) => String(id) === value)
            if (picked) onPick(whole(picked.filter))
          }}
          data={[
            { value: '', label: 'Saved filters' },
            ...saved.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      {filtered && !current && (
        <Button variant="subtle" onClick={() => setNaming(true)}>
          Save this filter
        </Button>
      )}
      {current && (
        <Button
          variant="subtle"
          color="bad"
          disabled={remove.isPending}
          onClick={() => remove.mutate(current.id)}
        >
          Delete this filter
        </Button>
      )}
      {naming && <SaveFilterDialog filter={filter} onClose={() => setNaming(false)} />}
    </Group>
  )
}

/** Every part of a filter, so selecting a saved one clears the parts it doesn't have. */
function whole({ sort, ...kept }: OrderFilter): OrderFilter {
  return { ...noFilter, ...kept, sort: sort === 'newest' ? sort : undefined }
}

function isSame(kept: OrderFilter, filter: OrderFilter) {
  const [one, other] = [whole(kept), whole(filter)]
  return one.sort === other.sort && filterParts.every((part) => one[part] === other[part])
}
