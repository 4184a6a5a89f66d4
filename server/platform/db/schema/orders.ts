import { orderStatuses } from '@trunkshow/contract/orders/rules.ts'
import type { SavedFilter } from '@trunkshow/contract/orders/schema.ts'
import { balanceTerms, type Deposit } from '@trunkshow/contract/payments/rules.ts'
import type { Answers } from '@trunkshow/contract/templates/rules.ts'
import type { UsState } from '@trunkshow/contract/us-states.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bookings, timeSlots } from './bookings.ts'
import { fixedPart, id, idOf, instant, moment, part, words } from './columns.ts'
import { assigneeId, companyId, record, users, whereAssigned } from './company.ts'
import { addresses, customers } from './customers.ts'
import { events } from './events.ts'
import { stages } from './making.ts'
import { orderTemplateVersions, products } from './products.ts'

/** Conditions of `moneyOf` in indexes and lists; an order that owes something is overdue once this day is past. */
export const owes = sql.raw(`total_cents > received_cents and status <> 'cancelled'`)
export const holdsTooMuch = sql.raw(
  `received_cents > case when status = 'cancelled' then kept_cents else total_cents end`,
)
export const overdueSince = sql.raw(
  `(case balance_due when 'date' then balance_due_on
    when 'delivery' then case when status in ('shipped', 'delivered', 'completed') then date '0001-01-01' end end)`,
)

