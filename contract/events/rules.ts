import { addDays, daysBetween, fromMinutes, toMinutes } from '../dates.ts'
import type { TemplateField } from '../templates/schema.ts'
import { isClockChange, isOnClock, type SlotTime, wallToInstant, type Zone } from '../zones.ts'
import { eventMessages as text } from './messages.ts'

/** The appointment lengths in minutes and spots per slot that the form offers (docs/product.md, Making an event). */
export const slotDurations = [15, 30, 45, 60] as const
export const spotsPerSlot = [1, 2, 3, 4, 5] as const
/** How many people can come on one booking; with 1, guests are not asked. */
export const partySizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
/** How long a spot can be on offer to a guest who waits, in minutes (docs/product.md, The waitlist). */
export const offerMinutes = [30, 60, 120, 240, 720, 1440] as const
export const eventDefaults = { slotDuration: 30, maxBookingsPerSlot: 2, offerMinutes: 120 } as const
export const eventLimits = { days: 366, slots: 10_000 } as const

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
interface EventHours extends EventDays {
  startTime: string
  endTime: string
}
export interface EventPlan extends EventHours {
  /** Minutes. */
  slotDuration: number
}

/** The event's last day (`yyyy-MM-dd`): endDate if it lasts several days, else eventDate. */
export function lastDay(event: EventDays): string {
  return event.isMultiDay && event.endDate ? event.endDate : event.eventDate
}

/** How many days the event lasts, including the first and last. */
export function countDays(event: EventDays): number {
  return daysBetween(event.eventDate, lastDay(event)) + 1
}

/** How many slots of `slotDuration` minutes fit in one day's hours (docs/product.md, How time slots are made). */
export function countSlotsPerDay(event: EventPlan): number {
  const minutes = toMinutes(event.endTime) - toMinutes(event.startTime)
  return Math.max(0, Math.floor(minutes / event.slotDuration))
}

/** Whether a slot's first and last minutes exist on the venue's clock, which skips some in spring. */
export function isOnClocks({ slotDate, startTime, endTime }: SlotTime, zone: Zone): boolean {
  const lastMinute = fromMinutes(toMinutes(endTime) - 1)
  const isShown = (time: string) => isOnClock(slotDate, time, zone)
  return isShown(startTime) && (isShown(endTime) || isShown(lastMinute))
}

/**
 * The slots of a new event: every day from eventDate to the last day, every `slotDuration` minutes from startTime
 * while the slot ends by endTime, except at times that the venue's clock skips in spring.
 */
export function planSlots(event: EventPlan, zone: Zone): SlotTime[] {
  const slots: SlotTime[] = []
  const perDay = countSlotsPerDay(event)
  for (let day = 0; day < countDays(event); day++) {
    const slotDate = addDays(event.eventDate, day)
    const times = Array.from({ length: perDay }, (_, index) => {
      const start = toMinutes(event.startTime) + index * event.slotDuration
      return { slotDate, startTime: fromMinutes(start), endTime: fromMinutes(start + event.slotDuration) }
    })
    // Stryker disable next-line ConditionalExpression: filtering every day gives the same slots, in twice the time
    slots.push(...(isClockChange(slotDate, zone) ? times.filter((time) => isOnClocks(time, zone)) : times))
  }
  return slots
}

/**
 * Whether a slot is on another day than its event, or ends by its start or begins at its end or later. Guests neither
 * see nor book such slots (docs/product.md, Matching slots to the event).
 */
export function isOutsideEvent(slot: SlotTime, event: EventHours): boolean {
  return (
    slot.slotDate < event.eventDate ||
    slot.slotDate > lastDay(event) ||
    slot.endTime <= event.startTime ||
    slot.startTime >= event.endTime
  )
}

/** Whether the event has ended: at the end of its last day's hours (docs/product.md, Dates and times). */
export function isOver(event: EventHours & { zone: Zone }, now: Date): boolean {
  return wallToInstant(lastDay(event), event.endTime, event.zone) <= now
}

/** What an event's state allows: null, or the reason why not. */
export const eventCan = {
  /** @param use.hasBookings whether it was ever booked; canceled bookings count */
  delete({ isActive, hasBookings, hasOrders }: Record<'isActive' | 'hasBookings' | 'hasOrders', boolean>) {
    if (!hasBookings && !hasOrders) return null
    const reason = hasBookings ? text.hasBookings : text.hasOrders
    return isActive ? `${reason} ${text.makeInactive}` : reason
  },
}
