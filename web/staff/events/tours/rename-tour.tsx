import { TextInput } from '@mantine/core'
import { renameTourInput, type Tour } from '@trunkshow/contract/tours/schema.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useRenameTour } from './tours-queries.ts'

/** Renames a tour; the address of its page stays, since guests have it. */
export function RenameTour({ tour, onClose }: { tour: Tour; onClose: () => void }) {
  const rename = useRenameTour(tour.id)
  const form = useSchemaForm(renameTourInput, { name: tour.name }, rename.error)
  return (
    <FormDialog
      title="Rename Tour"
      form={form}
      call={rename}
      onSubmit={(values) => rename.mutate(values, { onSuccess: () => onClose() })}
      submitLabel="Save"
      onClose={onClose}
    >
      <TextInput
        label="Tour name"
        description="The link to its page stays the same."
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
