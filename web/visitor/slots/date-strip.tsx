import { dayParts, formatDateRange } from '@trunkshow/contract/dates.ts'
import type { MouseEvent } from 'react'
import { NextIcon, PreviousIcon } from '../shell/icons.tsx'
import styles from './date-strip.module.css'
import { pageOfDates, type SlotDay, STRIP_LENGTH, shiftStrip } from './slot-days.ts'

/** The fragment ID of a date's times. */
export const dayId = (date: string) => `day-${date}`

/** The link to a date's times, on this page or on the same page loaded for that date. */
const addressOf = (pageHref: string, { date, slots }: SlotDay) =>
  slots ? `#${dayId(date)}` : `${pageHref}?date=${date}#${dayId(date)}`

interface DateStripProps {
  days: SlotDay[]
  active: SlotDay
  /** How many spots the party needs. */
  spots: number
  /** Index of the first visible date. */
  start: number
  /**
   * Whether scripts run: then four dates show at a time, with arrows. Otherwise dates link to their times, on this
   * page or on the one that has them.
   */
  live: boolean
  /** The page's own URL. */
  pageHref: string
  onChoose: (date: string) => void
  onShift: (start: number) => void
}

/** The dates in a strip of four; each arrow moves it by three dates (docs/product.md, The event page). */
export function DateStrip({ days, active, spots, start, live, pageHref, onChoose, onShift }: DateStripProps) {
  const isLong = days.length > STRIP_LENGTH
  const page = pageOfDates(days)
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
        {(live ? days : page.shown).map((day) => (
          <li key={day.date} hidden={live && !shown.includes(day)}>
            <DateLink
              day={day}
              isActive={day === active}
              isFull={day.most < spots}
              live={live}
              pageHref={pageHref}
              onChoose={handleChoose}
            />
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
      {!live && (page.before || page.after) && (
        <p className={styles.pages}>
          {page.before && <a href={addressOf(pageHref, page.before)}>Previous dates</a>}
          {page.after && <a href={addressOf(pageHref, page.after)}>Next dates</a>}
        </p>
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
  isFull: boolean
  live: boolean
  pageHref: string
  onChoose: (event: MouseEvent, date: string) => void
}

function DateLink({ day, isActive, isFull, live, pageHref, onChoose }: DateLinkProps) {
  const parts = dayParts(day.date)
  return (
    <a
      className={styles.date}
      href={addressOf(pageHref, day)}
      aria-current={(live && isActive) || undefined}
      data-active={isActive || undefined}
      data-full={isFull || undefined}
      onClick={(event) => onChoose(event, day.date)}
    >
      <small>{parts.weekday}</small> <b>{parts.day}</b> <small>{isFull ? 'Full' : parts.month}</small>
    </a>
  )
}
