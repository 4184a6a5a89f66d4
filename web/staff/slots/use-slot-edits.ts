import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import type { Zone } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { focusFirstError } from '../ui/form/use-schema-form.ts'
import { useUpdateSlot } from './queries.ts'
import {
  changedSlots,
  changeOf,
  editOf,
  failureOf,
  refusalOf,
  type SlotEdit,
  type SlotEdits,
  type SlotFailure,
  type SlotFailures,
} from './slot-edits.ts'
import { useSaveSlots } from './use-save-slots.ts'

export type SlotEditing = ReturnType<typeof useSlotEdits>

/**
 * The slots being edited, one or all. The edits are stored here by slot ID, not in the rows, which unmount while
 * scrolling. After Save All, the rejected slots stay in editing: `failed`.
 */
export function useSlotEdits(eventId: string, zone: Zone, slots: readonly ListedSlot[]) {
  const [mode, setMode] = useState<'single' | 'all' | 'failed'>('single')
  const [edits, setEdits] = useState<SlotEdits>({})
  const [failures, setFailures] = useState<SlotFailures>({})
  const update = useUpdateSlot(eventId)
  const saveAll = useSaveSlots(eventId, zone)
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
    /** The slot being saved on its own. */
    savingId: update.isPending ? update.variables.id : undefined,
    savingAll: saveAll.isPending,
    progress: { done: saveAll.done, of: saveAll.isPending ? saveAll.variables.length : 0 },
    isEditing: (id: number) => mode === 'all' || edits[id] !== undefined,
    valuesOf: (slot: ListedSlot) => editOf(slot, edits[slot.id]),
    /** Stores what was typed and clears the errors at those fields. */
    type: (id: number, typed: Partial<SlotEdit>) => {
      setEdits((edits) => ({ ...edits, [id]: { ...edits[id], ...typed } }))
      const failure = failures[id]
      if (failure?.fields) fail(id, { ...failure, fields: without(failure.fields, typed) })
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

function without(fields: NonNullable<SlotFailure['fields']>, typed: Partial<SlotEdit>) {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in typed)))
}
