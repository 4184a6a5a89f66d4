import {
  addDays,
  daysBetween,
  formatDate,
  formatDay,
  formatTimeRange,
  fromMinutes,
  toMinutes,
} from '../dates.ts'
import type { TemplateField } from '../templates/schema.ts'
import { isClockChange, isOnClock, type SlotTime, wallToInstant, type Zone } from '../zones.ts'
import { eventMessages as text } from './messages.ts'

/** The appointment lengths in minutes and spots per slot that the form offers first (docs/product.md, Making an event). */
export const slotDurations = [15, 30, 45, 60] as const
export const spotsPerSlot = [1, 2, 3, 4, 5] as const
/** How many people can come on one booking; with 1, guests are not asked. */
export const partySizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
/** How long a spot can be on offer to a guest who waits, in minutes (docs/product.md, The waitlist). */
export const offerMinutes = [30, 60, 120, 240, 720, 1440] as const
export const eventDefaults = { slotDuration: 30, maxBookingsPerSlot: 2, offerMinutes: 120 } as const
export const eventLimits = {
  days: 366,
  slots: 10_000,
  spots: 50,
  /** In minutes. */
  shortest: 5,
  longest: 480,
  buffer: 240,
  notice: 43_200,
  breaks: 10,
} as const

export const phoneQuestions = ['off', 'optional', 'required'] as const

/** How many questions of its own an event asks, and how many of them for a photo (docs/product.md, Questions). */
export const questionLimits = { questions: 10, photos: 3 } as const

/** What an event asks its guests besides name and email. */
export interface Asked {
  phoneQuestion: (typeof phoneQuestions)[number]
  questions: TemplateField[]
  questionsVersion: number
}

/** 32 letters and digits that are hard to confuse, so without l, 0 or 1. */
const slugCharacters = 'abcdefghijkmnpqrstuvwxyz23456789'
/** Number of random characters at the end of a generated slug. */
export const randomCharacters = { public: 6, private: 16 } as const

/**
 * `Spring Bridal Show` → `spring-bridal-show-k3f9xa`: generates a slug when the host entered none (decision 032). A
 * private event is protected only by its link, so its slug ends in 16 random characters, 80 bits. One of them is always a
 * digit: one in a hundred would have none.
 *
 * @param random as many random bytes as `randomCharacters` requires
 */
export function makeSlug(name: string, random: Uint8Array): string {
  const words = slugWords(name, Math.min(40, 49 - random.length))
  const ending = [...random].map((byte) => slugCharacters[byte % 32]).join('')
  const lastDigit = slugCharacters[24 + (random.at(-1)! % 8)]
  return `${words || 'show'}-${/[2-9]/.test(ending) ? ending : ending.slice(0, -1) + lastDigit}`
}

/** `Maison Vale & Söhne` → `maison-vale-sohne`: the words of a link name; empty without Latin letters and digits. */
export function slugWords(name: string, maxLength = 40): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '')
}

/**
 * The link names to try for a name that should be readable, best first: `maison-vale`, `maison-vale-2`, and if all are
 * taken one that ends in random characters.
 *
 * @param fallback for a name without letters and digits, such as `shows`
 * @param random as many random bytes as `randomCharacters.public`
 */
export function plainSlugs(name: string, fallback: string, random: Uint8Array): string[] {
  const words = slugWords(name) || fallback
  const plain = /^\d+$/.test(words) || isReservedSlug(words) ? [] : [words]
  return [...plain, ...[2, 3, 4, 5].map((count) => `${words}-${count}`), makeSlug(words, random)]
}

/** Whether a slug ends like a generated private one. Requires a digit, to rule out plain words. */
export const isUnguessable = (slug: string) => /(^|-)(?=.*[2-9])[a-km-np-z2-9]{16}$/.test(slug)

/** Slugs that a custom URL can't use (docs/product.md, Private links). */
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

export const isReservedSlug = (slug: string) => reservedSlugs.has(slug.toLowerCase())

interface EventDays {
  eventDate: string
  isMultiDay: boolean
  endDate: string | null
}
/** A part of a day, `HH:mm` to `HH:mm` or `24:00`. */
export interface Times {
  startTime: string
  endTime: string
}
/** Other hours of one day (`yyyy-MM-dd`); a closed one starts and ends at `00:00`. */
export interface DayHours extends Times {
  date: string
}
interface EventHours extends EventDays, Times {
  dayHours?: readonly DayHours[]
}
export interface EventPlan extends EventHours {
  /** Minutes. */
  slotDuration: number
  /** Minutes that stay free before and after each appointment. */
  bufferBefore?: number
  bufferAfter?: number
  /** Every day. */
  breaks?: readonly Times[]
}

/** The event's last day (`yyyy-MM-dd`): endDate if it lasts several days, else eventDate. */
export function lastDay(event: EventDays): string {
  return event.isMultiDay && event.endDate ? event.endDate : event.eventDate
}

/** How many days the event lasts, including the first and last. */
export function countDays(event: EventDays): number {
  return daysBetween(event.eventDate, lastDay(event)) + 1
}

/** The event's hours on a day, which it may have of its own. */
export const hoursOn = (event: EventHours, date: string): Times =>
  event.dayHours?.find((day) => day.date === date) ?? event

/** Whether an appointment would leave a break less than its buffer. */
const breakAt = (start: number, { slotDuration, bufferBefore = 0, bufferAfter = 0, breaks }: EventPlan) =>
  breaks?.find(
    ({ startTime, endTime }) =>
      start - bufferBefore < toMinutes(endTime) && start + slotDuration + bufferAfter > toMinutes(startTime),
  )

