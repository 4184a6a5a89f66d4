import {
  DEFAULT_MINIMUM_CENTS,
  requestPurposes,
  requestStates,
  stripeKinds,
} from '@trunkshow/contract/stripe/rules.ts'
import type { Dispute } from '@trunkshow/contract/stripe/schema.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { fixedPart, idOf, moment, randomId, timestamps } from './columns.ts'
import { companyId } from './company.ts'
import { orders } from './orders.ts'

/** A company's Stripe account. Key and secret are encrypted, see `db/secrets.ts`; both are null when it is disconnected. */
export const stripeAccounts = pgTable('stripe_accounts', {
  companyId: companyId().primaryKey(),
  kind: text('kind', { enum: stripeKinds }).notNull(),
  apiKey: text('api_key'),
  webhookSecret: text('webhook_secret'),
  keyEnding: text('key_ending').notNull().default(''),
  isLive: boolean('is_live').notNull().default(false),
  /** Permissions that the key lacked when it was checked. */
  missing: text('missing').array().notNull().default([]),
  /** Whether Stripe rejects the key; connecting resets it. */
  mustReconnect: boolean('must_reconnect').notNull().default(false),
  /** When Stripe last sent an event. */
  heardAt: moment('heard_at'),
  /** Events of Stripe before this time are processed. */
  eventsReadUntil: moment('events_read_until').notNull().default(sql`now()`),
  /** The least that a guest can choose to pay. */
  minimumCents: integer('minimum_cents').notNull().default(DEFAULT_MINIMUM_CENTS),
  /** The state of the company's practice Stripe. */
  practice: jsonb('practice'),
  ...timestamps(),
})

/**
 * A payment by link, or the refund of one: its row is written before Stripe is called, and its public id is the idempotency
 * key (docs/stripe.md).
 */
export const paymentRequests = pgTable(
  'payment_requests',
  {
    ...fixedPart(),
    /** The idempotency key, and what a link names. */
    publicId: text('public_id').notNull().unique().default(randomId),
    orderId: idOf('order_id', () => orders.id, { onDelete: 'cascade' }),
    userId: integer('user_id'),
    purpose: text('purpose', { enum: requestPurposes }).notNull(),
    cents: integer('cents').notNull(),
    state: text('state', { enum: requestStates }).notNull().default('open'),
    /** The order's total, received money and status when it was made: once one changes, it ends. */
    mark: text('mark').notNull().default(''),
    /** Its customer's mailbox, from `mailboxOf`: the link ends when the address is corrected (decision 060). */
    recipient: text('recipient').notNull().default(''),
    sessionId: text('session_id'),
    url: text('url'),
    /** When its Checkout Session ends; set before Stripe is called. */
    expiresAt: moment('expires_at'),
    /** Whether its session is still to be ended in Stripe. */
    closes: boolean('closes').notNull().default(false),
    /** Of a payment, its payment intent; of a refund, the refund. */
    paymentId: text('payment_id'),
    /** The payment that a refund gives back. */
    refunds: integer('refunds'),
    dispute: jsonb('dispute').$type<Dispute>(),
    problem: text('problem'),
  },
  (table) => [
    uniqueIndex('payment_requests_open').on(table.orderId).where(sql`state = 'open' and purpose <> 'refund'`),
    index('payment_requests_order').on(table.orderId, table.id),
    index('payment_requests_company')
      .on(table.companyId, table.id)
      .where(sql`state in ('open', 'onTheWay') or closes`),
    index('payment_requests_disputed').on(table.companyId).where(sql`dispute is not null`),
    uniqueIndex('payment_requests_payment').on(table.companyId, table.paymentId),
  ],
)
