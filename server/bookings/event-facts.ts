import { sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type Caller, type EventRow, eventRow } from '../events/queries.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { placeholder, selection, statement } from '../platform/db/statement.ts'
import { grantOf } from '../platform/http/grants.ts'

type FactsContext = Pick<Context, 'config' | 'db'>

/** What an event says about its bookings. */
export type EventFacts = EventRow & {
  lastDay: string
  /** The transaction that wrote the row: every change to the event makes another one. */
  version: string
}

const eventOfSlot = sql`(
  SELECT ${timeSlots.eventId} FROM ${timeSlots} WHERE ${timeSlots.id} = ${placeholder('slotId', 'int')})`
const load = statement<{ slotId: number }, EventFacts>(
  'facts-of-slot',
  sql`
    SELECT ${selection({ ...eventRow, lastDay: events.lastDay, version: sql<string>`${events}.xmin::text` })}
    FROM ${events} WHERE ${events.id} = ${eventOfSlot}`,
)
const listSlotIds = statement<{ slotId: number }, { id: number }>(
  'slots-beside-slot',
  sql`SELECT ${timeSlots.id} FROM ${timeSlots} WHERE ${timeSlots.eventId} = ${eventOfSlot}`,
)

/** At 100 bytes each. */
const MAX_SLOTS = 100_000
type Known = Map<number, { facts?: EventFacts | undefined }>
/** Of each app, by slot, which never changes its event; all slots of an event share one entry. */
const ofApp = new WeakMap<Config, Known>()

function knownTo({ config }: FactsContext): Known {
  const known = ofApp.get(config) ?? new Map()
  if (known.size > MAX_SLOTS) known.clear()
  ofApp.set(config, known)
  return known
}

/**
 * Returns what a slot's event says about bookings, as this process read it earlier: the statement that books compares
 * the version (decision 076). Undefined for an unknown slot.
 *
 * @param isGood whether what it read earlier will do
 */
export async function factsOf(
  ctx: FactsContext,
  slotId: number,
  isGood: (facts: EventFacts) => boolean = () => true,
): Promise<EventFacts | undefined> {
  const known = knownTo(ctx)
  const kept = known.get(slotId) ?? {}
  if (kept.facts && isGood(kept.facts)) return kept.facts
  const [facts] = await load(ctx, { slotId })
  kept.facts = facts
  if (facts && !known.has(slotId))
    for (const { id } of await listSlotIds(ctx, { slotId })) known.set(id, kept)
  return facts
}

/** Whether the caller may see the event: the same rule as `visibleToCaller`. */
export const isVisibleTo = (facts: EventFacts, { grants, companyId, coHostOf }: Caller) =>
  facts.isPublic ||
  facts.companyId === companyId ||
  coHostOf.includes(facts.id) ||
  grants.includes(grantOf(facts))
