import { type ReactNode, useState } from 'react'
import { DateStrip, dayId } from './date-strip.tsx'
import { type SlotDay, STRIP_LENGTH } from './slot-days.ts'
import styles from './slot-picker.module.css'
import { SlotTimes } from './slot-times.tsx'
import { useLocationHash } from './use-live.ts'

interface SlotPickerProps {
  /** Names the radio group: the form field its choice is sent as. */
  name: string
  /** Id of the heading that labels the radio group. */
  labelledBy: string
  days: SlotDay[]
  picked: number | null
  onPick: (slotId: number) => void
  live: boolean
  /** Stands below the picked time once the page is live. */
  belowPicked?: ReactNode
}

/**
 * Dates in a strip, times of the active date below; the first date is active by default (spec booking §2).
 * One native radio group. The server renders every date's times, so that they can be picked without scripts;
 * the CSS shows the active date, or the one a link led to, until the page is live and only it is rendered.
 */
export function SlotPicker(props: SlotPickerProps) {
  const { name, labelledBy, days, picked, onPick, live } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const [shifted, setShifted] = useState<number | null>(null)

  const hash = useLocationHash()
  const chosenDay = days.find((day) => (chosen ? day.date === chosen : `#${dayId(day.date)}` === hash))
  const pickedDay = days.find((day) => day.slots.some((slot) => slot.id === picked))
  const active = chosenDay ?? pickedDay ?? days[0]!
  const lastStart = Math.max(0, days.length - STRIP_LENGTH)
  const activeIndex = days.indexOf(active)
  const start = Math.min(lastStart, shifted ?? (activeIndex < STRIP_LENGTH ? 0 : activeIndex))

  return (
    <>
      {days.length > 1 && (
        <DateStrip
          days={days}
          active={active.date}
          start={start}
          live={live}
          onChoose={setChosen}
          onShift={setShifted}
        />
      )}
      <div className={styles.days} role="radiogroup" aria-labelledby={labelledBy}>
        {(live ? [active] : days).map((day) => (
          <SlotTimes
            key={day.date}
            name={name}
            day={day}
            isActive={day === active}
            picked={picked}
            onPick={onPick}
            belowPicked={live && props.belowPicked}
          />
        ))}
      </div>
    </>
  )
}
