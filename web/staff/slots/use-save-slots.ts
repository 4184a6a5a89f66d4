import { api } from '@trunkshow/contract/api.ts'
import type { Zone } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { CallError } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import type { ToastContent } from '../ui/feedback/toast.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { summaryQuery } from './queries.ts'
import {
  type ChangedSlot,
  failureOf,
  refusalOf,
  runConcurrently,
  type SlotFailure,
  sortIntoWaves,
} from './slot-edits.ts'

/** How many requests run at once (docs/product.md, Changing time slots). */
const MAX_PARALLEL_SAVES = 6

export interface SaveOutcome {
  saved: number
  /** By slot id. */
  failures: Record<number, SlotFailure>
}

/**
 * Save All: makes one request per changed slot. A failed one doesn't stop the others; `done` counts the responses,
 * for the progress display.
 *
 * @throws CallError if the session has ended; saved slots stay saved
 */
export function useSaveSlots(eventId: string, zone: Zone) {
  const [done, setDone] = useState(0)
  const mutation = useReportedCall({
    call: async (changes: readonly ChangedSlot[]): Promise<SaveOutcome> => {
      const failures: Record<number, SlotFailure> = {}
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
  return { ...mutation, done }
}

function outcomeToast({ saved, failures }: SaveOutcome): ToastContent {
  const refused = Object.values(failures)
  const count = `${saved} ${saved === 1 ? 'time slot' : 'time slots'} saved.`
  if (refused.length === 0) return { title: 'Time Slots Updated', description: count }
  const reason = refused.find(({ fields }) => !fields)?.message
  const marked = refused.some(({ fields }) => fields) && 'Review the highlighted fields.'
  const description = [reason, marked, count].filter(Boolean).join(' ')
  return { tone: 'bad', title: 'Error Updating Time Slots', description }
}
