import { Checkbox, Group } from '@mantine/core'
import type { OrderFilter } from '@trunkshow/contract/orders/screens.ts'
import { ImportButton } from '../../imports/import-button.tsx'
import { useMayDo } from '../../session/session-query.ts'
import { Soft } from '../../ui/page/words.tsx'
import { OrderFiles } from './order-files.tsx'
import { type OrderColumn, orderColumns } from './order-list.tsx'
import { toggled } from './use-selection.ts'

interface MoreToolsProps {
  filter: OrderFilter
  total: string | undefined
  hidden: readonly OrderColumn[]
  onHide: (columns: OrderColumn[]) => void
  /** Opens the import dialog at once. */
  importing: boolean
}

/** Prints or exports every order that matches the filter, imports others, and chooses the table's columns. */
export function MoreTools({ filter, total, hidden, onHide, importing }: MoreToolsProps) {
  const mayEdit = useMayDo('orders.edit')
  const count = Number.parseInt(total ?? '0', 10)
  return (
    <Group mb="sm" component="section" aria-label="More">
      {count > 0 && <OrderFiles which={filter} count={count} />}
      {mayEdit && <ImportButton key={String(importing)} kind="orders" openFirst={importing} />}
      {count > 0 && (
        <Group component="fieldset" gap="8px 16px" ml="sm" aria-label="Columns">
          <Soft>Columns</Soft>
          {Object.entries(orderColumns).map(([column, label]) => (
            <Checkbox
              key={column}
              label={label}
              checked={!hidden.includes(column as OrderColumn)}
              onChange={() => onHide([...toggled(new Set(hidden), column as OrderColumn)])}
            />
          ))}
        </Group>
      )}
    </Group>
  )
}
