import { entryKinds, entryMethods } from '@trunkshow/contract/payments/rules.ts'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { fixedPart, idOf } from './columns.ts'
import { users } from './company.ts'
import { orders } from './orders.ts'

/** What was paid, given back and corrected of an order (decision 084). Rows are only inserted; an erasure blanks texts. */
export const orderEntries = pgTable(
  'order_entries',
  {
    ...fixedPart(),
    /** An order with entries is not deleted. */
    orderId: idOf('order_id', () => orders.id, { onDelete: 'restrict' }),
    kind: text('kind', { enum: entryKinds }).notNull(),
    /** Positive for a payment, negative for a refund, either for a correction. */
    cents: integer('cents').notNull(),
    method: text('method', { enum: entryMethods }).notNull(),
    /** By the company's clock. */
    receivedOn: date('received_on').notNull(),
    reference: text('reference').notNull().default(''),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The entry that a correction puts right. */
    corrects: integer('corrects'),
    /** Who reported it, and its id there; null for one by hand. */
    provider: text('provider', { enum: ['stripe', 'shopify'] }),
    outsideId: text('outside_id'),
    /** The form's key and a hash of its request: a repeat finds the first entry here (decision 002). */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
  },
  (table) => [
    index('order_entries_order').on(table.orderId, table.id),
    index('order_entries_received').on(table.companyId, table.receivedOn, table.method, table.cents),
    uniqueIndex('order_entries_outside').on(table.companyId, table.provider, table.outsideId),
    uniqueIndex('order_entries_key').on(table.companyId, table.idempotencyKey),
    check(
      'order_entries_sign',
      sql`CASE kind WHEN 'payment' THEN cents > 0 WHEN 'refund' THEN cents < 0 ELSE cents <> 0 END`,
    ),
    check('order_entries_corrects', sql`(kind = 'correction') = (corrects IS NOT NULL)`),
    check('order_entries_provider', sql`(provider IS NULL) = (outside_id IS NULL)`),
  ],
)
