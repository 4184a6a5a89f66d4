import { sql } from 'drizzle-orm'
import { type Caller, type EventRow, eventRow } from '../events/queries.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { placeholder, selection, statement } from '../platform/db/statement.ts'
import type { Database } from '../platform/db/transaction.ts'
import { grantOf } from '../platform/http/grants.ts'

/** What an event's row says about its bookings. */
export interface EventFacts extends EventRow, Record<string, unknown> {
  lastDay: string
  /** The transaction that wrote the row: every change to the event makes another one. */
  version: string
  slotIds: number[]
}

const load = statement<{ slotId: number }, EventFacts>(
  'facts-of-slot',
  sql`
    SELECT ${selection({ ...eventRow, lastDay: events.lastDay })}, ${events}.xmin::text AS version,
      ARRAY(SELECT id FROM ${timeSlots} WHERE ${timeSlots.eventId} = ${events.id}) AS "slotIds"
    FROM ${events} WHERE ${events.id} = (SELECT event_id FROM ${timeSlots} WHERE ${timeSlots.id} = ${placeholder('slotId', 'int')})`,
)

/** More slots than this process serves in a day; 100 bytes each. */
const MAX_SLOTS = 100_000
/** By slot; all slots of an event share their facts. */
const known = new Map<number, EventFacts>()

/**
 * Returns what an event says about bookings of this slot, perhaps as it was: the statement that books compares the
 * version (decision 076). Undefined for an unknown slot.
 */
export async function factsOf(ctx: { db: Database }, slotId: number): Promise<EventFacts | undefined> {
  const kept = known.get(slotId)
  if (kept) return kept
  const [facts] = await load(ctx, { slotId })
  if (!facts) return
  if (known.size > MAX_SLOTS) known.clear()
  for (const id of facts.slotIds) known.set(id, facts)
  return facts
}

/** Keeps the facts of a slot's event only if their version is still this one. */
export function keepFacts(slotId: number, version: string | undefined) {
  const kept = known.get(slotId)
  if (kept?.version !== version) for (const id of kept?.slotIds ?? []) known.delete(id)
}

/** Whether the caller may see the event: the same rule as `visibleToCaller`. */
export const isVisibleTo = (facts: EventFacts, { grants, companyId, coHostOf }: Caller) =>
  facts.isPublic ||
  facts.companyId === companyId ||
  coHostOf.includes(facts.id) ||
  grants.includes(grantOf(facts))
