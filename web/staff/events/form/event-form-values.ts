import { addDays, DEFAULT_TIME_ZONE, isDate, isEndTime, isTime } from '@trunkshow/contract/dates.ts'
import type { ScheduledEmailType } from '@trunkshow/contract/emails/rules.ts'
import {
  countDays,
  eventDefaults,
  eventLimits,
  isOver,
  planSlots,
  type Times,
} from '@trunkshow/contract/events/rules.ts'
import { type Event, eventInput } from '@trunkshow/contract/events/schema.ts'
import type { EventImage } from '@trunkshow/contract/images.ts'
import { readZone, wallClock } from '@trunkshow/contract/zones.ts'
import { z } from 'zod'
import { toFields, toFieldValues } from '../../templates/form/template-form-values.ts'
import type { PictureSource } from '../../ui/files/picture.tsx'

/**
 * The values of an event's form, or of a new event's; choices are text. `eventInput` converts them for the API.
 *
 * @param hostName that of a new event
 */
export function valuesOf(event?: Event, hostName = '') {
  return {
    name: event?.name ?? '',
    hostName: event?.hostName ?? hostName,
    description: event?.description ?? '',
    location: event?.location ?? '',
    showLocation: event?.showLocation ?? true,
    contactEmail: event?.contactEmail ?? '',
    isMultiDay: event?.isMultiDay ?? false,
    eventDate: event?.eventDate ?? '',
    endDate: event?.endDate ?? '',
    startTime: event?.startTime ?? '',
    endTime: event?.endTime ?? '',
    /** Undefined for the zone of the company's last event. */
    timeZone: event?.timeZone,
    city: event?.city ?? null,
    slotDuration: String(event?.slotDuration ?? eventDefaults.slotDuration),
    maxBookingsPerSlot: String(event?.maxBookingsPerSlot ?? eventDefaults.maxBookingsPerSlot),
    bufferBefore: String(event?.bufferBefore ?? 0),
    bufferAfter: String(event?.bufferAfter ?? 0),
    breaks: event?.breaks ?? [],
    dayHours: (event?.dayHours ?? []).map((day) =>
      day.isClosed ? { ...day, startTime: '', endTime: '' } : day,
    ),
    noticeMinutes: String(event?.noticeMinutes ?? 0),
    daysAhead: String(event?.daysAhead ?? ''),
    bookUntil: event?.bookUntil ?? '',
    limitPerNetwork: event?.limitPerNetwork ?? true,
    guestEmails: event ? (event.guestEmails ?? []) : firstEmails,
    maxPartySize: String(event?.maxPartySize ?? 1),
    spotPerGuest: String(event?.spotPerGuest ?? true),
    hasWaitlist: event?.hasWaitlist ?? true,
    offerMinutes: String(event?.offerMinutes ?? eventDefaults.offerMinutes),
    phoneQuestion: event?.phoneQuestion ?? 'optional',
    questions: toFieldValues(event?.questions ?? []),
    taxState: event?.taxState ?? '',
    taxRate: String(event?.taxRate ?? ''),
    urlSlug: event?.urlSlug ?? '',
    /** Only while editing (docs/product.md, Making an event); by default, a new event is public and active. */
    isPublic: event?.isPublic,
    isActive: event?.isActive,
    /** True for a draft. */
    isHidden: undefined as boolean | undefined,
    logo: (event?.logoUrl ?? null) as PictureSource,
    banner: (event?.bannerUrl ?? null) as PictureSource,
  }
}
export type EventFormValues = ReturnType<typeof valuesOf>

const firstEmails: ScheduledEmailType[] = ['booking_reminder', 'booking_reminder_soon']

/** The form for a copy: everything but the dates and the link, which are another show's. A copy is active. */
export function valuesOfCopy(event: Event): EventFormValues {
  const dates = { eventDate: '', endDate: '', dayHours: [], bookUntil: '' }
  return { ...valuesOf(event), ...dates, isActive: undefined, urlSlug: '' }
}

/** The contract's rules for the form's values: the options of a question are typed one per line. */
export const eventForm = z.preprocess(
  (values) => ({
    ...(values as EventFormValues),
    questions: toFields((values as EventFormValues).questions),
  }),
  eventInput,
)

/** Converts a valid form to a request. A stored image missing from it is removed; a selected file replaces it. */
export function eventToSend(values: EventFormValues, stored: EventFormValues) {
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
export type EventToSend = ReturnType<typeof eventToSend>

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

const isPart = ({ startTime, endTime }: Times) => isTime(startTime) && isEndTime(endTime)

/** The form as an event to plan, without rows that are not filled in. */
function planOf({ slotDuration, bufferBefore, bufferAfter, breaks, dayHours, ...values }: EventFormValues) {
  return {
    ...values,
    slotDuration: Number(slotDuration),
    bufferBefore: Number(bufferBefore),
    bufferAfter: Number(bufferAfter),
    breaks: breaks.filter(isPart),
    dayHours: dayHours
      .map((day) => (day.isClosed ? { ...day, startTime: '00:00', endTime: '00:00' } : day))
      .filter(isPart),
  }
}

/** The dates of the form's event, if it lasts several days. */
export function datesOf(values: EventFormValues): string[] {
  const { eventDate, endDate, isMultiDay } = values
  if (!isMultiDay || !isDate(eventDate) || !isDate(endDate)) return []
  const days = Math.min(countDays(values), eventLimits.days)
  return Array.from({ length: Math.max(0, days) }, (_, day) => addDays(eventDate, day))
}

/**
 * How many slots and spots these dates and hours make (docs/product.md, How time slots are made); null if incomplete
 * or too many.
 */
export function countPlan(values: EventFormValues) {
  if (!hasTimes(values)) return null
  const days = countDays(values)
  const plan = planOf(values)
  if (days > eventLimits.days || !(plan.slotDuration >= eventLimits.shortest)) return null
  const slots = planSlots(plan, zoneIn(values)).length
  return { days, slots, places: slots * Number(values.maxBookingsPerSlot) }
}

/** Whether the event would be in the past, which is allowed for records (docs/product.md, Making an event). */
export function isInPast(values: EventFormValues, now = new Date()): boolean {
  if (hasTimes(values)) return isOver({ ...planOf(values), zone: zoneIn(values) }, now)
  const last = values.isMultiDay ? values.endDate : values.eventDate
  return isDate(last) && last < wallClock(now, zoneIn({ ...values, eventDate: last })).date
}
