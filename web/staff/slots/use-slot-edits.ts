import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { useState } from 'react'
import { sentenceOf } from '../api/call-error.ts'
import { useUpdateSlot } from './queries.ts'
import { useSaveSlots } from './save-all.ts'
import { changedSlots, changeOf, editOf, type SlotEdit, type SlotEdits } from './slot-edits.ts'

export type SlotEditing = ReturnType<typeof useSlotEdits>

/**
 * What is being edited, one row at a time or all of them. It is kept here by slot id and not in the rows, which
 * come and go as the page is scrolled. After Save All the slots that were refused stay in editing: `failed`.
 */
export function useSlotEdits(eventId: string, slots: readonly ListedSlot[]) {
  const [mode, setMode] = useState<'single' | 'all' | 'failed'>('single')
  const [edits, setEdits] = useState<SlotEdits>({})
  const [failures, setFailures] = useState<Record<number, string>>({})
  const update = useUpdateSlot(eventId)
  const saveAll = useSaveSlots(eventId)
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
  return {
    mode,
    failures,
    isDirty: changes.length > 0,
    /** The slot whose own Save is under way. */
    savingId: update.isPending ? update.variables.id : undefined,
    savingAll: saveAll.isPending,
    progress: { done: saveAll.done, of: saveAll.isPending ? saveAll.variables.length : 0 },
    isEditing: (id: number) => mode === 'all' || edits[id] !== undefined,
    valuesOf: (slot: ListedSlot) => editOf(slot, edits[slot.id]),
    type: (id: number, typed: Partial<SlotEdit>) =>
      setEdits((edits) => ({ ...edits, [id]: { ...edits[id], ...typed } })),
    startAll: () => setMode('all'),
    stop,
    close,
    save: (slot: ListedSlot) =>
      update.mutate(
        { id: slot.id, change: changeOf(editOf(slot, edits[slot.id])) },
        {
          onSuccess: () => stop(slot.id),
          onError: (error) =>
            setFailures((others) => ({ ...others, [slot.id]: sentenceOf(error, error.message) })),
        },
      ),
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
