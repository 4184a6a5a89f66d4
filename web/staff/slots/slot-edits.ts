import {
  type ListedSlot,
  type SlotChangeInput,
  slotChangeInput,
  wrongTimes,
} from '@trunkshow/contract/slots/schema.ts'
import type { Zone } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { api, CallError, call, sentenceOf } from '../api/client.ts'
import { runConcurrently } from '../api/run-concurrently.ts'
import { type ToastContent, useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { focusFirstError } from '../ui/form/form-shell.tsx'
import { summaryQuery } from './queries.ts'
import { momentOf } from './slot-days.ts'

export interface SlotEdit {
  startTime: string
  endTime: string
  totalSlots: string
}
/** Typed values by slot ID; untouched fields follow the slot. */
type SlotEdits = Readonly<Record<number, Partial<SlotEdit>>>

export interface ChangedSlot {
  slot: ListedSlot
  change: { startTime: string; endTime: string; totalSlots: number }
}

/** Why a slot wasn't saved: shown at its fields, or else in the toast. */
export interface SlotFailure {
  message: string
  fields?: Partial<Record<keyof SlotEdit, string>>
}
type SlotFailures = Record<number, SlotFailure>

/** The values a slot's inputs show: typed ones over stored ones. */
export function editOf({ startTime, endTime, totalSlots }: ListedSlot, typed?: Partial<SlotEdit>): SlotEdit {
  return { startTime, endTime, totalSlots: String(totalSlots), ...typed }
}

/** A field's number of spots, 1 if it isn't a number. One that is too small stays, so validation rejects it. */
export function parseSpots(text: string): number {
  const spots = text.trim() === '' ? Number.NaN : Math.trunc(Number(text))
  return Number.isNaN(spots) ? 1 : spots
}

function changeOf(edit: SlotEdit): ChangedSlot['change'] {
  return { ...edit, totalSlots: parseSpots(edit.totalSlots) }
}

/** Validates an edit before it is sent; null if valid. */
export function refusalOf({ slotDate }: ListedSlot, edit: Record<keyof SlotEdit, unknown>, zone: Zone) {
  const { data, error } = slotChangeInput.required().safeParse({ ...edit, isAvailable: true })
  const fields: Record<string, string> = error
    ? Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]).toReversed())
    : wrongTimes({ slotDate, ...data }, zone)
  const [message] = Object.values(fields)
  return message === undefined ? null : { message, fields }
}

function failureOf(error: unknown): SlotFailure {
  const message = sentenceOf(error)
  const fields = error instanceof CallError && Object.keys(error.fields).length > 0 && error.fields
  return fields ? { message, fields } : { message }
}