/** When the appointments of a day start, in minutes since midnight, whether or not its clocks show that. */
function startsOn(event: EventPlan, date: string): number[] {
  const { slotDuration, bufferBefore = 0, bufferAfter = 0 } = event
  const { startTime, endTime } = hoursOn(event, date)
  const starts: number[] = []
  let start = toMinutes(startTime)
  while (start + slotDuration <= toMinutes(endTime)) {
    const pause = breakAt(start, event)
    if (!pause) starts.push(start)
    start = pause
      ? toMinutes(pause.endTime) + bufferBefore
      : start + slotDuration + bufferAfter + bufferBefore
  }
  return starts
}

const daysOf = (event: EventDays) =>
  Array.from({ length: countDays(event) }, (_, day) => addDays(event.eventDate, day))

/** How many slots a new event has, also counting those at times that clocks skip. */
export const countSlots = (event: EventPlan): number =>
  daysOf(event).reduce((sum, date) => sum + startsOn(event, date).length, 0)

/** Whether a slot's first and last minutes exist on the venue's clock, which skips some in spring. */
export function isOnClocks({ slotDate, startTime, endTime }: SlotTime, zone: Zone): boolean {
  const lastMinute = fromMinutes(toMinutes(endTime) - 1)
  const isShown = (time: string) => isOnClock(slotDate, time, zone)
  return isShown(startTime) && (isShown(endTime) || isShown(lastMinute))
}

/**
 * The slots of a new event (docs/product.md, How time slots are made; decision 081): every day from eventDate to the
 * last day, from the day's start on, one appointment after another with both buffers between them, while they end by the
 * day's end. One that would leave a break less than its buffer moves behind it. Times that the venue's clock skips in
 * spring are left out.
 */
export function planSlots(event: EventPlan, zone: Zone): SlotTime[] {
  return daysOf(event).flatMap((slotDate) => {
    const times = startsOn(event, slotDate).map((start) => ({
      slotDate,
      startTime: fromMinutes(start),
      endTime: fromMinutes(start + event.slotDuration),
    }))
    // Stryker disable next-line ConditionalExpression: filtering every day gives the same slots, in twice the time
    return isClockChange(slotDate, zone) ? times.filter((time) => isOnClocks(time, zone)) : times
  })
}

/**
 * Whether a slot is on another day than its event, or ends by its start or begins at its end or later. Guests neither
 * see nor book such slots (docs/product.md, Matching slots to the event).
 */
export function isOutsideEvent(slot: SlotTime, event: EventHours): boolean {
  const { startTime, endTime } = hoursOn(event, slot.slotDate)
  return (
    slot.slotDate < event.eventDate ||
    slot.slotDate > lastDay(event) ||
    slot.endTime <= startTime ||
    slot.startTime >= endTime
  )
}

/** Whether the event has ended: at the end of its last day's hours (docs/product.md, Dates and times). */
export function isOver(event: EventHours & { zone: Zone }, now: Date): boolean {
  return endOf(event) <= now
}

/** The instant at which an event ends. */
export const endOf = (event: EventHours & { zone: Zone }): Date =>
  wallToInstant(lastDay(event), hoursOn(event, lastDay(event)).endTime, event.zone)

/** `45 minutes`, `1 hour`, `90 minutes`, `2 days` */
export function formatMinutes(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** `90-minute appointments`; longer than an hour, full hours are `2-hour appointments`. */
export const appointmentLength = (minutes: number) =>
  `${minutes > 60 && minutes % 60 === 0 ? `${minutes / 60}-hour` : `${minutes}-minute`} appointments`

/** When guests can book, as an event limits it. */
export interface BookingWindow {
  /** Minutes before an appointment. */
  noticeMinutes: number
  /** How many days before an appointment, at most; null for any. */
  daysAhead: number | null
  /** The last day (`yyyy-MM-dd`) of booking at the venue; null for none. */
  bookUntil: string | null
}

/** What guests are told about when they can book; empty if they always can. */
export const bookingTerms = ({ noticeMinutes, daysAhead, bookUntil }: BookingWindow): string[] => [
  ...(noticeMinutes > 0 ? [`Book at least ${formatMinutes(noticeMinutes)} ahead`] : []),
  ...(daysAhead === null ? [] : [`Book up to ${formatMinutes(daysAhead * 1440)} ahead`]),
  ...(bookUntil === null ? [] : [`Book by ${formatDate(bookUntil)}`]),
]

/** Other hours of single days, as guests are told: `Sunday, March 14, 2027: 12:00 PM – 5:00 PM`. */
export const dayHoursTexts = ({ dayHours = [] }: Pick<EventHours, 'dayHours'>): string[] =>
  dayHours.map(({ date, startTime, endTime }) =>
    startTime < endTime
      ? `${formatDay(date)}: ${formatTimeRange(startTime, endTime)}`
      : `${formatDay(date)}: closed`,
  )

/** What an event's state allows: null, or the reason why not. */
export const eventCan = {
  /** @param use.hasBookings whether it was ever booked; canceled bookings count */
  delete({ isActive, hasBookings, hasOrders }: Record<'isActive' | 'hasBookings' | 'hasOrders', boolean>) {
    if (!hasBookings && !hasOrders) return null
    const reason = hasBookings ? text.hasBookings : text.hasOrders
    return isActive ? `${reason} ${text.makeInactive}` : reason
  },
}
