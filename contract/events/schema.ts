import { z } from 'zod'
import { isDate, isEndTime, isTime, toEndTime } from '../dates.ts'
import { scheduledEmailTypes } from '../emails/rules.ts'
import {
  emailField,
  flag,
  idField,
  line,
  shortText,
  timestamps,
  wholeNumber,
  zonePeriods,
} from '../endpoint.ts'
import { priceMessages } from '../prices/messages.ts'
import { taxRate } from '../prices/schema.ts'
import { listField, type TemplateField, templateField } from '../templates/schema.ts'
import { usStateCodes } from '../us-states.ts'
import { isTimeZone } from '../zones.ts'
import { eventMessages as text } from './messages.ts'
import {
  countDays,
  countSlots,
  type EventPlan,
  eventDefaults,
  eventLimits,
  isReservedSlug,
  offerMinutes,
  partySizes,
  phoneQuestions,
  questionLimits,
} from './rules.ts'

/** A date field (`yyyy-MM-dd`) with the message for an empty one. */
export const dateField = (required: string) => filledField(isDate, text.dateInvalid, required)

/** A time field (`HH:mm`) with the message for an empty one. */
export const timeField = (required: string) => filledField(isTime, text.timeInvalid, required)

/** An end (`HH:mm`), which at midnight becomes `24:00` (decision 063). */
export const endTimeField = (required: string) =>
  filledField(isEndTime, text.timeInvalid, required).overwrite(toEndTime)

/** An issue here skips the checks across fields, except those whose `when` always runs. */
function filledField(fits: (value: string) => boolean, invalid: string, required: string) {
  return z
    .string({ error: required })
    .trim()
    .check(({ value, issues }) => {
      if (!fits(value)) issues.push({ code: 'custom', input: value, message: value ? invalid : required })
    })
}

/** An empty field counts as omitted. */
export function emptyAsNull<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (typeof value === 'string' && !value.trim() ? null : value),
    schema.nullish(),
  )
}

function choice(choices: readonly number[], message: string) {
  return wholeNumber(message).refine((value) => choices.includes(value), message)
}

/** A link name that a host types (docs/product.md, Private links). */
export const urlSlug = z
  .string()
  .trim()
  .max(50, text.slugTooLong)
  .regex(/^[A-Za-z0-9_-]+$/, text.slugCharacters)
  .refine((slug) => !/^\d+$/.test(slug), text.slugOnlyDigits)
  .refine((slug) => !isReservedSlug(slug), text.slugReserved)

const guestEmail = z.enum(scheduledEmailTypes)

/** What a host asks guests (docs/product.md, Questions): fields of an order form, none of them hidden. */
const questions = listField(
  templateField,
  questionLimits.questions,
  text.questionsInvalid,
  text.tooManyQuestions,
)
  .superRefine(refuseWrongQuestions)
  .transform((questions) => questions.map((question) => ({ ...question, archived: false })))

function refuseWrongQuestions(questions: readonly TemplateField[], check: z.RefinementCtx) {
  const refuse = (position: number, part: string, message: string) =>
    check.addIssue({ code: 'custom', path: [position, part], message })
  const photos = questions.flatMap(({ type }, position) => (type === 'attachment' ? [position] : []))
  const excess = photos[questionLimits.photos]
  if (excess !== undefined) refuse(excess, 'type', text.tooManyPhotoQuestions)
  // A column of the export is found by its question.
  for (const [position, { id, label, type }] of questions.entries()) {
    if (type === 'measurements') refuse(position, 'type', text.questionsInvalid)
    const before = questions.slice(0, position)
    if (before.some((other) => other.label.toLowerCase() === label.toLowerCase() || other.id === id))
      refuse(position, 'label', text.questionTwice)
  }
}

/** An IANA time zone, and the city it was chosen by. */
export const timeZoneField = z.string().max(64, text.timeZoneUnknown).refine(isTimeZone, text.timeZoneUnknown)
export const cityField = shortText(100, text.timeZoneUnknown)

/** An issue here skips the count of slots, which would take long with some numbers. */
const whole = (least: number, most: number, message: string) =>
  wholeNumber(message).check(({ value, issues }) => {
    if (value < least || value > most) issues.push({ code: 'custom', input: value, message })
  })

