import { paths, urlOf } from '@trunkshow/contract/paths.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import type { WhichOrders } from '../queries.ts'

/** A work ticket for the workshop, or a packing slip without prices for the package. */
export type PrintKind = 'ticket' | 'slip'

/** Opens a window that prints these orders, one per page (docs/product.md, Printing). */
export function openPrint(which: WhichOrders, kind: PrintKind) {
  const url = urlOf(paths.printOrders(), {}, { ...which, kind: kind === 'slip' ? kind : undefined })
  // A named window, so a second tap reuses it.
  const opened = window.open(url, url)
  if (opened) return opened.focus()
  showToast({
    tone: 'bad',
    title: 'Print Error',
    description: 'Could not open print window. Please check your popup settings.',
  })
}
