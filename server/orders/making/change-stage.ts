import { AppError, assertAllowed, fieldError } from '@trunkshow/contract/errors.ts'
import { makingMessages as text } from '@trunkshow/contract/making/messages.ts'
import { isOpen } from '@trunkshow/contract/making/rules.ts'
import type { StageChange } from '@trunkshow/contract/making/schema.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { findLastActor } from '../../activity/queries.ts'
import type { StaffContext } from '../../context.ts'
import { emailNotifications } from '../../platform/db/schema/mail.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { changeRows, own } from '../../platform/db/statement.ts'
import { inMailTransaction, queueEmail } from '../../platform/mail/outbox.ts'
import { changeOf, lockOrder, recordOrder } from '../change/record-order.ts'
import { todayOf } from '../money/queries.ts'
import { getOrder, ownOrder } from '../queries.ts'
import { findMaking } from './queries.ts'

/**
 * Moves an order to a stage, or off them. Of two who move it at once, the second is told (docs/product.md, Making).
 *
 * @throws AppError not_found; changed, naming who moved it, if its stage is no longer `from`; conflict for an order that
 *   isn't made any more, or a stage that is gone; invalid at `reason` if it starts before what the company wants first
 */
export async function changeStage(
  ctx: StaffContext,
  id: number,
  { stageId, from, reason }: StageChange,
): Promise<Order> {
  return inMailTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id)
    if (order.stageId === stageId) return getOrder(ctx, id)
    if (from !== undefined && from !== order.stageId)
      throw fieldError(
        'changed',
        'stageId',
        text.movedBy(await findLastActor(ctx, 'order', id, ['order.stage'])),
      )
    assertAllowed(isOpen(order) ? null : text.notOpen)
    const { stages, startsAfter } = await findMaking(ctx)
    const [was, stage] = [order.stageId, stageId].map((wanted) => stages.find(({ id }) => id === wanted))
    if (stageId !== null && !stage) throw new AppError('conflict', text.stageGone)
    const full = await getOrder(ctx, id)
    const lacks =
      (startsAfter === 'approval' && full.agreement !== 'approved') ||
      (startsAfter === 'deposit' && ['none', 'depositDue'].includes(full.moneyState) && Number(full.due) > 0)
    const startsEarly = order.stageId === null && startsAfter !== 'nothing' && lacks
    if (startsEarly && reason === '') throw fieldError('invalid', 'reason', text.reasonRequired[startsAfter])
    await changeRows(ctx, orders, ownOrder(ctx, id), {
      stageId,
      stageSince: stageId === null ? null : await todayOf(ctx),
    })
    const why = startsEarly ? changeOf('Started anyway', null, reason) : []
    await recordOrder(ctx, 'order.stage', order, [...changeOf('Stage', was?.name, stage?.name), ...why])
    if (stage?.tells === 'customer' && order.customerEmail !== '')
      await tellOnce(ctx, 'stage_begun', id, stage.id)
    if (stage?.tells === 'assignee' && order.assigneeId)
      await tellOnce(ctx, 'stage_begun_notice', id, stage.id)
    return getOrder(ctx, id)
  })
}

/** Queues the email of a stage, unless it was queued before: orders go back and forth. */
async function tellOnce(
  ctx: StaffContext,
  emailType: 'stage_begun' | 'stage_begun_notice',
  orderId: number,
  stageId: number,
) {
  const mail = { orderId, emailType, sequence: stageId }
  if ((await ctx.db.$count(emailNotifications, own(ctx, emailNotifications, mail))) > 0) return
  await queueEmail(ctx, { companyId: ctx.actor.companyId, ...mail })
}
