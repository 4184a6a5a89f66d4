import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { DateStrip, dayId } from './date-strip.tsx'
import { type SlotDay, STRIP_LENGTH } from './slot-days.ts'
import styles from './slot-picker.module.css'
import { SlotTimes } from './slot-times.tsx'
import { SlotsSkeleton } from './slots-states.tsx'
import { useLocationHash } from './use-live.ts'

interface SlotPickerProps {
  /** Names the radio group: the form field its choice is sent as. */
  name: string
  /** Id of the heading that labels the radio group. */
  labelledBy: string
  days: SlotDay[]
  /** The date (`yyyy-MM-dd`) that is active at first; the first one with times here unless given. */
  date: string | undefined
  /** Whether the address asks for a date without times: that is said until another one is chosen. */
  dateGone: boolean | undefined
  /** Is told which date is in sight once the page is live. */
  onShow: (date: string) => void
  /** Of the times that are not here yet. */
  state: 'ready' | 'loading' | 'failed'
  /** The page's own address: with `?date=` it comes with the times of that date. */
  pageHref: string
  picked: number | null
  onPick: (slotId: number) => void
  live: boolean
  /** Stands below the picked time once the page is live. */
  belowPicked?: ReactNode
}

/**
 * Dates in a strip, times of the active date below; the first date is active by default.
 * One native radio group. The server renders every date's times, so that they can be picked without scripts;
 * the CSS shows the active date, or the one a link led to, until the page is live and only it is rendered. Where the
 * dates are many, it renders the times of some, and the other dates are links to the page with theirs (decision 033).
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

  return (
    <>
      {props.dateGone && !chosen && (
        <p className={styles.gone}>No available time slots on that date. Choose another date below.</p>
      )}
      {days.length > 1 && (
        <DateStrip
          days={days}
          active={active}
          pageHref={props.pageHref}
          start={start}
          live={live}
          onChoose={setChosen}
          onShift={setShifted}
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
