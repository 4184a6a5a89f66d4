import { addDays, DEFAULT_TIME_ZONE, isDate, isEndTime, isTime } from '@trunkshow/contract/dates.ts'
import type { ScheduledEmailType } from '@trunkshow/contract/emails/rules.ts'
import { countDays, eventDefaults, eventLimits, isOver, planSlots } from '@trunkshow/contract/events/rules.ts'
import { type Event, eventInput } from '@trunkshow/contract/events/schema.ts'
import type { EventImage } from '@trunkshow/contract/images.ts'
import { readZone, wallClock } from '@trunkshow/contract/zones.ts'
import { z } from 'zod'
import { type FieldValues, toFields, toFieldValues } from '../../templates/form/template-form-values.ts'
import type { PictureSource } from '../../ui/files/picture.tsx'

/** The form's values; choices are text. `eventInput` converts them for the API. */
export interface EventFormValues extends Record<string, unknown>, Record<EventImage, PictureSource> {
  name: string
  hostName: string
  description: string
  location: string
  showLocation: boolean
  contactEmail: string
  isMultiDay: boolean
  eventDate: string
  endDate: string
  startTime: string
  endTime: string
  /** Undefined for the zone of the company's last event. */
  timeZone: string | undefined
  city: string | null
  slotDuration: string
  maxBookingsPerSlot: string
  limitPerNetwork: boolean
  guestEmails: ScheduledEmailType[]
  maxPartySize: string
  spotPerGuest: string
  hasWaitlist: boolean
  offerMinutes: string
  phoneQuestion: Event['phoneQuestion']
  questions: FieldValues[]
  urlSlug: string
  /** Only while editing (docs/product.md, Making an event); by default, a new event is public and active. */
  isPublic?: boolean
  isActive?: boolean
}

export const newEvent: EventFormValues = {
  name: '',
  hostName: '',
  description: '',
  location: '',
  showLocation: true,
  contactEmail: '',
  isMultiDay: false,
  eventDate: '',
  endDate: '',
  startTime: '',
  endTime: '',
  timeZone: undefined,
  city: null,
  slotDuration: String(eventDefaults.slotDuration),
  maxBookingsPerSlot: String(eventDefaults.maxBookingsPerSlot),
  limitPerNetwork: true,
  guestEmails: ['booking_reminder', 'booking_reminder_soon'],
  maxPartySize: '1',
  spotPerGuest: 'true',
  hasWaitlist: true,
  offerMinutes: String(eventDefaults.offerMinutes),
  phoneQuestion: 'off',
  questions: [],
  urlSlug: '',
  logo: null,
  banner: null,
}

export function valuesOf(event: Event): EventFormValues {
  return {
    name: event.name,
    hostName: event.hostName,
    description: event.description,
    location: event.location ?? '',
    showLocation: event.showLocation,
    contactEmail: event.contactEmail ?? '',
    isMultiDay: event.isMultiDay,
    eventDate: event.eventDate,
    endDate: event.endDate ?? '',
    startTime: event.startTime,
    endTime: event.endTime,
    timeZone: event.timeZone,
    city: event.city,
    slotDuration: String(event.slotDuration),
    maxBookingsPerSlot: String(event.maxBookingsPerSlot),
    limitPerNetwork: event.limitPerNetwork ?? true,
    guestEmails: event.guestEmails ?? [],
    maxPartySize: String(event.maxPartySize),
    spotPerGuest: String(event.spotPerGuest),
    hasWaitlist: event.hasWaitlist,
    offerMinutes: String(event.offerMinutes),
    phoneQuestion: event.phoneQuestion,
    questions: toFieldValues(event.questions),
    urlSlug: event.urlSlug,
    isPublic: event.isPublic,
    isActive: event.isActive,
    logo: event.logoUrl,
    banner: event.bannerUrl,
  }
}

/** The form for a copy: everything but the dates and the link, which are another show's. A copy is active. */
export function valuesOfCopy(event: Event): EventFormValues {
  const { isActive: _, ...values } = valuesOf(event)
  return { ...values, eventDate: '', endDate: '', urlSlug: '' }
}

/** The contract's rules for the form's values: the options of a question are typed one per line. */
export const eventForm = z.preprocess(
  (values) => ({
    ...(values as EventFormValues),
    questions: toFields((values as EventFormValues).questions),
  }),
  eventInput,
)

/** The request of a save: the fields, and newly selected images. */
export interface EventToSend {
  body: z.input<typeof eventInput>
  files: Partial<Record<EventImage, File>>
}

/** Converts a valid form. A stored image missing from the form is removed; a selected file replaces it. */
export function eventToSend(values: EventFormValues, stored: EventFormValues): EventToSend {
  const { endDate, ...fields } = eventForm.parse(values)
  const chosen = (name: EventImage) => (values[name] instanceof File ? values[name] : undefined)
  const isGone = (name: EventImage) => stored[name] !== null && values[name] === null
  return {
    body: {
      ...fields,
      ...(fields.isMultiDay && { endDate }),
      ...(isGone('logo') && { removeLogo: true }),
      ...(isGone('banner') && { removeBanner: true }),
    },
    files: { logo: chosen('logo'), banner: chosen('banner') },
  }
}

/** The offsets of the form's zone on its days, as this browser knows them. */
function zoneIn({ timeZone = DEFAULT_TIME_ZONE, eventDate, endDate, isMultiDay }: EventFormValues) {
  const last = isMultiDay && isDate(endDate) && endDate > eventDate ? endDate : eventDate
  return readZone(timeZone, addDays(eventDate, -15), addDays(last, 15))
}

/** Whether dates and hours are complete enough to plan slots. */
function hasTimes({ eventDate, endDate, isMultiDay, startTime, endTime }: EventFormValues) {
  const dated = isDate(eventDate) && (!isMultiDay || (isDate(endDate) && endDate >= eventDate))
  return dated && isTime(startTime) && isEndTime(endTime) && endTime > startTime
}

/**
 * How many slots and spots these dates and hours make (docs/product.md, How time slots are made); null if incomplete
 * or too many.
 */
export function countPlan(values: EventFormValues) {
  if (!hasTimes(values)) return null
  const days = countDays(values)
  if (days > eventLimits.days) return null
  const slots = planSlots({ ...values, slotDuration: Number(values.slotDuration) }, zoneIn(values)).length
  return { days, slots, places: slots * Number(values.maxBookingsPerSlot) }
}

/** Whether the event would be in the past, which is allowed for records (docs/product.md, Making an event). */
export function isInPast(values: EventFormValues, now = new Date()): boolean {
  if (hasTimes(values)) return isOver({ ...values, zone: zoneIn(values) }, now)
  const last = values.isMultiDay ? values.endDate : values.eventDate
  return isDate(last) && last < wallClock(now, zoneIn({ ...values, eventDate: last })).date
}
