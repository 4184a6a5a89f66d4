import { TextInput } from '@mantine/core'
import {
  type Customization,
  type CustomizationOption,
  optionInput,
} from '@trunkshow/contract/customizations/schema.ts'
import { photoImage } from '@trunkshow/contract/images.ts'
import { formatMoney, typedToDecimal } from '@trunkshow/contract/money.ts'
import { ImageField } from '../ui/files/image-field.tsx'
import type { PictureSource } from '../ui/files/picture.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { PriceField } from '../ui/form/price-field.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import { useSaveOption } from './queries.ts'

/** A new photo is a file, sent beside the other values. */
const typedOption = optionInput.omit({ photo: true, photoUrl: true })

interface OptionDialogProps {
  customization: Customization
  /** The option to change; absent for a new one. */
  option?: CustomizationOption
  onClose: () => void
}

/** Adds or changes an option with its price and photo. */
export function OptionDialog({ customization, option, onClose }: OptionDialogProps) {
  const save = useSaveOption(customization.id, option)
  const values = {
    name: option?.name ?? '',
    price: option?.price ? formatMoney(option.price) : '',
    photo: (option?.photoUrl ?? null) as PictureSource,
  }
  const form = useSchemaForm(typedOption, values, save.error)
  return (
    <FormDialog
      title={`${option ? 'Edit' : 'Add'} Option`}
      form={form}
      call={save}
      onSubmit={({ photo, ...body }) => {
        const isGone = values.photo !== null && photo === null
        save.mutate(
          {
            body: { ...body, price: typedToDecimal(body.price), ...(isGone && { removePhoto: true }) },
            files: photo instanceof File ? { photo } : {},
          },
          { onSuccess: onClose },
        )
      }}
      submitLabel={option ? 'Save' : 'Add Option'}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description={`An option of ${customization.name}`}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <PriceField label="Price" description="Optional" {...form.getInputProps('price')} />
      <ImageField
        label="Photo"
        kind="photo"
        description={`Up to ${photoImage.photo.megabytes} MB`}
        {...form.getInputProps('photo')}
      />
    </FormDialog>
  )
}
