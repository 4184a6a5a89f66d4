import { z } from 'zod'
import { day, flag, idField, jsonId, line, made, shortText } from '../endpoint.ts'
import { imageMessages } from '../images.ts'
import { measurementMessages as text } from './messages.ts'
import { linesOf, measureUnits, readMeasure } from './rules.ts'

const unit = z.enum(measureUnits, text.unitInvalid)

/** A measurement set (docs/product.md, Measurements): its fields are lines, in the order in which they are measured. */
export const measurementSetInput = z.object({
  name: line(text.nameRequired, 100, text.nameTooLong),
  unit,
  fields: z
    .string()
    .max(10_000, text.fieldTooLong)
    .overwrite((lines) => linesOf(lines).join('\n'))
    .check(({ value, issues }) => {
      const fields = linesOf(value)
      const isTwice = new Set(fields.map((field) => field.toLowerCase())).size < fields.length
      const message =
        fields.length === 0
          ? text.fieldsRequired
          : fields.length > 40
            ? text.tooManyFields
            : fields.some((field) => field.length > 60)
              ? text.fieldTooLong
              : isTwice && text.fieldTwice
      if (message) issues.push({ code: 'custom', input: value, message })
    }),
  /** A new guide picture is uploaded as a file; a URL is accepted only if it is the stored one. */
  photo: z.string(imageMessages.asFile).nullish(),
  photoUrl: z.string(imageMessages.asFile).nullish(),
  removePhoto: flag.optional(),
})
export type MeasurementSetInput = z.output<typeof measurementSetInput>
/** A change: omitted fields stay. If the version it started from is outdated, see docs/decisions/019. */
export const measurementSetChange = measurementSetInput.partial().extend({ version: idField().optional() })
export type MeasurementSetChange = z.output<typeof measurementSetChange>

export const measurementSet = z.object({
  id: z.int(),
  name: z.string(),
  unit,
  /** One per line. */
  fields: z.string(),
  photoUrl: z.string().nullable(),
  version: z.int(),
  ...made,
})
export type MeasurementSet = z.infer<typeof measurementSet>

const typedValue = z.object({
  label: line(text.valuesInvalid, 60, text.valuesInvalid),
  value: z.string(text.valuesInvalid).max(40, text.valuesInvalid),
})

/**
 * What was measured, as it is typed, with the names that the form showed: the set may have changed since.
 *
 * @returns the values in whole eighths of an inch or millimeters; empty ones are dropped
 */
export const measuringInput = z
  .object({
    setId: jsonId(text.setNotFound),
    /** The unit that the form showed. */
    unit,
    measuredOn: day,
    /** Who wears it, where it isn't the customer. */
    wearer: shortText(100, text.wearerTooLong).default(''),
    note: z.string().trim().max(2000, text.noteTooLong).default(''),
    values: z.array(typedValue, text.valuesInvalid).max(40, text.valuesInvalid),
  })
  .transform(({ values, ...input }, check) => {
    const read = values.flatMap(({ label, value }, index) => {
      if (!value.trim()) return []
      const measure = readMeasure(value, input.unit)
      if (typeof measure === 'number') return [{ label, value: measure }]
      check.addIssue({ code: 'custom', path: ['values', index, 'value'], message: measure })
      return []
    })
    if (values.every(({ value }) => !value.trim()))
      check.addIssue({ code: 'custom', path: ['values', 0, 'value'], message: text.noValues })
    return { ...input, values: read }
  })
export type MeasuringInput = z.output<typeof measuringInput>

/** What was measured on a day: never edited, and corrected by a new one. */
export const measuring = z.object({
  id: z.int(),
  customerId: z.int(),
  /** Null once the set was deleted. */
  setId: z.int().nullable(),
  setName: z.string(),
  unit,
  measuredOn: z.string(),
  wearer: z.string(),
  note: z.string(),
  /** In whole eighths of an inch, or millimeters. */
  values: z.array(z.object({ label: z.string(), value: z.int() })),
  /** Who recorded it; null if that user is gone. */
  takenBy: z.string().nullable(),
  createdAt: z.string(),
})
export type Measuring = z.infer<typeof measuring>