const buffer = whole(0, eventLimits.buffer, text.bufferInvalid)

const times = { startTime: timeField(text.startTimeRequired), endTime: endTimeField(text.endTimeRequired) }
const partOfDay = z.object(times).refine(({ startTime, endTime }) => endTime > startTime, {
  path: ['endTime'],
  message: text.endTimeBeforeStart,
})
const breaks = listField(partOfDay, eventLimits.breaks, text.breaksInvalid, text.tooManyBreaks)

const toCustom = ({ path, message, input }: z.core.$ZodIssue) =>
  ({ code: 'custom', path, message, input }) as const

/** Other hours of one day. Those of a closed one don't count. */
const hoursOfDay = z
  .object({
    date: dateField(text.dayRequired),
    isClosed: flag.default(false),
    startTime: z.string().trim().default(''),
    endTime: z.string().trim().default('').overwrite(toEndTime),
  })
  .check(({ value, issues }) => {
    if (!value.isClosed) issues.push(...(partOfDay.safeParse(value).error?.issues ?? []).map(toCustom))
  })
  .transform((day) => (day.isClosed ? { ...day, startTime: '00:00', endTime: '00:00' } : day))
const dayHours = listField(hoursOfDay, eventLimits.days, text.dayHoursInvalid).superRefine(
  (days, { addIssue }) => {
    for (const [position, { date }] of days.entries())
      if (days.findIndex((other) => other.date === date) < position)
        addIssue({ code: 'custom', path: [position, 'date'], message: text.dayTwice })
  },
)

type TypedTimes = Omit<EventPlan, 'endDate'> & { endDate?: string | null }

/** How dates and hours must relate; runs with the single-field checks and skips fields that are invalid themselves. */
export function refuseWrongTimes(event: TypedTimes, check: z.RefinementCtx) {
  const refuse = (field: string, message: string) =>
    check.addIssue({ code: 'custom', path: [field], message })
  const hasHours = areAll(isTime, event.startTime) && areAll(isEndTime, event.endTime)
  const wrongHours = hasHours && event.endTime <= event.startTime
  if (wrongHours) refuse('endTime', text.endTimeBeforeStart)
  if (event.isMultiDay !== true) return
  const { eventDate, endDate } = event
  if (!endDate) return refuse('endDate', text.endDateRequired)
  if (!areAll(isDate, eventDate, endDate)) return
  if (endDate < eventDate) return refuse('endDate', text.endDateBeforeStart)
  if (countDays({ ...event, endDate }) > eventLimits.days) refuse('endDate', text.tooManyDays)
}

/** Runs once all single fields are valid. */
function refuseTooManySlots({ endDate = null, ...event }: TypedTimes, { addIssue }: z.RefinementCtx) {
  const plan = { ...event, endDate }
  if (countDays(plan) <= eventLimits.days && countSlots(plan) > eventLimits.slots)
    addIssue({ code: 'custom', path: [event.isMultiDay ? 'endDate' : 'endTime'], message: text.tooManySlots })
}

function areAll(rule: (text: string) => boolean, ...values: unknown[]) {
  return values.every((value) => typeof value === 'string' && rule(value))
}

/**
 * The event form, for creating and editing (docs/product.md, Making an event). If omitted, `isPublic`, `isActive`,
 * `limitPerNetwork`, `guestEmails`, `maxPartySize`, `spotPerGuest`, buffers, breaks, hours of single days, when guests can
 * book, the waitlist and what is asked keep their values.
 */
