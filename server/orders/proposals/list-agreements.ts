import type { AgreementState } from '@trunkshow/contract/orders/rules.ts'
import { sql } from 'drizzle-orm'
import { orders } from '../../platform/db/schema/orders.ts'
import { todayOfOrder } from '../money/queries.ts'

/** How far the customer of an order has agreed to it, as `agreementOf` says. */
export const agreementNow = sql<AgreementState>`coalesce((
  SELECT CASE WHEN p.is_ended THEN 'changed' WHEN p.answer IS NOT NULL THEN p.answer
    WHEN p.expires_on < ${todayOfOrder} THEN 'expired' WHEN p.seen_at IS NOT NULL THEN 'seen' ELSE 'sent' END
  FROM proposals AS p WHERE p.id = ${orders.proposalId}), 'notSent')`

/** The condition of orders whose customers were sent something and have agreed so far. */
export const isAgreed = (states: readonly AgreementState[]) =>
  sql`proposal_id is not null AND ${agreementNow} = ANY(${sql.param([...states])})`
