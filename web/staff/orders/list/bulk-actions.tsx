import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { MAX_PRINTED_ORDERS } from '@trunkshow/contract/orders/rules.ts'
import { urlOf } from '@trunkshow/contract/url-of.ts'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { openPrint } from '../print/open-print.ts'
import type { OrderFilter, WhichOrders } from '../queries.ts'
import styles from './bulk-actions.module.css'

interface BulkActionsProps {
  chosen: readonly number[]
  /** Whether every listed order is selected. */
  all: boolean
  total: string | undefined
  filter: OrderFilter
  /** Selects every listed order, or none if all are selected. */
  onChooseAll: () => void
}

/** Prints or exports the selected orders, or all that match the filter. */
export function BulkActions({ chosen, all, total, filter, onChooseAll }: BulkActionsProps) {
  const some = chosen.length > 0
  const which: WhichOrders = some ? { ids: [...chosen], sort: filter.sort } : filter
  const tooMany =
    (some ? chosen.length : Number.parseInt(total ?? '0', 10)) > MAX_PRINTED_ORDERS
      ? orderMessages.tooManyToPrint(MAX_PRINTED_ORDERS)
      : null
  return (
    <div className={styles.bar}>
      <Checkbox
        className={styles.choose}
        label={some ? `${chosen.length} selected` : 'Select all'}
        checked={all}
        indeterminate={some && !all}
        onChange={onChooseAll}
      />
      <div className={styles.buttons}>
        <ReasonButton variant="default" reason={tooMany} onClick={() => openPrint(which, 'ticket')}>
          Print
        </ReasonButton>
        <ReasonButton variant="default" reason={tooMany} onClick={() => openPrint(which, 'slip')}>
          Packing slips
        </ReasonButton>
        <Button
          component="a"
          download
          href={urlOf(api.orders.export.path, {}, { ...which })}
          variant="default"
        >
          Export CSV
        </Button>
      </div>
    </div>
  )
}
