import { z } from 'zod'
import { customerInput } from '../customers/schema.ts'
import type { Right } from '../permissions.ts'
import { productInput } from '../products/schema.ts'
import { importMessages as text } from './messages.ts'

export const importKinds = ['customers', 'products'] as const
export type ImportKind = (typeof importKinds)[number]
export const importStates = ['checked', 'running', 'done', 'failed'] as const
export const MAX_IMPORT_ROWS = 100_000
export const MAX_IMPORT_COLUMNS = 200

interface Kind {
  /** Who may import it (docs/product.md, What a role may do). */
  right: Right
  /** Column headings to fields of the row's schema; case, spaces and underscores are ignored. */
  columns: Record<string, string>
  required: string[]
  /** Fields that hold an amount. */
  amounts: string[]
  row: z.ZodType
}

/** A `Yes` or `No` cell in any case; an empty one counts as a missing column. */
const yesOrNo = (column: string) =>
  z
    .string()
    .trim()
    .transform((cell) => cell || undefined)
    .pipe(z.stringbool({ truthy: ['yes'], falsy: ['no'], error: text.yesOrNo(column) }).optional())
    .optional()

/** The columns of each kind of file. The first column that matches a field is used; others are ignored. */
export const importFiles = {
  customers: {
    right: 'orders.edit',
    columns: {
      'First name': 'firstName',
      'Last name': 'lastName',
      Email: 'email',
      Phone: 'phone',
      Notes: 'notes',
      Archived: 'isArchived',
    },
    required: ['First name', 'Last name', 'Email'],
    amounts: [],
    row: customerInput.extend({ isArchived: yesOrNo('Archived') }),
  },
  products: {
    right: 'products.edit',
    columns: {
      Name: 'name',
      SKU: 'sku',
      'Base price': 'basePrice',
      Description: 'description',
      Category: 'category',
      Active: 'isActive',
    },
    required: ['Name', 'Base price'],
    amounts: ['basePrice'],
    row: productInput.omit({ photoUrl: true, removePhoto: true }).extend({ isActive: yesOrNo('Active') }),
  },
} as const satisfies Record<ImportKind, Kind>
