import { formatMoney, typedToDecimal } from '@trunkshow/contract/money.ts'
import type { Product, productInput } from '@trunkshow/contract/products/schema.ts'
import type { z } from 'zod'
import type { PictureSource } from '../ui/picture.tsx'

/** The form as the screen holds it. */
export interface ProductFormValues extends Record<string, unknown> {
  name: string
  basePrice: string
  sku: string
  category: string
  description: string
  photo: PictureSource
  isActive: boolean
}

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

/** What a save sends: the fields, and the photo chosen just now. */
export interface ProductToSend {
  body: z.input<typeof productInput>
  files: { photo?: File }
}

/** A stored photo that is gone from the form is taken away, a chosen file replaces it. */
export function toSend({ photo, ...body }: ProductFormValues, stored: ProductFormValues): ProductToSend {
  return {
    body: {
      ...body,
      basePrice: typedToDecimal(body.basePrice),
      ...(stored.photo !== null && photo === null && { removePhoto: true }),
    },
    files: photo instanceof File ? { photo } : {},
  }
}
