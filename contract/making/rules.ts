import { addDays, daysBetween } from '../dates.ts'
import type { OrderStatus } from '../orders/rules.ts'

/** What a company's orders pass through until it changes that (docs/product.md, Making). */
export const defaultStages = ['To order', 'Ordered', 'In production', 'Arrived', 'Fitting', 'Ready'] as const
export const MAX_STAGES = 12

/** Who hears that an order has come to a stage. */
export const stageListeners = ['nobody', 'customer', 'assignee'] as const

/** What an order should have before its making starts; it can start without, with a reason. */
export const startConditions = ['nothing', 'approval', 'deposit'] as const
export type StartCondition = (typeof startConditions)[number]

/** A stage and how many days it usually takes; null if that isn't known. */
export interface StageDays {
  id: number
  days: number | null
}

/** What of an order decides whether it will be on time. Dates are yyyy-MM-dd. */
export interface MakingFacts {
  status: OrderStatus
  stageId: number | null
  /** Since when it is in its stage. */
  stageSince: string | null
  /** The customer's day. */
  neededBy: string | null
  /** Ours. */
  promisedOn: string | null
}

/** Whether an order is still made: neither sent nor canceled. */
export const isOpen = ({ status }: { status: OrderStatus }) => status === 'pending' || status === 'paid'

/** Returns how many days an order usually still takes: what is left of its stage, and all stages after it. */
export function daysLeft(
  stages: readonly StageDays[],
  { stageId, stageSince }: Pick<MakingFacts, 'stageId' | 'stageSince'>,
  today: string,
): number {
  const at = stages.findIndex(({ id }) => id === stageId)
  const later = stages.slice(at + 1).reduce((sum, { days }) => sum + (days ?? 0), 0)
  const own = stages[at]?.days ?? 0
  return later + (stageSince ? Math.max(0, own - Math.max(0, daysBetween(stageSince, today))) : own)
}

/** Returns the day that is so many days after another, not counting those on which the company is closed. */
export function openDay(from: string, days: number, closed: ReadonlySet<string>): string {
  let day = from
  for (let left = days; left > 0; ) {
    day = addDays(day, 1)
    if (!closed.has(day)) left -= 1
  }
  return day
}

/**
 * Late: the promised day is past, or the customer's if none was promised. At risk: it usually takes longer than until
 * then, or more was promised than the customer has time for. Null for one that is on time, ready, sent or canceled.
 *
 * @param today the company's date, yyyy-MM-dd
 */
export function riskOf(
  order: MakingFacts,
  stages: readonly StageDays[],
  today: string,
  closed: ReadonlySet<string>,
): 'late' | 'atRisk' | null {
  const { neededBy, promisedOn, stageId } = order
  const due = promisedOn ?? neededBy
  if (!isOpen(order) || due === null || (stageId !== null && stageId === stages.at(-1)?.id)) return null
  if (due < today) return 'late'
  if (promisedOn !== null && neededBy !== null && promisedOn > neededBy) return 'atRisk'
  return openDay(today, daysLeft(stages, order, today), closed) > due ? 'atRisk' : null
}

/** Whether money was taken for an order that no one has started. */
export const isNotStarted = (order: { status: OrderStatus; stageId: number | null; receivedCents: number }) =>
  order.stageId === null &&
  (order.status === 'paid' || (order.status === 'pending' && order.receivedCents > 0))

/** The Monday of a day's week. */
export const weekOf = (day: string) => addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7))

/** How far ahead a day is looked for, in weeks. */
const WEEKS_AHEAD = 104

/**
 * Returns the day to promise: after all usual days, in the first week that has room and a day on which the company is
 * open; null if none has in two years.
 *
 * @param capacity orders a week; null for any number
 * @param promised how many orders are promised in a week, by its Monday
 */
export function dayToPromise(
  stages: readonly StageDays[],
  today: string,
  closed: ReadonlySet<string>,
  { capacity, promised }: { capacity: number | null; promised: ReadonlyMap<string, number> },
): string | null {
  const total = daysLeft(stages, { stageId: null, stageSince: null }, today)
  let day = openDay(today, total, closed)
  for (let week = 0; week < WEEKS_AHEAD; week++) {
    const monday = weekOf(day)
    const hasRoom = capacity === null || (promised.get(monday) ?? 0) < capacity
    for (; hasRoom && weekOf(day) === monday; day = addDays(day, 1)) if (!closed.has(day)) return day
    day = addDays(monday, 7)
  }
  return null
}
