import type { Right } from '../permissions.ts'

export const importKinds = ['customers', 'products', 'orders', 'bookings'] as const
export type ImportKind = (typeof importKinds)[number]
export const importStates = ['checked', 'running', 'done', 'failed'] as const
export const MAX_IMPORT_ROWS = 100_000
export const MAX_IMPORT_COLUMNS = 200
/** Errors shown and mended at once; the rest only count. */
export const MAX_SHOWN_ERRORS = 100

/** Who may import each kind (docs/product.md, What a role may do). */
export const importRights: Record<ImportKind, Right> = {
  customers: 'orders.edit',
  products: 'products.edit',
  orders: 'orders.edit',
  bookings: 'bookings.manage',
}
