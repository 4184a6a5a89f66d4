import { formatMoney, typedToDecimal } from '@trunkshow/contract/money.ts'
import type { Product, productChange, productInput } from '@trunkshow/contract/products/schema.ts'
import type { z } from 'zod'
import type { PictureSource } from '../ui/files/picture.tsx'

/** The form's values. */
export interface ProductFormValues extends Record<string, unknown> {
  name: string
  basePrice: string
  sku: string
  category: string
  description: string
  photo: PictureSource
  isActive: boolean
}

/** The changed values, with the version of the product that they started from. */
type ProductChanges = Partial<ProductFormValues> & { version?: number }

/** @param product undefined for a new one */
export function valuesOf(product?: Product): ProductFormValues {
  return {
    name: product?.name ?? '',
    basePrice: product ? formatMoney(product.basePrice) : '',
    sku: product?.sku ?? '',
    category: product?.category ?? '',
    description: product?.description ?? '',
    photo: product?.photoUrl ?? null,
    isActive: product?.isActive ?? true,
  }
}

interface ToSend<Body> {
  body: Body
  /** A newly selected photo. */
  files: { photo?: File }
}

/** The request to add a product. */
export function productToSend({ photo, ...fields }: ProductFormValues): ToSend<z.input<typeof productInput>> {
  return {
    body: { ...fields, basePrice: typedToDecimal(fields.basePrice) },
    files: photo instanceof File ? { photo } : {},
  }
}

/** The request to change a product. A photo removed from the form is deleted; a selected file replaces it. */
export function changesToSend({
  photo,
  basePrice,
  ...changes
}: ProductChanges): ToSend<z.input<typeof productChange>> {
  return {
    body: {
      ...changes,
      ...(basePrice !== undefined && { basePrice: typedToDecimal(basePrice) }),
      ...(photo === '' && { removePhoto: true }),
    },
    files: photo instanceof File ? { photo } : {},
  }
}