export const eventInput = z
  .object({
    name: line(text.nameRequired, 200, text.nameTooLong),
    hostName: line(text.hostNameRequired, 200, text.hostNameTooLong),
    description: z.string().trim().max(5000, text.descriptionTooLong).default(''),
    location: shortText(300, text.locationTooLong).default(''),
    showLocation: flag.default(true),
    contactEmail: emptyAsNull(emailField(text.contactEmailInvalid)),
    isMultiDay: flag.default(false),
    eventDate: dateField(text.eventDateRequired),
    endDate: emptyAsNull(z.string().refine(isDate, text.dateInvalid)),
    startTime: timeField(text.startTimeRequired),
    endTime: endTimeField(text.endTimeRequired),
    /** If omitted, a new event is in the zone of the company's last one, and an edited one keeps its zone. */
    timeZone: timeZoneField.optional(),
    city: emptyAsNull(cityField),
    slotDuration: whole(eventLimits.shortest, eventLimits.longest, text.slotDurationInvalid).default(
      eventDefaults.slotDuration,
    ),
    maxBookingsPerSlot: whole(1, eventLimits.spots, text.maxBookingsInvalid).default(
      eventDefaults.maxBookingsPerSlot,
    ),
    bufferBefore: buffer.optional(),
    bufferAfter: buffer.optional(),
    breaks: breaks.optional(),
    dayHours: dayHours.optional(),
    noticeMinutes: whole(0, eventLimits.notice, text.noticeInvalid).optional(),
    daysAhead: emptyAsNull(whole(1, eventLimits.days, text.daysAheadInvalid)),
    bookUntil: emptyAsNull(z.string().refine(isDate, text.dateInvalid)),
    /** Sales tax of what is handed over here, in percent, and the state it is paid to. */
    taxRate: emptyAsNull(taxRate),
    taxState: emptyAsNull(z.enum(usStateCodes)),
    urlSlug: emptyAsNull(urlSlug),
    isPublic: flag.optional(),
    isActive: flag.optional(),
    /** Whether only its staff see it, such as a draft; then it isn't active. An active event isn't hidden. */
    isHidden: flag.optional(),
    limitPerNetwork: flag.optional(),
    maxPartySize: choice(partySizes, text.maxPartySizeInvalid).optional(),
    spotPerGuest: flag.optional(),
    hasWaitlist: flag.optional(),
    offerMinutes: choice(offerMinutes, text.choiceInvalid).optional(),
    phoneQuestion: z.enum(phoneQuestions, text.phoneQuestionInvalid).optional(),
    questions: questions.optional(),
    /** Which emails guests get without anyone causing them (docs/product.md, Reminders). */
    guestEmails: listField(guestEmail, 3, text.choiceInvalid).optional(),
    /** While creating: the event whose images the new one shows too. */
    copyOf: idField().optional(),
    /** Removes the stored or copied image. A new file replaces it in any case. */
    removeLogo: flag.optional(),
    removeBanner: flag.optional(),
  })
  .superRefine(refuseWrongTimes, { when: ({ value }) => typeof value === 'object' && value !== null })
  .superRefine(refuseTooManySlots)
  .refine(({ taxRate, taxState }) => typeof taxRate !== 'number' || taxState, {
    path: ['taxState'],
    error: priceMessages.stateRequired,
  })
  .transform(({ city, ...event }) => ({
    ...event,
    ...(event.isHidden ? { isActive: false } : event.isActive && { isHidden: false }),
    ...(event.timeZone !== undefined && { city: city ?? null }),
    endDate: (event.isMultiDay && event.endDate) || null,
  }))
export type EventInput = z.output<typeof eventInput>

