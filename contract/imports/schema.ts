import { z } from 'zod'
import { importMessages as text } from './messages.ts'
import { importKinds, importStates } from './rules.ts'

/** A CSV file to check; imports nothing. */
export const importInput = z.object({
  kind: z.enum(importKinds),
  fileName: z.string().max(200).default(''),
  csv: z
    .string(text.unreadable)
    .min(1, text.empty)
    .max(20 * 1024 * 1024, text.tooLarge),
})
export type ImportInput = z.output<typeof importInput>

/** Starts an import. Rows counted as `sameName` are imported only if this says so. */
export const importStart = z.object({ importSameName: z.boolean().default(false) })

/** An import: the result of its check, and its progress. */
export const csvImport = z.object({
  id: z.int(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Rows in the file without the heading, and how many of them are valid. */
  rows: z.int(),
  good: z.int(),
  /** Products without a SKU whose name already exists in the company or an earlier row; skipped by default. */
  sameName: z.int(),
  /** The first invalid rows, by line number. */
  errors: z.array(z.object({ line: z.int(), message: z.string() })),
  /** Rows processed so far; of the valid ones, those imported and those skipped as known. */
  done: z.int(),
  made: z.int(),
  known: z.int(),
})
export type CsvImport = z.infer<typeof csvImport>
