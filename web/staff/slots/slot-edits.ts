import type { SlotTime } from '@trunkshow/contract/events/rules.ts'
import { type ListedSlot, slotChangeInput, wrongTimes } from '@trunkshow/contract/slots/schema.ts'
import { CallError, sentenceOf } from '../api/call-error.ts'

/** A slot's fields as they stand in its inputs. */
export interface SlotEdit {
  startTime: string
  endTime: string
  totalSlots: string
}
/** What was typed, by slot id; fields nobody touched follow the slot. */
export type SlotEdits = Readonly<Record<number, Partial<SlotEdit>>>

export interface ChangedSlot {
  slot: ListedSlot
  change: { startTime: string; endTime: string; totalSlots: number }
}

/** Why a slot was not saved: at its fields, where it is about them, else in the toast. */
export interface SlotFailure {
  message: string
  fields?: Partial<Record<keyof SlotEdit, string>>
}
export type SlotFailures = Readonly<Record<number, SlotFailure>>

/** What a slot's inputs show: what was typed over what it is. */
export function editOf({ startTime, endTime, totalSlots }: ListedSlot, typed?: Partial<SlotEdit>): SlotEdit {
  return { startTime, endTime, totalSlots: String(totalSlots), ...typed }
}

/** The number of spots in a field; what is no number counts as 1. What is too small a number stays, to be refused. */
export function placesIn(text: string): number {
  const spots = text.trim() === '' ? Number.NaN : Math.trunc(Number(text))
  return Number.isNaN(spots) ? 1 : spots
}

export function changeOf(edit: SlotEdit): ChangedSlot['change'] {
  return { ...edit, totalSlots: placesIn(edit.totalSlots) }
}

/** What is wrong with an edit, before it is sent; null where nothing is. */
export function refusalOf(
  { slotDate }: ListedSlot,
  edit: Record<keyof SlotEdit, unknown>,
): SlotFailure | null {
  const { data, error } = slotChangeInput.required().safeParse({ ...edit, isAvailable: true })
  const fields: Record<string, string> = error
    ? Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]).toReversed())
    : wrongTimes({ slotDate, ...data })
  const [message] = Object.values(fields)
  return message === undefined ? null : { message, fields }
}

/** Why the server refused a slot. */
export function failureOf(error: unknown): SlotFailure {
  const message = sentenceOf(error)
  const fields = error instanceof CallError && Object.keys(error.fields).length > 0 && error.fields
  return fields ? { message, fields } : { message }
}

/**
 * The slots whose edit differs from what they are: Save All sends these alone (docs/product.md, Changing time slots).
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
 * Changes in the order in which they can succeed. An event has one slot at a time, so when a whole day moves by
 * half an hour, each slot must wait until the next one has left its place: it comes in a later wave.
 */
export function inWaves(changes: readonly ChangedSlot[]): ChangedSlot[][] {
  const waves: ChangedSlot[][] = []
  for (let waiting = [...changes]; waiting.length > 0; ) {
    const held = new Map(waiting.map(({ slot }) => [timeOf(slot), slot.id]))
    const { free = [], blocked = [] } = Object.groupBy(waiting, ({ slot, change }) => {
      const holder = held.get(timeOf({ ...slot, ...change }))
      return holder === undefined || holder === slot.id ? 'free' : 'blocked'
    })
    // Slots that swap places wait for each other for ever: the server says so.
    waves.push(free.length > 0 ? free : blocked)
    waiting = free.length > 0 ? blocked : []
  }
  return waves
}

function timeOf({ slotDate, startTime, endTime }: SlotTime) {
  return `${slotDate} ${startTime} ${endTime}`
}

/** Does `work` on every item, at most `atOnce` at the same time. */
export async function workOff<Item>(
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
