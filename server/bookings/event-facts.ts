import { sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type EventRow, eventRow } from '../events/queries.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { placeholder, selection, statement } from '../platform/db/statement.ts'

/** What an event says about its bookings: little, since many are kept. */
export type EventFacts = Omit<EventRow, 'description' | 'dayHours'> & {
  /** As JSON text. */
  dayHours: string
  lastDay: string
  /** The transaction that wrote the row: every change to the event makes another one. */
  version: string
  slotIds: number[]
}

const { description: _long, ...row } = eventRow
const load = statement<{ slotId: number }, EventFacts>(
  'event-facts',
  sql`
    SELECT ${selection({
      ...row,
      dayHours: sql<string>`${events.dayHours}::text`,
      lastDay: events.lastDay,
      version: sql<string>`${events}.xmin::text`,
      slotIds: sql<number[]>`ARRAY(SELECT id FROM ${timeSlots} WHERE ${timeSlots.eventId} = ${events.id})`,
    })}
    FROM ${events} JOIN ${timeSlots} AS slot ON slot.event_id = ${events.id}
    WHERE slot.id = ${placeholder('slotId', 'int')}`,
)

const MAX_SLOTS = 50_000
/** Of each app, by slot, which never changes its event. */
const ofApp = new WeakMap<Config, Map<number, EventFacts>>()

/**
 * Returns what a slot's event says about bookings, as this process read it last: the statement that books compares the
 * version (decision 076). Undefined for an unknown slot.
 *
 * @param version the one that is needed, if not any
 */
export async function factsOf(ctx: Pick<Context, 'config' | 'db'>, slotId: number, version?: string) {
  const known = ofApp.get(ctx.config) ?? new Map<number, EventFacts>()
  ofApp.set(ctx.config, known)
  const kept = known.get(slotId)
  if (kept && (version ?? kept.version) === kept.version) return kept
  const [facts] = await load(ctx, { slotId })
  if (known.size > MAX_SLOTS) known.clear()
  if (facts) for (const id of facts.slotIds) known.set(id, facts)
  return facts
}
