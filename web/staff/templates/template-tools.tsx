import '@mantine/core/styles/Combobox.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { ListTools } from '../ui/list-tools.tsx'
import type { TemplateFilter } from './queries.ts'

interface TemplateToolsProps {
  filter: TemplateFilter
  onFilter: (change: TemplateFilter) => void
  /** Absent for those who may not add any. */
  onAdd: (() => void) | undefined
  /** How many templates fit, as the server counts them; undefined while that is not known. */
  total: string | undefined
}

/** Search where there are many, the archived ones, New Template; how many there are. */
export function TemplateTools({ filter: { q, archived }, onFilter, onAdd, total }: TemplateToolsProps) {
  return (
    <ListTools noun="template" q={q} onSearch={(q) => onFilter({ q })} total={total}>
      <NativeSelect
        aria-label="Show"
        value={archived ? 'archived' : ''}
        onChange={({ currentTarget: { value } }) => onFilter({ archived: value ? true : undefined })}
        data={[
          { value: '', label: 'Current' },
          { value: 'archived', label: 'Archived' },
        ]}
      />
      {onAdd && <Button onClick={onAdd}>New Template</Button>}
    </ListTools>
  )
}
