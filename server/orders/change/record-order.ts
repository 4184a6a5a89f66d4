import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { type OrderStatus, orderName } from '@trunkshow/contract/orders/rules.ts'
import { changesBetween, recordActivity } from '../../activity/record-activity.ts'
import type { StaffContext } from '../../context.ts'
import type { LoggedChange } from '../../platform/db/schema/activity.ts'
import type { StoredOrder } from './lock-order.ts'

/** Adds an entry to an order's timeline. @param version the order's new version, if this change created one */
export function recordOrder(
  ctx: StaffContext,
  activity: Activity,
  order: Pick<StoredOrder, 'id' | 'orderNumber'>,
  changes: LoggedChange[] = [],
  version?: number,
) {
  return recordActivity(ctx, {
    companyId: ctx.actor.companyId,
    activity,
    subject: 'order',
    subjectId: order.id,
    subjectName: orderName(order),
    changes,
    ...(version !== undefined && { version }),
  })
}

export function capitalized(status: OrderStatus): string {
  return status[0]!.toUpperCase() + status.slice(1)
}

/** Returns the change under its label, or nothing if both values are equal. @param paths form fields it belongs to */
export function changeOf(label: string, from: unknown, to: unknown, paths?: string[]): LoggedChange[] {
  const changes = changesBetween({ [label]: from }, { [label]: to }, [label])
  return paths ? changes.map((change) => ({ ...change, paths })) : changes
}

type Priced = Pick<StoredOrder, 'discountCode' | 'totalCents'>
const total = ({ totalCents }: Priced) => formatMoney(centsToDecimal(totalCents))

export function changesOfPrice(before: Priced, after: Priced): LoggedChange[] {
  return [
    ...changeOf('Discount', before.discountCode, after.discountCode, ['discountCodeId']),
    ...changeOf('Total', total(before), total(after)),
  ]
}
