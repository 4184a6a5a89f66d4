import { Button } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { MAX_PRINTED_ORDERS } from '@trunkshow/contract/orders/rules.ts'
import { urlOf } from '@trunkshow/contract/paths.ts'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { openPrint } from '../print/open-print.ts'
import type { WhichOrders } from '../queries.ts'

interface OrderFilesProps {
  which: WhichOrders
  /** How many they are. */
  count: number
}

/** Prints or exports some orders. */
export function OrderFiles({ which, count }: OrderFilesProps) {
  const tooMany = count > MAX_PRINTED_ORDERS ? orderMessages.tooManyToPrint(MAX_PRINTED_ORDERS) : null
  return (
    <>
      <ReasonButton variant="default" reason={tooMany} onClick={() => openPrint(which, 'ticket')}>
        Print
      </ReasonButton>
      <ReasonButton variant="default" reason={tooMany} onClick={() => openPrint(which, 'slip')}>
        Packing slips
      </ReasonButton>
      <Button component="a" download href={urlOf(api.orders.export.path, {}, { ...which })} variant="default">
        Export CSV
      </Button>
    </>
  )
}
