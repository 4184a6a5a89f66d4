import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { photoImage } from '@trunkshow/contract/images.ts'
import { formatMoney, typedToDecimal } from '@trunkshow/contract/money.ts'
import { type Product, type productChange, productInput } from '@trunkshow/contract/products/schema.ts'
import type { z } from 'zod'
import { api, call } from '../api/client.ts'
import { ImageField } from '../ui/files/image-field.tsx'
import type { PictureSource } from '../ui/files/picture.tsx'
import { PriceField } from '../ui/form/fields.tsx'
import { FormDialog, inWords, useRecordForm } from '../ui/form/form-dialog.tsx'
import { FieldRow } from '../ui/form/form-shell.tsx'

interface ProductDialogProps {
  /** The product to change; absent for a new one. */
  product?: Product
  /** The failure toast, where it differs. */
  failure?: { failedTo: string }
  onClose: () => void
}

export function ProductDialog({ product, failure, onClose }: ProductDialogProps) {
  const { form, dialog } = useRecordForm({
    noun: 'product',
    record: product,
    schema: () => productInput,
    valuesOf,
    create: (values, onProgress) => call(api.products.create, { ...productToSend(values), onProgress }),
    update: ({ id }, changes, onProgress) =>
      call(api.products.update, { params: { id }, ...changesToSend(changes), onProgress }),
    failure: failure ?? (product && { failed: 'Update failed' }),
    reloads: ['products'],
    onClose,
    wordsOf: (path, value) => (path === 'photo' && value ? 'another photo' : inWords(value)),
  })
  const storeOwned = product?.shopifyProductId
    ? { readOnly: true, variant: 'filled', description: 'Managed in Shopify' }
    : {}
  return (
    <FormDialog
      title={product ? 'Edit Product' : 'New product'}
      {...dialog}
      submitLabel={product ? 'Save' : 'Create Product'}
      sticky
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <FieldRow>
        <PriceField label="Base price" required {...form.getInputProps('basePrice')} />
        <TextInput label="SKU" {...form.getInputProps('sku')} />
      </FieldRow>
      <TextInput label="Category" {...storeOwned} {...form.getInputProps('category')} />
      <Textarea label="Description" rows={3} {...storeOwned} {...form.getInputProps('description')} />
      <ImageField
        label="Photo"
        kind="photo"
        description={`Up to ${photoImage.photo.megabytes} MB`}
        {...form.getInputProps('photo')}
      />
      {product && (
        <Checkbox
          label="Active"
          description="Can be added to new orders"
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}

type ProductFormValues = ReturnType<typeof valuesOf>

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

const filesOf = (photo: PictureSource | undefined) => (photo instanceof File ? { photo } : {})

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
