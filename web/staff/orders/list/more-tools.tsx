import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { OrderFilter } from '../queries.ts'
import { type OrderColumn, orderColumns } from './order-columns.ts'
import { OrderFiles } from './order-files.tsx'
import styles from './order-tools.module.css'
import { toggled } from './toggled.ts'

interface MoreToolsProps {
  filter: OrderFilter
  total: string | undefined
  hidden: readonly OrderColumn[]
  onHide: (columns: OrderColumn[]) => void
}

/** Prints or exports every order that matches the filter, and chooses the table's columns. */
export function MoreTools({ filter, total, hidden, onHide }: MoreToolsProps) {
  return (
    <section className={styles.more} aria-label="More">
      <OrderFiles which={filter} count={Number.parseInt(total ?? '0', 10)} />
      <fieldset className={styles.columns}>
        <legend>Columns</legend>
        {Object.entries(orderColumns).map(([column, label]) => (
          <Checkbox
            key={column}
            label={label}
            checked={!hidden.includes(column as OrderColumn)}
            onChange={() => onHide([...toggled(new Set(hidden), column as OrderColumn)])}
          />
        ))}
      </fieldset>
    </section>
  )
}
