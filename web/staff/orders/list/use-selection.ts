import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { useRef, useState } from 'react'
import { showToast } from '../../ui/feedback/use-reported-call.ts'

/** The most orders that can be changed, printed or exported by ID. */
const MAX_SELECTED = 200

/** The selected ones of the listed orders: those that leave the list are no longer selected. */
export function useSelection(orders: readonly OrderSummary[]) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const last = useRef<number>(undefined)
  const listed = orders.map(({ id }) => id)
  const ids = new Set(listed.filter((id) => picked.has(id)))
  const selectable = listed.slice(0, MAX_SELECTED)
  const isAll = ids.size >= selectable.length
  function select(next: ReadonlySet<number>) {
    if (next.size <= MAX_SELECTED) setPicked(next)
    else showToast({ title: `You can select up to ${MAX_SELECTED} orders at a time` })
  }
  return {
    ids,
    /** Whether every order is selected, as far as they can be. */
    isAll,
    /** Selects or deselects an order; `range`, with Shift, also those between it and the last one. */
    toggle(id: number, range: boolean) {
      const ends = [listed.indexOf(last.current ?? id), listed.indexOf(id)].sort((a, b) => a - b)
      last.current = id
      if (range && ends[0]! >= 0) select(new Set([...ids, ...listed.slice(ends[0], ends[1]! + 1)]))
      else select(toggled(ids, id))
    },
    /** Selects every listed order, or none if all are selected. */
    toggleAll: () => select(new Set(isAll ? [] : selectable)),
    clear: () => setPicked(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>

/** Returns the set with the item added, or removed if it was in it. */
export function toggled<Item>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  return items.has(item) ? new Set([...items].filter((other) => other !== item)) : new Set([...items, item])
}
