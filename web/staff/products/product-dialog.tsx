import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { photoImage } from '@trunkshow/contract/images.ts'
import { type Product, productInput } from '@trunkshow/contract/products/schema.ts'
import { ImageField } from '../ui/files/image-field.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { PriceField } from '../ui/form/price-field.tsx'
import { inWords, useEditForm } from '../ui/form/use-edit-form.tsx'
import { valuesOf } from './product-form-values.ts'
import { type SaveFailure, useSaveProduct } from './queries.ts'

interface ProductDialogProps {
  /** The product to change; absent for a new one. */
  product?: Product
  failure?: SaveFailure
  onClose: () => void
}

/** Adds or changes a product of the catalog. */
export function ProductDialog({ product, failure, onClose }: ProductDialogProps) {
  const save = useSaveProduct(product, failure)
  const edit = useEditForm({
    schema: () => productInput,
    record: product,
    valuesOf,
    error: save.error,
    wordsOf: (path, value) => (path === 'photo' && value ? 'another photo' : inWords(value)),
  })
  const { form } = edit
  const storeOwned = product?.shopifyProductId
    ? { readOnly: true, variant: 'filled', description: 'Managed in Shopify' }
    : {}
  return (
    <FormDialog
      title={product ? 'Edit Product' : 'Add Product'}
      form={edit}
      call={{ ...save, error: edit.error }}
      onSubmit={(values) =>
        save.mutate(
          { values, changes: { ...edit.changes(), version: edit.base?.version } },
          { onSuccess: onClose, onError: edit.mergeTheirs },
        )
      }
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
