import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import { Fragment, type ReactNode } from 'react'
import { dayId } from './date-strip.tsx'
import { isFull } from './slot-days.ts'
import styles from './slot-times.module.css'

interface SlotTimesProps {
  name: string
  /** `yyyy-MM-dd` */
  date: string
  slots: TimeSlot[]
  spots: number
  isActive: boolean
  picked: number | null
  onPick: (slotId: number) => void
  /** Shown in its own row below the selected time. */
  belowPicked?: ReactNode
}

/** The times of one date under its heading. */
export function SlotTimes({
  name,
  date,
  slots,
  spots,
  isActive,
  picked,
  onPick,
  belowPicked,
}: SlotTimesProps) {
  return (
    <fieldset id={dayId(date)} className={styles.day} data-active={isActive || undefined}>
      <legend className={styles.legend}>
        <h3>{formatDay(date)}</h3>
      </legend>
      <div className={styles.times}>
        {slots.map((slot) => (
          <Fragment key={slot.id}>
            <SlotTime name={name} slot={slot} spots={spots} isPicked={slot.id === picked} onPick={onPick} />
            {slot.id === picked && belowPicked}
          </Fragment>
        ))}
      </div>
    </fieldset>
  )
}

interface SlotTimeProps {
  name: string
  slot: TimeSlot
  /** How many spots the party needs. */
  spots: number
  isPicked: boolean
  onPick: (slotId: number) => void
  /** Includes the date, for lists with times of several dates. */
  withDate?: boolean
}

/** One time as a native radio button. */
export function SlotTime({ name, slot, spots, isPicked, onPick, withDate }: SlotTimeProps) {
  const { availableSpots: left } = slot
  const isTooSmall = left < spots
  const places = isFull(slot) ? 'Fully Booked' : isTooSmall ? `Only ${left} left` : `${left} Available`
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
