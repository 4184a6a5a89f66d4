import type { Right } from '../permissions.ts'

export const importKinds = ['customers', 'products', 'orders', 'bookings'] as const
export type ImportKind = (typeof importKinds)[number]
export const importStates = ['checked', 'running', 'done', 'failed'] as const
export const MAX_IMPORT_ROWS = 100_000
export const MAX_IMPORT_COLUMNS = 200
/** Characters of a row with all its cells: no export has more, and a quotation mark that is never closed ends there. */
export const MAX_RECORD_LENGTH = 1_000_000
/** Characters of a cell, as many as spreadsheets keep. */
export const MAX_CELL_LENGTH = 50_000
/** Errors, and known rows, shown at once; the rest only count. */
export const MAX_SHOWN_ERRORS = 100

/** Who may import each kind (docs/product.md, What a role may do). */
export const importRights: Record<ImportKind, Right> = {
  customers: 'orders.edit',
  products: 'products.edit',
  orders: 'orders.edit',
  bookings: 'bookings.manage',
}

/** Kinds whose known rows can be imported anyway. An order's number, and a guest's time slot, are taken once only. */
export const canImportAnyway: Record<ImportKind, boolean> = {
  customers: true,
  products: true,
  orders: false,
  bookings: false,
}
