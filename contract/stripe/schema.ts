import { z } from 'zod'
import { amountField } from '../endpoint.ts'
import { stripeMessages as text } from './messages.ts'
import {
  neededPermissions,
  type Permission,
  payPurposes,
  requestPurposes,
  requestStates,
  stripeKinds,
} from './rules.ts'

/** The company's own restricted key and the secret of its webhook. */
export const connectInput = z.object({
  apiKey: z
    .string()
    .trim()
    .max(300, text.tooLong)
    .regex(/^rk_(live|test)_\w+$/, text.keyInvalid),
  webhookSecret: z
    .string()
    .trim()
    .max(300, text.tooLong)
    .regex(/^whsec_\w+$/, text.secretInvalid),
})
export type ConnectInput = z.output<typeof connectInput>

/** The least that a guest can choose to pay. */
export const paymentSettings = z.object({ minimum: amountField(text.amountRequired) })
export type PaymentSettings = z.output<typeof paymentSettings>

const permission = z.enum(Object.keys(neededPermissions) as [Permission, ...Permission[]])

/** The connection as screens show it. Keys never leave the server. */
export const stripeAccount = z.object({
  connected: z.boolean(),
  kind: z.enum(stripeKinds).nullable(),
  /** Whether real money moves. */
  isLive: z.boolean(),
  /** The last four characters of the key. */
  keyEnding: z.string().nullable(),
  mustReconnect: z.boolean(),
  missing: z.array(permission),
  /** Where Stripe is to send events. */
  webhookUrl: z.string(),
  /** When Stripe last sent one, ISO 8601. */
  heardAt: z.string().nullable(),
  /** A decimal such as "50.00". */
  minimum: z.string(),
})
export type StripeAccountView = z.infer<typeof stripeAccount>

/** What a link asks for, and whether to email it. */
export const linkInput = z.object({
  purpose: z.enum(payPurposes),
  /** For the purpose `amount`. */
  amount: amountField(text.amountRequired).optional(),
  email: z.boolean().default(false),
})
export type LinkInput = z.output<typeof linkInput>

export const refundInput = z.object({ amount: amountField(text.amountRequired) })

/** What a customer's bank disputes. */
export const dispute = z.object({
  status: z.string(),
  reason: z.string(),
  cents: z.int(),
  /** Until when to answer in Stripe, ISO 8601; null if it is over. */
  dueBy: z.string().nullable(),
})
export type Dispute = z.infer<typeof dispute>

/** A payment by link, or its refund. Amounts are decimals. */
export const payment = z.object({
  id: z.int(),
  purpose: z.enum(requestPurposes),
  amount: z.string(),
  state: z.enum(requestStates),
  createdAt: z.string(),
  /** The order's entry, once it is counted. */
  entryId: z.int().nullable(),
  /** What can still be given back. */
  refundable: z.string(),
  dispute: dispute.nullable(),
  /** Why Stripe refused it. */
  problem: z.string().nullable(),
})
export type Payment = z.infer<typeof payment>

/** An order's payments by link, latest first, and what can be asked for. */
export const orderPayments = z.object({
  payments: z.array(payment),
  due: z.string(),
  purposes: z.array(z.object({ purpose: z.enum(payPurposes), amount: z.string() })),
  /** Why no link can be made. */
  reason: z.string().nullable(),
})
export type OrderPayments = z.infer<typeof orderPayments>

export const paymentLink = z.object({ link: z.string(), amount: z.string() })
