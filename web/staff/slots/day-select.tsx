import { addDays, formatDay } from '@trunkshow/contract/dates.ts'
import { countDays } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { Choose } from '../ui/form/choose.tsx'

interface DaySelectProps {
  event: Event
  /** `yyyy-MM-dd` */
  value: string | undefined
  /** Label for all days; absent if a day is required. */
  allLabel?: string
  /** Days beyond the event's own, such as those of slots outside it. */
  also?: readonly string[]
  onChange: (date: string | undefined) => void
}

/** Filters by one of the event's days; renders nothing if there is only one. */
export function DaySelect({ event, value, allLabel, also = [], onChange }: DaySelectProps) {
  const own = Array.from({ length: countDays(event) }, (_, index) => addDays(event.eventDate, index))
  const days = [...new Set([...own, ...also, ...(value ? [value] : [])])].sort()
  if (days.length < 2) return null
  return (
    <Choose
      aria-label="Day"
      value={value}
      onChoose={onChange}
      choices={[
        ...(allLabel ? [['', allLabel] as const] : []),
        ...days.map((day) => [day, formatDay(day)] as const),
      ]}
    />
  )
}
