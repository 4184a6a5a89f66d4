import { Counters } from '../ui/list/counters.tsx'

interface Count {
  label: string
  count: number
  /** Whether these rows aren't imported though they should be. */
  isBad?: boolean
  /** Whether it is shown at zero too. */
  always?: boolean
}

/** How many rows of a file became what. */
export function ImportCounts({ of }: { of: Count[] }) {
  return (
    <Counters
      small
      counters={of
        .filter(({ count, always }) => always || count > 0)
        .map(({ label, count, isBad }) => [label, count, isBad && count > 0])}
    />
  )
}

/** Rows of bookings that are left out, each with its reason. */
export const leftOut = ({ canceled, past, otherDay, noSpot }: Record<LeftOut, number>): Count[] => [
  { label: 'Canceled', count: canceled },
  { label: 'Over', count: past },
  { label: 'On other days', count: otherDay },
  { label: 'Time slot full', count: noSpot, isBad: true },
]
type LeftOut = 'canceled' | 'past' | 'otherDay' | 'noSpot'
