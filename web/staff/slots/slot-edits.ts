import { type ListedSlot, slotChangeInput, wrongTimes } from '@trunkshow/contract/slots/schema.ts'
import type { SlotTime, Zone } from '@trunkshow/contract/zones.ts'
import { CallError, sentenceOf } from '../api/call-error.ts'

/** The values of a slot's inputs. */
export interface SlotEdit {
  startTime: string
  endTime: string
  totalSlots: string
}
/** Typed values by slot ID; untouched fields follow the slot. */
export type SlotEdits = Readonly<Record<number, Partial<SlotEdit>>>

export interface ChangedSlot {
  slot: ListedSlot
  change: { startTime: string; endTime: string; totalSlots: number }
}

/** Why a slot wasn't saved: shown at its fields, or else in the toast. */
export interface SlotFailure {
  message: string
  fields?: Partial<Record<keyof SlotEdit, string>>
}
export type SlotFailures = Readonly<Record<number, SlotFailure>>

/** The values a slot's inputs show: typed ones over stored ones. */
export function editOf({ startTime, endTime, totalSlots }: ListedSlot, typed?: Partial<SlotEdit>): SlotEdit {
  return { startTime, endTime, totalSlots: String(totalSlots), ...typed }
}

/**
 * Parses a field's number of spots; anything else counts as 1. A number that is too small stays, so validation
 * rejects it.
 */
export function parseSpots(text: string): number {
  const spots = text.trim() === '' ? Number.NaN : Math.trunc(Number(text))
  return Number.isNaN(spots) ? 1 : spots
}

export function changeOf(edit: SlotEdit): ChangedSlot['change'] {
  return { ...edit, totalSlots: parseSpots(edit.totalSlots) }
}

/** Validates an edit before it is sent; null if valid. */
export function refusalOf(
  { slotDate }: ListedSlot,
  edit: Record<keyof SlotEdit, unknown>,
  zone: Zone,
): SlotFailure | null {
  const { data, error } = slotChangeInput.required().safeParse({ ...edit, isAvailable: true })
  const fields: Record<string, string> = error
    ? Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]).toReversed())
    : wrongTimes({ slotDate, ...data }, zone)
  const [message] = Object.values(fields)
  return message === undefined ? null : { message, fields }
}

/** Why the server rejected a slot. */
export function failureOf(error: unknown): SlotFailure {
  const message = sentenceOf(error)
  const fields = error instanceof CallError && Object.keys(error.fields).length > 0 && error.fields
  return fields ? { message, fields } : { message }
}

/**
 * The slots whose edits differ from their stored values; Save All sends only these (docs/product.md, Changing time
 * slots).
 */
export function changedSlots(slots: readonly ListedSlot[], edits: SlotEdits): ChangedSlot[] {
  return slots.flatMap((slot) => {
    const change = changeOf(editOf(slot, edits[slot.id]))
    const same =
      change.startTime === slot.startTime &&
      change.endTime === slot.endTime &&
      change.totalSlots === slot.totalSlots
    return same ? [] : [{ slot, change }]
  })
}

/**
 * Sorts changes into waves that can succeed one after another. Two slots can't have the same time, so when a whole
 * day moves by half an hour, each slot must wait until the next one has moved.
 */
export function sortIntoWaves(changes: readonly ChangedSlot[]): ChangedSlot[][] {
  const waves: ChangedSlot[][] = []
  for (let waiting = [...changes]; waiting.length > 0; ) {
    const slotByTime = new Map(waiting.map(({ slot }) => [timeOf(slot), slot.id]))
    const { free = [], blocked = [] } = Object.groupBy(waiting, ({ slot, change }) => {
      const holder = slotByTime.get(timeOf({ ...slot, ...change }))
      return holder === undefined || holder === slot.id ? 'free' : 'blocked'
    })
    // Slots that swap times wait for each other forever; the server rejects them.
    waves.push(free.length > 0 ? free : blocked)
    waiting = free.length > 0 ? blocked : []
  }
  return waves
}

function timeOf({ slotDate, startTime, endTime }: SlotTime) {
  return `${slotDate} ${startTime} ${endTime}`
}

/** Runs `work` on every item, at most `atOnce` at a time. */
export async function runConcurrently<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
