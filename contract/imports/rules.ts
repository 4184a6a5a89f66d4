import type { z } from 'zod'
import { customerInput } from '../customers/schema.ts'
import { productInput } from '../products/schema.ts'

export const importKinds = ['customers', 'products'] as const
export type ImportKind = (typeof importKinds)[number]
export const importStates = ['checked', 'running', 'done', 'failed'] as const
export const MOST_ROWS = 100_000
export const MOST_COLUMNS = 200

interface Kind {
  /** Headings of the file to fields of the row's schema; case, spaces and underscores do not matter. */
  columns: Record<string, string>
  required: string[]
  row: z.ZodType
}

/** What a file of each kind holds. The first column that fits a field is taken, others are left out. */
export const importFiles = {
  customers: {
    columns: {
      'First name': 'firstName',
      'Last name': 'lastName',
      Email: 'email',
      Phone: 'phone',
      Notes: 'notes',
    },
    required: ['First name', 'Last name', 'Email'],
    row: customerInput,
  },
  products: {
    columns: {
      Name: 'name',
      SKU: 'sku',
      'Base price': 'basePrice',
      Description: 'description',
      Category: 'category',
    },
    required: ['Name', 'Base price'],
    row: productInput.omit({ removePhoto: true }),
  },
} as const satisfies Record<ImportKind, Kind>
