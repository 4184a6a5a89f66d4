import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { photoImage } from '@trunkshow/contract/images.ts'
import { type Product, productInput } from '@trunkshow/contract/products/schema.ts'
import { call } from '../api/client.ts'
import { ImageField } from '../ui/files/image-field.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { PriceField } from '../ui/form/price-field.tsx'
import { inWords, useRecordForm } from '../ui/form/use-edit-form.tsx'
import { changesToSend, productToSend, valuesOf } from './product-form-values.ts'

interface ProductDialogProps {
  /** The product to change; absent for a new one. */
  product?: Product
  /** The failure toast, where it differs. */
  failure?: { failedTo: string }
  onClose: () => void
}

/** Adds or changes a product of the catalog. */
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
    onSaved: onClose,
    wordsOf: (path, value) => (path === 'photo' && value ? 'another photo' : inWords(value)),
  })
  const storeOwned = product?.shopifyProductId
    ? { readOnly: true, variant: 'filled', description: 'Managed in Shopify' }
    : {}
  return (
    <FormDialog
      title={product ? 'Edit Product' : 'Add Product'}
      {...dialog}
      submitLabel={product ? 'Save' : 'Create Product'}
      sticky
      onClose={onClose}
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
