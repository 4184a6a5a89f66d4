import { dayParts, formatDateRange } from '@trunkshow/contract/dates.ts'
import type { MouseEvent } from 'react'
import styles from './date-strip.module.css'
import { NextIcon, PreviousIcon } from './icons.tsx'
import { isFull, type SlotDay, STRIP_LENGTH, shiftStrip } from './slot-days.ts'

/** The address of a date's times on the page. */
export const dayId = (date: string) => `day-${date}`

interface DateStripProps {
  days: SlotDay[]
  active: string
  /** Index of the first date in sight. */
  start: number
  /** Scripts run: four dates at a time with arrows. Before, all dates are there, as links to their times. */
  live: boolean
  onChoose: (date: string) => void
  onShift: (start: number) => void
}

/** The dates in a strip of four, moved by arrows with one date overlap (spec booking §2). */
export function DateStrip({ days, active, start, live, onChoose, onShift }: DateStripProps) {
  const isLong = days.length > STRIP_LENGTH
  const shown = days.slice(start, start + STRIP_LENGTH)
  const before = shiftStrip(start, -1, days.length)
  const after = shiftStrip(start, 1, days.length)

  function handleChoose(event: MouseEvent, date: string) {
    event.preventDefault()
    onChoose(date)
  }

  return (
    <div className={isLong ? styles.long : styles.strip}>
      {isLong && (
        <button
          type="button"
          className={styles.arrow}
          aria-label="Previous dates"
          aria-disabled={before === start}
          onClick={() => onShift(before)}
        >
          <PreviousIcon />
        </button>
      )}
      <ol className={styles.dates} aria-label="Dates" data-live={live || undefined}>
        {days.map((day) => (
          <li key={day.date} hidden={live && !shown.includes(day)}>
            <DateLink day={day} isActive={day.date === active} live={live} onChoose={handleChoose} />
          </li>
        ))}
      </ol>
      {isLong && (
        <button
          type="button"
          className={styles.arrow}
          aria-label="Next dates"
          aria-disabled={after === start}
          onClick={() => onShift(after)}
        >
          <NextIcon />
        </button>
      )}
      <p className={styles.range} aria-live="polite">
        {live && isLong && formatDateRange(shown[0]!.date, shown.at(-1)!.date)}
      </p>
    </div>
  )
}

interface DateLinkProps {
  day: SlotDay
  isActive: boolean
  live: boolean
  onChoose: (event: MouseEvent, date: string) => void
}

function DateLink({ day, isActive, live, onChoose }: DateLinkProps) {
  const parts = dayParts(day.date)
  const full = day.slots.every(isFull)
  return (
    <a
      className={styles.date}
      href={`#${dayId(day.date)}`}
      aria-current={(live && isActive) || undefined}
      data-active={isActive || undefined}
      data-full={full || undefined}
      onClick={(event) => onChoose(event, day.date)}
    >
      <small>{parts.weekday}</small> <b>{parts.day}</b> <small>{full ? 'Full' : parts.month}</small>
    </a>
  )
}
