import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { dayParts, formatDateRange, formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { addQuery } from '@trunkshow/contract/paths.ts'
import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { PageSlots, Refusal } from '@trunkshow/contract/visitor-page.ts'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { FieldFrame, focusOnArrival } from '../shell/form.tsx'
import { NextIcon, PreviousIcon } from '../shell/icons.tsx'
import ui from '../shell/ui.module.css'
import partyField from './party-field.module.css'
import refusedNote from './refused-note.module.css'
import { isFull, pageOfDates, type SlotDay, STRIP_LENGTH, shiftStrip } from './slot-days.ts'
import styles from './slot-picker.module.css'
import { useLive, useLocationHash } from './use-live.ts'
import type { useSlots } from './use-slots.ts'

/** The fragment ID of a date's times. */
const dayId = (date: string) => `day-${date}`

interface SlotPickerProps {
  /** Name of the radio group and its form field. */
  name: string
  /** ID of the heading that labels the radio group. */
  labelledBy: string
  page: PageSlots
  source: ReturnType<typeof useSlots>
  days: SlotDay[]
  /** How many spots the party needs: times with fewer are disabled, and dates without such a time are full. */
  spots: number
  /** The page's own URL; `?date=` loads the times of that date. */
  pageHref: string
  picked: number | null
  onPick: (slotId: number) => void
  /** Shown in its own row below the selected time once the page is hydrated. */
  belowPicked?: ReactNode
  /** What an open slot says in place of how many spots are left. */
  openWords?: (slot: TimeSlot) => string
}

/**
 * Dates in a strip, and the active date's times below as one native radio group. The server renders every date's
 * times, so they work without scripts; the CSS shows the active or linked date until hydration, after which only that
 * one is rendered. If there are too many dates, the server renders the times of some, and the other dates are links
 * (decision 033).
 */
export function SlotPicker(props: SlotPickerProps) {
  const { name, labelledBy, page, source, days, spots, pageHref, picked, onPick, belowPicked, openWords } =
    props
  const live = useLive()
  const [chosen, setChosen] = useState<string | null>(null)
  const [shifted, setShifted] = useState<number | null>(null)

  const hash = useLocationHash()
  const chosenDay = days.find((day) => (chosen ? day.date === chosen : `#${dayId(day.date)}` === hash))
  const pickedDay = days.find((day) => day.slots?.some((slot) => slot.id === picked))
  const firstDay = days.find((day) => (page.date ? day.date === page.date : day.slots))
  const active = chosenDay ?? pickedDay ?? firstDay ?? days[0]!
  const lastStart = Math.max(0, days.length - STRIP_LENGTH)
  const activeIndex = days.indexOf(active)
  const start = Math.min(lastStart, shifted ?? (activeIndex < STRIP_LENGTH ? 0 : activeIndex))

  // A date whose times aren't loaded gets them when it becomes visible.
  const showDate = useEffectEvent(source.show)
  useEffect(() => {
    if (live) showDate(active.date)
  }, [live, active.date])

  /** The active date stays in view: if it has left, the first open one is shown. */
  function handleShift(start: number) {
    setShifted(start)
    const shown = days.slice(start, start + STRIP_LENGTH)
    if (!shown.includes(active)) setChosen((shown.find(({ most }) => most >= spots) ?? shown[0]!).date)
  }

  return (
    <>
      {page.dateGone && !chosen && (
        <p className={styles.gone}>No available time slots on that date. Choose another date below.</p>
      )}
      {days.length > 1 && (
        <DateStrip
          days={days}
          active={active}
          spots={spots}
          pageHref={pageHref}
          start={start}
          onChoose={setChosen}
          onShift={handleShift}
        />
      )}
      <div className={styles.days} role="radiogroup" aria-labelledby={labelledBy}>
        {(live ? [active] : days).map(
          ({ date, slots }) =>
            slots && (
              <fieldset
                key={date}
                id={dayId(date)}
                className={styles.day}
                data-active={date === active.date || undefined}
              >
                <legend className={styles.legend}>
                  <h3>{formatDay(date)}</h3>
                </legend>
                <div className={styles.times}>
                  {slots.map((slot) => (
                    <Fragment key={slot.id}>
                      <SlotTime
                        name={name}
                        slot={slot}
                        spots={spots}
                        isPicked={slot.id === picked}
                        onPick={onPick}
                        openWords={openWords}
                      />
                      {live && slot.id === picked && belowPicked}
                    </Fragment>
                  ))}
                </div>
              </fieldset>
            ),
        )}
        {live && !active.slots && source.state !== 'failed' && <SlotsSkeleton />}
      </div>
    </>
  )
}

/** The link to a date's times, on this page or on the same page loaded for that date. */
const addressOf = (pageHref: string, { date, slots }: SlotDay) =>
  slots ? `#${dayId(date)}` : `${addQuery(pageHref, `date=${date}`)}#${dayId(date)}`

interface DateStripProps extends Pick<SlotPickerProps, 'days' | 'spots' | 'pageHref'> {
  active: SlotDay
  /** Index of the first visible date. */
  start: number
  onChoose: (date: string) => void
  onShift: (start: number) => void
}

/**
 * The dates in a strip of four; each arrow moves it by three dates (docs/product.md, The event page). Before scripts run,
 * all dates are links to their times, on this page or on the one that has them.
 */
function DateStrip({ days, active, spots, start, pageHref, onChoose, onShift }: DateStripProps) {
  const live = useLive()
  const isLong = days.length > STRIP_LENGTH
  const page = pageOfDates(days)
  const shown = days.slice(start, start + STRIP_LENGTH)
  const arrow = (label: string, direction: 1 | -1, icon: ReactNode) => {
    const next = shiftStrip(start, direction, days.length)
    return (
      <button
        type="button"
        className={styles.arrow}
        aria-label={label}
        aria-disabled={next === start}
        onClick={() => onShift(next)}
      >
        {icon}
      </button>
    )
  }
  return (
    <div className={isLong ? styles.long : styles.strip}>
      {isLong && arrow('Previous dates', -1, <PreviousIcon />)}
      <ol className={styles.dates} aria-label="Dates" data-live={live || undefined}>
        {(live ? days : page.shown).map((day) => {
          const parts = dayParts(day.date)
          const hasNone = day.most < spots
          return (
            <li key={day.date} hidden={live && !shown.includes(day)}>
              <a
                className={styles.date}
                href={addressOf(pageHref, day)}
                aria-current={(live && day === active) || undefined}
                data-active={day === active || undefined}
                data-full={hasNone || undefined}
                onClick={(event) => {
                  event.preventDefault()
                  onChoose(day.date)
                }}
              >
                <small>{parts.weekday}</small> <b>{parts.day}</b>{' '}
                <small>{hasNone ? 'Full' : parts.month}</small>
              </a>
            </li>
          )
        })}
      </ol>
      {isLong && arrow('Next dates', 1, <NextIcon />)}
      {!live && (page.before || page.after) && (
        <p className={styles.pages}>
          {page.before && <a href={addressOf(pageHref, page.before)}>Previous dates</a>}
          {page.after && <a href={addressOf(pageHref, page.after)}>Next dates</a>}
        </p>
      )}
      <p className={ui.unseen} aria-live="polite">
        {live && isLong && formatDateRange(shown[0]!.date, shown.at(-1)!.date)}
      </p>
    </div>
  )
}

interface SlotTimeProps extends Pick<SlotPickerProps, 'name' | 'spots' | 'onPick' | 'openWords'> {
  slot: TimeSlot
  isPicked: boolean
  /** Includes the date, for lists with times of several dates. */
  withDate?: boolean
}

/** One time as a native radio button. */
function SlotTime({ name, slot, spots, isPicked, onPick, withDate, openWords }: SlotTimeProps) {
  const { availableSpots: left } = slot
  const isTooSmall = left < spots
  const open = openWords ? openWords(slot) : `${left} Available`
  const places = isFull(slot) ? 'Fully Booked' : isTooSmall ? `Only ${left} left` : open
  return (
    <label className={styles.time}>
      <input
        type="radio"
        name={name}
        value={slot.id}
        required
        disabled={isTooSmall}
        checked={isPicked}
        onChange={() => onPick(slot.id)}
      />
      <span>
        {formatTime(slot.startTime)}{' '}
        <small>{withDate && !isTooSmall ? formatDay(slot.slotDate) : places}</small>
      </span>
    </label>
  )
}

interface SlotsProps extends Pick<SlotPickerProps, 'source' | 'pageHref'> {
  /** Null if the slots couldn't be loaded. */
  days: SlotDay[] | null
  /** The text if there are no dates. */
  none: string
  children: (days: SlotDay[]) => ReactNode
}

/** What a page shows of its dates, or why it has none. Retry fetches them again, or without scripts reloads the page. */
export function Slots({ source, pageHref, days, none, children }: SlotsProps) {
  return (
    <>
      {source.state === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>Failed to load time slots. Please try again later.</p>
          <a
            className={ui.secondary}
            href={pageHref}
            onClick={(event) => {
              event.preventDefault()
              void source.refresh()
            }}
          >
            Retry
          </a>
        </div>
      )}
      {source.state === 'loading' && !days && <SlotsSkeleton />}
      {days?.length === 0 && <p className={ui.none}>{none}</p>}
      {days && days.length > 0 && children(days)}
    </>
  )
}

