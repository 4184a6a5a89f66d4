import { addDays, daysBetween, fromMinutes, isClockChange, isOnClock, toMinutes } from '../dates.ts'
import { eventMessages as text } from './messages.ts'

/** Appointment lengths in minutes, and places per slot, that the form offers (docs/product.md, Making an event). */
export const slotDurations = [15, 30, 45, 60] as const
export const placesPerSlot = [1, 2, 3, 4, 5] as const
export const eventDefaults = { slotDuration: 30, maxBookingsPerSlot: 2 } as const
export const eventLimits = { days: 366, slots: 10_000 } as const

/** Letters and digits nobody mistakes for each other, 32 of them. */
const slugSigns = 'abcdefghijkmnpqrstuvwxyz23456789'
/** How many of them a slug made here ends in. */
export const randomSigns = { public: 6, private: 16 } as const

/**
 * `Spring Bridal Show` → `spring-bridal-show-k3f9xa`: a slug for an event whose host typed none (decision 032). The link
 * of a private event is its only lock, so it ends in 16 random characters, 80 bits.
 *
 * @param random as many random bytes as `randomSigns` says
 */
export function makeSlug(name: string, random: Uint8Array): string {
  const words = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, Math.min(40, 49 - random.length))
    .replace(/^-+|-+$/g, '')
  return `${words || 'show'}-${[...random].map((byte) => slugSigns[byte % 32]).join('')}`
}

/** Whether a slug ends as those made here for private events do, so that nobody guesses it; words have no digits. */
export const isUnguessable = (slug: string) => /(^|-)(?=.*[2-9])[a-km-np-z2-9]{16}$/.test(slug)

/** Addresses a custom URL must not take from the product (docs/product.md, Private links). */
const reservedSlugs = new Set([
  'new',
  'edit',
  'create',
  'admin',
  'api',
  'public',
  'private',
  'event',
  'events',
])

export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug.toLowerCase())
}

interface EventDays {
  eventDate: string
  isMultiDay: boolean
  endDate: string | null
}
interface EventHours extends EventDays {
  startTime: string
  endTime: string
}
export interface EventPlan extends EventHours {
  /** Minutes. */
  slotDuration: number
}
/** When a slot is: `yyyy-MM-dd`, `HH:mm`, `HH:mm`. */
export interface SlotTime {
  slotDate: string
  startTime: string
  endTime: string
}

/** The event's last day (`yyyy-MM-dd`): endDate when it lasts several days, else eventDate. */
export function lastDay(event: EventDays): string {
  return event.isMultiDay && event.endDate ? event.endDate : event.eventDate
}

/** How many days the event lasts, both ends counted. */
export function countDays(event: EventDays): number {
  return daysBetween(event.eventDate, lastDay(event)) + 1
}

/**
 * How many slots of `slotDuration` minutes end by the end of one day's hours
 * (docs/product.md, How time slots are made).
 */
export function countSlotsPerDay(event: EventPlan): number {
  const minutes = toMinutes(event.endTime) - toMinutes(event.startTime)
  return Math.max(0, Math.floor(minutes / event.slotDuration))
}

/**
 * Whether the venue's clock shows the first and the last minute of a slot: in spring it skips an hour, in which
 * nobody can come.
 */
export function isOnClocks({ slotDate, startTime, endTime }: SlotTime): boolean {
  if (!isClockChange(slotDate)) return true
  const lastMinute = fromMinutes(toMinutes(endTime) - 1)
  return isOnClock(slotDate, startTime) && (isOnClock(slotDate, endTime) || isOnClock(slotDate, lastMinute))
}

/**
 * The slots a new event gets: every day from eventDate to the last day, every `slotDuration` minutes from
 * startTime while the slot still ends by endTime; none in the hour that spring skips.
 */
export function planSlots(event: EventPlan): SlotTime[] {
  const slots: SlotTime[] = []
  const perDay = countSlotsPerDay(event)
  for (let day = 0; day < countDays(event); day++) {
    const slotDate = addDays(event.eventDate, day)
    const times = Array.from({ length: perDay }, (_, index) => {
      const start = toMinutes(event.startTime) + index * event.slotDuration
      return { slotDate, startTime: fromMinutes(start), endTime: fromMinutes(start + event.slotDuration) }
    })
    slots.push(...(isClockChange(slotDate) ? times.filter(isOnClocks) : times))
  }
  return slots
}

/**
 * Whether a slot falls outside its event: another day, ending at or before the event's start, or starting at
 * or after its end. Such slots do not show on the public page and cannot be booked
 * (docs/product.md, Matching slots to the event).
 */
export function isOutsideEvent(slot: SlotTime, event: EventHours): boolean {
  return (
    slot.slotDate < event.eventDate ||
    slot.slotDate > lastDay(event) ||
    slot.endTime <= event.startTime ||
    slot.startTime >= event.endTime
  )
}

/**
 * Whether the event has ended by the venue's clock: `now` as `venueNow` gives it (docs/product.md, Dates and times).
 */
export function isOver(event: EventHours, now: { date: string; time: string }): boolean {
  const last = lastDay(event)
  return now.date > last || (now.date === last && now.time >= event.endTime)
}

interface EventUse {
  isActive: boolean
  /** Whether it was ever booked, cancelled bookings counted. */
  hasBookings: boolean
  hasOrders: boolean
}

/** What an event's state allows: null, or the sentence that says why not. The server refuses with it, screens disable with it. */
export const eventCan = {
  delete({ isActive, hasBookings, hasOrders }: EventUse): string | null {
    if (!hasBookings && !hasOrders) return null
    const reason = hasBookings ? text.hasBookings : text.hasOrders
    return isActive ? `${reason} ${text.makeInactive}` : reason
  },
}
