import { z } from 'zod'
import { amountField, day, flag, idField, line, orNull } from '../endpoint.ts'
import { agreementStates, answerKinds } from '../orders/rules.ts'
import { MAX_DRAWING } from './fields.ts'
import { proposalMessages as text } from './messages.ts'

const name = line(text.nameRequired, 100, text.nameTooLong)

/** A proposal to send: its last day, the pictures of the order that the customer sees, and who approves it. */
export const proposalInput = z.object({
  /** yyyy-MM-dd, by the company's clock; left out if it doesn't expire. */
  expiresOn: z.union([z.literal('').transform(() => null), day]).nullish(),
  /** Attachments of the order. */
  pictures: z.array(idField(text.pictureGone)).max(20).default([]),
  /** Names; empty if it's for the customer alone, under whatever name. */
  signers: z.array(name).max(5, text.tooManySigners).default([]),
  /** Whether each of them has to approve, rather than any. */
  allSign: flag.default(true),
})
export type ProposalInput = z.output<typeof proposalInput>

/** What the customer's page sends; `number` is that of the proposal they read. */
export const answerForm = z.discriminatedUnion('answer', [
  z.object({
    answer: z.literal('approved'),
    number: z.coerce.number(),
    name,
    agreed: z.literal('on', text.agreeRequired),
    /** The lines of a signature, as the path of an SVG; empty for none. */
    drawing: z
      .string()
      .max(MAX_DRAWING, text.drawingInvalid)
      .regex(/^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})*)*$/, text.drawingInvalid)
      .default(''),
    /** As it was emailed; empty to have one sent. */
    code: z.string().trim().default(''),
    /** Sends another code. */
    another: z.string().optional(),
  }),
  z.object({
    answer: z.literal('changeAsked'),
    number: z.coerce.number(),
    wish: z.string(text.wishRequired).trim().min(1, text.wishRequired).max(5000, text.wishTooLong),
  }),
  z.object({ answer: z.literal('declined'), number: z.coerce.number() }),
])
export type AnswerForm = z.output<typeof answerForm>

/** What a customer answered. */
export const proposalAnswer = z.object({
  kind: z.enum(answerKinds),
  /** As they typed it to approve. */
  name: z.string(),
  /** What they ask to change. */
  wish: z.string(),
  /** The lines of a signature in 300 by 100, as the path of an SVG; empty for none. */
  drawing: z.string(),
  createdAt: z.string(),
})

/** What was sent to an order's customer. */
export const proposal = z.object({
  id: z.int(),
  number: z.int(),
  /** SHA-256 of its canonical JSON, in hex. */
  hash: z.string(),
  state: z.enum(agreementStates),
  createdAt: z.string(),
  userName: z.string().nullable(),
  seenAt: z.string().nullable(),
  expiresOn: z.string().nullable(),
  total: z.string(),
  /** Who approves it; null for the customer. */
  signers: z.object({ names: z.array(z.string()), all: z.boolean() }).nullable(),
  /** Who of them hasn't yet. */
  waitsFor: z.array(z.string()),
  answers: z.array(proposalAnswer),
})
export type Proposal = z.infer<typeof proposal>

const difference = z.object({ label: z.string(), from: z.string().nullable(), to: z.string().nullable() })

/** What an order's customer was sent, latest first, and how the order has changed since. */
export const agreement = z.object({
  state: z.enum(agreementStates),
  proposals: z.array(proposal),
  differences: z.array(difference),
  /** Why nothing can be sent. */
  reason: z.string().nullable(),
})
export type Agreement = z.infer<typeof agreement>

/** How customers approve (docs/product.md, What the customer approves). */
const approvals = {
  /** The terms they agree to; empty for none. */
  text: z.string().trim().max(20_000, text.termsTooLong),
  /** Whether what was approved still counts when only its price falls. */
  letsPriceFall: flag.default(false),
  /** Whether the email that confirms an approval asks for the deposit. */
  asksDeposit: flag.default(false),
}
export const termsInput = z.object({
  ...approvals,
  /** The total from which approving needs a code from the customer's mailbox; in cents once it is read, null for none. */
  codeFrom: orNull(amountField(text.codeFromInvalid)),
})
export type TermsInput = z.output<typeof termsInput>
export const terms = z.object({
  ...approvals,
  codeFrom: z.string(),
  version: z.int(),
  createdAt: z.string().nullable(),
})
export type Terms = z.infer<typeof terms>