/** An event as its page shows it (docs/product.md, Who sees an event). Guests get no `location` that the host hides. */
export const event = z.object({
  id: z.int(),
  urlSlug: z.string(),
  name: z.string(),
  hostName: z.string(),
  description: z.string(),
  location: z.string().nullable(),
  showLocation: z.boolean(),
  contactEmail: z.string().nullable(),
  isMultiDay: z.boolean(),
  eventDate: z.string(),
  endDate: z.string().nullable(),
  startTime: z.string(),
  endTime: z.string(),
  /** The IANA time zone of its dates and times (docs/product.md, Dates and times). */
  timeZone: z.string(),
  /** The city the zone was chosen by; null if none was, or for guests if the host hides the location. */
  city: z.string().nullable(),
  /** The zone's offsets around its dates, for `zones.ts`. */
  zone: zonePeriods,
  /** Minutes. */
  slotDuration: z.int(),
  maxBookingsPerSlot: z.int(),
  /** Other hours of single days; a closed one has none and starts and ends at `00:00`. */
  dayHours: z.array(
    z.object({ date: z.string(), isClosed: z.boolean(), startTime: z.string(), endTime: z.string() }),
  ),
  /** The least minutes and most days between booking and appointment, and the last date of booking; null for any. */
  noticeMinutes: z.int(),
  daysAhead: z.int().nullable(),
  bookUntil: z.string().nullable(),
  isPublic: z.boolean(),
  isActive: z.boolean(),
  maxPartySize: z.int(),
  /** Whether a booking takes a spot for each of them, or one for all. */
  spotPerGuest: z.boolean(),
  /** Whether guests can wait for spots, and how long one is on offer to a guest, in minutes. */
  hasWaitlist: z.boolean(),
  offerMinutes: z.int(),
  phoneQuestion: z.enum(phoneQuestions),
  questions: z.array(templateField),
  /** Rises with every change of what is asked. */
  questionsVersion: z.int(),
  logoUrl: z.string().nullable(),
  bannerUrl: z.string().nullable(),
  /** Only for its own staff: minutes that stay free around appointments, breaks, whether only they see it. */
  bufferBefore: z.int().optional(),
  bufferAfter: z.int().optional(),
  breaks: z.array(z.object({ startTime: z.string(), endTime: z.string() })).optional(),
  isHidden: z.boolean().optional(),
  /** Only for its own staff: a tax rate of its own, in percent, with its state. */
  taxRate: z.number().nullable().optional(),
  taxState: z.enum(usStateCodes).nullable().optional(),
  /** Only for its own staff: reminders and thanks, if a network books only part of the spots, its tour, its creator. */
  guestEmails: z.array(guestEmail).optional(),
  limitPerNetwork: z.boolean().optional(),
  tourId: z.int().nullable().optional(),
  userId: z.int().optional(),
  /** Only for co-hosts, who manage the slots and bookings of another company's event. */
  coHosted: z.literal(true).optional(),
})
export type Event = z.infer<typeof event>

/** A city to choose an event's time zone by; no city for a zone that was not chosen by one. */
export const place = z.object({ city: z.string().nullable(), region: z.string(), timeZone: z.string() })
export type Place = z.infer<typeof place>

/** One event. The reason it can't be deleted is only for those of its company who may delete events; null if it can. */
export const eventDetail = event.extend({
  cannotDelete: z.string().nullable().optional(),
  /** Only for its own staff: whether the contact confirmed receiving alerts (decision 029). */
  contactConfirmed: z.boolean().optional(),
})
export type EventDetail = z.infer<typeof eventDetail>

/** The counters of an event's bookings page (docs/product.md, The bookings page). */
export const eventSummary = z.object({
  /** Without canceled ones. */
  bookings: z.int(),
  slots: z.int(),
  /** Open spots of the slots that have not begun. */
  availableAppointments: z.int(),
  /** Slots and active bookings outside the event's days and hours, for the red warning. */
  outsideSlots: z.int(),
  outsideBookings: z.int(),
  /** How full each date is, in order. */
  days: z.array(
    z.object({
      date: z.string(),
      booked: z.int(),
      totalSlots: z.int(),
      /** `Dana 10:00–4:00 · Sam 12:00–6:00`; empty if no one said who works. */
      atWork: z.string(),
    }),
  ),
  /** Whether staff see on each time slot who is at work. */
  namesOnSlots: z.boolean(),
  /** How many guests an email failed to reach. */
  failedEmails: z.int(),
  /** Changes whenever any of this does, so screens know when to reload their lists. */
  version: z.string(),
})
export type EventSummary = z.infer<typeof eventSummary>
/** A co-host's invitation; `name` is known once it is accepted. */
export const coHost = z.object({
  id: z.int(),
  eventId: z.int(),
  /** The user who accepted; null until then. */
  userId: z.int().nullable(),
  invitedEmail: z.string(),
  name: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: timestamps.createdAt,
})
export type CoHost = z.infer<typeof coHost>

/** Publishes an event, or hides it. */
export const visibilityInput = z.object({ isHidden: flag })

export const coHostInput = z.object({ email: emailField() })

/** What the holder of a co-host's link sees before accepting it. */
export const coHostInvitation = event
  .pick({ hostName: true, eventDate: true, endDate: true })
  .extend({ eventId: z.int(), eventName: z.string(), invitedEmail: z.string() })
export type CoHostInvitation = z.infer<typeof coHostInvitation>
