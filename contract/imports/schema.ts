import { z } from 'zod'
import { jsonId } from '../endpoint.ts'
import { importMessages as text } from './messages.ts'
import { importKinds, importStates, MAX_IMPORT_COLUMNS, MAX_SHOWN_ERRORS } from './rules.ts'

/** NUL and unpaired surrogates can't be stored, and no one typed them. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** A CSV file to check; imports nothing. Bookings, and nothing else, are those of an event. */
export const importInput = z
  .object({
    kind: z.enum(importKinds),
    eventId: jsonId(text.eventRequired).optional(),
    fileName: z.string().max(200).default(''),
    csv: z
      .string(text.unreadable)
      .min(1, text.empty)
      .max(20 * 1024 * 1024, text.tooLarge)
      .overwrite(storable),
  })
  .refine(({ kind, eventId }) => (kind === 'bookings') === (eventId !== undefined), {
    path: ['eventId'],
    error: text.eventRequired,
  })
export type ImportInput = z.output<typeof importInput>

/** Starts an import. Customers or products counted as `known` are imported only if this names all, or their lines. */
export const importStart = z.object({
  importAnyway: z.union([z.boolean(), z.array(z.int()).max(MAX_SHOWN_ERRORS)]).default(false),
})
export type ImportAnyway = z.output<typeof importStart>['importAnyway']

/** Checks a stored file again with corrected cells, or with other fields for its columns, which drops those cells. */
export const importRecheck = z.object({
  columns: z.array(z.string().nullable()).max(MAX_IMPORT_COLUMNS).optional(),
  corrections: z
    .array(z.object({ line: z.int(), cells: z.record(z.string(), z.string().max(5000).overwrite(storable)) }))
    .max(MAX_SHOWN_ERRORS)
    .optional(),
})
export type ImportRecheck = z.output<typeof importRecheck>

/** A row that can't be imported: its person, what is wrong first, and each cell that is wrong, by field. */
const faultyRow = z.object({
  line: z.int(),
  message: z.string(),
  name: z.string(),
  email: z.string(),
  cells: z.array(z.object({ field: z.string(), value: z.string(), message: z.string() })),
})
export type FaultyRow = z.infer<typeof faultyRow>

/** A valid row that is left out since it is known, and what it is known by: an email, a SKU, a number, or a start. */
const knownRow = z.object({ line: z.int(), name: z.string(), detail: z.string() })
export type KnownRow = z.infer<typeof knownRow>

/** An import: the result of its check, and its progress. */
export const csvImport = z.object({
  id: z.int(),
  kind: z.enum(importKinds),
  /** The event of imported bookings; null for other kinds. */
  eventId: z.int().nullable(),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Why it failed, in a sentence; null for a fault of ours. */
  failure: z.string().nullable(),
  /** Rows in the file without the heading, and how many of them are valid. */
  rows: z.int(),
  good: z.int(),
  /**
   * Valid rows of bookings that are left out: that were canceled, are over, or are on other days than the event's; and
   * those whose time slot has too few spots: after a check, those that would not fit.
   */
  canceled: z.int(),
  past: z.int(),
  otherDay: z.int(),
  noSpot: z.int(),
  /** The columns of the file in its order, with up to three values, and the field each becomes: null leaves it out. */
  columns: z.array(
    z.object({ heading: z.string(), samples: z.array(z.string()), field: z.string().nullable() }),
  ),
  /** The first invalid rows, by line number. */
  errors: z.array(faultyRow),
  /** After a check, the first of the rows that `known` counts, in the order of the file. */
  knownRows: z.array(knownRow),
  /**
   * Rows processed so far; of the valid ones, those imported and those skipped as known. After a check, `known` counts
   * those that would be skipped: records of the company, and rows that repeat one above them.
   */
  done: z.int(),
  made: z.int(),
  known: z.int(),
})
export type CsvImport = z.infer<typeof csvImport>

/** Cells that replace those of a file: by line, then by field. */
export type CorrectedRows = Record<string, Record<string, string>>
