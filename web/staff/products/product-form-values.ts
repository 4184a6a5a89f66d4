import { formatMoney, typedToDecimal } from '@trunkshow/contract/money.ts'
import type { Product, productChange, productInput } from '@trunkshow/contract/products/schema.ts'
import type { z } from 'zod'
import type { PictureSource } from '../ui/files/picture.tsx'

export type ProductFormValues = ReturnType<typeof valuesOf>

/** The form's values. @param product undefined for a new one */
export function valuesOf(product?: Product) {
  return {
    name: product?.name ?? '',
    basePrice: product ? formatMoney(product.basePrice) : '',
    sku: product?.sku ?? '',
    category: product?.category ?? '',
    description: product?.description ?? '',
    photo: (product?.photoUrl ?? null) as PictureSource,
    isActive: product?.isActive ?? true,
  }
}

/** A newly selected photo. */
const filesOf = (photo: PictureSource | undefined) => (photo instanceof File ? { photo } : {})

/** The request to add a product. */
export function productToSend({ photo, ...fields }: ProductFormValues) {
  const body: z.input<typeof productInput> = { ...fields, basePrice: typedToDecimal(fields.basePrice) }
  return { body, files: filesOf(photo) }
}

/** The request to change a product. A photo removed from the form is deleted; a selected file replaces it. */
export function changesToSend(changed: Partial<ProductFormValues> & { version?: number }) {
  const { photo, basePrice, ...changes } = changed
  const body: z.input<typeof productChange> = {
    ...changes,
    ...(basePrice !== undefined && { basePrice: typedToDecimal(basePrice) }),
    ...(photo === '' && { removePhoto: true }),
  }
  return { body, files: filesOf(photo) }
}
