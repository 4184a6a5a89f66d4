import type { OperationKind } from '@trunkshow/contract/shopify/rules.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { syncDiscount } from '../discounts/sync-discount.ts'
import { cancelOrderThere } from '../orders/cancel-order.ts'
import { lookAtOrder, lookAtOrders } from '../orders/check-orders.ts'
import { pushOrder } from '../orders/push-order.ts'
import { recreateOrder } from '../orders/recreate-order.ts'
import { pushProduct } from '../products/push-product.ts'
import { resyncProduct } from '../products/resync-product.ts'
import { syncProducts } from '../products/sync-products.ts'
import type { Step } from './take-step.ts'

/** What is told when it is done, and what the record is called at the store. */
export interface Done {
  message: string
  remoteId?: string | null
  /** What the order's timeline says of it. */
  told?: string
}

/** How one kind of operation is carried out; whatever is in the way it throws (see `take-step.ts`). */
export interface Kind {
  /**
   * Does it, or a part of it. It may be run again from its beginning after a `Pause`, so what is only to happen once
   * is its one call that changes anything. `again` comes back at once, in its turn, with other operations between.
   */
  run: (step: Step) => Promise<Done | { again: SyncProgress }>
  /**
   * Asks the store what came of a call that was never answered: `absent` where the store does not know of it (yet),
   * `resend` where sending it once more does no harm. Without this it never does.
   */
  find?: (step: Step) => Promise<Done | 'absent' | 'resend'>
  /** Whether no price goes either way: it may go on with a store that sells in another currency. */
  withoutPrices?: true
}

/** Every kind. */
export const kinds: Record<OperationKind, Kind> = {
  'product.push': pushProduct,
  'product.resync': resyncProduct,
  'products.sync': syncProducts,
  'discount.sync': syncDiscount,
  'order.push': pushOrder,
  'order.recreate': recreateOrder,
  'order.cancel': cancelOrderThere,
  'order.look': lookAtOrder,
  'orders.look': lookAtOrders,
}
