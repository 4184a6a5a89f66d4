import { z } from 'zod'
import { isDate } from '../dates.ts'
import { idField, line, timestamps } from '../endpoint.ts'
import { eventMessages } from '../events/messages.ts'
import {
  cityField,
  dateField,
  emptyAsNull,
  endTimeField,
  event,
  refuseWrongTimes,
  timeField,
  timeZoneField,
} from '../events/schema.ts'

export const tourMessages = {
  nameRequired: 'Tour name is required',
  nameTooLong: 'Tour name must be 200 characters or less',
  placeRequired: 'Enter a city or place',
  originalRequired: 'Choose the event to copy',
  stopsRequired: 'Add at least one stop',
  tooManyStops: 'Add up to 50 stops at once',
  inOtherTour: (tour: string) => `This event is a stop of ${tour}. Remove it there first.`,
  notFound: 'Tour not found.',
} as const
const text = tourMessages

/** How many stops are made at once. */
export const MAX_STOPS = 50

const name = line(text.nameRequired, 200, text.nameTooLong)

/** What a stop has of its own: where and when. Everything else is copied from an event. */
const stopInput = z
  .object({
    location: line(text.placeRequired, 300, eventMessages.locationTooLong),
    eventDate: dateField(eventMessages.eventDateRequired),
    endDate: emptyAsNull(z.string().refine(isDate, eventMessages.dateInvalid)),
    startTime: timeField(eventMessages.startTimeRequired),
    endTime: endTimeField(eventMessages.endTimeRequired),
    /** Without one, the zone of the copied event and its city. */
    timeZone: timeZoneField.optional(),
    city: emptyAsNull(cityField),
  })
  .superRefine(
    // The server counts the time slots, since their length is the copied event's.
    (stop, check) => refuseWrongTimes({ ...stop, isMultiDay: Boolean(stop.endDate), slotDuration: 0 }, check),
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
export type StopInput = z.output<typeof stopInput>

/** Rows at the end in which no place and date were entered. */
const withoutEmptyRows = (rows: unknown) => {
  if (!Array.isArray(rows)) return rows
  const isFilled = (row: unknown) => {
    const { location, eventDate } = (row ?? {}) as Record<string, unknown>
    return Boolean(location || eventDate)
  }
  return rows.slice(0, rows.findLastIndex(isFilled) + 1)
}

/** Stops as copies of one event (docs/product.md, Tours). */
export const stopsInput = z.object({
  copyOf: idField(text.originalRequired),
  stops: z.preprocess(
    withoutEmptyRows,
    z.array(stopInput).min(1, text.stopsRequired).max(MAX_STOPS, text.tooManyStops),
  ),
})
export type StopsInput = z.output<typeof stopsInput>

/** A new tour with its first stops. */
export const tourInput = stopsInput.extend({ name })
export type TourInput = z.output<typeof tourInput>

export const renameTourInput = z.object({ name })

export const tour = z.object({
  id: z.int(),
  name: z.string(),
  /** The address of its page; null until the company is saved, which gives it one. */
  path: z.string().nullable(),
  /** In the order of their dates. */
  stops: z.array(
    event
      .pick({ id: true, name: true, eventDate: true, endDate: true, isPublic: true, isActive: true })
      .extend({ location: z.string() }),
  ),
  ...timestamps,
})
export type Tour = z.infer<typeof tour>
