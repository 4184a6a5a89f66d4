import { z } from 'zod'
import { dateInvalid, daysBetween } from '../dates.ts'
import { whichReport } from './screens.ts'

const text = {
  dateInvalid,
  endsBeforeStart: 'The last day can’t be before the first.',
  tooLong: 'Reports can cover up to 3 years.',
} as const

/** The longest period of a report, in days. */
const MAX_REPORT_DAYS = 3 * 366

/** The parts of a report, a table each. */
export const reportTables = [
  'steps',
  'attendance',
  'events',
  'products',
  'templates',
  'discounts',
  'taxes',
  'payments',
  'hours',
  'weekdays',
  'returning',
] as const
export type ReportTable = (typeof reportTables)[number]

function checkScope({ eventId, from, to }: z.output<typeof whichReport>, check: z.RefinementCtx) {
  const refuse = (field: string, message: string) =>
    check.addIssue({ code: 'custom', path: [field], message })
  if (eventId !== undefined) return
  if (!from || !to) refuse(from ? 'to' : 'from', text.dateInvalid)
  else if (to < from) refuse('to', text.endsBeforeStart)
  else if (daysBetween(from, to) >= MAX_REPORT_DAYS) refuse('to', text.tooLong)
}

export const reportQuery = whichReport.superRefine(checkScope)
export const reportFileQuery = whichReport.extend({ table: z.enum(reportTables) }).superRefine(checkScope)
export type ReportScope = z.output<typeof reportQuery>

const count = z.int()
/** Amounts are decimals. Paid: of the orders that are paid, shipped, delivered, or completed. */
const revenue = { orders: count, ordered: z.string(), paid: z.string() }
const byName = z.array(z.object({ name: z.string(), ...revenue }))

/** What it brought: its bookings and its orders. */
const outcome = {
  /** The event's name; null for a period. */
  eventName: z.string().nullable(),
  /**
   * How many bookings got this far; each step includes the later ones. To come: those without a mark or an order whose
   * appointment is not over.
   */
  steps: z.object({ booked: count, toCome: count, arrived: count, ordered: count, paid: count }),
  total: z.object(revenue),
}

/** A report (docs/product.md, Reports). Canceled bookings and orders are left out. */
export const report = z.object({
  ...outcome,
  /** What the event, or the days, before it brought; null without bookings and orders. */
  before: z.object({ scope: whichReport, ...outcome }).nullable(),
  /** Of the bookings that are not to come. */
  attendance: z.object({ arrived: count, noShows: count, unmarked: count }),
  /** Latest first, up to 100. */
  events: z.array(
    z.object({
      id: count,
      name: z.string(),
      eventDate: z.string(),
      spots: count,
      spotsBooked: count,
      noShows: count,
      ...revenue,
    }),
  ),
  /** By revenue, highest first; what does not fit is summed up as one row. */
  products: byName,
  templates: byName,
  discounts: byName,
  /** What was received, less what was refunded, by method: for an event of its orders, else on these days. */
  payments: z.array(z.object({ name: z.string(), entries: count, received: z.string() })),
  /** What the report's orders still owe. */
  due: z.object({ orders: count, due: z.string() }),
  /** The tax of orders by month, yyyy-MM by the company's clock, and by the state it is paid to. */
  taxes: z.array(
    z.object({ month: z.string(), state: z.string(), orders: count, sales: z.string(), tax: z.string() }),
  ),
  /** How full the time slots were. A weekday is 0 for Sunday to 6, an hour 0 to 23, by the venue's clock. */
  fill: z.array(z.object({ weekday: count, hour: count, spots: count, booked: count })),
  /** Returning: who also ordered, or booked, at least a day before the last time in this report. */
  customers: z.object({ new: count, returning: count }),
  guests: z.object({ new: count, returning: count }),
})
export type Report = z.infer<typeof report>
export type Outcome = Pick<Report, keyof typeof outcome>

const commissionInvalid = 'Enter 0 to 100, with up to two decimals'

/** In percent; thousandths of it once read. */
const percent = z
  .union([z.number(), z.string()], commissionInvalid)
  .transform((percent) => String(percent).trim().replace(/\s*%$/, ''))
  .refine((percent) => /^\d{1,3}(\.\d{1,2})?$/.test(percent) && Number(percent) <= 100, commissionInvalid)
  .transform((percent) => Math.round(Number(percent) * 1000))

/** What part of the paid amounts colleagues get; `seen` is what it was when it was typed. */
export const commissionInput = z.object({ percent, seen: percent })
export type CommissionInput = z.output<typeof commissionInput>

const sums = { booked: count, arrived: count, ...revenue, commission: z.string() }

/** What an event brought by who serves the orders (docs/product.md, The statement). */
export const statement = z.object({
  eventName: z.string(),
  percent: z.string(),
  /** By what was paid, highest first; null is what no colleague serves. */
  rows: z.array(z.object({ name: z.string().nullable(), ...sums })),
  total: z.object(sums),
})
export type Statement = z.infer<typeof statement>
