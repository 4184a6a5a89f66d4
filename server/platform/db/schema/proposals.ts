import { answerKinds } from '@trunkshow/contract/orders/rules.ts'
import { boolean, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { fixedPart, idOf, moment, randomId } from './columns.ts'
import { companyId, users } from './company.ts'
import { orders } from './orders.ts'

/** What an order's customer was asked to approve (decision 091). Its text and hash never change; an erasure blanks the text. */
export const proposals = pgTable(
  'proposals',
  {
    ...fixedPart(),
    /** What its link names. */
    publicId: text('public_id').notNull().unique().default(randomId),
    orderId: idOf('order_id', () => orders.id, { onDelete: 'cascade' }),
    /** Counted per order from 1. */
    number: integer('number').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** A `Snapshot` in canonical JSON, and its SHA-256 in hex. */
    snapshot: text('snapshot').notNull(),
    hash: text('hash').notNull(),
    /** The customer's mailbox, from `mailboxOf`: its link ends when the address is corrected (decision 060). */
    recipient: text('recipient').notNull(),
    expiresOn: date('expires_on'),
    seenAt: moment('seen_at'),
    /** The customer's latest answer. */
    answer: text('answer', { enum: answerKinds }),
    /** Whether the order has changed since, or the next one took its place. */
    isEnded: boolean('is_ended').notNull().default(false),
    /** Codes that were emailed to approve it; when the newest one was, until it is used, and how often it was tried. */
    codes: integer('codes').notNull().default(0),
    codeAt: moment('code_at'),
    codeTries: integer('code_tries').notNull().default(0),
  },
  (table) => [
    uniqueIndex('proposals_number').on(table.orderId, table.number),
    index('proposals_company').on(table.companyId, table.id),
  ],
)

/** What customers answered; rows are only inserted, and an erasure blanks their texts. */
export const proposalAnswers = pgTable(
  'proposal_answers',
  {
    ...fixedPart(),
    proposalId: idOf('proposal_id', () => proposals.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: answerKinds }).notNull(),
    name: text('name').notNull().default(''),
    wish: text('wish').notNull().default(''),
    /** The lines of a signature, as the path of an SVG; empty for none. */
    drawing: text('drawing').notNull().default(''),
    /** The network it came from, as `networkOf` hashes it, and the browser's name of itself. */
    network: text('network').notNull(),
    browser: text('browser').notNull(),
  },
  (table) => [index('proposal_answers_proposal').on(table.proposalId, table.id)],
)

/** A company's terms, of which the latest holds; rows are only inserted. */
export const companyTerms = pgTable(
  'company_terms',
  {
    companyId: companyId(),
    /** Counted per company from 1. */
    version: integer('version').notNull(),
    text: text('text').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: fixedPart().createdAt,
  },
  (table) => [uniqueIndex('company_terms_version').on(table.companyId, table.version)],
)
