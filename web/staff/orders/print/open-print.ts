import { paths } from '@trunkshow/contract/paths.ts'
import { addressOf } from '../../api/client.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import type { WhichOrders } from '../queries.ts'

/** A work ticket for the house, or a packing slip without prices for the parcel. */
export type PrintKind = 'ticket' | 'slip'

/** Opens a window that prints these orders, a page each, by itself (docs/product.md, Printing). */
export function openPrint(which: WhichOrders, kind: PrintKind) {
  const address = addressOf(paths.printOrders(), {}, { ...which, kind: kind === 'slip' ? kind : undefined })
  // Under its own name, so that a second tap comes back to the same window.
  const opened = window.open(address, address)
  if (opened) return opened.focus()
  showToast({
    tone: 'bad',
    title: 'Print Error',
    description: 'Could not open print window. Please check your popup settings.',
  })
}
