import { NativeSelect } from '@mantine/core'
import { addDays, formatDay } from '@trunkshow/contract/dates.ts'
import { countDays } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'

interface DaySelectProps {
  event: Event
  /** `yyyy-MM-dd` */
  value: string | undefined
  /** What it says for no day; absent where one must be chosen. */
  allLabel?: string
  /** Days beside the event's own, such as those of slots outside it. */
  also?: readonly string[]
  onChange: (date: string | undefined) => void
}

/** A day of the event to look at alone. Nothing where there is but one. */
export function DaySelect({ event, value, allLabel, also = [], onChange }: DaySelectProps) {
  const own = Array.from({ length: countDays(event) }, (_, index) => addDays(event.eventDate, index))
  const days = [...new Set([...own, ...also, ...(value ? [value] : [])])].sort()
  if (days.length < 2) return null
  return (
    <NativeSelect
      aria-label="Day"
      value={value ?? ''}
      onChange={(change) => onChange(change.currentTarget.value || undefined)}
      data={[
        ...(allLabel ? [{ value: '', label: allLabel }] : []),
        ...days.map((day) => ({ value: day, label: formatDay(day) })),
      ]}
    />
  )
}
