import { z } from 'zod'
import { isDate, isTime } from '../dates.ts'
import { oneLine } from '../one-line.ts'
import { eventMessages as text } from './messages.ts'
import {
  countDays,
  countSlotsPerDay,
  eventDefaults,
  eventLimits,
  isReservedSlug,
  placesPerSlot,
  slotDurations,
} from './rules.ts'

/** A date field (`yyyy-MM-dd`) with the sentence for an empty one. */
export function dateField(required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .refine(isDate, { error: text.dateInvalid, abort: true })
}

/** A time field (`HH:mm`) with the sentence for an empty one. */
export function timeField(required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .refine(isTime, { error: text.timeInvalid, abort: true })
}

/** Booleans arrive as such in JSON and as the words true and false in multipart (design §6). */
const flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])

/** An empty field means the same as none. */
function emptyAsNull<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (typeof value === 'string' && !value.trim() ? null : value),
    schema.nullish(),
  )
}

function choice(choices: readonly number[], message: string, fallback: number) {
  return z
    .union([z.number(), z.string().trim().min(1).transform(Number)], message)
    .refine((value) => choices.includes(value), message)
    .default(fallback)
}

const urlSlug = z
  .string()
  .trim()
  .max(50, text.slugTooLong)
  .regex(/^[A-Za-z0-9_-]+$/, text.slugCharacters)
  .refine((slug) => !/^\d+$/.test(slug), text.slugOnlyDigits)
  .refine((slug) => !isReservedSlug(slug), text.slugReserved)

/** The event form, for creating and editing (spec booking §2, §5). `isPublic` and `isActive` left out stay as they are. */
export const eventInput = z
  .object({
    name: z
      .string({ error: text.nameRequired })
      .overwrite(oneLine)
      .min(1, text.nameRequired)
      .max(200, text.nameTooLong),
    hostName: z
      .string({ error: text.hostNameRequired })
      .overwrite(oneLine)
      .min(1, text.hostNameRequired)
      .max(200, text.hostNameTooLong),
    description: z.string().trim().max(5000, text.descriptionTooLong).default(''),
    location: z.string().overwrite(oneLine).max(300, text.locationTooLong).default(''),
    showLocation: flag.default(true),
    contactEmail: emptyAsNull(
      z.string().trim().max(320, text.contactEmailInvalid).pipe(z.email(text.contactEmailInvalid)),
    ),
    isMultiDay: flag.default(false),
    eventDate: dateField(text.eventDateRequired),
    endDate: emptyAsNull(z.string().refine(isDate, text.dateInvalid)),
    startTime: timeField(text.startTimeRequired),
    endTime: timeField(text.endTimeRequired),
    slotDuration: choice(slotDurations, text.slotDurationInvalid, eventDefaults.slotDuration),
    maxBookingsPerSlot: choice(placesPerSlot, text.maxBookingsInvalid, eventDefaults.maxBookingsPerSlot),
    urlSlug: emptyAsNull(urlSlug),
    isPublic: flag.optional(),
    isActive: flag.optional(),
  })
  .transform((event) => ({ ...event, endDate: (event.isMultiDay && event.endDate) || null }))
  .superRefine((event, check) => {
    const refuse = (field: string, message: string) =>
      check.addIssue({ code: 'custom', path: [field], message })
    if (event.endTime <= event.startTime) refuse('endTime', text.endTimeBeforeStart)
    if (!event.isMultiDay) return
    if (!event.endDate) return refuse('endDate', text.endDateRequired)
    if (event.endDate < event.eventDate) return refuse('endDate', text.endDateBeforeStart)
    if (countDays(event) > eventLimits.days) refuse('endDate', text.tooManyDays)
    else if (countDays(event) * countSlotsPerDay(event) > eventLimits.slots)
      refuse('endDate', text.tooManySlots)
  })
export type EventInput = z.output<typeof eventInput>

/**
 * An event as its page shows it, the same for visitors and staff (design §7.3). For visitors `location` is
 * null where the host hides it.
 */
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
  slotDuration: z.int(),
  maxBookingsPerSlot: z.int(),
  isPublic: z.boolean(),
  isActive: z.boolean(),
  logoUrl: z.string().nullable(),
  bannerUrl: z.string().nullable(),
})
export type Event = z.infer<typeof event>
