import { z } from 'zod'
import { importMessages as text } from './messages.ts'
import { importKinds, importStates } from './rules.ts'

/** A CSV file to be checked; nothing is imported yet. */
export const importInput = z.object({
  kind: z.enum(importKinds),
  fileName: z.string().max(200).default(''),
  csv: z
    .string(text.unreadable)
    .min(1, text.empty)
    .max(20 * 1024 * 1024, text.tooLarge),
})
export type ImportInput = z.output<typeof importInput>

/** How an import is started. Rows counted as `sameName` are imported only if this says so. */
export const importStart = z.object({ importSameName: z.boolean().default(false) })

/** An import: what its check found, and how far it is. */
export const csvImport = z.object({
  id: z.int(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Rows of the file without its heading, and how many of them can be imported. */
  rows: z.int(),
  good: z.int(),
  /** Products without a SKU that have the name of one of the company's, or of an earlier row: skipped unless asked for. */
  sameName: z.int(),
  /** The first rows that cannot, each by its line in the file. */
  errors: z.array(z.object({ line: z.int(), message: z.string() })),
  /** Rows looked at so far; of the good ones, those made and those left out as already known. */
  done: z.int(),
  made: z.int(),
  known: z.int(),
})
export type CsvImport = z.infer<typeof csvImport>
