import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { type OrderStatus, orderName } from '@trunkshow/contract/orders/rules.ts'
import { changesBetween, recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import type { StoredOrder } from './lock-order.ts'

type Changes = ActivityEntry['changes']

/** Writes down what was done with an order; its timeline shows it. */
export function recordOrder(
  ctx: StaffContext,
  activity: Activity,
  order: Pick<StoredOrder, 'id' | 'orderNumber'>,
  changes: Changes = [],
) {
  return recordActivity(ctx, {
    companyId: ctx.actor.companyId,
    activity,
    subject: 'order',
    subjectId: order.id,
    subjectName: orderName(order),
    changes,
  })
}

export function capitalized(status: OrderStatus): string {
  return status[0]!.toUpperCase() + status.slice(1)
}

/** One change under the label people know it by; none where both are the same. */
export function changeOf(label: string, from: unknown, to: unknown): Changes {
  return changesBetween({ [label]: from }, { [label]: to }, [label])
}

type Priced = Pick<StoredOrder, 'discountCode' | 'totalCents'>
const total = ({ totalCents }: Priced) => formatMoney(centsToDecimal(totalCents))

export function changesOfPrice(before: Priced, after: Priced): Changes {
  return [
    ...changeOf('Discount', before.discountCode, after.discountCode),
    ...changeOf('Total', total(before), total(after)),
  ]
}
