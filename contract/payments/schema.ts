import { z } from 'zod'
import { amountField, day, flag, idField, made, shortText } from '../endpoint.ts'
import { paymentMessages as text } from './messages.ts'
import {
  balanceTerms,
  depositText,
  entryKinds,
  entryMethods,
  handMethods,
  moneyStates,
  parseDeposit,
} from './rules.ts'

/** Deposit and balance as they are typed: `50%` or `500.00`, empty for none (docs/product.md, Payments). */
export const paymentTerms = z.object({
  deposit: z
    .string()
    .max(30, text.depositInvalid)
    .overwrite((typed) => {
      const deposit = parseDeposit(typed)
      return deposit === undefined ? typed : depositText(deposit)
    })
    .refine((typed) => parseDeposit(typed) !== undefined, text.depositInvalid),
  balanceDue: z.enum(balanceTerms),
})
export type PaymentTerms = z.output<typeof paymentTerms>

/** yyyy-MM-dd, or empty for none. */
export const balanceDueOn = z.union([z.literal(''), day])

const amount = amountField(text.amountRequired)
const method = z.enum(handMethods)

/** A payment, a refund, or a correction with the right amount of an earlier one: 0 to undo it. */
export const entryInput = z
  .object({
    kind: z.enum(entryKinds),
    amount,
    /** A correction has those of what it corrects. */
    method: method.default('other'),
    /** Today, by the company's clock, unless given. */
    receivedOn: day.optional(),
    reference: shortText(100, text.referenceTooLong).default(''),
    /** Whether the customer gets a receipt; never of a correction. */
    emailReceipt: flag.default(true),
    /** The payment or refund that a correction puts right. */
    corrects: idField(text.entryGone).optional(),
  })
  .superRefine(({ kind, amount, corrects }, check) => {
    const refuse = (path: string, message: string) =>
      check.addIssue({ code: 'custom', path: [path], message })
    if (kind !== 'correction' && amount === 0) refuse('amount', text.amountZero)
    if (kind === 'correction' && corrects === undefined) refuse('corrects', text.correctsNothing)
  })
export type EntryInput = z.output<typeof entryInput>

/** What happens to the money of an order that is canceled; what is neither refunded nor kept is refund due. */
export const cancelInput = z.object({
  refund: amount.optional(),
  method: method.optional(),
  keep: amount.optional(),
  /** Of the refund: true unless given. */
  emailReceipt: flag.optional(),
})
export type CancelInput = z.output<typeof cancelInput>

/** A payment, a refund, or a correction of one. */
const orderEntry = z.object({
  id: z.int(),
  kind: z.enum(entryKinds),
  /** Negative for a refund. */
  amount: z.string(),
  /** What its corrections leave of it. */
  net: z.string(),
  method: z.enum(entryMethods),
  receivedOn: z.string(),
  reference: z.string(),
  /** Who recorded it; null if a provider or an import did. */
  userName: z.string().nullable(),
  corrects: z.int().nullable(),
  provider: z.string().nullable(),
  createdAt: made.createdAt,
})
export type OrderEntry = z.infer<typeof orderEntry>

/** An order's money, amounts as decimals (docs/product.md, Payments). */
export const orderMoney = z.object({
  received: z.string(),
  refunded: z.string(),
  /** What was received and not refunded. */
  held: z.string(),
  due: z.string(),
  /** What it holds beyond its total, or canceled beyond what it keeps: to refund. */
  excess: z.string(),
  deposit: z.string(),
  /** What to ask for next: the rest of the deposit, or else what is due. */
  ask: z.string(),
  /** What a canceled order keeps. */
  kept: z.string(),
  state: z.enum(moneyStates),
  overdue: z.boolean(),
  terms: paymentTerms.extend({ balanceDueOn: z.string() }),
  /** Oldest first. */
  entries: z.array(orderEntry),
})
export type OrderMoney = z.infer<typeof orderMoney>
