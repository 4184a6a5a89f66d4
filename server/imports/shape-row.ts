import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import { splitName } from '@trunkshow/contract/orders/rules.ts'
import { compile } from 'html-to-text'

/** The text of each field of a row. */
export type Cells = Record<string, string>

const toText = compile({ wordwrap: false, selectors: [{ selector: 'img', format: 'skip' }] })
const markup = /<\/?[a-z][^>]*>/i

/** What systems write for a product that comes in one variant: Shopify, and Square. */
const soleVariants = ['default title', 'regular']

/** Shopify and other exports put an apostrophe before digits, so that spreadsheets keep them as text. */
const withoutGuard = (cell = '') => cell.replace(/^'(?=[\d+])/, '')

function shapeCustomer({ fullName = '', country = '', ...cells }: Cells) {
  const whole = splitName(fullName)
  const { street = '', street2 = '', city = '', state = '', notes = '' } = cells
  const zip = withoutGuard(cells.zip)
  const hasAddress = Boolean(street || street2 || city || zip)
  const isForeign = country !== '' && !/^(us|usa|united states( of america)?)$/i.test(country.trim())
  const isComplete = street && city && state && zip && !isForeign
  // Addresses here are complete ones in the US. Any other is kept as a note.
  const line = [street, street2, city, [state, zip].filter(Boolean).join(' '), isForeign ? country : '']
  const note = hasAddress && !isComplete ? `Address: ${line.filter(Boolean).join(', ')}` : ''
  return {
    firstName: cells.firstName || whole.firstName,
    lastName: cells.lastName || whole.lastName,
    email: cells.email ?? '',
    phone: withoutGuard(cells.phone),
    notes: [notes, note].filter(Boolean).join('\n'),
    isArchived: cells.isArchived,
    ...(isComplete && { address: { street, street2, city, state, zip, isDefault: true } }),
  }
}

function shapeProduct({ name = '', variant = '', description = '', tags = '', handle: _, ...cells }: Cells) {
  const isSole = soleVariants.includes(variant.toLowerCase()) || variant === name
  return {
    ...cells,
    name: variant && !isSole && name ? `${name} (${variant})` : name,
    basePrice: cells.basePrice ?? '',
    description: markup.test(description) ? toText(description) : description,
    tags: [...new Set(tags.split(',').map((tag) => tag.trim()))].filter(Boolean),
  }
}

/** Makes of a row's cells what the schema of its kind checks. */
export const shapeRow: Record<ImportKind, (cells: Cells) => Record<string, unknown>> = {
  customers: shapeCustomer,
  products: shapeProduct,
}

/** Fields that Shopify writes only into the first of a product's rows. */
const shared = ['name', 'description', 'category', 'tags', 'isActive']

/**
 * Completes rows that belong to the product of an earlier row. Returns null for a row that only adds a picture to it.
 * Call it for each row in order.
 */
export function makeCompleteRow() {
  let product: Cells = {}
  return (cells: Cells): Cells | null => {
    if (!cells.handle) return cells
    if (cells.handle !== product.handle || cells.name) {
      product = cells
      return cells
    }
    if (!cells.sku && !cells.basePrice && !cells.variant) return null
    return {
      ...cells,
      ...Object.fromEntries(shared.map((field) => [field, cells[field] || product[field] || ''])),
    }
  }
}
