import { dayParts, formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { formatSlotTime, formatTimeOn, type SlotTime, wallToInstant } from '@trunkshow/contract/zones.ts'
import { Fragment, useLayoutEffect, useState } from 'react'
import ui from '../shell/ui.module.css'

interface AppointmentTimeProps {
  slot: SlotTime
  event: Pick<Event, 'zone' | 'city'>
}

/** When an appointment is: by the venue's clock and, for a guest whose device is in another zone, by theirs. */
export function AppointmentTime({ slot, event }: AppointmentTimeProps) {
  const [yours, setYours] = useState<string | null>(null)
  // The server doesn't know the device's zone. Set before painting, so that a chosen time doesn't move what is below it.
  useLayoutEffect(() => setYours(describeYourTime(slot, event)), [slot, event])
  return (
    // A new element for another time, so that no translator goes on showing the old one.
    <Fragment key={`${slot.slotDate} ${slot.startTime}`}>
      <b>{formatDay(slot.slotDate)}</b>
      <span>{formatSlotTime(slot, event.zone)}</span>
      {yours && <small className={ui.yourTime}>{yours}</small>}
    </Fragment>
  )
}

/**
 * `3:00 PM in London (10:00 AM your time)`, with the weekday if it is another day, `(Wed, 11:00 PM your time)`; without
 * a city, the zone's abbreviation: `3:00 PM GMT`. Null where the device's clock shows the same.
 */
export function describeYourTime(
  { slotDate, startTime }: SlotTime,
  { zone, city }: AppointmentTimeProps['event'],
) {
  const starts = wallToInstant(slotDate, startTime, zone)
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  const date = `${starts.getFullYear()}-${twoDigits(starts.getMonth() + 1)}-${twoDigits(starts.getDate())}`
  const time = `${twoDigits(starts.getHours())}:${twoDigits(starts.getMinutes())}`
  if (date === slotDate && time === startTime) return null
  const there = city ? `${formatTime(startTime)} in ${city}` : formatTimeOn(slotDate, startTime, zone)
  const day = date === slotDate ? '' : `${dayParts(date).weekday}, `
  return `${there} (${day}${formatTime(time)} your time)`
}
