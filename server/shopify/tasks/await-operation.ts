import { setTimeout } from 'node:timers/promises'
import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import type { StaffContext } from '../../context.ts'
import { getOperation } from './operation-queries.ts'

const CHECK_INTERVAL_MS = 100

/**
 * Waits up to `config.storeWaitSeconds` for an operation to end.
 *
 * @returns the operation, done or still open
 * @throws AppError conflict with the reason when it failed
 */
export async function awaitOperation(ctx: StaffContext, id: number): Promise<Operation> {
  ctx.wake('shopify')
  const end = performance.now() + ctx.config.storeWaitSeconds * 1000
  let operation = await getOperation(ctx, id)
  while (openStates.includes(operation.state) && performance.now() < end) {
    await setTimeout(CHECK_INTERVAL_MS)
    operation = await getOperation(ctx, id)
  }
  if (operation.state === 'failed')
    throw new AppError('conflict', operation.message || shopifyMessages.failed)
  return operation
}