const tiles = Array.from({ length: 8 }, (_, index) => index)

/** Shown while the first slots of a date load. */
function SlotsSkeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className={ui.unseen}>Loading time slots…</span>
      {tiles.map((tile) => (
        <span key={tile} className={styles.tile} />
      ))}
    </div>
  )
}

/** `name`: the radio group of the alternative times, the form's own until hydration, then a separate one. */
interface RefusedNoteProps extends Pick<SlotPickerProps, 'name' | 'spots' | 'picked' | 'onPick'> {
  /** Undefined if a toast shows the error; then only the open times are listed. */
  title: string | undefined
  refused: Refusal
}

/** Why the form was rejected, and up to three nearest open times to select with one tap. */
export function RefusedNote({ title, refused, spots, name, picked, onPick }: RefusedNoteProps) {
  const alternatives = refused.alternatives ?? []
  if (!title && alternatives.length === 0) return null
  return (
    <div className={refusedNote.note} tabIndex={-1} ref={title ? focusOnArrival : undefined}>
      {title && (
        <>
          <h3>{title}</h3>
          <p>{refused.message}</p>
        </>
      )}
      {alternatives.length > 0 && (
        <fieldset>
          <legend>Nearest open times</legend>
          {alternatives.map((slot) => (
            <SlotTime
              key={slot.id}
              name={name}
              slot={slot}
              spots={spots}
              isPicked={slot.id === picked}
              onPick={onPick}
              withDate
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

interface PartyFieldProps {
  most: number
  value: number
  onChange: (partySize: number) => void
  error?: string
}

/** How many people come on one booking, for events that ask (docs/product.md, The party). */
export const PartyField = ({ most, value, onChange, error }: PartyFieldProps) => (
  <FieldFrame className={partyField.field} label="Party size" error={error}>
    {(described) => (
      <select
        name="partySize"
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        {...described}
      >
        {partySizes(most)}
      </select>
    )}
  </FieldFrame>
)

/** The choices from one person on. */
export const partySizes = (most: number) =>
  Array.from({ length: most }, (_, index) => index + 1).map((size) => (
    <option key={size} value={size}>
      {peopleOf(size)}
    </option>
  ))