/** The slots whose edits differ from their stored values (docs/product.md, Changing time slots). */
export function changedSlots(slots: readonly ListedSlot[], edits: SlotEdits): ChangedSlot[] {
  return slots.flatMap((slot) => {
    const change = changeOf(editOf(slot, edits[slot.id]))
    const same = Object.entries(change).every(([name, value]) => slot[name as keyof SlotEdit] === value)
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
    const slotByTime = new Map(waiting.map(({ slot }) => [momentOf(slot), slot.id]))
    const { free = [], blocked = [] } = Object.groupBy(waiting, ({ slot, change }) => {
      const holder = slotByTime.get(momentOf({ ...slot, ...change }))
      return holder === undefined || holder === slot.id ? 'free' : 'blocked'
    })
    // Slots that swap times wait for each other forever; the server rejects them.
    waves.push(free.length > 0 ? free : blocked)
    waiting = free.length > 0 ? blocked : []
  }
  return waves
}

export type SlotEditing = ReturnType<typeof useSlotEdits>

/**
 * The slots being edited, one or all. The edits are stored here by slot ID, not in the rows, which unmount while
 * scrolling. After Save All, the rejected slots stay in editing: `failed`.
 */
export function useSlotEdits(eventId: string, zone: Zone, slots: readonly ListedSlot[]) {
  const [mode, setMode] = useState<'single' | 'all' | 'failed'>('single')
  const [edits, setEdits] = useState<SlotEdits>({})
  const [failures, setFailures] = useState<SlotFailures>({})
  const update = useReportedCall({
    call: ({ id, change }: { id: number; change: SlotChangeInput }) =>
      call(api.slots.update, { params: { id }, body: change }),
    done: 'Time Slot Updated',
    failed: 'Error Updating Time Slot',
    reloads: summaryQuery(eventId).queryKey,
    keepsForm: true,
  })
  /** How many of the changed slots Save All has answers for. */
  const [done, setDone] = useState(0)
  // One request per changed slot. A failed one doesn't stop the others, but an ended session does.
  const saveAll = useReportedCall({
    call: async (changes: readonly ChangedSlot[]) => {
      const failures: SlotFailures = {}
      setDone(0)
      const save = async ({ slot, change }: ChangedSlot) => {
        const refusal = refusalOf(slot, change, zone)
        if (refusal) failures[slot.id] = refusal
        try {
          if (!refusal) await call(api.slots.update, { params: { id: slot.id }, body: change })
        } catch (error) {
          if (!(error instanceof CallError) || error.sessionEnded) throw error
          failures[slot.id] = failureOf(error)
        }
        setDone((count) => count + 1)
      }
      for (const wave of sortIntoWaves(changes)) await runConcurrently(wave, MAX_PARALLEL_SAVES, save)
      return { saved: changes.length - Object.keys(failures).length, failures }
    },
    done: outcomeToast,
    failed: 'Error Updating Time Slots',
    reloads: summaryQuery(eventId).queryKey,
  })
  const changes = changedSlots(slots, edits)

  const close = () => {
    setMode('single')
    setEdits({})
    setFailures({})
  }
  const stop = (id: number) => {
    setEdits(({ [id]: _closed, ...others }) => others)
    setFailures(({ [id]: _told, ...others }) => others)
  }
  const fail = (id: number, failure: SlotFailure) => setFailures((others) => ({ ...others, [id]: failure }))
  return {
    mode,
    failures,
    isDirty: changes.length > 0,
    savingId: update.isPending ? update.variables.id : undefined,
    savingAll: saveAll.isPending,
    progress: { done, of: saveAll.isPending ? saveAll.variables.length : 0 },
    isEditing: (id: number) => mode === 'all' || edits[id] !== undefined,
    valuesOf: (slot: ListedSlot) => editOf(slot, edits[slot.id]),
    /** Stores what was typed and clears the errors at those fields. */
    type: (id: number, typed: Partial<SlotEdit>) => {
      setEdits((edits) => ({ ...edits, [id]: { ...edits[id], ...typed } }))
      const failure = failures[id]
      if (!failure?.fields) return
      const others = Object.entries(failure.fields).filter(([field]) => !(field in typed))
      fail(id, { ...failure, fields: Object.fromEntries(others) })
    },
    startAll: () => setMode('all'),
    stop,
    close,
    save: (slot: ListedSlot) => {
      const edit = editOf(slot, edits[slot.id])
      const refusal = refusalOf(slot, edit, zone)
      if (refusal) {
        fail(slot.id, refusal)
        return focusFirstError()
      }
      update.mutate(
        { id: slot.id, change: changeOf(edit) },
        { onSuccess: () => stop(slot.id), onError: (error) => fail(slot.id, failureOf(error)) },
      )
    },
    saveAll: () => {
      if (changes.length === 0) return close()
      saveAll.mutate(changes, {
        onSuccess: ({ failures }) => {
          const refused = Object.keys(failures)
          if (refused.length === 0) return close()
          setMode('failed')
          setFailures(failures)
          setEdits((edits) => Object.fromEntries(refused.map((id) => [id, edits[Number(id)] ?? {}])))
        },
      })
    },
  }
}

/** How many requests run at once (docs/product.md, Changing time slots). */
const MAX_PARALLEL_SAVES = 6

function outcomeToast({ saved, failures }: { saved: number; failures: SlotFailures }): ToastContent {
  const refused = Object.values(failures)
  const count = `${saved} ${saved === 1 ? 'time slot' : 'time slots'} saved.`
  if (refused.length === 0) return { title: 'Time Slots Updated', description: count }
  const reason = refused.find(({ fields }) => !fields)?.message
  const marked = refused.some(({ fields }) => fields) && 'Review the highlighted fields.'
  const description = [reason, marked, count].filter(Boolean).join(' ')
  return { tone: 'bad', title: 'Error Updating Time Slots', description }
}
