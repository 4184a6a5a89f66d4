import { setTimeout } from 'node:timers/promises'
import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import type { FastifyReply } from 'fastify'
import type { StaffContext } from '../../context.ts'
import { getOperation } from './operation-queries.ts'

/**
 * How long a call waits for its operation, and how often it looks, in milliseconds
 * (docs/product.md, Orders in Shopify).
 */
const PATIENCE = 10_000
const LOOK = 100

/**
 * What came of an operation, if it comes soon; else how it stands, with 202.
 *
 * @throws AppError conflict when it failed, with the reason
 */
export async function awaitOperation(ctx: StaffContext, id: number, reply: FastifyReply): Promise<Operation> {
  ctx.wake('shopify')
  const end = Date.now() + PATIENCE
  let operation = await getOperation(ctx, id)
  while (openStates.includes(operation.state) && Date.now() < end) {
    await setTimeout(LOOK)
    operation = await getOperation(ctx, id)
  }
  if (operation.state === 'failed')
    throw new AppError('conflict', operation.message || shopifyMessages.failed)
  if (operation.state !== 'done') reply.code(202)
  return operation
}
