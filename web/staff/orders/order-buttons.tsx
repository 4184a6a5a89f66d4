import { Button } from '@mantine/core'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useMayDo } from '../session/session-query.ts'
import { ReasonButton } from '../ui/reason-button.tsx'
import { openPrint } from './open-print.ts'

/** What can be done with the order that is looked at, beside its title. */
export function OrderButtons({ order, onEdit }: { order: Order; onEdit: () => void }) {
  const mayEdit = useMayDo('orders.edit')
  const which = { ids: [order.id] }
  return (
    <>
      <Button variant="default" onClick={() => openPrint(which, 'ticket')}>
        Print
      </Button>
      <Button variant="default" onClick={() => openPrint(which, 'slip')}>
        Packing slip
      </Button>
      {mayEdit && (
        <ReasonButton variant="default" reason={orderCan.edit(order)} onClick={onEdit}>
          Edit
        </ReasonButton>
      )}
    </>
  )
}
