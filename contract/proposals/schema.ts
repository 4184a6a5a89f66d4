import { z } from 'zod'
import { day, idField, line } from '../endpoint.ts'
import { agreementStates, answerKinds } from '../orders/rules.ts'
import { proposalMessages as text } from './messages.ts'

/** A proposal to send: its last day, and the pictures of the order that the customer sees. */
export const proposalInput = z.object({
  /** yyyy-MM-dd, by the company's clock; left out if it doesn't expire. */
  expiresOn: z.union([z.literal('').transform(() => null), day]).nullish(),
  /** Attachments of the order. */
  pictures: z.array(idField(text.pictureGone)).max(20).default([]),
})
export type ProposalInput = z.output<typeof proposalInput>

const name = line(text.nameRequired, 100, text.nameTooLong)

/** What the customer's page sends; `number` is that of the proposal they read. */
export const answerForm = z.discriminatedUnion('answer', [
  z.object({
    answer: z.literal('approved'),
    number: z.coerce.number(),
    name,
    agreed: z.literal('on', text.agreeRequired),
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

/** The company's terms, which a customer agrees to; empty for none. */
export const termsInput = z.object({ text: z.string().trim().max(20_000, text.termsTooLong) })
export const terms = z.object({ text: z.string(), version: z.int(), createdAt: z.string().nullable() })
export type Terms = z.infer<typeof terms>
