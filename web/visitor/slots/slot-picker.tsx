import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { DateStrip, dayId } from './date-strip.tsx'
import { type SlotDay, STRIP_LENGTH } from './slot-days.ts'
import styles from './slot-picker.module.css'
import { SlotTimes } from './slot-times.tsx'
import { SlotsSkeleton } from './slots-states.tsx'
import { useLocationHash } from './use-live.ts'

interface SlotPickerProps {
  /** Name of the radio group and its form field. */
  name: string
  /** ID of the heading that labels the radio group. */
  labelledBy: string
  days: SlotDay[]
  /** How many spots the party needs: times with fewer are disabled, and dates without such a time are full. */
  spots: number
  /** The initial date (`yyyy-MM-dd`); by default, the first one with loaded times. */
  date: string | undefined
  /** Whether the date in the URL has no times; shown until another date is selected. */
  dateGone: boolean | undefined
  /** Called with the visible date once the page is hydrated. */
  onShow: (date: string) => void
  /** State of loading the missing times. */
  state: 'ready' | 'loading' | 'failed'
  /** The page's own URL; `?date=` loads the times of that date. */
  pageHref: string
  picked: number | null
  onPick: (slotId: number) => void
  live: boolean
  /** Shown below the selected time once the page is hydrated. */
  belowPicked?: ReactNode
}

/**
 * Dates in a strip, and the active date's times below as one native radio group. The server renders every date's
 * times, so they work without scripts; the CSS shows the active or linked date until hydration, after which only that
 * one is rendered. If there are too many dates, the server renders the times of some, and the other dates are links
 * (decision 033).
 */
export function SlotPicker(props: SlotPickerProps) {
  const { name, labelledBy, days, picked, onPick, live, state } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const [shifted, setShifted] = useState<number | null>(null)

  const hash = useLocationHash()
  const chosenDay = days.find((day) => (chosen ? day.date === chosen : `#${dayId(day.date)}` === hash))
  const pickedDay = days.find((day) => day.slots?.some((slot) => slot.id === picked))
  const firstDay = days.find((day) => (props.date ? day.date === props.date : day.slots))
  const active = chosenDay ?? pickedDay ?? firstDay ?? days[0]!
  const lastStart = Math.max(0, days.length - STRIP_LENGTH)
  const activeIndex = days.indexOf(active)
  const start = Math.min(lastStart, shifted ?? (activeIndex < STRIP_LENGTH ? 0 : activeIndex))

  const showDate = useEffectEvent(props.onShow)
  useEffect(() => {
    if (live) showDate(active.date)
  }, [live, active.date])

  /** The active date stays in view: if it has left, the first open one is shown. */
  function handleShift(start: number) {
    setShifted(start)
    const shown = days.slice(start, start + STRIP_LENGTH)
    if (!shown.includes(active)) setChosen((shown.find(({ most }) => most >= props.spots) ?? shown[0]!).date)
  }

  return (
    <>
      {props.dateGone && !chosen && (
        <p className={styles.gone}>No available time slots on that date. Choose another date below.</p>
      )}
      {days.length > 1 && (
        <DateStrip
          days={days}
          active={active}
          spots={props.spots}
          pageHref={props.pageHref}
          start={start}
          live={live}
          onChoose={setChosen}
          onShift={handleShift}
        />
      )}
      <div className={styles.days} role="radiogroup" aria-labelledby={labelledBy}>
        {(live ? [active] : days).map(
          (day) =>
            day.slots && (
              <SlotTimes
                key={day.date}
                name={name}
                date={day.date}
                slots={day.slots}
                spots={props.spots}
                isActive={day === active}
                picked={picked}
                onPick={onPick}
                belowPicked={live && props.belowPicked}
              />
            ),
        )}
        {live && !active.slots && state !== 'failed' && <SlotsSkeleton />}
      </div>
    </>
  )
}
