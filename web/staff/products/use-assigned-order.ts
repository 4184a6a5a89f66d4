import type { ProductCustomization } from '@trunkshow/contract/customizations/schema.ts'
import { useState } from 'react'
import { useOrderCustomizations } from '../customizations/queries.ts'

/**
 * A product's customizations in the order somebody is putting them into: shown at once, kept when the server has
 * taken it, as before when it has not.
 */
export function useAssignedOrder(productId: number, assigned: readonly ProductCustomization[]) {
  const order = useOrderCustomizations(productId)
  const [wanted, setWanted] = useState<number[]>()
  const rows = wanted
    ? assigned.toSorted((a, b) => wanted.indexOf(a.customizationId) - wanted.indexOf(b.customizationId))
    : assigned
  const show = (ids: number[]) => setWanted(ids)
  const save = (ids: number[]) => {
    show(ids)
    order.mutate(ids, {
      onSettled: () => setWanted((latest) => (latest === ids ? undefined : latest)),
    })
  }
  return { rows, show, save, reset: () => setWanted(undefined) }
}
