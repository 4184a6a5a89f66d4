import { Textarea, TextInput } from '@mantine/core'
import { type Customization, customizationInput } from '@trunkshow/contract/customizations/schema.ts'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import { useSaveCustomization } from './queries.ts'

interface CustomizationDialogProps {
  /** The customization to change; absent for a new one. */
  customization?: Customization
  onClose: () => void
}

/** Adds or changes a customization (docs/product.md, Customizations); options have their own dialog. */
export function CustomizationDialog({ customization, onClose }: CustomizationDialogProps) {
  const save = useSaveCustomization(customization)
  const values = { name: customization?.name ?? '', description: customization?.description ?? '' }
  const form = useSchemaForm(customizationInput, values, save.error)
  return (
    <FormDialog
      title={customization ? 'Edit Customization' : 'Add Customization'}
      form={form}
      call={save}
      onSubmit={(values) => save.mutate(values, { onSuccess: onClose })}
      submitLabel={customization ? 'Save' : 'Create Customization'}
      onClose={onClose}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" rows={3} {...form.getInputProps('description')} />
    </FormDialog>
  )
}
