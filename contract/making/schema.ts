import { z } from 'zod'
import { day, idField, line, orNull, shortText, wholeNumber } from '../endpoint.ts'
import { orderSummary } from '../orders/schema.ts'
import { makingMessages as text } from './messages.ts'
import { MAX_STAGES, stageListeners, startConditions } from './rules.ts'

const stageInput = z.object({
  /** Left out for a new one. */
  id: idField(text.stageGone).optional(),
  name: line(text.nameRequired, 40, text.nameTooLong),
  /** How many days it usually takes; null if that isn't known. */
  days: orNull(wholeNumber(text.daysInvalid).pipe(z.number().max(365, text.daysInvalid))),
  tells: z.enum(stageListeners),
  /** What the customer reads in place of the name; empty for the name itself. */
  words: shortText(100, text.wordsTooLong).default(''),
})

/** How a company's orders are made: its stages in order, the days it is closed, and what it can promise. */
export const makingInput = z.object({
  stages: z
    .array(stageInput)
    .max(MAX_STAGES, text.tooManyStages)
    .refine(
      (stages) => new Set(stages.map(({ name }) => name.toLowerCase())).size === stages.length,
      text.nameTaken,
    ),
  /** Where the orders of each removed stage go, by its id; null takes them off the board's stages. */
  moves: z.record(z.string(), idField(text.stageGone).nullable()).default({}),
  startsAfter: z.enum(startConditions),
  /** How many orders can be promised a week; null for any number. */
  weeklyCapacity: orNull(
    wholeNumber(text.capacityInvalid).pipe(
      z.number().min(1, text.capacityInvalid).max(10_000, text.capacityInvalid),
    ),
  ),
  /** Days on which nothing is made, yyyy-MM-dd. */
  closed: z.array(day).max(400, text.tooManyClosed),
  /** Whether the team gets an email each morning with what is late, at risk or not started. */
  mailsMornings: z.boolean().default(true),
  version: z.int(),
})
export type MakingInput = z.output<typeof makingInput>

const stage = stageInput.extend({ id: z.int(), days: z.int().nullable() })
export type Stage = z.infer<typeof stage>
export const making = makingInput
  .omit({ moves: true })
  .extend({ stages: z.array(stage), weeklyCapacity: z.int().nullable(), closed: z.array(z.string()) })
export type Making = z.infer<typeof making>

/** A move to a stage, null for none. */
export const stageChange = z.object({
  stageId: idField(text.stageGone).nullable(),
  /** The one that the user saw; refused if the order has another by now. */
  from: idField(text.stageGone).nullable().optional(),
  /** Why it starts before what the company wants first. */
  reason: z.string().trim().max(500, text.reasonTooLong).default(''),
})
export type StageChange = z.output<typeof stageChange>

/** The orders of a stage that are due first, and how many there are; null for those that no one has started. */
const boardColumn = z.object({ stageId: z.int().nullable(), count: z.int(), orders: z.array(orderSummary) })
export const board = z.object({
  columns: z.array(boardColumn),
  late: z.int(),
  atRisk: z.int(),
  notStarted: z.int(),
})
export type Board = z.infer<typeof board>

/** The day that can be promised, yyyy-MM-dd; null if no week has room. */
export const promise = z.object({ promisedOn: z.string().nullable() })
