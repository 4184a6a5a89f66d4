import { api } from '@trunkshow/contract/api.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { MAX_PRINTED_ORDERS } from '@trunkshow/contract/orders/rules.ts'
import { paths, urlOf } from '@trunkshow/contract/paths.ts'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { showToast } from '../../ui/feedback/use-reported-call.ts'
import { QuietButton } from '../../ui/page/words.tsx'
import type { WhichOrders } from '../queries.ts'

/** Prints or exports some orders; `count` is how many they are. */
export function OrderFiles({ which, count }: { which: WhichOrders; count: number }) {
  const tooMany = count > MAX_PRINTED_ORDERS ? orderMessages.tooManyToPrint(MAX_PRINTED_ORDERS) : null
  return (
    <>
      <ReasonButton variant="default" reason={tooMany} onClick={() => openPrint(which)}>
        Print
      </ReasonButton>
      <ReasonButton variant="default" reason={tooMany} onClick={() => openPrint(which, 'maker')}>
        Without prices
      </ReasonButton>
      <ReasonButton variant="default" reason={tooMany} onClick={() => openPrint(which, 'slip')}>
        Packing slips
      </ReasonButton>
      <QuietButton component="a" download href={urlOf(api.orders.export.path, {}, { ...which })}>
        Export CSV
      </QuietButton>
    </>
  )
}

/** Opens a window that prints these orders' work tickets, also without prices, or packing slips (docs/product.md, Printing). */
export function openPrint(which: WhichOrders, kind?: 'maker' | 'slip') {
  const url = urlOf(paths.printOrders(), {}, { ...which, kind })
  // A named window, so a second tap reuses it.
  const opened = window.open(url, url)
  if (opened) return opened.focus()
  showToast({
    tone: 'bad',
    title: 'Print Error',
    description: 'Could not open print window. Please check your popup settings.',
  })
}
