import { Box, NativeSelect, Title } from '@mantine/core'
import { formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import { isOutsideEvent } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import type { SlotDay } from '../../slots/slot-days.ts'
import surfaces from '../../ui/page/surfaces.module.css'
import { tiles } from '../../ui/page/tiles.ts'
import { Tag } from '../../ui/page/words.tsx'
import styles from './slot-picker.module.css'

interface SlotPickerProps {
  event: Event
  /** At least one. */
  days: readonly SlotDay[]
  /** The initial day, `yyyy-MM-dd`, if it has slots. */
  startOn: string
  value: number | undefined
  onChange: (id: number) => void
}

/** Shows one day at a time, its open times as a radio group. */
export function SlotPicker({ event, days, startOn, value, onChange }: SlotPickerProps) {
  const [date, setDate] = useState(startOn)
  const day = days.find((day) => day.date === date) ?? days[0]!
  return (
    <>
      {days.length > 1 && (
        <NativeSelect
          label="Day"
          value={day.date}
          onChange={(change) => setDate(change.currentTarget.value)}
          data={days.map(({ date, slots }) => {
            const open = slots.filter(({ availableSpots }) => availableSpots > 0).length
            const withoutYear = formatDay(date).replace(/, \d+$/, '') // it is below, and too long for a phone
            return { value: date, label: `${withoutYear}: ${open} open ${open === 1 ? 'time' : 'times'}` }
          })}
        />
      )}
      <Box component="fieldset" mt="md">
        <Title component="legend" order={3} px={0} pb="xs">
          {formatDay(day.date)}
        </Title>
        <div className={styles.times} style={tiles(200, 'var(--g2)')}>
          {day.slots.map((slot) => (
            <label key={slot.id} className={styles.time} ref={slot.id === value ? showChosen : null}>
              <input
                type="radio"
                className={surfaces.over}
                name="new-slot"
                checked={slot.id === value}
                onChange={() => onChange(slot.id)}
              />
              <b>{formatTimeRange(slot.startTime, slot.endTime)}</b>
              <small>{slot.availableSpots > 0 ? `${slot.availableSpots} Available` : 'Full'}</small>
              {isOutsideEvent(slot, event) && <Tag tone="bad">Outside Event Hours</Tag>}
            </label>
          ))}
        </div>
      </Box>
    </>
  )
}

/** A time chosen by dropping a booking on it may be far down the day. */
function showChosen(time: HTMLElement | null) {
  time?.scrollIntoView({ block: 'nearest' })
}
