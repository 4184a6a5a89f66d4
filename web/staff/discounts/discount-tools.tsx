import '@mantine/core/styles/Combobox.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { ListTools } from '../ui/list-tools.tsx'
import type { DiscountFilter } from './queries.ts'

interface DiscountToolsProps {
  filter: DiscountFilter
  onFilter: (change: DiscountFilter) => void
  /** Absent for those who may not add any. */
  onAdd: (() => void) | undefined
  /** How many codes fit, as the server counts them; undefined while that is not known. */
  total: string | undefined
}

/** Search where there are many, which state, a new code; how many there are. */
export function DiscountTools({ filter: { q, isActive }, onFilter, onAdd, total }: DiscountToolsProps) {
  return (
    <ListTools noun="discount code" q={q} onSearch={(q) => onFilter({ q })} total={total}>
      <NativeSelect
        aria-label="Show"
        value={isActive === undefined ? '' : String(isActive)}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ isActive: value ? value === 'true' : undefined })
        }
        data={[
          { value: '', label: 'All' },
          { value: 'true', label: 'Active' },
          { value: 'false', label: 'Inactive' },
        ]}
      />
      {onAdd && <Button onClick={onAdd}>New Discount Code</Button>}
    </ListTools>
  )
}