/** A customer's order, with copies of the customer, items, and prices at that time (docs/product.md, Prices). */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    companyId: companyId(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Counted per company from 1001 and shown as `#1001` (decision 020). */
    orderNumber: integer('order_number').notNull(),
    status: text('status', { enum: orderStatuses }).notNull().default('pending'),
    customerId: idOf('customer_id', () => customers.id),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerPhone: text('customer_phone'),
    customerAddress: text('customer_address'),
    customerAddress2: text('customer_address2'),
    customerCity: text('customer_city'),
    customerState: text('customer_state'),
    customerZip: text('customer_zip'),
    addressId: integer('address_id').references(() => addresses.id, { onDelete: 'set null' }),
    bookingId: integer('booking_id').references(() => bookings.id, { onDelete: 'set null' }),
    eventId: integer('event_id').references(() => events.id),
    timeSlotId: integer('time_slot_id').references(() => timeSlots.id, { onDelete: 'set null' }),
    templateId: integer('template_id').notNull(),
    templateVersion: integer('template_version').notNull(),
    formData: jsonb('form_data').notNull().$type<Answers>(),
    notes: text('notes').notNull().default(''),
    /** The names of its products, for lists and search. */
    items: text('items').notNull(),
    /** The discount code whose uses it counts toward; null without one, after it is removed, or when canceled. */
    discountCodeId: integer('discount_code_id').references(() => discountCodes.id),
    discountCode: text('discount_code'),
    discountPercent: integer('discount_percent'),
    /** In thousandths of a percent; null without tax. The state it is paid to; null for none. */
    taxRate: integer('tax_rate'),
    taxState: text('tax_state').$type<UsState>(),
    /** Why the customer paid none. */
    taxExempt: text('tax_exempt').notNull().default(''),
    taxCents: integer('tax_cents').notNull().default(0),
    /** With tax. */
    totalCents: integer('total_cents').notNull(),
    /** The sum of its entries (decision 084). */
    receivedCents: integer('received_cents').notNull().default(0),
    /** What a canceled order keeps of it. */
    keptCents: integer('kept_cents').notNull().default(0),
    /** What is asked for first, and when the rest is: copied from the company when it is taken. */
    deposit: jsonb('deposit').$type<Deposit>(),
    balanceDue: text('balance_due', { enum: balanceTerms }).notNull().default('never'),
    balanceDueOn: date('balance_due_on'),
    /** The latest of its `proposals`; null while its customer was sent none. */
    proposalId: integer('proposal_id'),
    /** How far its making is, and since which day (docs/product.md, Making). */
    stageId: integer('stage_id').references(() => stages.id),
    stageSince: date('stage_since'),
    /** The customer's day, and ours. */
    neededBy: date('needed_by'),
    promisedOn: date('promised_on'),
    /** The one that counts, which lists sort by; before all others without dates. A constraint holds it to them. */
    dueOn: date('due_on').notNull().default('0001-01-01'),
    shopifyOrderId: text('shopify_order_id'),
    /** The version last sent to Shopify, and a hash of its items and price. */
    shopifyVersion: integer('shopify_version'),
    shopifyItems: text('shopify_items'),
    /** The email last sent to Shopify; null when unknown. */
    shopifyEmail: text('shopify_email'),
    /** The order's state in Shopify when last checked: only a change in Shopify updates the status here. */
    shopifySeen: text('shopify_seen'),
    /** What Shopify's order holds in payments, as last read (decision 090); null before that. */
    shopifyCents: integer('shopify_cents'),
    /** The transactions of its Shopify orders that are accounted for, by id. */
    shopifyTransactions: text('shopify_transactions').array().notNull().default([]),
    assigneeId: assigneeId(),
    version: integer('version').notNull().default(1),
    /** The form's key and a hash of its request: a retry finds its first order here (decision 002). */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    /** Its number in the system it was imported from (decision 058). */
    importedAs: text('imported_as'),
    words: words(`customer_name || ' ' || customer_email || ' ' || items`),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [
    // The columns after the ID are what reports sum up, so that they read the index alone.
    index('orders_listed').on(
      table.companyId,
      table.createdAt,
      table.id,
      table.status,
      table.totalCents,
      table.customerId,
      table.eventId,
      table.templateId,
      table.discountCode,
    ),
    index('orders_status').on(table.companyId, table.status, table.createdAt, table.id),
    index('orders_event').on(table.companyId, table.eventId, table.createdAt, table.id),
    index('orders_of_event').on(table.eventId),
    index('orders_customer').on(table.customerId, table.createdAt, table.id),
    index('orders_booking').on(table.bookingId).where(sql`booking_id is not null`),
    index('orders_slot').on(table.timeSlotId).where(sql`time_slot_id is not null`),
    index('orders_address').on(table.addressId).where(sql`address_id is not null`),
    index('orders_template').on(table.templateId, table.templateVersion),
    index('orders_shopify')
      .on(table.companyId, table.shopifyOrderId)
      .where(sql`shopify_order_id is not null`),
    index('orders_discount').on(table.discountCodeId).where(sql`discount_code_id is not null`),
    uniqueIndex('orders_number').on(table.companyId, table.orderNumber),
    uniqueIndex('orders_idempotency_key').on(table.companyId, table.idempotencyKey),
    uniqueIndex('orders_imported').on(table.companyId, table.importedAs).where(sql`imported_as is not null`),
    check('orders_due_on', sql`due_on = coalesce(promised_on, needed_by, '0001-01-01')`),
    index('orders_open')
      .on(table.companyId, table.stageId, table.dueOn, table.id)
      .where(sql`status in ('pending', 'paid')`),
    index('orders_promised').on(table.companyId, table.dueOn, table.id),
    index('orders_proposed')
      .on(table.companyId, table.createdAt, table.id)
      .where(sql`proposal_id is not null`),
    index('orders_taxed').on(table.companyId, table.createdAt).where(sql`tax_cents > 0`),
    index('orders_assigned').on(table.companyId, table.assigneeId, table.id).where(whereAssigned),
    index('orders_words').using('gin', table.words),
    // With what the sums read, so that they read no rows.
    index('orders_due')
      .on(table.companyId, table.createdAt, table.id, table.totalCents, table.receivedCents)
      .where(owes),
    index('orders_overdue')
      .on(
        ...[table.companyId, overdueSince, table.totalCents, table.receivedCents],
        ...[table.status, table.balanceDue, table.balanceDueOn],
      )
      .where(sql`${owes} and balance_due <> 'never'`),
    index('orders_refund_due').on(table.companyId, table.createdAt, table.id).where(holdsTooMuch),
    foreignKey({
      name: 'orders_template_version',
      columns: [table.templateId, table.templateVersion],
      foreignColumns: [orderTemplateVersions.templateId, orderTemplateVersions.version],
    }),
    check('orders_total', sql`total_cents >= 0`),
  ],
)

