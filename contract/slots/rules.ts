import { toMinutes } from '../dates.ts'
import { type EventPlan, isOutsideEvent, planSlots } from '../events/rules.ts'
import { type SlotTime, wallClock, type Zone } from '../zones.ts'
import type { SlotSync } from './schema.ts'

/** The most time slots on one date, so any date fits on a page (decision 033). */
export const MAX_SLOTS_PER_DATE = 500

/** What "Match slots to event hours" does with a slot; all others stay, too, without a word. */
type SyncPlan = Record<'added' | 'removed' | 'hidden' | 'kept' | 'keptHidden', readonly SlotTime[]>

/**
 * Plans "Match slots to event hours", which brings the free slots that have not begun to the event's days, hours, breaks,
 * length and buffers (docs/product.md, Matching slots to the event). No slot is added where one that stays covers even a
 * part of it or of the buffers around it.
 *
 * @param slots all of the event's; `isTaken` if guests are booked, have an offer for it or wait for it; `everBooked`
 *   counts canceled bookings and offers that ended, too: then it can't be removed
 */
export function planSync<Slot extends SlotTime & Record<'isAvailable' | 'isTaken' | 'everBooked', boolean>>(
  event: EventPlan,
  slots: readonly Slot[],
  zone: Zone,
  now: Date,
) {
  const { date, time } = wallClock(now, zone)
  const hasBegun = (slot: SlotTime) => `${slot.slotDate} ${slot.startTime}` <= `${date} ${time}`
  const keyOf = ({ slotDate, startTime, endTime }: SlotTime) => `${slotDate} ${startTime} ${endTime}`
  const plan = planSlots(event, zone)
  const planned = new Set(plan.map(keyOf))
  const fateOf = (slot: Slot) => {
    if (hasBegun(slot)) return 'begun'
    if (planned.has(keyOf(slot))) return slot.isAvailable ? 'asPlanned' : 'keptHidden'
    if (slot.isTaken) return 'kept'
    const isOutside = isOutsideEvent(slot, event)
    const isSeen = slot.isAvailable && !isOutside
    if (slot.everBooked) return isSeen ? 'hidden' : 'history'
    return isSeen || isOutside ? 'removed' : 'keptHidden'
  }
  const fates = Map.groupBy(slots, fateOf)
  const all = (fate: ReturnType<typeof fateOf>) => fates.get(fate) ?? []
  const staying = (['begun', 'asPlanned', 'kept', 'keptHidden'] as const).flatMap(all)
  const days = Map.groupBy(staying, ({ slotDate }) => slotDate)
  const gap = (event.bufferBefore ?? 0) + (event.bufferAfter ?? 0)
  const isTooClose = (slot: SlotTime, plan: SlotTime) =>
    toMinutes(slot.startTime) < toMinutes(plan.endTime) + gap &&
    toMinutes(slot.endTime) + gap > toMinutes(plan.startTime)
  const isFree = (time: SlotTime) => !days.get(time.slotDate)?.some((slot) => isTooClose(slot, time))
  return {
    added: plan.filter((time) => !hasBegun(time) && isFree(time)),
    removed: all('removed'),
    hidden: all('hidden'),
    kept: all('kept'),
    keptHidden: all('keptHidden'),
  } satisfies SyncPlan
}

/** The plan in numbers, in total and per day. */
export function countSync(plan: SyncPlan): SlotSync {
  const none = { added: 0, removed: 0, hidden: 0, kept: 0, keptHidden: 0 }
  const total = { ...none }
  const days = new Map<string, typeof none>()
  for (const fate of Object.keys(none) as (keyof SyncPlan)[])
    for (const { slotDate } of plan[fate]) {
      const day = days.get(slotDate) ?? { ...none }
      days.set(slotDate, day)
      day[fate]++
      total[fate]++
    }
  return { ...total, days: [...days.keys()].sort().map((slotDate) => ({ slotDate, ...days.get(slotDate)! })) }
}

/** What matching keeps that is not as planned, and why, in words; empty for nothing. */
export function keptWords({ kept, keptHidden }: Pick<SlotSync, 'kept' | 'keptHidden'>): string {
  const count = (slots: number) => `${slots.toLocaleString('en-US')} time ${slots === 1 ? 'slot' : 'slots'}`
  const guests = `Keeps ${count(kept)} at other times because guests have ${kept === 1 ? 'it' : 'them'}.`
  const staff = `Keeps ${count(keptHidden)} hidden, as you left ${keptHidden === 1 ? 'it' : 'them'}.`
  return [kept > 0 && guests, keptHidden > 0 && staff].filter(Boolean).join(' ')
}

/** How full an event, a date or a slot is: `12 of 72 spots booked`. */
export function formatFill({ booked, totalSlots }: { booked: number; totalSlots: number }): string {
  return `${booked.toLocaleString('en-US')} of ${totalSlots.toLocaleString('en-US')} ${totalSlots === 1 ? 'spot' : 'spots'} booked`
}

/**
 * The date that the desk opens with (docs/product.md, The desk).
 *
 * @param dates the event's dates with time slots, in order
 * @param today by the venue's clock
 * @returns today or the next date, else the last one; undefined without dates
 */
export const dayToOpen = (dates: readonly string[], today: string): string | undefined =>
  dates.find((date) => date >= today) ?? dates.at(-1)