/** An option of a customization, with its price for one piece. */
interface ChosenOption {
  customizationId: number
  optionId: number
  name: string
  option: string
  cents: number
}

/**
 * An order's lines, with copied names and prices (decision 083). Processes of an earlier version read the table under
 * this name.
 */
export const orderLines = pgTable(
  'order_products',
  {
    ...fixedPart(),
    orderId: idOf('order_id', () => orders.id, { onDelete: 'cascade' }),
    /** Null for an amount under a label. */
    productId: integer('product_id').references(() => products.id),
    name: text('name').notNull(),
    sku: text('sku').notNull(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    quantity: integer('quantity').notNull().default(1),
    taxable: boolean('taxable').notNull().default(true),
    options: jsonb('options').notNull().default([]).$type<ChosenOption[]>(),
    /** Its own form and answers; null for the first line, which has the order's. */
    templateId: integer('template_id'),
    templateVersion: integer('template_version'),
    formData: jsonb('form_data').notNull().default({}).$type<Answers>(),
  },
  (table) => [
    index('order_products_order').on(table.orderId, table.id),
    index('order_products_product').on(table.productId),
    index('order_products_template')
      .on(table.templateId, table.templateVersion)
      .where(sql`template_id is not null`),
    foreignKey({
      name: 'order_products_template_version',
      columns: [table.templateId, table.templateVersion],
      foreignColumns: [orderTemplateVersions.templateId, orderTemplateVersions.version],
    }),
    check('order_products_quantity', sql`quantity >= 1`),
  ],
)

/** An order's files, stored as `orders/{orderId}/{filename}`. */
export const attachments = pgTable(
  'attachments',
  {
    id: id(),
    companyId: integer('company_id').notNull(),
    orderId: idOf('order_id', () => orders.id, { onDelete: 'cascade' }),
    /** The form field it answers; null for a file of the order itself. */
    fieldId: text('field_id'),
    filename: text('filename').notNull(),
    fileType: text('file_type').notNull(),
    /** In bytes. */
    fileSize: integer('file_size').notNull(),
    displayName: text('display_name').notNull(),
    uploadedAt: instant('uploaded_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('attachments_file').on(table.orderId, table.filename),
    index('attachments_company').on(table.companyId, table.fileSize),
  ],
)

/** A user's saved filters of the order list. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    ...part(),
    userId: idOf('user_id', () => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    filter: jsonb('filter').notNull().$type<SavedFilter['filter']>(),
  },
  (table) => [uniqueIndex('saved_filters_key').on(table.userId, sql`lower(${table.name})`)],
)

/** Percentage discounts. `used_count` is the number of orders with the code, and a CHECK keeps it within the limit. */
export const discountCodes = pgTable(
  'discount_codes',
  {
    ...record(),
    userId: integer('user_id'),
    code: text('code').notNull(),
    description: text('description').notNull().default(''),
    discountType: text('discount_type').notNull().default('percentage').$type<'percentage'>(),
    /** In percent. */
    discountValue: integer('discount_value').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    usageLimit: integer('usage_limit'),
    usedCount: integer('used_count').notNull().default(0),
    expiresAt: date('expires_at'),
    /** The number of its DiscountCodeNode in Shopify (docs/shopify.md, Creating and changing things). */
    shopifyPriceRuleId: text('shopify_price_rule_id'),
    /** When its current version was sent to Shopify; null until it is. */
    shopifySyncedAt: moment('shopify_synced_at'),
    /** Increases with every edit (decision 019). */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('discount_codes_key').on(table.companyId, sql`lower(${table.code})`),
    index('discount_codes_newest').on(table.companyId, table.id),
    check('discount_codes_percent', sql`discount_value between 1 and 100`),
    check('discount_codes_uses', sql`used_count >= 0 and (usage_limit is null or used_count <= usage_limit)`),
  ],
)
